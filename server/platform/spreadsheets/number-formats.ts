/** How numbers are shown: a date, a share of a hundred, or digits with signs between them. */

/** Built-in number formats for dates and times. */
const DATE_FORMATS = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51,
  52, 53, 54, 55, 56, 57, 58,
];
const PERCENT_FORMATS = [9, 10];
/** Excel's own limit for a number format. */
const MAX_FORMAT_LENGTH = 255;

type Format = "date" | "percent" | Section[] | null;
/** Up to where a section's mask is used, and its signs, those of digits as "0" and "#". */
interface Section {
  below: number;
  mask: Sign[] | null;
}
type Sign = { digit: "0" | "#" } | { text: string };

/** The number formats of a workbook. */
export class NumberFormats {
  readonly #formats = new Map<number, Format>([
    ...DATE_FORMATS.map((id) => [id, "date"] as const),
    ...PERCENT_FORMATS.map((id) => [id, "percent"] as const),
  ]);
  /** By style number. */
  readonly #styles: number[] = [];

  addFormat(id: number, code: string) {
    this.#formats.set(id, readFormat(code.slice(0, MAX_FORMAT_LENGTH)));
  }

  addStyle(formatId: number) {
    this.#styles.push(formatId);
  }

  isDate(style: number): boolean {
    return this.#find(style) === "date";
  }

  /** A number as a person reads it, without exponents such as 5.51199E+12. */
  show(number: number, style: number): string {
    const format = this.#find(style);
    if (format === "percent") return `${showInFull(number * 100)}%`;
    const isWhole = Number.isSafeInteger(number) && number >= 0;
    if (!Array.isArray(format) || !isWhole) return showInFull(number);
    const mask = format.find(({ below }) => number < below)?.mask;
    return mask ? fillMask(mask, String(number)) : showInFull(number);
  }

  #find(style: number): Format {
    return this.#formats.get(this.#styles[style] ?? 0) ?? null;
  }
}

/** Numbers are exact to fifteen digits: a computed 3.3000000000000003 is shown as 3,3. */
export function showInFull(number: number): string {
  if (Number.isSafeInteger(number)) return String(number);
  if (Number.isInteger(number)) return BigInt(number).toString();
  return String(Number(number.toPrecision(15))).replace(".", ",");
}

function readFormat(code: string): Format {
  // Quoted or bracketed text is a literal, a colour or a condition, not a date's letters.
  const letters = code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, "");
  if (/[ymdhs]/i.test(letters)) return "date";
  if (letters.includes("%")) return "percent";
  const sections = readSections(code);
  return sections.some(({ mask }) => mask) ? sections : null;
}

/**
 * Only masks that change the digits are kept: those of zeros alone, which preserve leading zeros, and those with signs
 * between digits, as in telephones, CEPs and CNPJs.
 */
function readSections(code: string): Section[] {
  return code.split(";", 2).map((part) => {
    const [, sign, limit] = /\[(<=?)(\d{1,15})\]/.exec(part) ?? [];
    const below = sign ? Number(limit) + (sign === "<=" ? 1 : 0) : Number.POSITIVE_INFINITY;
    return { below, mask: readMask(part) };
  });
}

const TOKEN = /"([^"]*)"|\[[^[\]]*\]|\\(.)|_.|\*.|([0#])|(.)/g;

function readMask(section: string): Sign[] | null {
  const mask: Sign[] = [];
  for (const [, quoted, escaped, digit, other] of section.matchAll(TOKEN)) {
    // A point or comma belongs to a plain number, any other unquoted character to another kind of format.
    if (other !== undefined && !/[-+() ]/.test(other)) return null;
    const text = quoted ?? escaped ?? other;
    if (digit === "0" || digit === "#") mask.push({ digit });
    else if (text) mask.push({ text });
  }
  const digits = mask.flatMap((sign, at) => ("digit" in sign ? [at] : []));
  const [first = 0, last = 0] = [digits[0], digits.at(-1)];
  const hasSigns = mask.slice(first, last).some((sign) => "text" in sign);
  const zeros = mask.filter((sign) => "digit" in sign && sign.digit === "0").length;
  return hasSigns || (zeros > 1 && zeros === digits.length) ? mask : null;
}

function fillMask(mask: readonly Sign[], digits: string): string {
  let left = digits;
  let shown = "";
  const first = mask.findIndex((sign) => "digit" in sign);
  for (let at = mask.length - 1; at >= 0; at -= 1) {
    const sign = mask[at];
    if (!sign) continue;
    if ("text" in sign) shown = sign.text + shown;
    else if (at === first) shown = (left || (sign.digit === "0" ? "0" : "")) + shown;
    else {
      shown = (left.slice(-1) || (sign.digit === "0" ? "0" : "")) + shown;
      left = left.slice(0, -1);
    }
  }
  return shown.trim();
}
