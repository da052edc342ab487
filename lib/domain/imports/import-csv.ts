import type { FileRow } from "./import-file";

const SEPARATORS = [";", ",", "\t", "|"] as const;
const SAMPLE_LENGTH = 64_000;
/** A longer quoted cell was not intended: its quote is a stray one. */
const LONGEST_QUOTED = 40_000;

const UNCLOSED = "Aspas abertas e não fechadas nesta linha.";

/** Detects the separator: the candidate found most often and most evenly in the first lines, outside of quotes. */
export function detectSeparator(text: string): string {
  const lines = removeQuoted(text.slice(0, SAMPLE_LENGTH)).split(/\r\n|\r|\n/);
  const sample = lines.filter((line) => line.trim() !== "").slice(0, 20);
  // Excel writes a "sep=" line in some languages.
  const declared = /^sep=(.)$/.exec(sample[0] ?? "");
  if (declared?.[1]) return declared[1];
  const score = (separator: string) => {
    const counts = sample.map((line) => line.split(separator).length - 1);
    const head = counts[0] ?? 0;
    return head === 0 ? 0 : counts.filter((count) => count === head).length + head / 1000;
  };
  return SEPARATORS.reduce((best, each) => (score(each) > score(best) ? each : best), ";");
}

function removeQuoted(text: string): string {
  return text.replace(/"(?:[^"]|"")*"/g, "");
}

/**
 * Reads CSV in chunks. An unclosed quote costs only its own line: reading continues with the next one. Blank lines
 * are skipped but counted.
 */
export function createCsvReader(separator: string) {
  let rest = "";
  let line = 1;
  let started = false;

  function take(final: boolean): FileRow[] {
    const rows: FileRow[] = [];
    let at = 0;
    if (!started && (final || rest.includes("\n") || rest.includes("\r"))) {
      started = true;
      const declared = /^sep=.(\r\n|\r|\n)/.exec(rest);
      if (declared) {
        at = declared[0].length;
        line += 1;
      }
    }
    while (at < rest.length) {
      const record = readRecord(rest, at, separator, final);
      if (!record) break;
      const { cells, end, lines, broken } = record;
      if (cells.some((cell) => cell.trim() !== "")) {
        rows.push(broken ? { line, cells, broken } : { line, cells });
      }
      at = end;
      line += lines;
    }
    rest = rest.slice(at);
    return rows;
  }

  return {
    push(text: string): FileRow[] {
      rest += text;
      return take(false);
    },
    end: () => take(true),
  };
}

interface CsvRecord {
  cells: string[];
  /** Where the next record begins. */
  end: number;
  lines: number;
  broken?: string;
}

/** Returns null when the text ends within the record and more may come. */
function readRecord(
  text: string,
  start: number,
  separator: string,
  final: boolean,
): CsvRecord | null {
  const cells: string[] = [];
  let at = start;
  let lines = 1;
  for (;;) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, separator, final);
      if (quoted === "more") return null;
      if (quoted === "unclosed") return readBrokenLine(text, start, separator, final);
      cells.push(quoted.value);
      lines += quoted.lines;
      at = quoted.end;
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && !isBreak(text[end])) end += 1;
      if (end >= text.length && !final) return null;
      cells.push(text.slice(at, end));
      at = end;
    }
    if (at >= text.length) return { cells, end: at, lines };
    if (text[at] === separator) at += 1;
    else {
      // A CR at the end of a chunk may be half of a CRLF.
      if (text[at] === "\r" && at + 1 >= text.length && !final) return null;
      const end = at + (text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1);
      return { cells, end, lines };
    }
  }
}

function readQuoted(
  text: string,
  start: number,
  separator: string,
  final: boolean,
): { value: string; end: number; lines: number } | "more" | "unclosed" {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - start > LONGEST_QUOTED) {
      const given = quote < 0 ? text.length - start : quote - start;
      return final || given > LONGEST_QUOTED ? "unclosed" : "more";
    }
    const next = text[quote + 1];
    if (next === undefined && !final) return "more";
    if (next === undefined || next === separator || isBreak(next)) {
      const value = text.slice(start + 1, quote).replaceAll('""', '"');
      return { value, end: quote + 1, lines: value.split(/\r\n|\r|\n/).length - 1 };
    }
    // A doubled quote, or one that should have been doubled: both are text.
    at = quote + (next === '"' ? 2 : 1);
  }
}

/** The one line with the stray quote, unparsed. */
function readBrokenLine(
  text: string,
  start: number,
  separator: string,
  final: boolean,
): CsvRecord | null {
  let end = start;
  while (end < text.length && !isBreak(text[end])) end += 1;
  if (end >= text.length && !final) return null;
  const cells = text.slice(start, end).split(separator);
  if (text[end] === "\r" && text[end + 1] === "\n") end += 1;
  return { cells, end: Math.min(end + 1, text.length), lines: 1, broken: UNCLOSED };
}

function isBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}
