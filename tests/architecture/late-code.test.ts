import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Calls that have React wait for code, with what each is given. */
const LATE = /\b(?:dynamic|lazy)\(\s*(\w+)|\blateDialog\(/g;
const HELPERS = "components/shared/feedback/late-code.tsx";

function readLateCode() {
  return ["components", "app"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) => {
        const path = join(folder, file);
        if (path === HELPERS) return [];
        const calls = readFileSync(join(root, path), "utf8").matchAll(LATE);
        return [...calls].map(([call, given]) => ({ path, call, given }));
      }),
  );
}

test("code that does not come does not end the screen that asks for it", () => {
  const calls = readLateCode();
  expect(calls.length).toBeGreaterThan(50);
  expect(
    calls.filter(({ call, given }) => call !== "lateDialog(" && given !== "latePart"),
    `make a dialog by lateDialog, wrap another part in latePart (${HELPERS}), or use useLoaded`,
  ).toEqual([]);
});
