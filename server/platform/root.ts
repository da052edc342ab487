import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/** This file. What Next bundles has none: Next is started in the root. */
const here: string | undefined = import.meta.filename;

/**
 * The folder of the installation, which has package.json, prisma and .next: above this file, as a source or compiled.
 */
export function findRoot(): string {
  let folder = here ? dirname(here) : process.cwd();
  while (!existsSync(join(folder, "package.json"))) {
    if (folder === dirname(folder)) throw new Error("There is no package.json above this code.");
    folder = dirname(folder);
  }
  return folder;
}

/**
 * Whether threads and processes run the output of `npm run build`, as this code does; otherwise they are sources, which
 * run through tsx.
 */
export function isCompiled(): boolean {
  return here ? extname(here) === ".js" : existsSync(join(findRoot(), ".compiled"));
}
