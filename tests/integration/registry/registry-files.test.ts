import { copyFileSync, readdirSync, renameSync, rmSync, statfsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REGISTRY_FILE_KINDS, REGISTRY_FILES } from "@/lib/domain/registry/registry-files";
import { createZip } from "@/sandbox/registry/zip-writer";
import { checkDisk, checkFolder } from "@/server/registry/registry-imports/registry-files.service";
import { inspectZip } from "@/server/registry/registry-imports/registry-zip.service";
import { drawCases } from "@/tests/support/cases";
import { makeFolder, makeSample } from "@/tests/support/registry";

const month = makeSample({ rows: 400 }).folder;
const ZIPS = readdirSync(month)
  .filter((name) => name.endsWith(".zip"))
  .sort();
const SOME = drawCases(ZIPS, 6);
const partOf = (zip: string) => zip.replace(".zip", "");
const today = new Date("2026-11-23T12:00:00Z");
const neighbourOf = (zip: string) => ZIPS[(ZIPS.indexOf(zip) + 1) % ZIPS.length] ?? "";

/** The month without these files. */
function linkMonth(...without: string[]): string {
  const folder = makeFolder();
  for (const zip of ZIPS) {
    if (!without.includes(zip)) symlinkSync(join(month, zip), join(folder, zip));
  }
  return folder;
}

const check = (folder: string, { withPartners = true } = {}) =>
  checkFolder(folder, today, withPartners).then(
    ({ files }) => `${files.length} files`,
    (error: Error) => error.message,
  );

/** A ZIP whose names are those of `as`, with other lines. */
function writeZip(path: string, innerName: string, lines: string) {
  const zip = createZip(path, innerName);
  zip.add(Buffer.from(lines, "latin1"));
  zip.end();
}

test("a whole month has 37 files", async () => {
  expect(ZIPS).toHaveLength(37);
  expect(await check(linkMonth())).toBe("37 files");
  expect(await check(linkMonth(), { withPartners: false })).toBe("27 files");
});

test.each(SOME)("without %s it is refused", async (zip) => {
  const folder = linkMonth(zip);
  const missing = `Faltam arquivos do mês: ${partOf(zip)}.`;
  expect(await check(folder)).toBe(missing);
  const without = await check(folder, { withPartners: false });
  expect(without).toBe(zip.startsWith("Socios") ? "27 files" : missing);
});

test.each(SOME)("with another file in the place of %s it is refused", async (zip) => {
  const other = neighbourOf(zip);
  const folder = linkMonth(zip);
  copyFileSync(join(month, other), join(folder, zip));
  expect(await check(folder)).toBe(`${zip} contém ${partOf(other)}.`);

  const renamed = linkMonth(zip);
  copyFileSync(join(month, other), join(renamed, "zz.zip"));
  expect(await check(renamed)).toBe(`zz.zip repete ${other}.`);
});

test.each(SOME)("with %s and another one exchanged it is refused", async (zip) => {
  const other = neighbourOf(zip);
  const folder = linkMonth();
  renameSync(join(folder, zip), join(folder, "other"));
  renameSync(join(folder, other), join(folder, zip));
  renameSync(join(folder, "other"), join(folder, other));
  expect([`${zip} contém ${partOf(other)}.`, `${other} contém ${partOf(zip)}.`]).toContain(
    await check(folder),
  );
});

test.each(SOME)("with the lines of any other kind in %s it is refused", async (zip) => {
  const { innerName } = await inspectZip(join(month, zip));
  const folder = linkMonth(zip);
  for (const kind of REGISTRY_FILE_KINDS) {
    const { zip: name, parts } = REGISTRY_FILES[kind];
    if (zip.startsWith(name)) continue;
    const { head } = await inspectZip(join(month, parts === 1 ? `${name}.zip` : `${name}4.zip`));
    writeZip(join(folder, zip), innerName, head);
    expect(await check(folder), kind).toMatch(
      new RegExp(`^${zip} (?:não contém o que ${partOf(zip)} deveria conter|tem outro leiaute)`),
    );
    rmSync(join(folder, zip));
  }
});

test.each(
  drawCases(
    ZIPS.filter((zip) => /\d/.test(zip)),
    4,
  ),
)("with the lines of another part in %s it is refused", async (zip) => {
  const other = zip.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  const { innerName } = await inspectZip(join(month, zip));
  const { head } = await inspectZip(join(month, other));
  const folder = linkMonth(zip);
  writeZip(join(folder, zip), innerName, head);
  expect([`${zip} repete ${other}.`, `${other} repete ${zip}.`]).toContain(await check(folder));
});

test("a month that its disk has no room to build is refused with both figures", async () => {
  const folder = makeFolder();
  const { bavail, bsize } = statfsSync(folder);
  const month = (size: number) =>
    [{ name: "Estabelecimentos0.zip", kind: "establishments", size }] as const;
  // Building takes four times what the files hold.
  await expect(checkDisk(month((bavail * bsize) / 4), folder)).rejects.toThrow(
    /^A importação precisa de [\d.]+(,\d)? GB livres no disco do banco de dados, e há [\d.]+(,\d)? GB\.$/,
  );
  await checkDisk(month((bavail * bsize) / 10), folder);
  // A database elsewhere has a folder that is not here.
  await checkDisk(month(Number.MAX_SAFE_INTEGER), "/nowhere/at/all");
});
