import { join } from "node:path";
import { expect, test } from "vitest";
import { type Environment, parseEnv, setEnv } from "@/server/platform/env";
import { sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");
const LEAST = { DATABASE_URL: "postgres://nowhere", AUTH_SECRET: "s".repeat(32) };

test("no module reads the environment when it is imported", {
  timeout: 120_000,
}, async () => {
  const read: string[] = [];
  let file = "";
  const given = parseEnv(LEAST);
  const trap = new Proxy(given, {
    get: (target, name: keyof Environment) => {
      read.push(`${file}: ${name}`);
      return target[name];
    },
  });
  const before = setEnv(trap);
  try {
    // Entry points are left out because they run when they are imported, and threads because they read no environment.
    const modules = ["server", "workers"]
      .flatMap((top) => sourceFiles(root, top))
      .filter((each) => !each.endsWith("/main.ts") && !each.endsWith(".thread.ts"));
    for (file of modules) await import(join(root, file));
  } finally {
    setEnv(before);
  }
  expect(
    read,
    "work out what follows from the environment when it is needed: fromEnv, or a function",
  ).toEqual([]);
});

test("the map's tiles are OpenStreetMap's where there is no sandbox", () => {
  expect(parseEnv(LEAST).tileUrl).toBe("https://tile.openstreetmap.org/{z}/{x}/{y}.png");
});
