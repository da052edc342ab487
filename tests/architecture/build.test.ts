import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateClient } from "@/scripts/generate-client.mjs";
import { readSchema } from "@/scripts/schema-files.mjs";
import { digestOf, listSources, PAGES, PROCESSES } from "@/scripts/sources.mjs";

const root = join(import.meta.dirname, "../..");
const GENERATED = "server/platform/db/generated";

/** The state after a user upgraded the checkout and ran `npm ci`; its pages count as built. */
let checkout: string;
beforeAll(() => {
  generateClient();
  checkout = mkdtempSync(join(tmpdir(), "garimpo-build-"));
  const sources = [PAGES, PROCESSES].flatMap((build) => listSources(root, build));
  const schema = readSchema(root).map(([path]) => relative(root, path));
  const others = ["package.json", "prisma.config.ts", ...schema];
  for (const file of new Set([...sources, ...others])) {
    if (file.startsWith(GENERATED)) continue;
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(join(root, file), join(checkout, file));
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  mkdirSync(dirname(join(checkout, PAGES.mark)));
  writeFileSync(join(checkout, PAGES.mark), digestOf(root, listSources(root, PAGES)));
}, 60_000);
afterAll(() => rmSync(checkout, { recursive: true }));

test("npm run build generates the database client before it compiles", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: checkout,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(existsSync(join(checkout, GENERATED, "source"))).toBe(true);
  expect(existsSync(join(checkout, ".compiled/server/main.js"))).toBe(true);
});
