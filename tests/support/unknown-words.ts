import type * as z from "zod/mini";

export const UNKNOWN_WORD = "palavra_nova";

interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  in?: z.core.$ZodType;
}

/** Copies an answer with an unknown word everywhere its contract allows one of several. */
export function plantUnknownWords(schema: z.core.$ZodType, answer: unknown): unknown {
  const definition = schema._zod.def as unknown as Definition;
  const { type, shape, element, innerType, valueType, options } = definition;
  if (answer === null || answer === undefined) return answer;
  if (type === "enum") return typeof answer === "string" ? UNKNOWN_WORD : answer;
  if (innerType) return plantUnknownWords(innerType, answer);
  if (element && Array.isArray(answer))
    return answer.map((each) => plantUnknownWords(element, each));
  if (options) {
    const only = options.filter(({ _zod }) => _zod.def.type !== "null");
    return only.length === 1 && only[0] ? plantUnknownWords(only[0], answer) : answer;
  }
  if (typeof answer !== "object") return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const inner = shape?.[name] ?? valueType;
      return [name, inner ? plantUnknownWords(inner, value) : value];
    }),
  );
}
