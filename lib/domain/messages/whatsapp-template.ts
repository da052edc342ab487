/** What a button does when it is touched. */
export const TEMPLATE_BUTTONS = ["quick_reply", "url", "phone"] as const;

export interface TemplateButton {
  kind: (typeof TEMPLATE_BUTTONS)[number];
  text: string;
  /** Of a url: the address, which may end in a variable. */
  url: string | null;
}

/** The words of a template, with its variables in double braces. */
export interface TemplateContent {
  header: string | null;
  body: string;
  footer: string | null;
  /** Its variables have names instead of numbers. */
  named: boolean;
  /** Missing where there are none. */
  buttons?: readonly TemplateButton[];
}

/** A text that Meta approved for messages to people who have not written for 24 hours. */
export interface WhatsappTemplate extends TemplateContent {
  name: string;
  /** Such as pt_BR. */
  language: string;
}

/** Why a template of Meta's cannot be sent from here. */
const TEMPLATE_UNUSABLE = ["media_header", "button", "form"] as const;
export type TemplateUnusable = (typeof TEMPLATE_UNUSABLE)[number];

export function isTemplateUnusable(word: string): word is TemplateUnusable {
  return (TEMPLATE_UNUSABLE as readonly string[]).includes(word);
}

export interface TemplateVariable {
  /** Unique in the template: header, body and each button number theirs separately. */
  key: string;
  part: "header" | "body" | "button";
  /** A number, or a name. */
  name: string;
}

/** By the variables' keys. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Far above what fits into a body of 1,024 characters. */
export const TEMPLATE_MAX_VARIABLES = 50;
/** Longest value of a variable. */
export const TEMPLATE_VALUE_MAX_LENGTH = 600;

const VARIABLE = /\{\{\s*([a-zA-Z0-9_]{1,60})\s*\}\}/g;

/** The variables of the header, then those of the body, then those of the buttons' addresses, each once. */
export function listVariables({ header, body, buttons = [] }: TemplateContent): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const [part, text] of [["header", header ?? ""] as const, ["body", body] as const]) {
    for (const [, name = ""] of text.matchAll(VARIABLE)) {
      const key = `${part}_${name}`;
      if (found.size < TEMPLATE_MAX_VARIABLES) found.set(key, { key, part, name });
    }
  }
  const variables = [...found.values()];
  // Meta takes the values of numbered variables by their numbers, not by their order in the text.
  variables.sort(
    (one, other) =>
      Number(one.part === "body") - Number(other.part === "body") ||
      (Number(one.name) || 0) - (Number(other.name) || 0),
  );
  const ofButtons = buttons.flatMap(({ url }, index): TemplateVariable[] =>
    url?.includes("{{") ? [{ key: `button_${index}`, part: "button", name: "1" }] : [],
  );
  return [...variables, ...ofButtons];
}

/** Meta refuses values with line breaks, tabs or many spaces. */
export function normalizeValue(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** The text as the contact reads it. A variable without a value stays as it is written. */
export function renderWhatsappTemplate(template: TemplateContent, values: TemplateValues): string {
  const { header, body, footer } = template;
  const parts = [header && fill(header, "header", values), fill(body, "body", values), footer];
  return parts.filter(Boolean).join("\n");
}

function fill(text: string, part: "header" | "body", values: TemplateValues): string {
  return text.replace(VARIABLE, (written, name: string) => {
    const key = `${part}_${name}`;
    const value = Object.hasOwn(values, key) ? normalizeValue(values[key] ?? "") : "";
    return value || written;
  });
}
