/**
 * `npm run sbom [-- <file>]`: writes the bill of materials, CycloneDX, of everything that the product is made of, and
 * prints its licences. Needs no network and no installation.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNeeded, licenceOf, readLockFile } from "./lock-file.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Made by npm, from a lock file with nothing else. npm's own `--omit=dev` also leaves out packages that the tools need as
 * well: React, zod, the protocol of WhatsApp.
 */
export function billOfMaterials() {
  const { devDependencies: _, ...project } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const packages = readLockFile(root);
  const { devDependencies: __, ...own } = packages[""];
  const needed = [...findNeeded(packages)].map((path) => [path, packages[path]]);
  const folder = mkdtempSync(join(tmpdir(), "garimpo-sbom-"));
  try {
    const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content));
    write("package.json", project);
    write("package-lock.json", {
      name: project.name,
      version: project.version,
      lockfileVersion: 3,
      packages: { "": own, ...Object.fromEntries(needed) },
    });
    const args = ["--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const { status, stdout, stderr } = spawnSync("npm", ["sbom", "--loglevel=error", ...args], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 100e6,
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
    const bill = JSON.parse(stdout);
    // npm uses the folder's name.
    bill.metadata.component.name = project.name;
    return bill;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns {Map<string, string[]>} the packages of each licence */
export function listLicences() {
  const packages = readLockFile(root);
  const licences = new Map();
  for (const folder of [...findNeeded(packages)].sort()) {
    const licence = licenceOf(packages, folder) ?? "none";
    licences.set(licence, [...new Set([...(licences.get(licence) ?? []), nameOf(folder)])]);
  }
  return licences;
}

function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? "garimpo.cdx.json";
  const bill = billOfMaterials();
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  const licences = [...listLicences()].sort(([, a], [, b]) => b.length - a.length);
  for (const [licence, names] of licences) {
    console.log(`${licence}: ${names.length > 5 ? `${names.length} packages` : names.join(", ")}`);
  }
  console.log(`\n${bill.components.length} packages, in ${file}`);
}
