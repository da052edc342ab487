import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Prisma's schema, one file an area: the path of each and what it holds, by name. Uses only Node's own modules.
 * @param {string} root
 * @returns {[string, string][]}
 */
export function readSchema(root) {
  const folder = join(root, "prisma/schema");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".prisma"))
    .sort()
    .map((name) => join(folder, name))
    .map((path) => [path, readFileSync(path, "utf8")]);
}
