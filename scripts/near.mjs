/** What `npm run test:near` looks at. Uses only Node's own modules. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Folders and files of the screens, each with the browser tests that visit them. */
const SCREENS = JSON.parse(readFileSync(join(root, "tests/e2e/screens.json"), "utf8"));

/**
 * The commit that changes are counted from: `since`, else the last one that the remote's main has, else the last one.
 * @param {string | undefined} since
 */
export function findBase(since) {
  const base = git("merge-base", since ?? "origin/main", "HEAD");
  if (base === undefined && since) throw new Error(`No commit is called ${since}.`);
  return base ?? git("rev-parse", "HEAD") ?? "HEAD";
}

/**
 * Browser tests of the screens that have changed since then, as paths.
 * @param {string} base
 */
export function findJourneys(base) {
  const changed = [
    ...list("diff", "--name-only", base),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
  const specs = Object.entries(SCREENS)
    .filter(([place]) => changed.some((file) => file.startsWith(place)))
    .flatMap(([, names]) => names.map((name) => `tests/e2e/${name}.spec.ts`));
  const own = changed.filter((file) => file.endsWith(".spec.ts") && existsSync(join(root, file)));
  return [...new Set([...specs, ...own])];
}

const list = (...args) =>
  git(...args)
    ?.split("\n")
    .filter(Boolean) ?? [];

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
