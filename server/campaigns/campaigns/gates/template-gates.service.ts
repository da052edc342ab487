import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import {
  type CampaignTemplate,
  renderCampaignTemplate,
} from "@/lib/domain/campaigns/campaign-template";
import type { TemplateLead } from "@/lib/domain/campaigns/message-template";
import { needsOptIn, TEMPLATE_CATEGORY_LABEL } from "@/lib/domain/messages/template-words";
import type { TemplateValues, WhatsappTemplate } from "@/lib/domain/messages/whatsapp-template";
import type { RecipientRow } from "@/server/campaigns/campaigns/delivery.repository";
import {
  explainState,
  findStoredTemplate,
} from "@/server/messaging/templates/template-store.service";
import { findRow } from "@/server/messaging/whatsapp/instances.service";
import type { OwnerId } from "@/server/platform/actor";
import type { Hold } from "./pacing.service";

/** A template as it is sent to one recipient. */
export interface FilledTemplate {
  template: WhatsappTemplate;
  values: TemplateValues;
}

/**
 * Whether the template of the next message can still be sent, at the price that its campaign was started for. A problem
 * concerns the template, not its recipients, so a user decides.
 */
export async function findTemplateHold(
  ownerId: OwnerId,
  instanceId: number,
  { name, language, category }: CampaignTemplate,
): Promise<Hold | null> {
  const stored = await findStoredTemplate(ownerId, instanceId, { name, language });
  const problem = explainState(name, stored);
  if (problem) {
    return {
      pause: `${problem} Ninguém mais recebeu a mensagem; resolva no Gerenciador do WhatsApp e continue, ou pare.`,
    };
  }
  if (!stored || stored.category === category) return null;
  const [from, to] = [category, stored.category].map(
    (word) => TEMPLATE_CATEGORY_LABEL[word] ?? word,
  );
  return {
    pause: `O modelo ${name} ${RECATEGORISED} (${from} → ${to}): o preço mudou. Continue para confirmar, ou pare.`,
  };
}

const RECATEGORISED = "mudou de categoria";

/** Whether a run is paused because its template now has another price. */
export function isCategoryPause(notice: string | null): boolean {
  return notice?.includes(RECATEGORISED) ?? false;
}

/** The templates of a campaign with their current categories, which the user has seen. */
export async function confirmCategories(
  ownerId: OwnerId,
  templates: readonly CampaignTemplate[],
): Promise<CampaignTemplate[]> {
  const instance = await findRow(ownerId, "default");
  const confirmed: CampaignTemplate[] = [];
  for (const template of templates) {
    const stored = instance && (await findStoredTemplate(ownerId, instance.id, template));
    confirmed.push({ ...template, category: stored?.category ?? template.category });
  }
  return confirmed;
}

/** Offers go only to people who allowed them, or who wrote to us. */
export function findMissingOptIn(
  recipient: RecipientRow,
  templates: readonly CampaignTemplate[] | null,
): { cause: RecipientCause; detail: string } | null {
  const template = templates?.[recipient.variant];
  if (!template || !needsOptIn(template.category)) return null;
  if (recipient.opted_in || recipient.has_written) return null;
  return { cause: "no_opt_in", detail: "Sem autorização registrada para receber ofertas" };
}

/** Written again for each attempt: the values are sent, and the text shows how they read. */
export function writeTemplate(
  lead: TemplateLead,
  template: CampaignTemplate,
  now: Date,
): { text: string; filled: FilledTemplate } {
  const { text, values } = renderCampaignTemplate(template, lead, now);
  const { name, language, content } = template;
  return { text, filled: { template: { name, language, ...content }, values } };
}
