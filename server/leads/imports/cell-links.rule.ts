import { rateHeader, readHeader } from "@/lib/domain/imports/column-headers";

/** The meaning of a cell with a link: 'Chamar' is no number, but the address behind it contains one. */

const LINKED_FIELDS = ["whatsapp", "phone", "email", "website"] as const;

interface LinkedRow {
  cells: readonly string[];
  links?: ReadonlyMap<number, string>;
}

/**
 * The columns whose cells mean their link: those with a fitting header, and those whose linked cells all have the same
 * text. A company's name that links to its site stays a name.
 */
export function findLinkedColumns(header: readonly string[], rows: readonly LinkedRow[]) {
  const named = header.flatMap((cell, at) => {
    const words = readHeader(cell);
    return LINKED_FIELDS.some((field) => rateHeader(words, field) > 0) ? [at] : [];
  });
  const texts = new Map<number, string[]>();
  for (const { cells, links } of rows) {
    for (const at of links?.keys() ?? []) {
      texts.set(at, [...(texts.get(at) ?? []), (cells[at] ?? "").trim()]);
    }
  }
  const same = [...texts].filter(([, all]) => all.length > 1 && new Set(all).size === 1);
  return new Set([...named, ...same.map(([at]) => at)]);
}

/** The cells with the addresses of their links, unless the text already contains the address. */
export function readLinkedCells({ cells, links }: LinkedRow, columns: ReadonlySet<number>) {
  const read = [...cells];
  for (const [at, link] of links ?? []) {
    const text = cells[at] ?? "";
    if (columns.has(at) && !/\d{4}|@|\.\w/.test(text)) {
      read[at] = /^mailto:/i.test(link) ? (link.slice("mailto:".length).split("?")[0] ?? "") : link;
    }
  }
  return read;
}
