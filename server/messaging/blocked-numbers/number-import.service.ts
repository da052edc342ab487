import { OPT_OUT_IMPORT_MAX_NUMBERS, type OptOutImport } from "@/lib/contracts/messaging/opt-outs";
import { guessMapping } from "@/lib/domain/imports/column-assignment";
import type { ColumnTarget } from "@/lib/domain/imports/import-columns";
import type { FileRow } from "@/lib/domain/imports/import-file";
import { BETWEEN_NUMBERS, cleanNumber, joinAreaCodes } from "@/lib/domain/imports/import-numbers";
import { formatNumber } from "@/lib/format";
import { readImportFile } from "@/server/leads/imports/import-reading.service";
import type { BlockedNumber } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { fileError } from "@/server/platform/spreadsheets/file-error";
import { block, toBlockedNumber } from "./blocked-numbers.service";

const BATCH_NUMBERS = 5_000;
/** How many lines the answer names at most. */
const MAX_PROBLEMS = 50;
const MAX_VALUE_LENGTH = 60;
const NO_SUCH_SHEET = "O arquivo não tem uma planilha com este nome.";
/**
 * Columns of a contact's second telephone count too, because it is the same person's: who asks for no messages gets
 * none there.
 */
const OF_NUMBERS: readonly (ColumnTarget | null)[] = [
  ...(["whatsapp", "phone", "other.whatsapp", "other.phone"] as const),
];

interface SheetChoice {
  /** The name of a workbook's sheet. */
  sheet?: string | undefined;
  /** True for a workbook with several sheets, of which nothing is read: the user first chooses the sheet to block. */
  asksForSheet: boolean;
}

/**
 * Blocks the numbers of a file, all or none of them: of its columns of numbers or, without a header, of every cell that
 * is a number.
 * @throws AppError invalid_input with a sentence under `file`; too_large
 */
export async function importOptOuts(
  actor: Actor,
  file: Uint8Array,
  { sheet: chosen, asksForSheet }: SheetChoice,
): Promise<OptOutImport> {
  const found = new FoundNumbers();
  let sheet: OptOutImport["sheet"];
  let sheets: string[] = [];
  let isUnread = false;
  let header: FileRow | null = null;
  for await (const part of readImportFile(file, { sheet: chosen })) {
    if ("reading" in part) sheets = part.reading.sheets ?? [];
    else if ("columns" in part) {
      sheet = part.sheet ?? undefined;
      if (chosen !== undefined && sheet && sheet.name !== chosen) throw fileError(NO_SUCH_SHEET);
      isUnread = asksForSheet && sheet !== undefined && sheet.others > 0;
      header = isUnread ? null : { line: part.line, cells: part.columns };
    } else if (!isUnread) {
      const rows = parseRows(part.rows);
      if (header) found.readHeader(header, rows);
      header = null;
      for (const row of rows) found.readRow(row);
    }
  }
  if (header) found.readHeader(header, []);
  const numbers = found.list();
  const added = await transaction(async () => {
    let count = 0;
    for (let at = 0; at < numbers.length; at += BATCH_NUMBERS) {
      count += await block(actor.ownerId, numbers.slice(at, at + BATCH_NUMBERS), "import");
    }
    return count;
  });
  const { total, invalid, problems } = found;
  return { added, existing: total - added, invalid, problems, sheets, ...(sheet && { sheet }) };
}

function parseRows(bytes: Uint8Array): FileRow[] {
  return JSON.parse(new TextDecoder().decode(bytes)) as FileRow[];
}

/** Returns the parts of a cell with their numbers. Slashes in links do not separate parts. */
function splitCell(cell: string): { text: string; number: BlockedNumber | null }[] {
  const read = (text: string) => ({ text, number: toBlockedNumber(text) });
  const whole = read(cleanNumber(cell));
  if (whole.number || whole.text === "") return whole.number ? [whole] : [];
  return cell.split(BETWEEN_NUMBERS).map((part) => read(cleanNumber(part)));
}

class FoundNumbers {
  /** Numbers read, repetitions included. */
  total = 0;
  invalid = 0;
  readonly problems: OptOutImport["problems"] = [];
  readonly #byKey = new Map<string, BlockedNumber>();
  /** The roles of the columns; null when no column contains numbers. */
  #roles: ("ddd" | "number" | null)[] | null = null;

  readHeader({ line, cells }: FileRow, rows: readonly FileRow[]) {
    // A row with a number is data, not a header, even where guessMapping finds the column by its content.
    const isRow = cells.some((cell) => splitCell(cell).some(({ number }) => number));
    const roles = guessMapping(cells, [], rows).map((target) =>
      target === "part.ddd" ? "ddd" : OF_NUMBERS.includes(target) ? "number" : null,
    );
    if (roles.includes("number") && !isRow) this.#roles = roles;
    // Without digits the row is a header with unknown names, not a wrong number.
    else if (cells.some((cell) => /\d{4}/.test(cell))) this.readRow({ line, cells });
  }

  readRow({ line, cells: written }: FileRow) {
    const roles = this.#roles;
    const cells = roles ? joinAreaCodes(written, roles) : written;
    const candidates = roles ? cells.filter((_cell, at) => roles[at] === "number") : cells;
    const parts = candidates.flatMap(splitCell);
    const numbers = parts.flatMap(({ number }) => number ?? []);
    for (const number of numbers) this.#add(number);
    // An unreadable number in a column of numbers is reported: otherwise that person would still receive messages.
    const unread = parts.find(({ text, number }) => number === null && /\d{4}/.test(text));
    if (numbers.length > 0 && !(unread && this.#roles)) return;
    this.invalid += 1;
    if (this.problems.length >= MAX_PROBLEMS) return;
    const { text = "" } = unread ?? parts[0] ?? {};
    this.problems.push({ line, value: text.slice(0, MAX_VALUE_LENGTH) });
  }

  #add(number: BlockedNumber) {
    this.total += 1;
    if (!this.#byKey.has(number.phoneKey)) this.#byKey.set(number.phoneKey, number);
    if (this.#byKey.size <= OPT_OUT_IMPORT_MAX_NUMBERS) return;
    throw fileError(
      `O arquivo tem mais de ${formatNumber(OPT_OUT_IMPORT_MAX_NUMBERS)} números. Divida-o em partes menores.`,
    );
  }

  /** Sorted by key, so that concurrent imports do not deadlock. */
  list(): BlockedNumber[] {
    return [...this.#byKey.values()].sort((one, other) => (one.phoneKey < other.phoneKey ? -1 : 1));
  }
}
