import type { ListedTemplate } from "@/lib/contracts/campaigns/campaign-templates";
import { findBindingProblems } from "@/lib/domain/campaigns/campaign-template";
import { findVariableProblem, type OwnKeys } from "@/lib/domain/campaigns/template-variables";
import type { CampaignForm } from "./use-campaign-form";

/**
 * Shows what is wrong with the variables of the chosen templates. Returns the first template with a fault; null without
 * one, also for templates that are not listed: the server checks those.
 */
export function showTemplateProblems(
  form: CampaignForm,
  listed: readonly ListedTemplate[],
  own: OwnKeys,
): number | null {
  let first: number | null = null;
  for (const [at, { name, language, bindings }] of (form.getValues("templates") ?? []).entries()) {
    const content = listed.find(
      (each) => each.name === name && each.language === language,
    )?.content;
    if (!content) continue;
    for (const [key, message] of Object.entries(findBindingProblems(content, bindings, own))) {
      form.setError(`templates.${at}.bindings.${key}` as "templates", { message });
      first ??= at;
    }
  }
  return first;
}

/** Shows which messages contain an unknown variable. Returns the first of them; null without one. */
export function showMessageProblems(form: CampaignForm, own: OwnKeys): number | null {
  let first: number | null = null;
  for (const [at, text] of form.getValues("messages").entries()) {
    const message = findVariableProblem(text, own);
    if (message === null) continue;
    form.setError(`messages.${at}`, { message });
    first ??= at;
  }
  return first;
}

/** The first field of the templates that is marked as wrong, or the search for a template. */
export function focusTemplateProblem(): void {
  requestAnimationFrame(() => {
    const card = document.querySelector("[data-templates]");
    const wrong = card?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? card?.querySelector<HTMLElement>("input"))?.focus();
  });
}
