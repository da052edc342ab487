import type { Figures, Goal, ResultOfPerson } from "@/lib/contracts/insights/team-results";
import { isLinkable } from "@/lib/domain/text/linkable";
import type { Period } from "@/lib/domain/time/period";
import {
  countOf,
  formatCents,
  formatDay,
  formatDuration,
  formatMonth,
  formatNumber,
  formatPercent,
} from "@/lib/format";

interface Results {
  rows: readonly ResultOfPerson[];
  total: Figures & { goal: Goal };
}

/** Whether anybody did anything in a week: what is late or was refused alone is nothing to tell. */
export function hasDeeds({ total }: Results): boolean {
  return total.contacted + total.won > 0 || total.first_answer_s !== null;
}

/** What the mail of a Monday says: the week by person, and how the month's goals stand. */
export function writeWeek(
  { from, to }: Pick<Period, "from" | "to">,
  week: Results,
  { month, ...present }: Results & { month: string },
): string {
  const told = [
    `De ${formatDay(from)} a ${formatDay(to)}:`,
    ...week.rows.map((row) => `${nameOf(row)}: ${describeFigures(row)}.`),
    ...(week.rows.length > 1 ? [`Total: ${describeFigures(week.total)}.`] : []),
  ];
  const goals = present.rows.flatMap((row) => {
    const standing = describeGoal(row);
    return standing === "" ? [] : [`${nameOf(row)}: ${standing}.`];
  });
  const ofTeam = goals.length > 1 ? [`Total: ${describeGoal(present.total)}.`] : [];
  const section = goals.length > 0 ? ["", `Metas de ${formatMonth(month).toLowerCase()}:`] : [];
  return [...told, ...section, ...goals, ...ofTeam].join("\n");
}

function nameOf({ person_id, name }: ResultOfPerson): string {
  if (person_id === null) return "Sem vendedor";
  return name === null || isLinkable(name) ? "Uma pessoa da equipe" : name;
}

function describeFigures(figures: Figures): string {
  const { contacted, answered, first_answer_s, won, won_cents, late_tasks, opt_outs } = figures;
  const parts = [
    contacted > 0 && countOf(contacted, "contatado", "contatados"),
    contacted > 0 && countOf(answered, "respondeu", "responderam"),
    first_answer_s !== null && `primeira resposta em ${formatDuration(first_answer_s)}`,
    won > 0 &&
      `${countOf(won, "ganho", "ganhos")}${won_cents > 0 ? ` (${formatCents(won_cents)})` : ""}`,
    opt_outs > 0 && `${formatNumber(opt_outs)} em Não perturbe`,
    late_tasks > 0 && countOf(late_tasks, "tarefa atrasada", "tarefas atrasadas"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "nada nesta semana" : parts.join(", ");
}

function describeGoal({ goal, ...figures }: Figures & { goal: Goal }): string {
  const parts = [
    part("contatados", figures.contacted, goal.contacted, formatNumber),
    part("ganhos", figures.won, goal.won, formatNumber),
    part("valor ganho", figures.won_cents, goal.won_cents, formatCents),
  ].filter((each) => each !== null);
  return parts.join(", ");
}

function part(
  what: string,
  done: number,
  goal: number | null,
  write: (figure: number) => string,
): string | null {
  return goal === null
    ? null
    : `${what} ${write(done)} de ${write(goal)} (${formatPercent(done / goal)})`;
}
