import { expect, test } from "vitest";
import { listCustomaryDays } from "./customary-days";

const list = (today: string) =>
  listCustomaryDays(today).map(({ name, days }) => [name, ...days.map(({ day }) => day)].join(" "));

test("Carnival and Corpus Christi follow Easter, in this year and the next", () => {
  expect(list("2026-01-01")).toEqual([
    "Carnaval de 2026 2026-02-16 2026-02-17",
    "Corpus Christi de 2026 2026-06-04",
    "Carnaval de 2027 2027-02-08 2027-02-09",
    "Corpus Christi de 2027 2027-05-27",
  ]);
  expect(list("2028-01-01").slice(0, 2)).toEqual([
    "Carnaval de 2028 2028-02-28 2028-02-29",
    "Corpus Christi de 2028 2028-06-15",
  ]);
});

test("what has begun is not offered, what is today is", () => {
  expect(list("2026-02-16")[0]).toBe("Carnaval de 2026 2026-02-16 2026-02-17");
  expect(list("2026-02-17")[0]).toBe("Corpus Christi de 2026 2026-06-04");
  expect(list("2026-06-05")).toHaveLength(2);
});
