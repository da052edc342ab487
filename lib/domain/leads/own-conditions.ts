import { hasChoices, isTextKind, type OwnFieldShape, readOwnValue } from "./own-fields";

/** At once, in one filter. */
export const MOST_OWN_CONDITIONS = 5;
export const MOST_CONDITION_VALUES = 20;
export const CONDITION_VALUE_MAX_LENGTH = 200;

const OWN_OPERATORS = [
  ...(["is", "contains", "empty", "filled", "eq", "gte", "lte", "between"] as const),
  ...(["any", "none", "yes", "no"] as const),
] as const;
export type OwnOperator = (typeof OWN_OPERATORS)[number];

export const OWN_OPERATOR_LABEL: Record<OwnOperator, string> = {
  is: "é",
  contains: "contém",
  empty: "vazio",
  filled: "preenchido",
  eq: "igual a",
  gte: "a partir de",
  lte: "até",
  between: "entre",
  any: "é uma destas",
  none: "nenhuma destas",
  yes: "sim",
  no: "não",
};

/** How many values an operator takes, at least and at most. */
const VALUES: Record<OwnOperator, readonly [number, number]> = {
  is: [1, 1],
  contains: [1, 1],
  eq: [1, 1],
  gte: [1, 1],
  lte: [1, 1],
  between: [2, 2],
  any: [1, MOST_CONDITION_VALUES],
  none: [1, MOST_CONDITION_VALUES],
  empty: [0, 0],
  filled: [0, 0],
  yes: [0, 0],
  no: [0, 0],
};

/** A condition on an own field, as an address holds it: `cargo:is:Dona`, `frota:between:1,9`. */
export interface OwnCondition {
  key: string;
  operator: OwnOperator;
  values: string[];
}

/** The operators that fit a field's kind, the usual one first. */
export function listOperators({ kind }: Pick<OwnFieldShape, "kind">): readonly OwnOperator[] {
  if (isTextKind(kind)) return ["is", "contains", "empty", "filled"];
  if (hasChoices(kind)) return ["any", "none", "empty", "filled"];
  if (kind === "yes_no") return ["yes", "no", "empty"];
  return ["eq", "gte", "lte", "between", "empty", "filled"];
}

/** True when the operator needs a value. */
export function takesValues(operator: OwnOperator): boolean {
  return VALUES[operator][0] > 0;
}

/** Reads the conditions of an address, separated by semicolons; null when they are not understood. */
export function parseOwnConditions(text: string): OwnCondition[] | null {
  if (text === "") return [];
  const conditions = text.split(";").map(parseCondition);
  const all = conditions.filter((condition) => condition !== null);
  return all.length === conditions.length && all.length <= MOST_OWN_CONDITIONS ? all : null;
}

function parseCondition(text: string): OwnCondition | null {
  const [key = "", operator = "", ...rest] = text.split(":");
  if (rest.length > 1 || !/^[a-z0-9_]{1,64}$/.test(key) || !isOperator(operator)) return null;
  const values = rest.length === 0 || rest[0] === "" ? [] : (rest[0] ?? "").split(",").map(decode);
  const [fewest, most] = VALUES[operator];
  const fit =
    values.length >= fewest &&
    values.length <= most &&
    values.every(
      (value) => value !== null && value !== "" && value.length <= CONDITION_VALUE_MAX_LENGTH,
    );
  return fit ? { key, operator, values: values.filter((value) => value !== null) } : null;
}

function isOperator(text: string): text is OwnOperator {
  return (OWN_OPERATORS as readonly string[]).includes(text);
}

function decode(text: string): string | null {
  try {
    const value = decodeURIComponent(text).trim();
    return value.includes("\0") ? null : value;
  } catch {
    return null;
  }
}

/** The same conditions as an address holds them. */
export function formatOwnConditions(conditions: readonly OwnCondition[]): string {
  return conditions
    .map(({ key, operator, values }) =>
      values.length === 0
        ? `${key}:${operator}`
        : `${key}:${operator}:${values.map((value) => value.replace(/[%;:,]/g, encode)).join(",")}`,
    )
    .join(";");
}

const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A condition in the terms in which values are stored. */
export interface StoredCondition {
  operator: OwnOperator;
  texts: string[];
  numbers: number[];
  days: string[];
}

/** Null when the operator or a value does not fit the field. */
export function toStoredCondition(
  field: OwnFieldShape,
  { operator, values }: OwnCondition,
): StoredCondition | null {
  if (!listOperators(field).includes(operator)) return null;
  const stored: StoredCondition = { operator, texts: [], numbers: [], days: [] };
  if (isTextKind(field.kind) || hasChoices(field.kind)) {
    return { ...stored, texts: values };
  }
  for (const value of values) {
    const read = readOwnValue(field, value);
    const [first] = read.ok ? read.stored : [];
    if (!first) return null;
    if (first.number !== null) stored.numbers.push(first.number);
    if (first.day !== null) stored.days.push(first.day);
  }
  return stored;
}
