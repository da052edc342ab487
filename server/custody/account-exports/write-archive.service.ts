import { formatDateTime } from "@/lib/format";
import { openStoredFile } from "@/server/messaging/media/sent-media.service";
import type { OwnerId } from "@/server/platform/actor";
import type { Leased } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import type { Spool } from "@/server/platform/outside/spool";
import { openSpooledZip, type SpooledZip } from "@/server/platform/outside/spooled-zip";
import { startCsv, toCsvLines } from "@/server/platform/spreadsheets/csv-writer";
import * as repository from "./account-exports.repository";
import { ARCHIVED_TABLES, describeArchive, toArchivedName } from "./archive-files.rule";
import {
  findAccountLine,
  findAnswerFiles,
  findMessageFiles,
  readLines,
  type StoredFile,
} from "./archived-rows.repository";
import { readSheet, SHEETS, type Sheet } from "./archived-sheets.repository";

/** Another worker has the row, or this one has to stop: what was written so far is useless. */
export class LeaseLost extends Error {}

/** Longer tables continue in another file, so that every program can open each. */
const PART_BYTES = 1_000_000_000;
const LAST_ID = 2_147_483_647;
/** The tables' part of the progress; the files take the rest. */
const TABLES_PERCENT = 90;
const MAX_LEFT_OUT = 100_000;

type FindFiles = (ownerId: OwnerId, before: number) => Promise<StoredFile[]>;
const FOLDERS: readonly [folder: string, find: FindFiles][] = [
  ["arquivos/conversas", findMessageFiles],
  ["arquivos/respostas-prontas", findAnswerFiles],
];

const encoder = new TextEncoder();

/** Writes the archive to the spool, table by table, a page of rows at a time. Returns its size. */
export async function writeArchive(work: Leased, spool: Spool): Promise<number> {
  const zip = openSpooledZip(spool);
  const steps = SHEETS.length + ARCHIVED_TABLES.length;
  let done = 0;
  const reportStep = () => {
    done += 1;
    return report(work, Math.floor((done / steps) * TABLES_PERCENT));
  };
  for (const sheet of SHEETS) {
    await addSheet(work, zip, sheet);
    await reportStep();
  }
  const asker = { ownerId: work.ownerId, personId: await repository.findAsker(work) };
  await addText(zip, "dados/conta.json", `${await findAccountLine(asker)}\n`);
  const parts = new Map<string, number>();
  for (const table of ARCHIVED_TABLES) {
    parts.set(table.name, await addTable(work, zip, table, asker));
    await reportStep();
  }
  const { added, leftOut } = await addFiles(work, zip);
  if (leftOut.length > 0) {
    const text = `${startCsv(["Arquivo", "Motivo"])}${toCsvLines(leftOut)}`;
    await addText(zip, "arquivos-de-fora.csv", text);
  }
  const madeAt = formatDateTime(new Date().toISOString());
  const contents = { sheets: SHEETS, parts, files: added, leftOut: leftOut.length, madeAt };
  await addText(zip, "LEIA-ME.txt", describeArchive(contents));
  await zip.end();
  return zip.bytes;
}

async function report(work: Leased, percent: number): Promise<void> {
  requireGoing(work);
  if (!(await repository.setProgress(work, percent))) throw new LeaseLost();
}

function requireGoing({ signal }: Leased): void {
  if (signal.aborted) throw new LeaseLost();
}

async function addText(zip: SpooledZip, name: string, text: string): Promise<void> {
  const file = zip.open(name);
  await file.write(encoder.encode(text));
  await file.close();
}

async function addSheet(work: Leased, zip: SpooledZip, sheet: Sheet): Promise<void> {
  const file = zip.open(`planilhas/${sheet.name}.csv`);
  await file.write(encoder.encode(startCsv(sheet.columns)));
  await readSheet(work.ownerId, sheet, (rows) => {
    requireGoing(work);
    return file.write(encoder.encode(toCsvLines(rows)));
  });
  await file.close();
}

/** Returns in how many files the table was written. */
async function addTable(
  work: Leased,
  zip: SpooledZip,
  table: (typeof ARCHIVED_TABLES)[number],
  asker: repository.Asker,
): Promise<number> {
  const { name } = table;
  let parts = 1;
  let bytes = 0;
  let file = zip.open(`dados/${name}.jsonl`);
  await readLines(asker, table, async (lines) => {
    requireGoing(work);
    if (bytes > PART_BYTES) {
      await file.close();
      parts += 1;
      bytes = 0;
      file = zip.open(`dados/${name}.${parts}.jsonl`);
    }
    const piece = encoder.encode(`${lines.join("\n")}\n`);
    bytes += piece.length;
    await file.write(piece);
  });
  await file.close();
  return parts;
}

/** A file that does not fit, or that the store has lost, does not stop the others. */
async function addFiles(work: Leased, zip: SpooledZip) {
  const leftOut: [name: string, reason: string][] = [];
  let added = 0;
  for (const [folder, findFiles] of FOLDERS) {
    for (let before = LAST_ID; ; ) {
      const files = await findFiles(work.ownerId, before);
      for (const stored of files) {
        requireGoing(work);
        const name = toArchivedName(folder, stored);
        const reason = await addFile(zip, name, stored);
        if (reason === null) added += 1;
        else if (leftOut.length < MAX_LEFT_OUT) leftOut.push([name, reason]);
      }
      await report(work, TABLES_PERCENT);
      const last = files.at(-1);
      if (!last) break;
      before = last.id;
    }
  }
  return { added, leftOut };
}

/** Returns why the file is left out; null when it was added. */
async function addFile(zip: SpooledZip, name: string, { storage_key, bytes }: StoredFile) {
  if (!zip.hasRoom(bytes)) return "Não coube: o arquivo ZIP chegou ao seu tamanho máximo.";
  const content = await openStoredFile(storage_key, bytes).catch((error: unknown) => {
    logger.warn({ key: storage_key, err: error }, "a file of an archive was not read");
    return null;
  });
  if (!content) return "Não existe mais.";
  const file = zip.open(name, { stored: true });
  for await (const piece of content) await file.write(piece as Uint8Array);
  await file.close();
  return null;
}
