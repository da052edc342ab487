import type { TemplateValues, WhatsappTemplate } from "@/lib/domain/messages/whatsapp-template";
import { AppError } from "@/lib/errors";
import type { UserId } from "@/server/platform/actor";
import { findConnected } from "./instances.service";
import { sendBy } from "./messaging.service";
import { getWhatsappProvider } from "./provider.service";
import type { SendOutcome, TemplateGateway } from "./whatsapp.gateway";

type Found = Awaited<ReturnType<TemplateGateway["findTemplates"]>>;

const CACHE_MS = 5 * 60_000;
const MAX_CACHED = 500;

/** By instance; a new token or number asks again. */
const cache = new Map<number, { key: string; until: number; found: Promise<Found> }>();

/**
 * The owner's templates, at most some minutes old.
 * @throws AppError whatsapp_disconnected; unavailable when the provider does not respond
 */
export async function findTemplates(ownerId: UserId): Promise<Found> {
  const { templatesOutsideWindow: gateway } = getWhatsappProvider();
  if (!gateway) return { templates: [], leftOut: 0 };
  const connected = await findConnected(ownerId);
  if (!connected) throw new AppError("whatsapp_disconnected");
  const { ref } = connected;
  const key = `${ref.name} ${ref.account} ${ref.token}`;
  const known = cache.get(ref.id);
  if (known?.key === key && known.until > Date.now()) return known.found;
  const found = gateway.findTemplates(ref);
  cache.delete(ref.id);
  cache.set(ref.id, { key, until: Date.now() + CACHE_MS, found });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  // A failure is not kept.
  found.catch(() => cache.delete(ref.id));
  return found;
}

/** Sends one template. Provider failures are outcomes, not exceptions. */
export function sendTemplate(
  ownerId: UserId,
  message: {
    number: string;
    messageId: string;
    template: WhatsappTemplate;
    values: TemplateValues;
  },
): Promise<SendOutcome> {
  return sendBy(ownerId, async ({ templatesOutsideWindow: gateway }, ref) =>
    gateway
      ? gateway.sendTemplate(ref, message)
      : { outcome: "refused", detail: "Este WhatsApp não usa modelos.", because: "message" },
  );
}
