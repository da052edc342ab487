import { findHeader } from "./header-row";
import { type FileRow, IMPORT_MAX_CELL_LENGTH, IMPORT_MAX_COLUMNS } from "./import-file";

const SEPARATORS = [";", ",", "\t", "|"] as const;
const SAMPLE_LENGTH = 64_000;
const SAMPLE_LINES = 20;
/** A longer quoted cell was not intended: its quote is a stray one. */
const LONGEST_QUOTED = 40_000;

/** In quotes at the beginning of a name. */
const LONGEST_WORD = 200;

const LINE_FEED = 10;
const UNCLOSED = "Aspas abertas e não fechadas nesta linha.";
const TOO_WIDE = `A linha tem mais de ${IMPORT_MAX_COLUMNS} colunas.`;
const LONGEST_DECLARATION = "sep=;\r\n".length;

/**
 * Detects the separator: the candidate that the most lines have as often as the header, which may stand below a title or
 * in `headerLine`. What is quoted does not count.
 */
export function detectSeparator(text: string, headerLine?: number): string {
  const lines = blankQuoted(text.slice(0, SAMPLE_LENGTH)).split(/\r\n|\r|\n/);
  const isFilled = (line: string) => line.trim() !== "";
  // Excel writes a "sep=" line in some languages.
  const declared = /^sep=(.)$/.exec(lines.find(isFilled) ?? "");
  if (declared?.[1]) return declared[1];
  const sample = lines.slice((headerLine ?? 1) - 1).filter(isFilled);
  sample.length = Math.min(sample.length, SAMPLE_LINES);
  const score = (separator: string) => {
    const rows = sample.map((line) => ({ cells: line.split(separator, IMPORT_MAX_COLUMNS + 1) }));
    const below = rows.slice(headerLine === undefined ? findHeader(rows) : 0);
    const head = below[0]?.cells.length ?? 1;
    if (head === 1) return 0;
    return below.filter(({ cells }) => cells.length === head).length + head / 1000;
  };
  return SEPARATORS.reduce((best, each) => (score(each) > score(best) ? each : best), ";");
}

/** With a space for each separator and break between quotes; what an unclosed quote begins is unchanged. */
function blankQuoted(text: string): string {
  const parts = text.split('"');
  const isQuoted = (at: number) => at % 2 === 1 && at < parts.length - 1;
  return parts
    .map((part, at) => (isQuoted(at) ? part.replace(/[;,\t|\r\n]/g, " ") : part))
    .join("");
}

/**
 * Reads CSV in chunks, in linear time for any quotes. An unclosed quote costs only its own line: reading continues with
 * the next one. Blank lines are skipped but counted. Cells beyond the longest and rows beyond the widest are cut.
 */
export function createCsvReader(separator: string) {
  const records = new RecordReader(separator);
  let unread = "";
  let isStarted = false;

  function read(isLast: boolean): FileRow[] {
    if (!isStarted) {
      if (!isLast && unread.length < LONGEST_DECLARATION) return [];
      isStarted = true;
      unread = records.skipDeclaration(unread);
    }
    const { rows, end } = records.read(unread, isLast);
    unread = unread.slice(end);
    return rows;
  }

  return {
    push(text: string): FileRow[] {
      unread += text;
      return read(false);
    },
    end: () => read(true),
  };
}

class RecordReader {
  readonly #separator: string;
  #text = "";
  #isLast = false;
  #rows: FileRow[] = [];
  #line = 1;
  /** The finished cells of the current record. */
  #cells: string[] = [];
  /** Line breaks within them. */
  #breaks = 0;
  #broken: string | undefined;
  /** A cell follows the last separator, even if there is no more text. */
  #isCellDue = false;
  /** The beginning of an unquoted cell that ends in a later chunk. */
  #beginning: string | null = null;
  /** The last search for a closing quote: from any position in between it has the same result. */
  #search = { from: 0, to: -1, closing: null as number | null };

  constructor(separator: string) {
    this.#separator = separator;
  }

  skipDeclaration(text: string): string {
    const declared = /^sep=.(?:\r\n|\r|\n)/.exec(text);
    if (declared) this.#line += 1;
    return text.slice(declared?.[0].length ?? 0);
  }

  /** Reads the complete cells; the next chunk must begin with the text from `end`. */
  read(text: string, isLast: boolean): { rows: FileRow[]; end: number } {
    this.#text = text;
    this.#isLast = isLast;
    this.#search = { from: 0, to: -1, closing: null };
    let end = 0;
    while (end < text.length) {
      if (this.#cells.length === 0 && !this.#isCellDue && text.charCodeAt(end) === LINE_FEED) {
        // A blank line, of which a file may have millions.
        this.#line += 1;
        end += 1;
        continue;
      }
      const next = this.#readCell(end);
      if (next === null) break;
      end = next;
    }
    if (isLast) {
      if (this.#isCellDue) this.#addCell(this.#beginning ?? "");
      if (this.#cells.length > 0) this.#endRecord();
    }
    const rows = this.#rows;
    this.#rows = [];
    return { rows, end };
  }

  /** Returns the position after the cell and its separator, or null when it may continue in the next chunk. */
  #readCell(start: number): number | null {
    const isQuoted =
      this.#text[start] === '"' && this.#beginning === null && this.#broken !== UNCLOSED;
    const isPlain = !isQuoted || this.#beginsWithQuotedWord(start);
    if (isPlain === "more") return null;
    if (isPlain) return this.#readPlainCell(start);
    const closing = this.#findClosingQuote(start);
    if (closing === "more") return null;
    if (closing === "unclosed") {
      // The rest of the line is read as if quotes had no meaning.
      this.#broken = UNCLOSED;
      return this.#readPlainCell(start);
    }
    const value = this.#text.slice(start + 1, closing).replaceAll('""', '"');
    return this.#finishCell(closing + 1, value, countBreaks(value));
  }

  #readPlainCell(start: number): number | null {
    const text = this.#text;
    let end = start;
    while (end < text.length && !this.#endsCell(end)) end += 1;
    const before = this.#beginning ?? "";
    const room = IMPORT_MAX_CELL_LENGTH - before.length;
    const value = before + text.slice(start, Math.min(end, start + room));
    if (end < text.length) return this.#finishCell(end, value, 0);
    this.#beginning = value;
    this.#isCellDue = true;
    return end;
  }

  /** `end` is the position of the separator or line break, or the end of the text. */
  #finishCell(end: number, value: string, breaks: number): number | null {
    const text = this.#text;
    // A CR at the end of a chunk may be half of a CRLF.
    if (text[end] === "\r" && end + 1 === text.length && !this.#isLast) return null;
    this.#addCell(value);
    this.#breaks += breaks;
    if (end === text.length) return end;
    if (isBreak(text[end])) {
      this.#endRecord();
      return end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
    }
    this.#isCellDue = true;
    return end + 1;
  }

  #addCell(value: string) {
    this.#isCellDue = false;
    this.#beginning = null;
    // One more than allowed, which shows that the row is too wide.
    if (this.#cells.length <= IMPORT_MAX_COLUMNS) {
      this.#cells.push(value.slice(0, IMPORT_MAX_CELL_LENGTH));
    } else if (value.trim() !== "") this.#broken ??= TOO_WIDE;
  }

  #endRecord() {
    if (this.#cells.some((cell) => cell.trim() !== "")) {
      const row = { line: this.#line, cells: this.#cells };
      this.#rows.push(this.#broken === undefined ? row : { ...row, broken: this.#broken });
      this.#cells = [];
    } else this.#cells.length = 0;
    this.#line += this.#breaks + 1;
    this.#breaks = 0;
    this.#broken = undefined;
  }

  /** '"Zé" Lanches' is a name of two words, one of them in quotes: no other quote follows in its cell. */
  #beginsWithQuotedWord(start: number): boolean | "more" {
    const text = this.#text;
    const quote = text.indexOf('"', start + 1);
    if (quote < 0 || quote - start > LONGEST_WORD || quote < start + 2) return false;
    const word = text.slice(start + 1, quote);
    if (word !== word.trim() || /[\r\n]/.test(word)) return false;
    for (let at = quote + 1; at <= quote + LONGEST_WORD; at += 1) {
      if (at === text.length) return !this.#isLast ? "more" : at > quote + 1;
      if (this.#endsCell(at)) return at > quote + 1;
      if (text[at] === '"') return false;
    }
    return false;
  }

  /** Finds the quote that closes the cell which opens at `start`. */
  #findClosingQuote(start: number): number | "more" | "unclosed" {
    const end = this.#endOfQuotes(start);
    // Only an even run closes the cell it opens.
    const isClosed = (end - start) % 2 === 0 && this.#isCellEnd(end);
    const closing = isClosed ? end - 1 : this.#findClosingRun(end);
    if (closing !== null && closing - start <= LONGEST_QUOTED) return closing;
    const mayFollow = closing === null && this.#text.length - start <= LONGEST_QUOTED;
    return mayFollow && !this.#isLast ? "more" : "unclosed";
  }

  /**
   * The last quote of the next odd run that ends a cell: within a cell, pairs of quotes are text, and so is a single
   * one within a word, which should have been doubled.
   */
  #findClosingRun(from: number): number | null {
    const { from: searchedFrom, to, closing: known } = this.#search;
    if (searchedFrom <= from && from <= to) return known;
    let closing: number | null = null;
    let quote = this.#text.indexOf('"', from);
    while (quote >= 0 && closing === null) {
      const end = this.#endOfQuotes(quote);
      if ((end - quote) % 2 === 1 && this.#isCellEnd(end)) closing = end - 1;
      else quote = this.#text.indexOf('"', end);
    }
    this.#search = { from, to: closing === null ? this.#text.length : quote, closing };
    return closing;
  }

  #endOfQuotes(start: number): number {
    let end = start;
    while (this.#text[end] === '"') end += 1;
    return end;
  }

  /** False at the end of a chunk, where the cell may continue. */
  #isCellEnd(at: number): boolean {
    return at < this.#text.length ? this.#endsCell(at) : this.#isLast;
  }

  #endsCell(at: number): boolean {
    const character = this.#text[at];
    return character === this.#separator || isBreak(character);
  }
}

function countBreaks(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1;
}

function isBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}
