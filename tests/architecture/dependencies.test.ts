import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listEntries } from "@/scripts/compile.mjs";
import { findNeeded, licenceOf, readLockFile } from "@/scripts/lock-file.mjs";
import { billOfMaterials, listLicences } from "@/scripts/sbom.mjs";
import { BUILD_ONLY, DEMONSTRATION_ONLY } from "@/scripts/slim-packages.mjs";
import { importsOf, sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/** Licences that require only their text and their authors' names, for any use of the product. */
const FREE = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0"],
  ...["PSF-2.0", "Unlicense", "(AFL-2.1 OR BSD-3-Clause)"],
  // Data and letters, used as they are.
  ...["(ISC AND CC-BY-3.0)", "CC-BY-4.0", "OFL-1.1"],
  // Changes to their own files would have to be published: we make none.
  "MPL-2.0",
];

/** Every other licence needs a separate decision: docs/licences.md. */
const DECIDED = {
  "GPL-3.0": ["libsignal"],
  "Hippocratic-2.1": ["@react-leaflet/core", "react-leaflet"],
  "LGPL-3.0-or-later": /^@img\/sharp-libvips-/,
  "Apache-2.0 AND LGPL-3.0-or-later": /^@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT": /^@img\/sharp-/,
};

test("every package has a licence that is known", () => {
  const open = [...listLicences()]
    .filter(([licence]) => !FREE.includes(licence))
    .flatMap(([licence, names]) => names.map((name) => ({ licence, name })))
    .filter(({ licence, name }) => {
      const decided = DECIDED[licence as keyof typeof DECIDED];
      return !(Array.isArray(decided) ? decided.includes(name) : decided?.test(name));
    });
  expect(open).toEqual([]);
  const papers = readFileSync(join(root, "docs/licences.md"), "utf8");
  for (const name of ["libsignal", "react-leaflet", "sharp"])
    expect(papers).toContain(`\`${name}\``);
});

test("without Baileys nothing under the GPL is left", () => {
  const packages = readLockFile(root);
  const kept = findNeeded(packages, (name, of) => of === "" && name === "baileys");
  expect([...kept].filter((folder) => licenceOf(packages, folder) === "GPL-3.0")).toEqual([]);
  expect(kept).not.toContain("node_modules/baileys");
});

test("the bill of materials has all that the product needs, and no tool", () => {
  const packages = readLockFile(root);
  const listed = new Set(
    billOfMaterials().components.map((each: { name: string; version: string }) =>
      [each.name, each.version].join("@"),
    ),
  );
  const needed = [...findNeeded(packages)].map((folder) =>
    [folder.replace(/^.*node_modules\//, ""), packages[folder]?.version].join("@"),
  );
  expect([...listed].sort()).toEqual([...new Set(needed)].sort());
  const names = [...listed].map((each) => String(each).replace(/@[^@]*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["next", "react", "zod", "libsignal", "esbuild"]));
  for (const tool of ["vitest", "prisma", "typescript", "playwright"])
    expect(names).not.toContain(tool);
});

/** The entry points of the image's processes and commands. */
const IMAGE_SOURCES = [
  ...["server", "workers", "app/api", "scripts/backups"].flatMap((each) => sourceFiles(root, each)),
  ...listEntries({ demonstration: false }),
];

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

test("the image has every package that its processes import, and none that only a build reads", () => {
  const files = new Set(IMAGE_SOURCES);
  for (const file of files) for (const each of importsOf(root, file)) files.add(each);
  const imported = new Set(
    [...files].flatMap((file) =>
      [
        ...read(file).matchAll(
          /(?:\bfrom|\bimport|\bresolve)\s*\(?\s*"((?:@[^"/]+\/)?[^"./@][^"/]*)/g,
        ),
      ].map(([, name = ""]) => name),
    ),
  );
  // Prisma's generated client, and Next's pages.
  for (const name of ["@prisma/client", "next", "react", "react-dom"]) imported.add(name);
  const { dependencies } = JSON.parse(read("package.json")) as {
    dependencies: Record<string, string>;
  };
  const left = [...BUILD_ONLY, ...DEMONSTRATION_ONLY];
  expect(left.filter((name) => imported.has(name))).toEqual([]);
  expect(
    Object.keys(dependencies)
      .filter((name) => !imported.has(name))
      .sort(),
    "what no process imports is named in scripts/slim-packages.mjs, and nothing else is",
  ).toEqual(left.sort());
});
