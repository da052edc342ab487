import { z } from "zod";
import type { ProviderContact } from "./whatsapp.gateway";

const Moment = z.coerce.date().nullish().catch(null);

const Contact = z.object({
  remoteJid: z.string(),
  pushName: z.string().nullish(),
  profilePicUrl: z.string().nullish().catch(null),
  createdAt: Moment,
  updatedAt: Moment,
});

/** Converts Evolution's contacts; skips groups, broadcasts, newsletters and ids without a number. */
export function toEvolutionContacts(items: unknown[]): ProviderContact[] {
  return items.flatMap((item) => {
    const parsed = Contact.safeParse(item);
    if (!parsed.success) return [];
    const { remoteJid, pushName, profilePicUrl, createdAt, updatedAt } = parsed.data;
    const [account = "", server] = remoteJid.split("@");
    // A second device has the number with a suffix.
    const number = account.split(":")[0] ?? "";
    if (server !== "s.whatsapp.net" || !/^\d+$/.test(number)) return [];
    return [
      {
        jid: `${number}@s.whatsapp.net`,
        number,
        name: pushName ?? null,
        pictureUrl: profilePicUrl ?? null,
        createdAt: createdAt ?? null,
        updatedAt: updatedAt ?? null,
      },
    ];
  });
}
