const TAB = 9;
const NEWLINE = 10;
const BACKSLASH = 92;
const ZERO = 48;
const SPACE = 32;
const DELETE = 127;
const LAST_CONTROL = 0x9f;

export function isControl(byte: number): boolean {
  return byte < SPACE || (byte >= DELETE && byte <= LAST_CONTROL);
}

function countDigits(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits += 1;
  return digits;
}

/** Writes lines of COPY's text format in UTF-8. Room for a value must have been reserved. */
export class CopyText {
  private bytes: Uint8Array;
  private spare = new Uint8Array(256);
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array((this.length + more) * 2);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** A copy of the bytes that were written. */
  toBytes(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** What was written at a place. */
  at(place: number): number {
    return this.bytes[place] ?? 0;
  }

  /** A byte as it is. */
  byte(value: number): void {
    this.bytes[this.length] = value;
    this.length += 1;
  }

  /** ASCII without COPY's special characters, as it is. */
  ascii(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at += 1) bytes[length++] = from[at] as number;
    this.length = length;
  }

  /** A text of Latin-1. Each run of control characters becomes a blank. */
  latin1(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at += 1) {
      const code = from[at] as number;
      if (code >= SPACE && code < DELETE) {
        if (code === BACKSLASH) bytes[length++] = BACKSLASH;
        bytes[length++] = code;
      } else if (!isControl(code)) {
        bytes[length++] = 0xc0 | (code >> 6);
        bytes[length++] = 0x80 | (code & 0x3f);
      } else if (at === start || !isControl(from[at - 1] as number)) {
        bytes[length++] = SPACE;
      }
    }
    this.length = length;
  }

  /** A text of characters that Latin-1 has. */
  text(value: string): void {
    if (value.length > this.spare.length) this.spare = new Uint8Array(value.length * 2);
    for (let at = 0; at < value.length; at += 1) this.spare[at] = value.charCodeAt(at);
    this.latin1(this.spare, 0, value.length);
  }

  null(): void {
    this.byte(BACKSLASH);
    this.byte(0x4e);
  }

  boolean(value: boolean): void {
    this.byte(value ? 0x74 : 0x66);
  }

  /** A whole number from 0 to 2^53; null for none. */
  number(value: number | null): void {
    if (value === null) {
      this.null();
      return;
    }
    const digits = countDigits(value);
    let rest = value;
    for (let at = this.length + digits - 1; at >= this.length; at -= 1) {
      const tens = Math.floor(rest / 10);
      this.bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.length += digits;
  }

  /** Ends a value that is not the last of its line. */
  endValue(): void {
    this.byte(TAB);
  }

  endLine(): void {
    this.byte(NEWLINE);
  }
}
