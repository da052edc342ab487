import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const components = join(import.meta.dirname, "../../components");

/** An effect that does nothing but give a state a value; one computed from the state before takes nothing back. */
const SETS_BACK = /useEffect\(\(\) => set\w+\((?!\(?\w+\)? =>)/;

test("no effect takes back what was pressed before it first ran", () => {
  const files = readdirSync(components, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) => SETS_BACK.test(readFileSync(join(components, file), "utf8"))),
    "keep such a state by useStatePer (components/shared/state/use-state-per.ts)",
  ).toEqual([]);
});
