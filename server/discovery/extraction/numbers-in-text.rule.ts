import { hasUnit, isDocument, OFFICE, type Shape } from "./number-words.rule";
import { PHONE_MARK, WHATSAPP_MARK } from "./page-reading.rule";
import {
  localNumber,
  type PhoneNumber,
  serviceNumber,
  subscriberNumber,
} from "./phone-number.rule";

export interface NumberInText {
  number: PhoneNumber;
  start: number;
  end: number;
  /** The word WhatsApp, or its icon, refers to this number. */
  isWhatsapp: boolean;
  /** Directly preceded by a word such as "Telefone". */
  isNamed: boolean;
  isFax: boolean;
}

/**
 * Brazilian numbers as people write them: "(11) 3456-7890", "0xx11 3456.7890", "+55 11 9 8765 4321", "11987654321".
 * libphonenumber's finder misses the 0xx form, the second of "3456-7890 / 7891-2345" and anything without a DDD.
 */
const WITH_DDD = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(?<!\d[.,/\-–])(?<!R\$\s?)`,
    String.raw`(?<country>[([]?(?:\+|\b00)?\s?55[)\]]?[\s.\-–]{0,3})?`,
    String.raw`(?<area>[([]?\s?(?:0\s?)?[([]?(?:(?:[xX]{2}|\*{2})\s?)?[)\]]?\s?[([]?\s?(?<ddd>[1-9][1-9])\s?[)\]]{0,2})[\s.\-–]{0,3}`,
    String.raw`(?:(?<nine>9)[\s.\-]?)?(?<head>(?:[2-9]|(?<=9[\s.\-]?)1)\d{3})(?<dash>[\s.\-–—]{0,3})(?<tail>\d{4})(?!\d|[.,\-–]\d)`,
  ].join(""),
  "gu",
);
/** "(11) 987 654 321": only after a DDD in brackets, otherwise it may be any number. */
const BY_THREES =
  /\(0?(?<ddd>[1-9][1-9])\)\s?(?<first>9\d{2})[ .](?<second>\d{3})[ .-](?<third>\d{3})(?!\d|[.,-]\d)/g;
const SERVICE = /(?<![\d.,/-])0\s?[38]00[\s.\-–]{0,3}(?:\d[\s.\-–]?){5,6}\d(?!\d)/g;
const NATIONAL = /(?<![\d.,/)-])(?<!\) |\$\s?)(?:400\d|4020|300\d)[\s.-]?\d{4}(?!\d|[.,-]\d)/g;
const WITHOUT_DDD =
  /(?<![\p{L}\d])(?<!\d[.,/\-–])(?<!R\$\s?)(?<head>9[\s.]?\d{4}|[2-9]\d{3})(?:\s?[.\-–—]\s?|\s)?(?<tail>\d{4})(?!\d|[.,\-–/]\d|\p{Ll}{1,6}\d)/gu;

const PHONE_WORD = new RegExp(
  String.raw`(?:\b(?:tel|fone|fones|tele?fones?|phone|fax|cel|celular|celulares|pabx|ligue|liga|ligar|disk|disque|plant[aã]o|central|contatos?|atendimento|televendas|recados)\b\.?|(?<!\/)\b[ftcw]\s?[:.)|]|${PHONE_MARK}|${WHATSAPP_MARK}|\bwhats\p{L}*|\bzap\p{L}*|\bwpp\b|☎|📞|📱)`,
  "giu",
);
const WHATSAPP_WORD = new RegExp(`${WHATSAPP_MARK}|\\bwhats\\p{L}*|\\bzap\\p{L}*|\\bwpp\\b`, "giu");
const OTHER_PHONE_WORD = /\b(?:tel|fones?|tele?fones?|fax|pabx|fixo|0800)\b/i;
/** Words before a form's example. */
const EXAMPLE = /\b(?:ex|exemplo|formato)\s?[.:]{0,2}\s?[("'“]?\s?$/i;
/** A payment key, unless the text also says WhatsApp. */
const PAYMENT = /\bpix\b[^\d\n]{0,20}$/i;
const WINDOW = 45;
/** A page with more numbers is a directory. */
const MAX_FOUND = 500;

/** Returns the numbers in text order. Set `assumePhones` when the text contains nothing but telephone numbers. */
export function findNumbers(text: string, assumePhones = false): NumberInText[] {
  const spans = [
    ...findNumbersWithDdd(text),
    ...findServiceNumbers(text),
    ...findLocalNumbers(text),
  ]
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter(
      (span, index, all) =>
        !all.slice(Math.max(0, index - 3), index).some(({ end }) => end > span.start),
    );
  const found: NumberInText[] = [];
  for (const [index, span] of spans.entries()) {
    if (found.length === MAX_FOUND) break;
    const previous = found.at(-1);
    const from = Math.max(spans[index - 1]?.end ?? 0, span.start - WINDOW);
    const before = text.slice(from, span.start);
    if (span.shape !== "certain" && isDocument(before, span.shape, endOfPhoneWord(before)))
      continue;
    if (span.shape !== "certain" && hasUnit(text.slice(span.end, span.end + 12))) continue;
    if (OFFICE.test(before) || EXAMPLE.test(before)) continue;
    if (
      span.shape === "plain" &&
      PAYMENT.test(before) &&
      !mentionsWhatsapp(getLastLine(before), span.number)
    )
      continue;
    const joined =
      previous !== undefined &&
      /^\s*(?:\/|,|;|\||\be\b|\bou\b|-)\s*$/i.test(text.slice(previous.end, span.start));
    const isNamed = assumePhones || endsWithPhoneWord(before) || (joined && previous.isNamed);
    if (!isNamed && !joined && span.shape === "plain") continue;
    const number =
      joined && span.number.kind === "local" ? shareDdd(span.number, previous) : span.number;
    const after = text.slice(
      span.end,
      Math.min(spans[index + 1]?.start ?? text.length, span.end + 30),
    );
    found.push({
      number,
      start: span.start,
      end: span.end,
      isNamed,
      isWhatsapp:
        mentionsWhatsapp(before, number) ||
        followedByWhatsapp(after, spans[index + 1]?.start === span.end + after.length) ||
        (joined && previous.isWhatsapp),
      isFax:
        /\bfax\b[^/\d\n]{0,5}$/i.test(before) &&
        !/(?:tele?|fone|tel\.?)\s?[/e-]?\s?fax/i.test(before),
    });
  }
  return found;
}

interface Span {
  number: PhoneNumber;
  start: number;
  end: number;
  shape: Shape;
}

function findNumbersWithDdd(text: string): Span[] {
  const spans: Span[] = [];
  for (const { match, index } of numbersNearSubscribers(text)) {
    const {
      country,
      area = "",
      ddd = "",
      nine = "",
      head = "",
      dash = "",
      tail = "",
    } = match.groups ?? {};
    // +54 11 …: a foreign number that ends like a Brazilian one.
    if (!country && /\+\s?\d{1,3}[\s.(-]*$/.test(text.slice(Math.max(0, index - 8), index)))
      continue;
    if (areYears(head, tail) && !country && !area.includes("(")) continue;
    const number = subscriberNumber(ddd, `${nine}${head}${tail}`);
    if (number === null) continue;
    const certain = country?.includes("+") === true || /[()[\]xX*]/.test(area);
    const shape = certain ? "certain" : /[-–—]/.test(dash) ? "dashed" : "plain";
    const span = { start: index, end: index + match[0].length };
    spans.push({ number, ...span, shape });
  }
  for (const match of text.matchAll(BY_THREES)) {
    const { ddd = "", first = "", second = "", third = "" } = match.groups ?? {};
    const number = subscriberNumber(ddd, `${first}${second}${third}`);
    if (number !== null) spans.push({ number, ...toSpan(match), shape: "certain" });
  }
  return spans;
}

/** The last eight digits of every number with a DDD. */
const SUBSCRIBER = /[1-9]\d{3}[\s.\-–—]{0,3}\d{4}/g;
/** Longer than anything that may precede or follow them in a match. */
const BEFORE_SUBSCRIBER = 60;
const AFTER_SUBSCRIBER = 30;

/**
 * The pattern can start almost anywhere, so it is tried only near subscriber numbers, not at every character of the
 * page.
 */
function* numbersNearSubscribers(text: string) {
  let [from, to] = [0, 0];
  for (const { index } of [...text.matchAll(SUBSCRIBER), { index: Number.POSITIVE_INFINITY }]) {
    if (index - BEFORE_SUBSCRIBER > to) {
      for (const match of text.slice(from, to).matchAll(WITH_DDD)) {
        yield { match, index: from + match.index };
      }
      from = index - BEFORE_SUBSCRIBER;
    }
    to = index + AFTER_SUBSCRIBER;
  }
}

function findServiceNumbers(text: string): Span[] {
  const spans: Span[] = [];
  for (const [pattern, shape] of [
    [SERVICE, "certain"],
    [NATIONAL, "plain"],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const number = serviceNumber(match[0].replace(/\D/g, ""));
      if (number !== null) spans.push({ number, ...toSpan(match), shape });
    }
  }
  return spans;
}

function findLocalNumbers(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(WITHOUT_DDD)) {
    const { head = "", tail = "" } = match.groups ?? {};
    const number = localNumber(`${head}${tail}`.replace(/\D/g, ""));
    if (number === null || areYears(head, tail)) continue;
    // Its area code is borrowed from the page, so that a code of five digits and four would be a mobile.
    spans.push({ number, ...toSpan(match), shape: "plain" });
  }
  return spans;
}

function toSpan(match: RegExpExecArray) {
  return { start: match.index, end: match.index + match[0].length };
}

function areYears(head: string, tail: string): boolean {
  return /^(?:19|20)\d\d$/.test(head) && /^(?:19|20)\d\d$/.test(tail);
}

/** The last telephone word is close enough to refer to this number. */
function endsWithPhoneWord(before: string): boolean {
  return before.length - endOfPhoneWord(before) <= 30;
}

function endOfPhoneWord(before: string): number {
  return findLastMatch(before, PHONE_WORD)?.end ?? Number.NEGATIVE_INFINITY;
}

function mentionsWhatsapp(before: string, number: PhoneNumber): boolean {
  const last = findLastMatch(before, WHATSAPP_WORD);
  if (last === null) return false;
  const between = before.slice(last.end);
  // "WhatsApp / Telefone:" refers to both; "WhatsApp" on a button and "Telefone:" on the next line do not.
  const isBoth = /^(?:\/|e|ou|&)\s*\p{L}+\.?\s*:?$/iu.test(between.trim());
  if (OTHER_PHONE_WORD.test(between) && !isBoth) return false;
  // The icon of a button above a number that has its own icon.
  if (between.includes("\n") && between.includes(PHONE_MARK)) return false;
  if (number.kind === "other")
    return /^(?:[\s:.\-–]*| ?[/e&] ?(?:tele?fone|tel|fone|sac|central)\.?:? ?)$/iu.test(between);
  const isMobileNumber = number.subscriber.length === 9;
  return isMobileNumber || isBoth || /^[^\p{L}\d\n]*(?:\p{L}{1,12}[^\p{L}\d\n]*)?$/u.test(between);
}

/**
 * "(11) 98765-4321 (WhatsApp)", unless the word belongs to the next number. An icon in the next line refers to the text
 * after it.
 */
function followedByWhatsapp(after: string, numberFollows: boolean): boolean {
  const word = /^[\s()[\]\-–|/:,.]{0,4}(?:whats\p{L}*|zap\p{L}*|wpp\b)/iu.exec(after);
  if (word === null) return !numberFollows && after.replace(/^ /, "").startsWith(WHATSAPP_MARK);
  return !numberFollows || !/^:?$/.test(after.slice(word[0].length).trim());
}

function getLastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}

function shareDdd(number: PhoneNumber, { number: previous }: NumberInText): PhoneNumber {
  if (number.kind !== "local" || previous.kind !== "subscriber") return number;
  return subscriberNumber(previous.ddd, number.subscriber) ?? number;
}

function findLastMatch(text: string, pattern: RegExp): { end: number } | null {
  let last: { end: number } | null = null;
  for (const match of text.matchAll(pattern)) last = { end: match.index + match[0].length };
  return last;
}
