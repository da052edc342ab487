/** Variables in campaign messages: {{nome}}, {{empresa}}… filled per lead, never sent as braces. */

/** The name is trimmed by hand: `\s*` at both ends of it takes minutes on braces that never close. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Marks where a value was missing, until its blank goes with it. */
const DROPPED = "{{}}";

/** What a message may draw on. Empty and absent are the same. */
export interface TemplateLead {
  name: string;
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  cnae: string | null;
  proprietario: string | null;
}

const VARIABLES: Record<string, (lead: TemplateLead, now: Date) => string | null> = {
  nome: (lead) => firstName(lead.proprietario) ?? lead.name,
  empresa: (lead) => lead.name,
  cidade: (lead) => lead.city,
  estado: (lead) => lead.state,
  saudacao: (_lead, now) => greeting(now),
  email: (lead) => lead.email,
  telefone: (lead) => lead.phone,
  whatsapp: (lead) => lead.whatsapp,
  site: (lead) => lead.website,
  endereco: (lead) => lead.address,
  cnpj: (lead) => lead.cnpj,
  cnae: (lead) => lead.cnae,
  proprietario: (lead) => lead.proprietario,
};

/** Neutral words for values a sentence cannot do without; the others are dropped with their blank. */
const FALLBACKS: Record<string, string> = {
  nome: "tudo bem",
  empresa: "sua empresa",
  cidade: "sua cidade",
};

export const TEMPLATE_VARIABLES = Object.keys(VARIABLES);

/** What stands in double braces and is no variable of ours, and what follows braces that do not close. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)]
    .map((match) => (match[1] ?? "").trim())
    .filter((name) => !Object.hasOwn(VARIABLES, name));
  const rest = template.replace(PLACEHOLDER, "").split(/\{\{|\}\}/);
  const broken = rest.slice(1).map((text) => text.trim().split(/[\s{}]/)[0] ?? "");
  return [...new Set([...names, ...broken])];
}

/** Fills the variables for one lead. `now` decides the greeting, by São Paulo's clock. */
export function renderTemplate(template: string, lead: TemplateLead, now: Date): string {
  const filled = template.replace(
    PLACEHOLDER,
    (_match, name: string) => fill(name.trim(), lead, now) ?? DROPPED,
  );
  return filled
    .replace(/^(?:\{\{\}\}[ \t]?)+/gm, "")
    .replace(/[ \t]?\{\{\}\}/g, "")
    .trim();
}

/** A value with braces is a site's own unfilled template, read as it stood there. */
function fill(name: string, lead: TemplateLead, now: Date): string | undefined {
  if (!Object.hasOwn(VARIABLES, name)) return undefined;
  const value = VARIABLES[name]?.(lead, now)?.trim();
  return value && !/[{}]/.test(value) ? value : FALLBACKS[name];
}

function firstName(person: string | null): string | null {
  return person?.trim().split(/\s+/)[0] || null;
}

function greeting(now: Date): string {
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      hourCycle: "h23",
      timeZone: "America/Sao_Paulo",
    }).format(now),
  );
  if (hour >= 5 && hour < 12) return "Bom dia";
  return hour >= 12 && hour < 18 ? "Boa tarde" : "Boa noite";
}
