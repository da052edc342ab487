/**
 * Variables in campaign messages: {{nome}}, {{empresa}} and the keys of the account's own fields are filled per lead;
 * braces are never sent. {{nome|amigo}} says what to write for a lead without the value.
 */
export const TEMPLATE_VARIABLES = [
  "nome",
  "empresa",
  "cidade",
  "estado",
  "saudacao",
  "email",
  "telefone",
  "whatsapp",
  "site",
  "endereco",
  "cnpj",
  "cnae",
  "proprietario",
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];

const FALLBACK_MAX_LENGTH = 100;

/** Names are trimmed in code: `\s*` at both ends here takes minutes on unclosed braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export interface Placeholder {
  name: string;
  /** Null where none is written; an empty one leaves the place empty. */
  fallback: string | null;
}

/** Reads the text between double braces. */
export function readPlaceholder(inner: string): Placeholder {
  const bar = inner.indexOf("|");
  if (bar < 0) return { name: inner.trim(), fallback: null };
  return { name: inner.slice(0, bar).trim(), fallback: inner.slice(bar + 1).trim() };
}

/** Every placeholder in double braces, repetitions included. */
export function listPlaceholders(template: string): Placeholder[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, inner = ""]) => readPlaceholder(inner));
}

export function isTemplateVariable(name: string): name is TemplateVariable {
  return (TEMPLATE_VARIABLES as readonly string[]).includes(name);
}

/** The keys of the account's own fields; "any" where they are not known, and every key may be one. */
export type OwnKeys = readonly string[] | "any";

/** The form of keys that makeOwnFieldKey creates. */
const KEY = /^[a-z0-9_]{1,64}$/;

/** True if a text contains a variable that not every lead has. */
export function usesOwnFields(template: string): boolean {
  return listPlaceholders(template).some(({ name }) => !isTemplateVariable(name));
}

/** Unknown names in double braces, and the text after unclosed braces. */
export function unknownVariables(template: string, own: OwnKeys = []): string[] {
  const isOwn = (name: string) => (own === "any" ? KEY.test(name) : own.includes(name));
  const names = listPlaceholders(template)
    .map(({ name }) => name)
    .filter((name) => !isTemplateVariable(name) && !isOwn(name));
  const rest = template.replace(PLACEHOLDER, "").split(/\{\{|\}\}/);
  const broken = rest.slice(1).map((text) => text.trim().split(/[\s{}]/)[0] ?? "");
  return [...new Set([...names, ...broken])];
}

/** The error for the first unknown variable, or for a fallback; null if all are valid. */
export function findVariableProblem(template: string, own: OwnKeys): string | null {
  const [unknown] = unknownVariables(template, own);
  if (unknown !== undefined) return `Variável desconhecida: {{${unknown}}}`;
  const wrong = listPlaceholders(template).find(
    ({ fallback }) => fallback !== null && !isFallback(fallback),
  );
  return wrong
    ? `Depois de {{${wrong.name}| use até ${FALLBACK_MAX_LENGTH} caracteres, em uma linha só.`
    : null;
}

const isFallback = (text: string) => text.length <= FALLBACK_MAX_LENGTH && !/[\r\n]/.test(text);
