import { findEaster } from "@/lib/domain/tasks/calendar-sums";
import { addDays } from "@/lib/domain/tasks/task";

interface Feast {
  name: string;
  days: { day: string; name: string }[];
}

/** For how many years holidays are listed. */
const YEARS = 2;

/** Days on which few work although no law of the country makes them holidays, of this year and the next, from today on. */
export function listCustomaryDays(today: string): Feast[] {
  const first = Number(today.slice(0, 4));
  return Array.from({ length: YEARS }, (_, at) => listFeasts(first + at))
    .flat()
    .filter(({ days }) => days.every(({ day }) => day >= today));
}

function listFeasts(year: number): Feast[] {
  const easter = findEaster(year);
  return [
    {
      name: `Carnaval de ${year}`,
      days: [
        { day: addDays(easter, -48), name: "Carnaval (segunda)" },
        { day: addDays(easter, -47), name: "Carnaval (terça)" },
      ],
    },
    {
      name: `Corpus Christi de ${year}`,
      days: [{ day: addDays(easter, 60), name: "Corpus Christi" }],
    },
  ];
}
