import { countNamed } from "./column-headers";
import { IMPORT_MAX_COLUMNS } from "./import-file";

/** The header may be below a title, a date and a note; a row further down is no header. */
export const HEADER_WITHIN_ROWS = 10;
/** A longer cell is a text, not a column's name. */
const MAX_NAME_LENGTH = 60;

type Row = { cells: readonly string[] };

/**
 * Finds the header among a file's first rows that are not blank: the first row, unless it names fewer than two fields
 * and one of the next, up to HEADER_WITHIN_ROWS, names two or more and fills more cells than each row above it, as a
 * header below a title does. Returns its index.
 */
export function findHeader(rows: readonly Row[]): number {
  const [first] = rows;
  if (!first || countNamedFields(first.cells) >= 2) return 0;
  const found = rows
    .slice(0, HEADER_WITHIN_ROWS)
    .findIndex(
      ({ cells }, at) =>
        countNamedFields(cells) >= 2 &&
        cells.every(mayName) &&
        rows.slice(0, at).every((above) => countFilled(above.cells) < countFilled(cells)),
    );
  return Math.max(found, 0);
}

/**
 * The names of the columns, and the number of header rows: 'Telefone' above 'Fixo' and 'Celular' is a header of two rows,
 * where the second fills the gaps of the first. A name in the first row applies to all columns up to the next name.
 */
export function readHeaderNames(header: Row, next: Row | undefined) {
  const one = { names: header.cells, height: 1 };
  if (!next?.cells.every(mayName) || !header.cells.every(mayName)) return one;
  const filled = next.cells.filter((cell) => cell.trim() !== "");
  const fillsGap = next.cells.some((cell, at) => cell.trim() && !header.cells[at]?.trim());
  const named = filled.filter((cell) => countNamed([cell]) > 0).length;
  if (!fillsGap || named * 2 < filled.length || named === 0) return one;
  let above = "";
  const width = Math.max(header.cells.length, next.cells.length);
  const names = Array.from({ length: width }, (_name, at) => {
    const [own, below] = [header.cells[at]?.trim() ?? "", next.cells[at]?.trim() ?? ""];
    if (own) above = own;
    if (!below) return own;
    return countNamed([below]) > 0 ? below : `${above} ${below}`.trim();
  });
  return { names, height: 2 };
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

function countNamedFields(cells: readonly string[]): number {
  return countNamed(cells.slice(0, IMPORT_MAX_COLUMNS));
}

/** Values have digits, addresses of mails and sites, or sentences. */
function mayName(cell: string): boolean {
  return cell.length <= MAX_NAME_LENGTH && !/[@:]|\d{3}/.test(cell);
}
