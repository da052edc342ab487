import { asText, isBody, type JsonBody } from "../evolution/validation";

/** A template as the Graph API lists it. */
export type GraphTemplate = Readonly<Record<string, unknown>> & {
  name: string;
  language: string;
  status: string;
  category: string;
  components: readonly Readonly<Record<string, unknown>>[];
};

/** The templates of a business account for which none were set. */
const TEMPLATES: readonly GraphTemplate[] = [
  {
    name: "retomar_conversa",
    language: "pt_BR",
    status: "APPROVED",
    category: "MARKETING",
    parameter_format: "POSITIONAL",
    quality_score: { score: "GREEN" },
    rejected_reason: "NONE",
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
    quality_score: { score: "UNKNOWN" },
    rejected_reason: "NONE",
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
  {
    name: "oferta_antiga",
    language: "pt_BR",
    status: "REJECTED",
    category: "MARKETING",
    rejected_reason: "PROMOTIONAL",
    components: [{ type: "BODY", text: "Ganhe agora!" }],
    id: "4",
  },
];

/** Meta's error for a template that it does not send, by the template's state. */
const STATE_ERRORS: Readonly<Record<string, number>> = {
  PAUSED: 132_015,
  DISABLED: 132_016,
};

export interface GraphTemplates {
  list(account: string): readonly GraphTemplate[];
  set(account: string, templates: readonly GraphTemplate[]): void;
  /** Changes a template of an account. Returns false when there is none. */
  change(account: string, name: string, changed: Readonly<Record<string, unknown>>): boolean;
  /** The text that a contact reads, or the error's code and status. */
  render(
    account: string,
    template: JsonBody,
  ): { text: string; category: string } | { code: number; status: number };
}

export function createTemplates(): GraphTemplates {
  const accounts = new Map<string, readonly GraphTemplate[]>();
  const list = (account: string) => accounts.get(account) ?? TEMPLATES;
  return {
    list,
    set: (account, templates) => void accounts.set(account, templates),
    change(account, name, changed) {
      const known = list(account);
      if (!known.some((template) => template.name === name)) return false;
      accounts.set(
        account,
        known.map((each) => (each.name === name ? { ...each, ...changed } : each)),
      );
      return true;
    },
    render(account, sent) {
      const language = isBody(sent.language) ? asText(sent.language.code) : null;
      const known = list(account).find(
        (each) => each.name === sent.name && each.language === language,
      );
      if (!known) return { code: 132_001, status: 404 };
      if (known.status !== "APPROVED") {
        const code = STATE_ERRORS[known.status] ?? 132_001;
        return { code, status: code === 132_001 ? 404 : 400 };
      }
      return fill(known, readParameters(sent));
    },
  };
}

type Parameters = ReadonlyMap<string, readonly { name: string; text: string }[]>;

/** Grouped by part: header, body, or button with its index. */
function readParameters(sent: JsonBody): Parameters {
  const components = Array.isArray(sent.components) ? sent.components.filter(isBody) : [];
  return new Map(
    components.map((component) => {
      const type = (asText(component.type) ?? "").toLowerCase();
      const given = Array.isArray(component.parameters) ? component.parameters.filter(isBody) : [];
      const part = type === "button" ? `button ${String(component.index)}` : type;
      return [
        part,
        given.map((parameter, at) => ({
          name: asText(parameter.parameter_name) ?? String(at + 1),
          text: asText(parameter.text) ?? "",
        })),
      ];
    }),
  );
}

/** Meta refuses a template whose parameters are too few, too many, of another name, or empty. */
function fill(known: GraphTemplate, parameters: Parameters): ReturnType<GraphTemplates["render"]> {
  const parts: [part: string, text: string, shown: boolean][] = known.components.flatMap(
    (component) => {
      const type = String(component["type"]).toLowerCase();
      if (typeof component["text"] === "string") return [[type, component["text"], true]];
      const buttons = Array.isArray(component["buttons"])
        ? component["buttons"].filter(isBody)
        : [];
      return buttons.flatMap((button, at): [string, string, boolean][] =>
        typeof button.url === "string" ? [[`button ${at}`, button.url, false]] : [],
      );
    },
  );
  const lines: string[] = [];
  for (const [part, text, shown] of parts) {
    const names = new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name));
    const given = parameters.get(part) ?? [];
    if (given.length !== names.size) {
      return { code: part.startsWith("button") ? 132_018 : 132_000, status: 400 };
    }
    if (given.some(({ name }) => !names.has(name))) return { code: 132_012, status: 400 };
    if (given.some(({ text: value }) => value.trim() === "" || /[\n\t]| {4}/.test(value))) {
      return { code: 132_018, status: 400 };
    }
    const values = new Map(given.map(({ name, text: value }) => [name, value]));
    const filled = text.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (_, name: string) => values.get(name) ?? "",
    );
    if (shown) lines.push(filled);
  }
  for (const part of parameters.keys()) {
    if (!parts.some(([of]) => of === part)) return { code: 132_000, status: 400 };
  }
  return { text: lines.join("\n"), category: known.category };
}
