import type * as z from "zod/mini";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** A Portuguese message for an invalid value whose schema has none: zod's own messages are in English. */
export function describeIssue(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return "Campo desconhecido.";
  if (issue.code === "invalid_type" && issue.input === undefined) return "Campo obrigatório.";
  if (issue.code === "too_small") return describeMinimum(issue.origin, String(issue.minimum));
  if (issue.code === "too_big") return describeMaximum(issue.origin, String(issue.maximum));
  if (issue.code === "invalid_value") return `Use um destes valores: ${issue.values.join(", ")}.`;
  return "Valor inválido.";
}

function describeMinimum(origin: string, minimum: string): string {
  if (origin === "string") return `Use no mínimo ${minimum} caracteres.`;
  if (origin === "array") return `Informe no mínimo ${minimum}.`;
  return `O mínimo é ${minimum}.`;
}

function describeMaximum(origin: string, maximum: string): string {
  if (origin === "string") return `Use no máximo ${maximum} caracteres.`;
  if (origin === "array") return `Informe no máximo ${maximum}.`;
  return `O máximo é ${maximum}.`;
}
