import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { allEndpoints } from "@/lib/contracts";
import { readDefinition, unwrap } from "@/server/platform/http/find-overlong";
import { parseInput } from "@/server/platform/http/parse-input";
import { buildSample } from "@/tests/support/contract-samples";

/** Texts that are costly for one rule or another: variables, addresses, numbers, words and blanks without an end. */
const PIECES = ["{{a}}", "a@a.b ", "1", " ", "a,", "\u0301", "https://a.b/"];
const TEXT_BYTES = 1_000_000;
const MOST_MS = 20;

type Path = (string | number)[];

/** The path of every text in a value that the schema accepts. */
function findTexts(schema: z.core.$ZodType, path: Path = []): Path[] {
  const { type, shape, element, valueType } = readDefinition(schema);
  if (type === "string") return [path];
  if (shape) {
    return Object.entries(shape).flatMap(([key, field]) => findTexts(field, [...path, key]));
  }
  if (element) return findTexts(element, [...path, 0]);
  if (valueType) return findTexts(valueType, [...path, "x"]);
  return unwrap(schema).flatMap((each) => findTexts(each, path));
}

/** `value` with the text at that path. */
function plant(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (typeof key === "number") return [plant((value as unknown[] | undefined)?.[0], rest, text)];
  const before = typeof value === "object" && value !== null ? value : {};
  return { ...before, [key]: plant((before as Record<string, unknown>)[key], rest, text) };
}

const places = allEndpoints.flatMap(({ method, path: address, body }) => {
  if (!body) return [];
  const schema = body as unknown as z.ZodMiniType;
  const sample = buildSample(schema);
  return findTexts(schema).map((path) => ({
    name: `${method} ${address} ${path.join(".")}`,
    schema,
    place: (text: string) => plant(sample, path, text),
  }));
});

/** Processor time in milliseconds: the least of three tries, because one may include a garbage collection. */
function measure(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > MOST_MS; tries += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function isTaken(schema: z.ZodMiniType, value: unknown): boolean {
  try {
    parseInput(schema, value);
    return true;
  } catch {
    return false;
  }
}

test("a text of any length costs next to nothing before it is refused", () => {
  const dear: string[] = [];
  for (const { name, schema, place } of places) {
    for (const piece of PIECES) {
      const value = place(piece.repeat(TEXT_BYTES / piece.length));
      let taken = false;
      const ms = measure(() => {
        taken = isTaken(schema, value);
      });
      if (taken) dear.push(`${name} takes ${piece}`);
      if (ms > MOST_MS) dear.push(`${name} reads ${piece} for ${Math.round(ms)} ms`);
    }
  }
  expect(places.length).toBeGreaterThan(150);
  expect(dear).toEqual([]);
});
