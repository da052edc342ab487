import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import type { RefusalReason } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { recordOffersOff } from "@/server/messaging/opt-outs/opt-outs.service";
import type { OwnerId } from "@/server/platform/actor";

const CAUSES: Partial<Record<RefusalReason, RecipientCause>> = {
  number: "no_whatsapp",
  template: "template_refused",
  held_back: "held_back",
  no_offers: "opted_out",
};

/** The cause that a recipient's failure is counted under. */
export function toCause(
  because: RefusalReason | null | undefined,
  otherwise: RecipientCause,
): RecipientCause {
  return (because && CAUSES[because]) ?? otherwise;
}

/** Why a run is paused when Meta refuses its template. */
export function describeTemplatePause(detail: string): string {
  return `Pausada pelo modelo: ${detail} Confira-o no Gerenciador do WhatsApp e continue, ou pare.`;
}

/** WhatsApp reports that a contact switched promotions off: the same opt-out as through its own webhook. */
export async function stopOffers(
  ownerId: OwnerId,
  recipient: { id: number; number: string },
): Promise<void> {
  const phoneKey = getPhoneKey(recipient.number);
  if (phoneKey === null) return;
  await recordOffersOff(ownerId, {
    phoneKey,
    number: recipient.number,
    messageId: `offers:recipient:${recipient.id}`,
    saidAt: new Date(),
  });
}
