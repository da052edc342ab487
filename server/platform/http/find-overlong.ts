import type * as z from "zod/mini";

/** The parts of a schema's definition that this file reads. */
interface Definition {
  type: string;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  valueType?: z.core.$ZodType;
}

/** Room for the blanks and marks that are removed from a text before its length counts. */
const SPARE = 2_000;

/**
 * The fields whose text is far longer than their schema allows, each with a message. Every check of a schema reads the
 * text, even after its length was found wrong, and a text of a million characters blocks the thread for everybody.
 */
export function findOverlong(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
): Record<string, string> {
  if (typeof value === "string") {
    if (value.length <= SPARE) return {};
    const longest = findMaximum(schema);
    if (longest === null || value.length <= longest + SPARE) return {};
    return { [path.join(".")]: `Use no máximo ${longest.toLocaleString("pt-BR")} caracteres.` };
  }
  if (typeof value !== "object" || value === null) return {};
  const { shape, element, valueType } = readDefinition(schema);
  const found: Record<string, string> = {};
  for (const inner of unwrap(schema)) Object.assign(found, findOverlong(inner, value, path));
  for (const [key, each] of Object.entries(value)) {
    const field = shape && Object.hasOwn(shape, key) ? shape[key] : valueType;
    const child = Array.isArray(value) ? element : field;
    if (child) Object.assign(found, findOverlong(child, each, [...path, key]));
  }
  return found;
}

/** The longest text that the schema allows; null when it allows none, or one of any length. */
function findMaximum(schema: z.core.$ZodType): number | null {
  const { type, checks = [] } = readDefinition(schema);
  if (type === "string") {
    return checks.find(({ _zod }) => _zod.def.check === "max_length")?._zod.def.maximum ?? null;
  }
  const found = unwrap(schema).flatMap((inner) => findMaximum(inner) ?? []);
  return found.length === 0 ? null : Math.max(...found);
}

/** The schemas that a wrapper, a pipe or a choice has for the same value. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, in: first, out, options = [] } = readDefinition(schema);
  return [innerType, first, out, ...options].flatMap((each) => each ?? []);
}

export function readDefinition(schema: z.core.$ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}
