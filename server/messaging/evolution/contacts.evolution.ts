import { z } from "zod";
import { getChatNumber, toPersonalChatId } from "@/lib/domain/messages/chat-key";
import type { ProviderContact } from "@/server/messaging/gateway/whatsapp-events.gateway";

const MAX_NAME_LENGTH = 200;
/** A date beyond the database's calendar counts as missing. */
const Moment = z.coerce
  .date()
  .min(new Date("2000-01-01"))
  .max(new Date("2100-01-01"))
  .nullish()
  .catch(null);

const Contact = z.object({
  remoteJid: z.string().max(200),
  pushName: z.string().nullish().catch(null),
  profilePicUrl: z.string().max(2_000).nullish().catch(null),
  createdAt: Moment,
  updatedAt: Moment,
});

/** Converts Evolution's contacts; skips groups, broadcasts, newsletters and ids without a number. */
export function toEvolutionContacts(items: unknown[]): ProviderContact[] {
  return items.flatMap((item) => {
    const parsed = Contact.safeParse(item);
    if (!parsed.success) return [];
    const { remoteJid, pushName, profilePicUrl, createdAt, updatedAt } = parsed.data;
    const number = getChatNumber(toPersonalChatId(remoteJid) ?? "");
    if (number === null) return [];
    return [
      {
        jid: `${number}@s.whatsapp.net`,
        number,
        name: pushName?.slice(0, MAX_NAME_LENGTH) ?? null,
        pictureUrl: profilePicUrl ?? null,
        createdAt: createdAt ?? null,
        updatedAt: updatedAt ?? null,
      },
    ];
  });
}
