import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import screens from "@/tests/e2e/screens.json";

const root = join(import.meta.dirname, "../..");

test("a change of any screen leads `npm run test:near` to journeys that are there", () => {
  const below = (parent: string) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`);
  const areas = below("components");
  const rooms = areas.filter((area) => below(area).length === 0);
  const folders = [
    ...rooms,
    ...areas.flatMap(below),
    ...below("app/(app)"),
    ...below("app/(public)"),
  ].map((folder) => `${folder}/`);
  const places = Object.keys(screens);
  const unmapped = folders.filter((folder) => !places.some((place) => folder.startsWith(place)));
  expect(unmapped).toEqual([]);
  const specs = [...new Set(Object.values(screens).flat())];
  const withoutJourney = specs.filter((name) => {
    const path = join(root, `tests/e2e/${name}.spec.ts`);
    return !existsSync(path) || !/JOURNEY/.test(readFileSync(path, "utf8"));
  });
  expect(withoutJourney).toEqual([]);
});
