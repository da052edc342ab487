import type { Context } from "hono";
import type { Env } from "../faults/fault-injection";
import { EvolutionError } from "./errors";

export type JsonBody = Readonly<Record<string, unknown>>;

type Kind = "string" | "boolean" | "integer" | "number" | "array" | "object";

interface Rule {
  kind: Kind;
  required?: boolean;
  /** Rejects empty texts and lists. */
  filled?: boolean;
  oneOf?: readonly string[];
}

export async function readBody(context: Context<Env>): Promise<JsonBody> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (isBody(body)) return body;
  } catch {
    // Handled below, like JSON that is not an object.
  }
  throw new EvolutionError(400, ["Unexpected token in JSON"]);
}

export function isBody(value: unknown): value is JsonBody {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws the validator's English messages as Evolution does: as a list inside a list. */
export function checkBody(
  body: JsonBody,
  rules: Readonly<Record<string, Rule>>,
  at = "instance",
): void {
  const problems = Object.entries(rules).flatMap(([name, rule]) =>
    findProblems(name, body[name], rule, at),
  );
  if (problems.length > 0) throw new EvolutionError(400, [problems]);
}

function findProblems(name: string, value: unknown, rule: Rule, at: string): string[] {
  if (value === undefined || value === null) {
    return rule.required === true ? [`${at} requires property "${name}"`] : [];
  }
  const path = `${at}.${name}`.replace("instance.", "");
  if (!isOfKind(value, rule.kind)) return [`${path} is not of a type(s) ${rule.kind}`];
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  if (rule.filled === true && isEmpty) return [`The "${name}" cannot be empty`];
  if (rule.oneOf !== undefined && !rule.oneOf.includes(String(value))) {
    return [`${path} is not one of enum values: ${rule.oneOf.join(",")}`];
  }
  return [];
}

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isBody(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === kind;
  }
}

export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
