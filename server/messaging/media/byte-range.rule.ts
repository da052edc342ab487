export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
}

/**
 * The part of a file of `size` bytes that a Range header asks for (RFC 9110, 14.2). Returns null for the whole file:
 * without a header, with several ranges or with one that is malformed, which may all be ignored; "unsatisfiable" when
 * the part lies outside the file.
 */
export function parseRange(
  header: string | null,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
