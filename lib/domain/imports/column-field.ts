import {
  CHOICE_MAX_LENGTH,
  detectOwnFieldKind,
  hasChoices,
  isBuiltInName,
  MOST_CHOICES,
  OWN_FIELD_KINDS,
  OWN_FIELD_NAME_MAX_LENGTH,
  type OwnFieldKind,
  readOwnValue,
} from "../leads/own-fields";
import { foldText } from "../text/fold-text";

/** What an own field made of a file's column would be. */
export interface ColumnField {
  /** The kind that fits its values best. */
  kind: OwnFieldKind;
  /** Values that are not empty. */
  values: number;
  /** How many of them each kind can read. */
  read: Record<OwnFieldKind, number>;
  /** The different values, as choices of one and of many; the most frequent ones where there are too many. */
  choice: { choices: string[]; distinct: number };
  choices: { choices: string[]; distinct: number };
}

/** A name for a new field from a column's name: no other field has it. */
export function nameColumnField(column: string, taken: readonly string[]): string {
  const folded = taken.map(foldText);
  for (let serial = 1; ; serial += 1) {
    const behind = serial === 1 ? "" : ` (${serial})`;
    const start = column
      .trim()
      .slice(0, OWN_FIELD_NAME_MAX_LENGTH - behind.length)
      .trim();
    const name = `${start}${behind}`;
    if (!isBuiltInName(name) && !folded.includes(foldText(name))) return name;
  }
}

/** Describes the own field that a column with these cells could become. */
export function describeColumnField(cells: readonly string[]): ColumnField {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const choice = findChoices(values);
  const choices = findChoices(values.flatMap((value) => value.split(/[,;]/)));
  const read = Object.fromEntries(
    OWN_FIELD_KINDS.map((kind) => {
      const field = {
        kind,
        choices: hasChoices(kind) ? { choice, choices }[kind as "choice"].choices : [],
      };
      return [kind, values.filter((value) => readOwnValue(field, value).ok).length];
    }),
  ) as Record<OwnFieldKind, number>;
  return { kind: detectOwnFieldKind(values).kind, values: values.length, read, choice, choices };
}

/** The different values, case and accents ignored, each in its first spelling. */
function findChoices(values: readonly string[]): { choices: string[]; distinct: number } {
  const found = new Map<string, { text: string; count: number }>();
  for (const value of values) {
    const text = value.trim();
    const key = foldText(text);
    const known = found.get(key);
    if (known) known.count += 1;
    else if (text !== "") found.set(key, { text, count: 1 });
  }
  const choices = [...found.values()]
    .filter(({ text }) => text.length <= CHOICE_MAX_LENGTH && !/[,;]/.test(text))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_CHOICES)
    .map(({ text }) => text)
    .sort((a, b) => a.localeCompare(b));
  return { choices, distinct: found.size };
}
