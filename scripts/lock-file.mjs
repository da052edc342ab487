/** Reads package-lock.json. Uses only Node's own modules. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/**
 * @param {string} root
 * @returns {Record<string, LockedPackage>} by their folders; the project's own is ''
 */
export function readLockFile(root) {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

/**
 * The folders of the packages that the project's own dependencies need, without optional peers, which a package only uses
 * if another one installs them.
 * @param {Record<string, LockedPackage>} packages
 * @param {(name: string, of: string) => boolean} [without] names to ignore among the dependencies of the folder `of`
 * @returns {Set<string>}
 */
export function findNeeded(packages, without = () => false) {
  /** @type {Set<string>} */
  const needed = new Set();
  const left = [""];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[folder] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const names = Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers);
    for (const name of names.filter((each) => !without(each, folder))) {
      const found = locate(packages, folder, name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      left.push(found);
    }
  }
  return needed;
}

/** As Node searches: next to the package that needs it, then further up. */
function locate(packages, folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, "node_modules", name);
    if (packages[found]) return found;
    if (at === "" || at === ".") return undefined;
  }
}

/**
 * A package's licence, by its own word; a program for one platform is under that of the package which asks for it.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} folder
 * @returns {string | undefined}
 */
export function licenceOf(packages, folder) {
  const own = packages[folder]?.license;
  if (own) return own;
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return Object.values(packages).find(({ optionalDependencies }) => optionalDependencies?.[name])
    ?.license;
}
