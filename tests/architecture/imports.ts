import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Source files below `folder` of the checkout at `root`, relative to it, without tests. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes("/generated/"));
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(@\/[^"]+|\.[^"]*)"/g;

/** The files of the checkout that `file` imports. */
export function importsOf(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const path = specifier.startsWith("@/")
      ? specifier.slice(2)
      : join(dirname(file), specifier).replaceAll("\\", "/");
    const found = [".ts", ".tsx", "/index.ts", ""].map((ending) => `${path}${ending}`);
    return (
      found.find((candidate) => /\.tsx?$/.test(candidate) && existsSync(join(root, candidate))) ??
      []
    );
  });
}
