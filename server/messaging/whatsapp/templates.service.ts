import type { ListedTemplate } from "@/lib/domain/messages/listed-template";
import { isSendable } from "@/lib/domain/messages/template-words";
import {
  listVariables,
  type TemplateValues,
  type WhatsappTemplate,
} from "@/lib/domain/messages/whatsapp-template";
import { AppError } from "@/lib/errors";
import type {
  InstanceRef,
  SendOutcome,
  TemplateGateway,
} from "@/server/messaging/gateway/whatsapp.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { findConnected, type Line, type Which } from "./instances.service";
import { sendBy } from "./messaging.service";
import { getWhatsappProvider } from "./provider.service";

const CACHE_MS = 5 * 60_000;
const MAX_CACHED = 500;

/** Caches an answer by instance for some minutes; a new token or number asks again. */
function keepAnswers<T>(ask: (gateway: TemplateGateway, ref: InstanceRef) => Promise<T>) {
  const cache = new Map<number, { key: string; until: number; found: Promise<T> }>();
  return (gateway: TemplateGateway, ref: InstanceRef): Promise<T> => {
    const key = `${ref.name} ${ref.account} ${ref.token}`;
    const known = cache.get(ref.id);
    if (known?.key === key && known.until > Date.now()) return known.found;
    const found = ask(gateway, ref);
    cache.delete(ref.id);
    cache.set(ref.id, { key, until: Date.now() + CACHE_MS, found });
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    // A failure is not cached.
    found.catch(() => cache.delete(ref.id));
    return found;
  };
}

const askTemplates = keepAnswers((gateway, ref) => gateway.findTemplates(ref));

/**
 * A number's approved templates for the chat, at most some minutes old: only those of words, without buttons that take
 * a value. `leftOut` counts the other approved ones.
 * @throws AppError whatsapp_disconnected; unavailable when the provider does not respond
 */
export async function findTemplates(
  ownerId: OwnerId,
  which: Which,
): Promise<{ templates: WhatsappTemplate[]; leftOut: number }> {
  const { templatesOutsideWindow: gateway } = getWhatsappProvider();
  if (!gateway) return { templates: [], leftOut: 0 };
  const listed = await askTemplates(gateway, (await requireConnected(ownerId, which)).ref);
  const approved = listed.filter(({ status }) => isSendable(status));
  const templates = approved.flatMap(({ name, language, content }) => {
    if (!content || listVariables(content).some(({ part }) => part === "button")) return [];
    const { buttons: _touched, ...words } = content;
    return [{ name, language, ...words }];
  });
  return { templates, leftOut: approved.length - templates.length };
}

/**
 * All templates of the owner's business account, requested now; null where the provider has none.
 * @throws AppError whatsapp_disconnected; unavailable when the provider does not respond
 */
export async function askForTemplates(
  ownerId: OwnerId,
): Promise<{ instanceId: number; templates: ListedTemplate[] } | null> {
  const { templatesOutsideWindow: gateway } = getWhatsappProvider();
  if (!gateway) return null;
  const { ref } = await requireConnected(ownerId, "default");
  return { instanceId: ref.id, templates: await gateway.findTemplates(ref) };
}

async function requireConnected(ownerId: OwnerId, which: Which) {
  const connected = await findConnected(ownerId, which);
  if (!connected) throw new AppError("whatsapp_disconnected");
  return connected;
}

/** Sends one template. Provider failures are outcomes, not exceptions. */
export function sendTemplate(
  from: Line,
  message: {
    number: string;
    messageId: string;
    template: WhatsappTemplate;
    values: TemplateValues;
  },
): Promise<SendOutcome> {
  return sendBy(from, message.number, async ({ templatesOutsideWindow: gateway }, ref) =>
    gateway ? gateway.sendTemplate(ref, message) : NO_TEMPLATES,
  );
}

const NO_TEMPLATES: SendOutcome = {
  outcome: "refused",
  detail: "Este WhatsApp não usa modelos.",
  because: "message",
};
