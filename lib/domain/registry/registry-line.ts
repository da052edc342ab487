const QUOTE = 34;
const SEMICOLON = 59;
const RETURN = 13;
const MOST_FIELDS = 30;

/**
 * A line of the official files, in Latin-1: no header, `;` between fields, every field in quotes, which are not escaped
 * inside a value. The fields are places in the bytes: a string for each of a billion would cost most of an import.
 */
export class RegistryLine {
  bytes: Uint8Array = new Uint8Array();
  /** Of each field: its first byte, and the one after its last. */
  readonly starts = new Int32Array(MOST_FIELDS);
  readonly ends = new Int32Array(MOST_FIELDS);

  /** Takes the bytes between `from` and `to` as the line. Returns false unless it has exactly `columns` fields. */
  split(bytes: Uint8Array, from: number, to: number, columns: number): boolean {
    const last = (bytes[to - 1] === RETURN ? to - 1 : to) - 1;
    if (last - from < 1 || bytes[from] !== QUOTE || bytes[last] !== QUOTE) return false;
    const { starts, ends } = this;
    let field = 0;
    starts[0] = from + 1;
    for (let at = from + 1; at < last - 2; at += 1) {
      if (bytes[at] !== QUOTE || bytes[at + 1] !== SEMICOLON || bytes[at + 2] !== QUOTE) continue;
      ends[field] = at;
      field += 1;
      if (field === columns) return false;
      starts[field] = at + 3;
      at += 2;
    }
    ends[field] = last;
    this.bytes = bytes;
    return field === columns - 1;
  }

  start(place: number): number {
    return this.starts[place] ?? 0;
  }

  end(place: number): number {
    return this.ends[place] ?? 0;
  }

  text(place: number): string {
    return decodeLatin1(this.bytes, this.start(place), this.end(place));
  }
}

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/**
 * Every byte becomes the character of its number. TextDecoder's "latin1" is windows-1252, which has none for 0x8F, a
 * byte that the files contain.
 */
export function decodeLatin1(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
