import * as z from "zod/mini";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";
import { isRepeatable } from "@/lib/contracts/shared/fields";
import { AppError } from "@/lib/errors";
import { describeIssue } from "./describe-issue";
import { findOverlong } from "./find-overlong";
import { refuseNul } from "./read-body";

/** @throws AppError invalid_input with the fields; `fixed` is the message that the specification gives it */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  fixed?: Endpoint["invalidInput"],
): z.output<Schema> {
  const overlong = findOverlong(schema, value);
  if (Object.keys(overlong).length > 0) throw refuse(overlong, fixed);
  const parsed = z.safeParse(schema, value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[[...issue.path, key].join(".")] ??= issue.message;
    } else {
      fields[issue.path.join(".")] ??= issue.message;
    }
  }
  throw refuse(fields, fixed);
}

/**
 * Parses a request's query. Parameters with an empty value count as absent. An unknown parameter, or one that is
 * repeated although it takes a single value, is refused: its sender expects it to affect the answer.
 * @throws AppError invalid_input with the parameters
 */
export function parseQuery<Schema extends z.ZodMiniObject>(
  request: Request,
  schema: Schema,
  fixed?: Endpoint["invalidInput"],
): z.output<Schema> {
  const at = request.url.indexOf("?");
  if (at < 0) return parseInput(schema, {}, fixed);
  const values: Record<string, string | string[]> = {};
  const refused: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.url.slice(at))) {
    if (!Object.hasOwn(schema.shape, name)) refused[name] = "Parâmetro desconhecido.";
    else if (!Object.hasOwn(values, name)) values[name] = value;
    else if (isRepeatable(schema.shape[name])) values[name] = [values[name] ?? [], value].flat();
    else refused[name] = "Informe este parâmetro uma só vez.";
  }
  if (Object.keys(refused).length > 0) throw refuse(refused);
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return parseInput(schema, refuseNul(Object.fromEntries(given)), fixed);
}

export const NO_QUERY = z.object({});

function refuse(fields: Record<string, string>, fixed?: Endpoint["invalidInput"]): AppError {
  const message = (typeof fixed === "function" ? fixed(fields) : fixed) || getOnlyMessage(fields);
  return new AppError("invalid_input", message, { fields });
}

function getOnlyMessage(fields: Record<string, string>): string {
  const sentences = Object.values(fields);
  return sentences.length === 1 ? (sentences[0] ?? "") : "";
}
