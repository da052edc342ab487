/** The approved templates of every business account, as the Graph API lists them. */
export const TEMPLATES = [
  {
    name: "retomar_conversa",
    language: "pt_BR",
    status: "APPROVED",
    category: "MARKETING",
    parameter_format: "POSITIONAL",
    components: [
      {
        type: "BODY",
        text: "Olá, {{1}}! Aqui é da {{2}}. Podemos continuar a nossa conversa?",
        example: { body_text: [["Marina", "Garimpo"]] },
      },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Pode" }] },
    ],
    id: "1",
  },
  {
    name: "proposta_pronta",
    language: "pt_BR",
    status: "APPROVED",
    category: "UTILITY",
    parameter_format: "NAMED",
    components: [
      { type: "HEADER", format: "TEXT", text: "Proposta para {{empresa}}" },
      { type: "BODY", text: "{{nome}}, a proposta que você pediu está pronta." },
      { type: "FOOTER", text: "Responda SAIR para não receber mais" },
    ],
    id: "2",
  },
  {
    name: "catalogo",
    language: "pt_BR",
    status: "APPROVED",
    category: "MARKETING",
    components: [
      { type: "HEADER", format: "IMAGE", example: { header_handle: ["https://x.example"] } },
      { type: "BODY", text: "Conheça o nosso catálogo." },
    ],
    id: "3",
  },
] as const;

/** The text that a contact reads; null for an unknown template. */
export function renderTemplate(template: {
  name?: string;
  components?: { type: string; parameters: { text: string; parameter_name?: string }[] }[];
}): string | null {
  const known = TEMPLATES.find(({ name }) => name === template.name);
  if (!known) return null;
  const values = new Map(
    (template.components ?? []).flatMap(({ type, parameters }) =>
      parameters.map(({ text, parameter_name: name }, index) => [
        `${type.toLowerCase()} ${name ?? index + 1}`,
        text,
      ]),
    ),
  );
  return known.components
    .flatMap((component) =>
      "text" in component
        ? component.text.replace(
            /\{\{(\w+)\}\}/g,
            (_, name: string) => values.get(`${component.type.toLowerCase()} ${name}`) ?? "?",
          )
        : [],
    )
    .join("\n");
}
