import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { allEndpoints } from "@/lib/contracts";
import { PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { LeadExport } from "@/lib/contracts/leads/lead-export";
import { DEFAULT_MAX_BODY_BYTES } from "@/lib/contracts/shared/endpoint";
import { MOST_OWN_FIELDS } from "@/lib/domain/leads/own-fields";

/** The parts of a schema's definition that this test reads. */
interface Definition {
  type: string;
  format?: string;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
}

const WRAPPERS = ["optional", "nullable", "default"];
const UNSIZED = ["number", "boolean", "null", "never", "transform"];
const PUNCTUATION = 4;
const NUMBER_LENGTH = 24;

const inputs = allEndpoints.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name: `${method} ${path} ${part}`, schema: schema as z.core.$ZodType }] : [],
  ),
);

/**
 * The length of the longest JSON that the schema accepts, for texts of ASCII. Throws at a text or an array without a
 * maximum, and at an array whose items are checked before its length (`arrayOf` checks the length first).
 */
function measure(schema: z.core.$ZodType, at: string): number {
  const definition = schema._zod.def as unknown as Definition;
  const { type, shape, element, innerType, in: first, options, entries, values } = definition;
  if (type === "string") return getMaximum(definition, at) + PUNCTUATION;
  if (shape) {
    const fields = Object.entries(shape);
    return fields.reduce(
      (sum, [key, field]) => sum + key.length + PUNCTUATION + measure(field, `${at}.${key}`),
      PUNCTUATION,
    );
  }
  if (innerType && WRAPPERS.includes(type)) return measure(innerType, at);
  if (type === "pipe" && first) {
    const counted = first._zod.def as unknown as Definition;
    if (counted.type !== "array") return measure(first, at);
    if (counted.element?._zod.def.type !== "unknown") throw new Error(`${at}: use arrayOf`);
    const items = (definition as unknown as { out: z.core.$ZodType }).out;
    const item = (items._zod.def as unknown as Definition).element;
    if (!item) throw new Error(`${at}: no items`);
    return getMaximum(counted, at) * (measure(item, `${at}[]`) + 1) + PUNCTUATION;
  }
  if (type === "record") {
    // A separate check limits their number.
    const { keyType, valueType } = definition as unknown as Record<string, z.core.$ZodType>;
    if (!keyType || !valueType) throw new Error(`${at}: no keys`);
    const entry = measure(keyType, at) + measure(valueType, `${at}{}`) + PUNCTUATION;
    return MOST_OWN_FIELDS * entry + PUNCTUATION;
  }
  if (options) return Math.max(...options.map((option) => measure(option, at)));
  if (type === "enum") return longest(Object.values(entries ?? {}));
  if (type === "literal") return longest(values ?? []);
  if (UNSIZED.includes(type)) return NUMBER_LENGTH;
  throw new Error(`${at}: this test does not know ${type}${element ? " (use arrayOf)" : ""}`);
}

function getMaximum({ type, checks = [] }: Definition, at: string): number {
  const limit = checks.find(({ _zod }) => _zod.def.check === "max_length")?._zod.def.maximum;
  if (limit === undefined) throw new Error(`${at}: a ${type} without a maximum length`);
  return limit;
}

function longest(values: unknown[]): number {
  return Math.max(...values.map((value) => String(value).length)) + PUNCTUATION;
}

describe("what is sent", () => {
  test.each([...inputs, { name: "GET /api/leads/export", schema: LeadExport }])(
    "$name has no text and no list of any length",
    ({ name, schema }) => {
      expect(() => measure(schema, name)).not.toThrow();
    },
  );

  test.each(allEndpoints.filter(({ body }) => body))(
    "$method $path accepts bodies as large as its contract allows",
    ({ body, maxBodyBytes = DEFAULT_MAX_BODY_BYTES }) => {
      expect(measure(body as z.core.$ZodType, "body")).toBeLessThanOrEqual(maxBodyBytes);
    },
  );

  test("an unbounded text and an unbounded list are noticed", async () => {
    const mini = await import("zod/mini");
    for (const schema of [
      mini.string(),
      mini.array(mini.number()),
      mini.array(mini.string()).check(mini.maxLength(3)),
      mini.object({ a: mini.optional(mini.nullable(mini.string())) }),
    ]) {
      expect(() => measure(schema, "schema")).toThrow();
    }
  });
});

test("whatever asks for the account's proof counts guesses together", () => {
  const asking = allEndpoints.filter(({ body, access, path }) => {
    const shape = body && (body as z.core.$ZodType)._zod.def;
    const fields = (shape as unknown as Definition | undefined)?.shape ?? {};
    // The password alone is counted by its own limit, which is as strict.
    return access === "member" && "passkey" in fields && path !== "/api/sign_in/prove";
  });
  expect(asking.length).toBeGreaterThan(7);
  expect(asking.filter(({ rateLimit }) => rateLimit !== PROOF_LIMIT)).toEqual([]);
});
