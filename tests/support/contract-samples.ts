import * as z from "zod/mini";

/** For every kind of field, a value that some contract accepts. 4 is the administrator, a user that exists. */
const CANDIDATES: unknown[] = [
  ...[
    4,
    5,
    true,
    "2026-01-31",
    "2030-01-31T09:00",
    "11987654321",
    "ana@teste.example",
    "x",
    "uma senha boa",
  ],
  ...["pending", "SP", "csv", "00000000-0000-4000-8000-000000000000"],
  ...[
    [1],
    [1, 2],
    ["x"],
    ["read"],
    ["lead.created"],
    ["usb"],
    ["status"],
    [null],
    [{ whatsapp_number: "11987654321" }],
    [{ key: "body_1", value: "Ana" }],
    [{ messages: ["x"], wait_days: 3 }],
    [{ wait_days: 3 }],
    [{ day: "2026-01-31", name: "x" }],
    [{ name: "retomar_conversa", language: "pt_BR" }],
    { cargo: "Dona" },
    null,
  ],
  ...[false, "", "active", "4,5", "2026-11"],
];

type Shape = Record<string, z.ZodMiniType>;

/** A value that the schema accepts, with as many optional fields as can be given together. */
export function buildSample(schema: z.ZodMiniType): unknown {
  const shape = getShape(schema);
  if (!shape) {
    const candidates = [...listWords(schema), ...CANDIDATES];
    return candidates.find((candidate) => z.safeParse(schema, candidate).success);
  }
  let sample: Record<string, unknown> = {};
  // A rule between fields is checked once the required ones are there.
  const fields = Object.entries(shape).sort(
    ([, one], [, other]) => Number(isOptional(one)) - Number(isOptional(other)),
  );
  for (const [name, field] of fields) {
    const value = buildSample(field);
    if (value === undefined) continue;
    const larger = { ...sample, [name]: value };
    if (countIssues(schema, larger) <= countIssues(schema, sample)) sample = larger;
  }
  return countIssues(schema, sample) === 0 ? sample : mend(schema, sample);
}

/** If the fields accept more than the whole: each in turn gets the value that leaves the fewest issues. */
function mend(schema: z.ZodMiniType, sample: Record<string, unknown>): Record<string, unknown> {
  let best = sample;
  for (const name of Object.keys(sample)) {
    const field = getShape(schema)?.[name];
    for (const value of CANDIDATES) {
      if (!field || !z.safeParse(field, value).success) continue;
      const other = { ...best, [name]: value };
      if (countIssues(schema, other) < countIssues(schema, best)) best = other;
    }
  }
  return best;
}

/** The words of an enum, also of one that may be left out. */
function listWords(schema: z.ZodMiniType): string[] {
  const { entries, innerType, values } = schema._zod.def as {
    entries?: Record<string, string>;
    innerType?: z.ZodMiniType;
    /** Of a literal. */
    values?: unknown[];
  };
  if (values) return values.filter((value) => typeof value === "string");
  return entries ? Object.values(entries) : innerType ? listWords(innerType) : [];
}

function isOptional(schema: z.ZodMiniType): boolean {
  return z.safeParse(schema, undefined).success;
}

function countIssues(schema: z.ZodMiniType, value: unknown): number {
  return z.safeParse(schema, value).error?.issues.length ?? 0;
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
  const {
    shape,
    innerType,
    in: first,
  } = schema._zod.def as {
    shape?: Shape;
    innerType?: z.ZodMiniType;
    in?: z.ZodMiniType;
  };
  const inner = innerType ?? first;
  return shape ?? (inner && getShape(inner));
}
