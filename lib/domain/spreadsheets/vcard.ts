/** Reads contacts of telephones and address books (vCard 2.1, 3.0 and 4.0), however long their file is. */

/** Longer lines are pictures; the rest of a longer text would fit no field. */
const MAX_LINE = 20_000;
const MOST_VALUES = 20;

export interface Card {
  /** The line on which it begins, from 1. */
  line: number;
  name: string;
  organization: string;
  title: string;
  /** WhatsApp's own form of a number is exact. */
  phones: string[];
  emails: string[];
  website: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  note: string;
  birthday: string;
}

interface Property {
  name: string;
  /** In capitals, such as "CHARSET=UTF-8" or "WAID=5511988887777". */
  parameters: string[];
  value: string;
}

/** Takes the text in pieces; gives the cards that are complete. */
export function createCardReader() {
  let unread = "";
  let number = 0;
  /** A line and what continues it. */
  let pieces: string[] = [];
  let length = 0;
  let isQuoted = false;
  let lineStart = 0;
  let card: Card | null = null;
  let spokenName = "";

  function push(text: string, isLast = false): Card[] {
    const lines = `${unread}${text}`.split(/\r\n|\r(?!$)|\n/);
    unread = isLast ? "" : (lines.pop() ?? "").slice(0, MAX_LINE);
    return lines.flatMap(takeLine).concat(isLast ? finishLine() : []);
  }

  function takeLine(next: string): Card[] {
    number += 1;
    const isFolded = /^[ \t]/.test(next);
    const last = pieces.at(-1) ?? "";
    if (isFolded || (isQuoted && last.endsWith("="))) {
      if (!isFolded) pieces[pieces.length - 1] = last.slice(0, -1);
      // Joined at its end, or a line of a thousand pieces would be copied a thousand times.
      if (length < MAX_LINE) pieces.push(isFolded ? next.slice(1) : next);
      length += next.length;
      return [];
    }
    const done = finishLine();
    pieces = [next.slice(0, MAX_LINE)];
    length = next.length;
    isQuoted = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(next);
    lineStart = number;
    return done;
  }

  function finishLine(): Card[] {
    const property = readProperty(pieces.join("").slice(0, MAX_LINE));
    pieces = [];
    if (!property) return [];
    const isCard = property.value.trim().toUpperCase() === "VCARD";
    if (property.name === "BEGIN" && isCard) {
      card = makeCard(lineStart);
      spokenName = "";
    } else if (property.name === "END" && isCard && card) {
      const whole: Card = { ...card, name: card.name || spokenName };
      card = null;
      return [whole];
    } else if (card) {
      if (property.name === "N") spokenName = readName(property.value);
      else addProperty(card, property);
    }
    return [];
  }

  return { push };
}

const makeCard = (line: number): Card => ({
  line,
  name: "",
  organization: "",
  title: "",
  phones: [],
  emails: [],
  website: "",
  street: "",
  city: "",
  state: "",
  postalCode: "",
  note: "",
  birthday: "",
});

/** 'item1.TEL;type=CELL;waid=5511988887777:+55 11 98888-7777' */
function readProperty(line: string): Property | null {
  const head = /^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;(?:"[^"]*"|[^":])*)?):/.exec(line);
  if (!head) return null;
  const parameters = (head[2] ?? "").toUpperCase().split(";").filter(Boolean);
  const value = line.slice(head[0].length);
  const isQuoted = parameters.some((each) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/.test(each));
  return {
    name: (head[1] ?? "").toUpperCase(),
    parameters,
    value: isQuoted ? decodeQuoted(value, parameters) : value,
  };
}

/** '=C3=A7' in the character set that is named. */
function decodeQuoted(value: string, parameters: readonly string[]): string {
  const isUtf8 = !parameters.some((each) => /^CHARSET=(?:ISO-8859-1|WINDOWS-1252)/.test(each));
  return value.replace(/(?:=[\dA-Fa-f]{2})+/g, (codes) => {
    const bytes = codes
      .slice(1)
      .split("=")
      .map((code) => Number.parseInt(code, 16));
    return new TextDecoder(isUtf8 ? "utf-8" : "windows-1252").decode(new Uint8Array(bytes));
  });
}

/** The parts of a value, split at semicolons that have no backslash before them. */
function splitValue(value: string): string[] {
  return (value.match(/(?:[^\\;]|\\.)+|;/gs) ?? []).reduce<string[]>(
    (parts, piece) => {
      if (piece === ";") parts.push("");
      else parts[parts.length - 1] = removeEscapes(piece);
      return parts;
    },
    [""],
  );
}

function removeEscapes(text: string): string {
  return text.replace(/\\(.)/gs, (_whole, sign) => (/n/i.test(sign) ? "\n" : sign)).trim();
}

function readName(value: string): string {
  const [family = "", given = "", additional = ""] = splitValue(value);
  return [given, additional, family].filter(Boolean).join(" ");
}

function addProperty(card: Card, { name, parameters, value }: Property): void {
  const parts = splitValue(value);
  const text = parts.filter(Boolean).join("; ");
  if (name === "FN") card.name ||= removeEscapes(value);
  else if (name === "ORG") card.organization ||= parts[0] ?? "";
  else if (name === "TITLE") card.title ||= text;
  else if (name === "NOTE") card.note ||= removeEscapes(value);
  else if (name === "BDAY") card.birthday ||= readBirthday(text);
  else if (name === "URL") card.website ||= removeEscapes(value);
  else if (name === "EMAIL" && card.emails.length < MOST_VALUES) {
    card.emails.push(removeEscapes(value).replace(/^mailto:/i, ""));
  } else if (name === "TEL" && card.phones.length < MOST_VALUES) {
    const number = readPhone(value, parameters);
    if (number && !card.phones.includes(number)) card.phones.push(number);
  } else if (name === "ADR" && !card.street && !card.city) {
    const [, extended = "", street = "", city = "", state = "", postalCode = ""] = parts;
    const whole = [street, extended].filter(Boolean).join(", ").replaceAll("\n", ", ");
    Object.assign(card, { street: whole, city, state, postalCode });
  }
}

/** 'tel:+55-11-3000-1000;ext=12' has an extension, as a parameter may be one. */
function readPhone(value: string, parameters: readonly string[]): string {
  const named = parameters.find((each) => /^WAID=\d{8,20}$/.test(each))?.slice("WAID=".length);
  if (named) return `+${named}`;
  const [number = "", ...behind] = removeEscapes(value).replace(/^tel:/i, "").split(";");
  const extension = [...behind, ...parameters].find((each) => /^ext=\d{1,8}$/i.test(each));
  return `${number.trim()}${extension ? ` ramal ${extension.slice("ext=".length)}` : ""}`;
}

/** "19800131" and "1980-01-31"; a day without its year is none. */
function readBirthday(text: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  return year ? `${day}/${month}/${year}` : "";
}
