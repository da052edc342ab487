import * as z from "zod/mini";

/** For every kind of field, a value that some contract accepts. */
const CANDIDATES: unknown[] = [
  ...[1, 5, true, "2026-01-31", "11987654321", "ana@teste.example", "x", "uma senha boa"],
  ...["pending", "SP", "csv", "00000000-0000-4000-8000-000000000000"],
  ...[[1], ["x"], [null], [{ whatsapp_number: "11987654321" }], null, false, ""],
];

type Shape = Record<string, z.ZodMiniType>;

/** A value that the schema accepts, as far as its fields do not depend on each other. */
export function buildSample(schema: z.ZodMiniType): unknown {
  const shape = getShape(schema);
  if (!shape) return CANDIDATES.find((candidate) => z.safeParse(schema, candidate).success);
  const fields = Object.entries(shape).map(([name, field]) => [name, buildSample(field)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** The sample with each field in turn, at any depth, replaced by each value. */
export function* spoilSample(
  schema: z.ZodMiniType,
  values: readonly unknown[],
): Generator<Record<string, unknown>> {
  const sample = buildSample(schema) as Record<string, unknown>;
  for (const [name, field] of Object.entries(getShape(schema) ?? {})) {
    for (const value of values) yield { ...sample, [name]: value };
    if (!getShape(field)) continue;
    for (const inner of spoilSample(field, values)) yield { ...sample, [name]: inner };
  }
}

function getShape(schema: z.ZodMiniType): Shape | undefined {
  const { shape, innerType } = schema._zod.def as { shape?: Shape; innerType?: z.ZodMiniType };
  return shape ?? (innerType && getShape(innerType));
}
