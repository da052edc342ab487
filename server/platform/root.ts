import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/**
 * The folder of the installation, which has package.json, prisma and .next: above this file, as a source or compiled.
 */
export function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    if (folder === dirname(folder)) throw new Error("There is no package.json above this code.");
    folder = dirname(folder);
  }
  return folder;
}

/** Whether this is the output of `npm run build`; otherwise it is a source, which runs through tsx. */
export function isCompiled(): boolean {
  return extname(import.meta.filename) === ".js";
}
