import { normalizeCnpj } from "../companies/cnpj";
import { readHeader } from "./column-headers";

/** A CNPJ in three columns, as the federal registry publishes it: root, order and check digits. */

const LENGTHS = [8, 4, 2] as const;
/** As programs write whole numbers: 1.0. */
const WITH_DECIMALS = /^(\d{1,8})[.,]0{1,2}$/;

/** The first eight digits of a CNPJ, which all branches of a company share. */
export function isCnpjRoot(text: string): boolean {
  return /^(?:\d{7,8}|\d{2}\.\d{3}\.\d{3})$/.test(text.trim());
}

/**
 * The CNPJ of its root, order and check digits, with the zeros that spreadsheets take from numbers. Returns the root as it is
 * when one of the others is missing or it is more than a root.
 */
export function joinCnpj(root: string, others: readonly string[]): string {
  const parts = [root, ...others].map(removePunctuation);
  const fit = LENGTHS.every((length, at) => parts[at] && parts[at].length <= length);
  if (!fit || parts.length > LENGTHS.length) return root;
  return parts.map((part, at) => part.padStart(LENGTHS[at] ?? 0, "0")).join("");
}

function removePunctuation(text: string): string {
  const written = text.trim();
  return (WITH_DECIMALS.exec(written)?.[1] ?? written).replace(/[.\-/\s]/g, "");
}

/** The places of a root, of the order and of the check digits. */
interface CnpjColumns {
  root: number;
  others: readonly number[];
}

export function joinCells(cells: readonly string[], { root, others }: CnpjColumns): string {
  return joinCnpj(
    cells[root] ?? "",
    others.map((at) => cells[at] ?? ""),
  );
}

/** The three columns, where their headers name them and most of what they make are CNPJs. */
export function findCnpjColumns(
  headers: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): CnpjColumns | null {
  const parts = headers.map((header) => readHeader(header).cnpjPart);
  const [root = -1, ...others] = (["root", "order", "check"] as const).map((part) =>
    parts.indexOf(part),
  );
  if (root < 0 || others.some((at) => at < 0)) return null;
  const cnpjs = rows.map(({ cells }) => joinCells(cells, { root, others })).filter(Boolean);
  const valid = cnpjs.filter((text) => normalizeCnpj(text) !== null).length;
  return valid * 2 > cnpjs.length ? { root, others } : null;
}
