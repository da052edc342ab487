import {
  listVariables,
  normalizeValue,
  renderWhatsappTemplate,
  TEMPLATE_VALUE_MAX_LENGTH,
  type TemplateContent,
  type TemplateValues,
} from "@/lib/domain/messages/whatsapp-template";
import { readVariable, type TemplateLead } from "./message-template";
import {
  findVariableProblem,
  listPlaceholders,
  type OwnKeys,
  PLACEHOLDER,
  readPlaceholder,
} from "./template-variables";

/** What a variable of an approved template becomes for each lead. */
export interface TemplateBinding {
  /** Of the template's variable: see lib/domain/messages/whatsapp-template. */
  key: string;
  /** Words, with a campaign's own variables: {{nome}}. */
  value: string;
  /** Used when the lead lacks one of the value's variables; empty where none can be missing. */
  fallback: string;
}

/** A template as a campaign keeps it: with the words and the category that were approved when it was made. */
export interface CampaignTemplate {
  name: string;
  language: string;
  category: string;
  content: TemplateContent;
  bindings: readonly TemplateBinding[];
}

/** The greeting depends on the hour, not on the lead. */
const NEVER_MISSING = new Set(["saudacao"]);

/** Whether a lead may lack one of the value's variables. */
export function needsFallback(value: string): boolean {
  return listPlaceholders(value).some(
    ({ name, fallback }) => !fallback && !NEVER_MISSING.has(name),
  );
}

/**
 * What is wrong with the bindings of a template, by the variables' keys. Meta refuses a message with an empty value, so
 * a value that may be missing needs a fallback.
 */
export function findBindingProblems(
  content: TemplateContent,
  bindings: readonly TemplateBinding[],
  own: OwnKeys,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const known = new Map(bindings.map((binding) => [binding.key, binding]));
  for (const { key } of listVariables(content)) {
    const problem = findBindingProblem(known.get(key), own);
    if (problem) problems[key] = problem;
  }
  return problems;
}

function findBindingProblem(binding: TemplateBinding | undefined, own: OwnKeys): string | null {
  if (!binding || normalizeValue(binding.value) === "") return "Diga o que vai nesta variável.";
  const unknown = findVariableProblem(binding.value, own);
  if (unknown) return unknown;
  if (/[{}]/.test(binding.fallback)) return "Use só palavras, sem chaves.";
  if (needsFallback(binding.value) && normalizeValue(binding.fallback) === "") {
    return "Diga o que escrever quando o lead não tem este dado.";
  }
  return null;
}

/** The values of a template's variables for one lead. `now` selects the greeting. */
export function fillBindings(
  { content, bindings }: Pick<CampaignTemplate, "content" | "bindings">,
  lead: TemplateLead,
  now: Date,
): TemplateValues {
  const known = new Map(bindings.map((binding) => [binding.key, binding]));
  return Object.fromEntries(
    listVariables(content).map(({ key }) => {
      const binding = known.get(key);
      return [key, binding ? fillBinding(binding, lead, now) : ""];
    }),
  );
}

function fillBinding({ value, fallback }: TemplateBinding, lead: TemplateLead, now: Date): string {
  let isMissing = false;
  const filled = value.replace(PLACEHOLDER, (_, inner: string) => {
    const { name, fallback: instead } = readPlaceholder(inner);
    const words = readVariable(name, lead, now) || instead;
    if (!words) isMissing = true;
    return words ?? "";
  });
  const words = isMissing ? fallback : filled;
  // Do not cut within a character.
  return normalizeValue(words)
    .slice(0, TEMPLATE_VALUE_MAX_LENGTH)
    .replace(/\p{Surrogate}$/u, "")
    .trim();
}

/** The message as one lead reads it, and the values that make it so. */
export function renderCampaignTemplate(
  template: Pick<CampaignTemplate, "content" | "bindings">,
  lead: TemplateLead,
  now: Date,
): { text: string; values: TemplateValues } {
  const values = fillBindings(template, lead, now);
  return { text: renderWhatsappTemplate(template.content, values), values };
}

/** The message as its campaign shows it: with the campaign's own variables in the template's places. */
export function describeCampaignTemplate({
  content,
  bindings,
}: Pick<CampaignTemplate, "content" | "bindings">): string {
  return renderWhatsappTemplate(
    content,
    Object.fromEntries(bindings.map(({ key, value }) => [key, value])),
  );
}
