/** The sources of each build, and whether a build is up to date with them. Uses only Node's own modules. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Next's pages. */
export const PAGES = {
  mark: ".next/garimpo-sources",
  folders: ["app", "components", "lib", "server", "public"],
  files: [
    "package-lock.json",
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "instrumentation-client.ts",
    "scripts/build.mjs",
    "scripts/bundle-zod.mjs",
  ],
};

/** The processes' code. */
export const PROCESSES = {
  mark: ".compiled/garimpo-sources",
  folders: ["app/api", "lib", "prisma/demo", "sandbox", "scripts", "server", "workers"],
  files: ["package-lock.json", "tsconfig.json", "prisma/seed.ts"],
};

/**
 * The files of a checkout that go into a build, as paths below it, without tests.
 * @param {string} checkout
 * @param {{ folders: string[], files: string[] }} build
 * @returns {string[]}
 */
export function listSources(checkout, { folders, files }) {
  return [
    ...folders.flatMap((folder) => filesBelow(join(checkout, folder))),
    ...files.map((file) => join(checkout, file)).filter((file) => existsSync(file)),
  ]
    .map((file) => relative(checkout, file))
    .filter((file) => !file.endsWith(".test.ts"));
}

/**
 * @param {string} checkout
 * @param {string[]} files
 */
export function digestOf(checkout, files) {
  const digest = createHash("sha256");
  for (const file of files)
    digest
      .update(file)
      .update("\0")
      .update(readFileSync(join(checkout, file)));
  return digest.digest("hex");
}

/**
 * Whether a checkout's build is up to date with its sources.
 * @param {string} checkout
 * @param {typeof PAGES} build
 */
export function isBuilt(checkout, build) {
  const mark = join(checkout, build.mark);
  return (
    existsSync(mark) &&
    readFileSync(mark, "utf8") === digestOf(checkout, listSources(checkout, build))
  );
}

/**
 * Runs `make` unless the build is up to date with the sources. An interrupted build counts as none.
 * @param {typeof PAGES} build
 * @param {() => Promise<void>} make
 */
export async function buildOnce(build, make) {
  if (isBuilt(root, build)) return;
  const mark = join(root, build.mark);
  const digest = digestOf(root, listSources(root, build));
  rmSync(mark, { force: true });
  await make(dirname(mark));
  writeFileSync(mark, digest);
}

/** @param {string} folder */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
