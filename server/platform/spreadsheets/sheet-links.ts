import { parseColumn } from "./cell-values";
import { tooLargeError, type WorkbookParts } from "./workbook-parts";

/** Where the cells of a sheet link to: the user sees 'Chamar', and the number is only in the address. */

const MAX_LINK_LENGTH = 2_000;
const MAX_LINKS_LENGTH = 20_000_000;
/** Rows of one range that share a link. */
const MAX_RANGE = 1_000;

export type Links = ReadonlyMap<string, string>;

export function linkKey(column: number, row: number): string {
  return `${column} ${row}`;
}

/**
 * The cells' own links, by linkKey. They come after the rows, so that a sheet with links is read a second time for
 * them.
 */
export async function readLinks(parts: WorkbookParts, part: string): Promise<Links> {
  const links = new Map<string, string>();
  const at = part.lastIndexOf("/") + 1;
  const targets = new Map<string, string>();
  let length = 0;
  const relations = parts.parse(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`, {
    open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (name !== "Relationship" || !type.endsWith("/hyperlink")) return;
      length += id.length + target.length;
      if (length > MAX_LINKS_LENGTH) throw tooLargeError();
      targets.set(id, target.slice(0, MAX_LINK_LENGTH));
    },
  });
  for await (const _chunk of relations);
  if (targets.size === 0) return links;
  const sheet = parts.parse(part, {
    open(name, attributes) {
      if (name !== "hyperlink") return;
      const id = Object.keys(attributes).find((attribute) => attribute.endsWith(":id"));
      const target = targets.get(attributes[id ?? ""] ?? "");
      const [first = "", last = first] = (attributes["ref"] ?? "").split(":");
      const column = parseColumn(first);
      if (!target || column === undefined) return;
      const [from, to] = [readRow(first), readRow(last)];
      const end = Math.min(to, from + MAX_RANGE);
      for (let row = from; row <= end; row += 1) links.set(linkKey(column, row), target);
    },
  });
  for await (const _chunk of sheet);
  return links;
}

function readRow(reference: string): number {
  return Number(/\d{1,7}$/.exec(reference)?.[0] ?? 0);
}

/** Longer than any formula that makes a link. */
export const MAX_FORMULA = 4_000;

const START = /^\s{0,9}HYPERLINK\s{0,9}\(/i;
const PART = /\s{0,9}(?:"([^"]{0,2000})"|\$?([A-Z]{1,3})\$?\d{1,7})\s{0,9}([&,;)])/y;

/**
 * The address in a formula HYPERLINK("https://wa.me/55"&A2; …): texts and cells on the left of the same row. Null for another
 * formula, and for one that computes more.
 */
export function readFormulaLink(formula: string, cells: readonly string[]): string | null {
  let at = START.exec(formula)?.[0].length ?? 0;
  if (at === 0) return null;
  let link = "";
  for (;;) {
    PART.lastIndex = at;
    const [whole, text, column, sign] = PART.exec(formula) ?? [];
    // An address has no quotes, so that a text with some is another formula.
    if (whole === undefined) return null;
    link += text ?? cells[parseColumn(`${column}1`) ?? -1] ?? "";
    if (link.length > MAX_LINK_LENGTH) return null;
    if (sign !== "&") return link;
    at += whole.length;
  }
}
