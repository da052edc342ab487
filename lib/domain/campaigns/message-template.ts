import { getCompanyName, getPersonName, type NamedLead } from "@/lib/domain/leads/lead-name";
import { readSaoPauloClock } from "@/lib/domain/time/calendar-day";
import {
  isTemplateVariable,
  PLACEHOLDER,
  type Placeholder,
  readPlaceholder,
  type TemplateVariable,
} from "./template-variables";

/** Marks a missing value until it is removed with its space. */
const DROPPED = "{{}}";

/** The lead's values for variables. Empty and null are equivalent. */
export interface TemplateLead extends NamedLead {
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  cnae: string | null;
  /** Values of own fields by their keys, as text for a message: see tellOwnValues. */
  own?: Readonly<Record<string, string>>;
}

/** A lead of which nothing is known. */
export const NO_LEAD: TemplateLead = {
  name: "",
  source: "manual",
  email: null,
  phone: null,
  whatsapp: null,
  website: null,
  address: null,
  city: null,
  state: null,
  cnpj: null,
  cnae: null,
  proprietario: null,
};

const VARIABLES: Record<TemplateVariable, (lead: TemplateLead, now: Date) => string | null> = {
  nome: (lead) => getPersonName(lead) ?? getCompanyName(lead),
  empresa: getCompanyName,
  cidade: (lead) => lead.city,
  estado: (lead) => lead.state,
  saudacao: (_lead, now) => getGreeting(now),
  email: (lead) => lead.email,
  telefone: (lead) => lead.phone,
  whatsapp: (lead) => lead.whatsapp,
  site: (lead) => lead.website,
  endereco: (lead) => lead.address,
  cnpj: (lead) => lead.cnpj,
  cnae: (lead) => lead.cnae,
  proprietario: (lead) => lead.proprietario,
};

/** Used for missing values that a sentence needs; other missing values are removed with their space. */
const FALLBACKS = new Map([
  ["nome", "tudo bem"],
  ["empresa", "sua empresa"],
  ["cidade", "sua cidade"],
]);

/** Fills the variables for one lead. `now` selects the greeting, in São Paulo's time. */
export function renderTemplate(template: string, lead: TemplateLead, now: Date): string {
  const filled = template.replace(
    PLACEHOLDER,
    (_match, inner: string) => fill(readPlaceholder(inner), lead, now) || DROPPED,
  );
  return filled
    .replace(/^(?:\{\{\}\}[ \t]?)+/gm, "")
    .replace(/[ \t]?\{\{\}\}/g, "")
    .trim();
}

function fill({ name, fallback }: Placeholder, lead: TemplateLead, now: Date): string | undefined {
  return readVariable(name, lead, now) ?? fallback ?? FALLBACKS.get(name);
}

/** The lead's value for a variable. Values with braces are ignored: they are a website's own unfilled template. */
export function readVariable(name: string, lead: TemplateLead, now: Date): string | undefined {
  const told = isTemplateVariable(name) ? VARIABLES[name](lead, now) : readOwn(name, lead);
  const value = told?.trim();
  return value && !/[{}]/.test(value) ? value : undefined;
}

function readOwn(key: string, { own = {} }: TemplateLead): string | undefined {
  return Object.hasOwn(own, key) ? own[key] : undefined;
}

function getGreeting(now: Date): string {
  const hour = Number(readSaoPauloClock(now).time.slice(0, 2));
  if (hour >= 5 && hour < 12) return "Bom dia";
  return hour >= 12 && hour < 18 ? "Boa tarde" : "Boa noite";
}
