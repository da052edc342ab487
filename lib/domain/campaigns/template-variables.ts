/** Variables in campaign messages: {{nome}}, {{empresa}}… are filled per lead; braces are never sent. */
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

/** Names are trimmed in code: `\s*` at both ends here takes minutes on unclosed braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

export function isTemplateVariable(name: string): name is TemplateVariable {
  return (TEMPLATE_VARIABLES as readonly string[]).includes(name);
}

/** Unknown names in double braces, and the text after unclosed braces. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)]
    .map((match) => (match[1] ?? "").trim())
    .filter((name) => !isTemplateVariable(name));
  const rest = template.replace(PLACEHOLDER, "").split(/\{\{|\}\}/);
  const broken = rest.slice(1).map((text) => text.trim().split(/[\s{}]/)[0] ?? "");
  return [...new Set([...names, ...broken])];
}

/** The sentence about the first unknown variable; null when all are known. */
export function findVariableProblem(template: string): string | null {
  const [unknown] = unknownVariables(template);
  return unknown === undefined ? null : `Variável desconhecida: {{${unknown}}}`;
}
