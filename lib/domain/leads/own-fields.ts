import { formatPhone } from "@/lib/domain/phone/telephone";
import { foldText } from "@/lib/domain/text/fold-text";
import { isWebAddress } from "@/lib/domain/text/web-address";
import { readWrittenDay } from "@/lib/domain/time/written-day";
import { formatDay, formatNumber } from "@/lib/format";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "./lead-fields";

export const OWN_FIELD_KINDS = [
  ...(["text", "number", "date", "choice", "choices"] as const),
  ...(["yes_no", "link", "phone"] as const),
] as const;
export type OwnFieldKind = (typeof OWN_FIELD_KINDS)[number];

export const OWN_FIELD_KIND_LABEL: Record<OwnFieldKind, string> = {
  text: "Texto",
  number: "Número",
  date: "Data",
  choice: "Escolha única",
  choices: "Escolha múltipla",
  yes_no: "Sim ou não",
  link: "Link",
  phone: "Telefone",
};

export const MOST_OWN_FIELDS = 60;
export const OWN_FIELD_NAME_MAX_LENGTH = 60;
export const OWN_FIELD_KEY_MAX_LENGTH = 64;
export const MOST_CHOICES = 100;
export const CHOICE_MAX_LENGTH = 60;
export const OWN_TEXT_MAX_LENGTH = 500;
/** Days in which the deletion of a field can be undone. */
export const OWN_FIELD_KEPT_DAYS = 30;
const MOST_NUMBER = 1e15;

/** The name of a field's column in the table of leads. */
export function ownColumn(key: string): `own.${string}` {
  return `own.${key}`;
}

/** The parts of a field that are needed to check and show a value. */
export interface OwnFieldShape {
  kind: OwnFieldKind;
  choices: readonly string[];
}

/** A value in the API's form. */
export type OwnValue = string | number | boolean | string[];
export type OwnValues = Record<string, OwnValue>;

/** One row of a value: yes and no are 1 and 0. */
export interface StoredOwnValue {
  text: string | null;
  number: number | null;
  day: string | null;
}

export type ReadOwnValue = { ok: true; stored: StoredOwnValue[] } | { ok: false; reason: string };

/** True for the kinds whose values are texts. */
export function isTextKind(kind: OwnFieldKind): boolean {
  return kind === "text" || kind === "link" || kind === "phone";
}

export function hasChoices(kind: OwnFieldKind): boolean {
  return kind === "choice" || kind === "choices";
}

/** Names that already mean something else in templates, filters and files. */
const TAKEN_KEYS: readonly string[] = [
  ...LEAD_FIELD_NAMES,
  "nome",
  "empresa",
  "cidade",
  "estado",
  "saudacao",
  "telefone",
  "site",
  "endereco",
  "id",
  "own",
  "source",
  "tag",
  "tags",
  "stage",
  "list_id",
  "created_at",
  "next_step",
];

/** A name in small letters, digits and underscores, which none of `taken` and nothing built in has. */
export function makeOwnFieldKey(name: string, taken: readonly string[]): string {
  const slug = foldText(name)
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, OWN_FIELD_KEY_MAX_LENGTH - 4);
  const base = slug.replace(/^_/, "").replace(/_$/, "") || "campo";
  const isTaken = (key: string) => taken.includes(key) || TAKEN_KEYS.includes(key);
  for (let serial = 1; ; serial += 1) {
    const key = serial === 1 ? base : `${base}_${serial}`;
    if (!isTaken(key)) return key;
  }
}

/** True for the name of something that every lead has. */
export function isBuiltInName(name: string): boolean {
  return LEAD_FIELD_NAMES.some((field) => foldText(LEAD_FIELDS[field].label) === foldText(name));
}

/** Reads a value of the API, a form or a file. An empty one is no value. */
export function readOwnValue(field: OwnFieldShape, input: unknown): ReadOwnValue {
  if (input === null || input === undefined) return { ok: true, stored: [] };
  if (typeof input === "string" && input.trim() === "") return { ok: true, stored: [] };
  return READERS[field.kind](input, field.choices);
}

type Reader = (input: unknown, choices: readonly string[]) => ReadOwnValue;

const refuse = (reason: string): ReadOwnValue => ({ ok: false, reason });
const keepText = (...texts: string[]): ReadOwnValue => ({
  ok: true,
  stored: texts.map((text) => ({ text, number: null, day: null })),
});
const keepNumber = (number: number): ReadOwnValue => ({
  ok: true,
  stored: [{ text: null, number, day: null }],
});

function readText(maxLength: number, isValid: (text: string) => boolean, wrong: string): Reader {
  return (input) => {
    if (typeof input !== "string") return refuse(wrong);
    const text = input.trim();
    if (text.length > maxLength) return refuse(`Use no máximo ${maxLength} caracteres.`);
    return isValid(text) ? keepText(text) : refuse(wrong);
  };
}

const READERS: Record<OwnFieldKind, Reader> = {
  text: readText(OWN_TEXT_MAX_LENGTH, () => true, "Use um texto."),
  link: readText(OWN_TEXT_MAX_LENGTH, isWebAddress, "Use um endereço como empresa.com.br."),
  phone: readText(40, (text) => /\d{4}/.test(text.replace(/\D/g, "")), "Use um telefone."),
  number: (input) => {
    const number = typeof input === "number" ? input : readNumber(input);
    const fits = number !== null && Number.isFinite(number) && Math.abs(number) <= MOST_NUMBER;
    return fits ? keepNumber(number) : refuse("Use um número, como 1.200,50.");
  },
  date: (input) => {
    const day = typeof input === "string" ? readWrittenDay(input) : null;
    return day
      ? { ok: true, stored: [{ text: null, number: null, day }] }
      : refuse("Use uma data, como 31/01/2026.");
  },
  choice: (input, choices) => {
    const chosen = typeof input === "string" ? findChoice(input, choices) : undefined;
    return chosen === undefined ? refuse(nameChoices(choices)) : keepText(chosen);
  },
  choices: (input, choices) => {
    const texts = typeof input === "string" ? input.split(/[,;]/) : input;
    if (!Array.isArray(texts) || texts.length > MOST_CHOICES) return refuse(nameChoices(choices));
    const given = texts.filter((text) => typeof text !== "string" || text.trim() !== "");
    const chosen = given.map((text) =>
      typeof text === "string" ? findChoice(text, choices) : undefined,
    );
    return chosen.every((text) => text !== undefined)
      ? keepText(...new Set(chosen))
      : refuse(nameChoices(choices));
  },
  yes_no: (input) => {
    const answer = typeof input === "boolean" ? input : readYesNo(input);
    return answer === null ? refuse("Use sim ou não.") : keepNumber(answer ? 1 : 0);
  },
};

/** Cached for each list of choices, because a file looks one up in every row. */
const FOLDED_CHOICES = new WeakMap<readonly string[], Map<string, string>>();

/** In the field's own spelling. */
function findChoice(text: string, choices: readonly string[]): string | undefined {
  let folded = FOLDED_CHOICES.get(choices);
  if (!folded) {
    folded = new Map(choices.map((choice) => [foldText(choice), choice]));
    FOLDED_CHOICES.set(choices, folded);
  }
  return folded.get(foldText(text.trim()));
}

const MOST_NAMED = 8;

function nameChoices(choices: readonly string[]): string {
  const named = choices.slice(0, MOST_NAMED).join(", ");
  return choices.length === 0
    ? "Este campo ainda não tem opções."
    : `Use uma destas opções: ${named}${choices.length > MOST_NAMED ? "…" : ""}.`;
}

/** A number as it is written in Brazil or by a program: "1.200,50", "1200.5", "1,200.50", "R$ 12", "-R$ 12", "15%". */
function readNumber(input: unknown): number | null {
  if (typeof input !== "string" || input.length > 40) return null;
  const bare = input.replaceAll(/[\s%]/g, "").replace(/^(-?)R\$/i, "$1");
  if (/^-?\d{1,3}(\.\d{3})+(,\d{1,9})?$/.test(bare)) {
    return Number(bare.replaceAll(".", "").replace(",", "."));
  }
  if (/^-?\d{1,3}(,\d{3})+\.\d{1,9}$/.test(bare)) return Number(bare.replaceAll(",", ""));
  return /^-?\d{1,16}([.,]\d{1,9})?$/.test(bare) ? Number(bare.replace(",", ".")) : null;
}

const YES = ["sim", "s", "yes", "y", "true", "verdadeiro", "1", "x"];
const NO = ["nao", "n", "no", "false", "falso", "0"];

function readYesNo(input: unknown): boolean | null {
  if (input === 1 || input === 0) return input === 1;
  const word = typeof input === "string" ? foldText(input.trim()) : "";
  return YES.includes(word) ? true : NO.includes(word) ? false : null;
}

/** A value in a line of text, as people in Brazil read it. */
export function showOwnValue(kind: OwnFieldKind, value: OwnValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value)) return value.join(", ");
  if (kind === "date") return formatDay(value);
  return kind === "phone" ? formatPhone(value) : value;
}

const AND = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** Values by their fields' keys, as text for the sentence of a message: "A, B e C", "sim". */
export function tellOwnValues(
  fields: readonly { key: string; kind: OwnFieldKind }[],
  values: OwnValues,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ key, kind }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return value === undefined ? [] : [[key, tellOwnValue(kind, value)] as const];
    }),
  );
}

function tellOwnValue(kind: OwnFieldKind, value: OwnValue): string {
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (Array.isArray(value)) return AND.format(value);
  return kind === "phone" ? String(value) : showOwnValue(kind, value);
}

/** A stored value with its field's key and kind. */
export type OwnValueCell = [key: string, kind: OwnFieldKind, value: string | number];

/** The values of one lead from the rows that are stored, those of one field together. */
export function toOwnValues(cells: readonly OwnValueCell[] | null): OwnValues {
  const values: OwnValues = {};
  for (const [key, kind, value] of cells ?? []) {
    const before = values[key];
    if (kind === "choices") values[key] = [...(Array.isArray(before) ? before : []), String(value)];
    else values[key] = kind === "yes_no" ? value === 1 : value;
  }
  return values;
}

const FEWEST_FOR_CHOICES = 6;
const MOST_GUESSED_CHOICES = 12;
/** In a file of many rows, some values may be written in another way. */
const MOST_UNREAD = 0.1;

/**
 * What kind of field a file's column is, by its values: the first kind that reads nearly all of them. Few different
 * words that repeat are a choice.
 */
export function detectOwnFieldKind(cells: readonly string[]): OwnFieldShape {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const first = { choices: [] as string[] };
  if (values.length === 0) return { ...first, kind: "text" };
  const holds = (isOne: (value: string) => boolean) =>
    values.filter((value) => !isOne(value)).length <= values.length * MOST_UNREAD;
  const reads = (kind: OwnFieldKind) =>
    holds((value) => readOwnValue({ kind, choices: [] }, value).ok);
  const hasWords = values.some((value) => /\p{L}/u.test(value));
  if (reads("yes_no") && hasWords) return { ...first, kind: "yes_no" };
  if (reads("date")) return { ...first, kind: "date" };
  // A value that begins with a zero is a code: as a number it would lose the zero.
  if (reads("number") && !values.some((value) => /^0\d/.test(value))) {
    return { ...first, kind: "number" };
  }
  if (holds((value) => /^(https?:\/\/|www\.)/i.test(value)) && reads("link")) {
    return { ...first, kind: "link" };
  }
  if (holds((value) => /^\+?[\d\s().-]{10,20}$/.test(value))) {
    return { ...first, kind: "phone" };
  }
  const words = new Map(values.map((value) => [foldText(value), value]));
  const repeat = values.length >= FEWEST_FOR_CHOICES && words.size <= values.length / 2;
  const areShort = values.every((value) => value.length <= 40 && !/[,;]/.test(value));
  if (repeat && areShort && words.size <= MOST_GUESSED_CHOICES) {
    return { kind: "choice", choices: [...words.values()].sort((a, b) => a.localeCompare(b)) };
  }
  return { ...first, kind: "text" };
}
