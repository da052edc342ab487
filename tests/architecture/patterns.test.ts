import { join } from "node:path";
import * as scslre from "scslre";
import { afterAll, expect, test } from "vitest";
import { buildAttackStrings } from "./attack-strings";
import { formatGrowth, type Growth, measureGrowth } from "./growth";
import { listPatterns } from "./pattern-list";

const patterns = await listPatterns(join(import.meta.dirname, "../.."));
const rows: { what: string; growth: Growth }[] = [];

afterAll(() => {
  const slowestFirst = rows.toSorted((one, other) => sum(other) - sum(one));
  console.log(`Patterns, slowest first: ${formatGrowth(slowestFirst)}`);
});

test("all patterns of the product are listed", () => {
  expect(patterns.length).toBeGreaterThan(250);
});

test.each(patterns)("$place $regex takes linear time", async ({ place, regex }) => {
  // Nested, adjacent or movable repeats of the same characters backtrack in quadratic time or worse.
  const { reports } = scslre.analyse({ source: regex.source, flags: regex.flags });
  const problems = reports.map(({ type, character }) => `${type}: ${character.literal.source}`);
  expect(problems, String(regex)).toEqual([]);

  const everywhere = new RegExp(regex.source, regex.flags.replace(/[gy]/g, "").concat("g"));
  const growths: Growth[] = [];
  for (const attack of buildAttackStrings(regex)) {
    const growth = await measureGrowth(attack, (text) => text.replace(everywhere, ""));
    expect(growth.isLinear, `${JSON.stringify(attack(40))}: ${growth.ms}`).toBe(true);
    growths.push(growth);
  }
  const [slowest] = growths.toSorted((one, other) => sum({ growth: other }) - sum({ growth: one }));
  const written = String(regex);
  const what = `${place} ${written.length > 80 ? `${written.slice(0, 80)}…` : written}`;
  if (slowest) rows.push({ what, growth: slowest });
});

function sum({ growth }: { growth: Growth }): number {
  return growth.ms.reduce((total, each) => total + each, 0);
}
