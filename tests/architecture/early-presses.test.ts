import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const components = join(import.meta.dirname, "../../components");

const SETTER = /, (\w+)\] =\s+useState\b/g;

/** An effect that does nothing but give a state a value; one computed from the state before takes nothing back. */
function setsBack(source: string): boolean {
  const setters = [...source.matchAll(SETTER)].map(([, name]) => name);
  return setters.some((name) =>
    new RegExp(`useEffect\\(\\(\\) => ${name}\\((?!\\(?\\w+\\)? =>)`).test(source),
  );
}

test("no effect takes back what was pressed before it first ran", () => {
  const files = readdirSync(components, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) => setsBack(readFileSync(join(components, file), "utf8"))),
    "keep such a state by useStatePer (components/shared/state/use-state-per.ts)",
  ).toEqual([]);
});
