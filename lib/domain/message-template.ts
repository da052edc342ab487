/** Variables in campaign messages: {{nome}}, {{empresa}}… filled per lead, never sent as braces. */

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

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

export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
  return [...new Set(names.filter((name) => !Object.hasOwn(VARIABLES, name)))];
}

/** Fills the variables for one lead. `now` decides the greeting, by São Paulo's clock. */
export function renderTemplate(template: string, lead: TemplateLead, now: Date): string {
  const filled = template.replace(
    /([ \t]?)\{\{\s*([^{}]*?)\s*\}\}/g,
    (_match, blank: string, name: string) => {
      const value = VARIABLES[name]?.(lead, now)?.trim() || FALLBACKS[name];
      return value ? `${blank}${value}` : "";
    },
  );
  return filled.trim();
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
