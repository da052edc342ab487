import { NO_LEAD, renderTemplate } from "@/lib/domain/campaigns/message-template";
import { usesOwnFields } from "@/lib/domain/campaigns/template-variables";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { AppError } from "@/lib/errors";
import { findLeadByKey } from "@/server/leads/leads/leads.service";
import {
  findOwnTexts,
  requireKnownVariables,
} from "@/server/leads/own-fields/own-variables.service";
import { findContactName } from "@/server/messaging/messages/chats.repository";
import type { OwnerId, Reader, Unasked } from "@/server/platform/actor";
import { isSeen } from "@/server/platform/sight/unseen.service";

/** Only closing braces, as in a line of code, are no variable. */
const hasVariables = (text: string) => text.includes("{{");

/**
 * Refuses variables that do not exist, by the names of the fields in which they were typed.
 * @throws AppError invalid_input
 */
export async function requireVariables(
  ownerId: OwnerId,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const filled = Object.entries(texts).filter(([, text]) => hasVariables(text));
  if (filled.length > 0) await requireKnownVariables(ownerId, Object.fromEntries(filled));
}

/**
 * Texts as one person will read them: their variables are filled as in a campaign, from the lead of the number or,
 * without one, from the contact's name. Braces are never sent.
 * @throws AppError invalid_input under the field of a text with an unknown variable, or one that is then empty or too
 * long
 */
export async function fillTexts<Field extends string>(
  reader: Reader | Unasked,
  phoneKey: string,
  texts: Readonly<Record<Field, string>>,
  maxLength = MESSAGE_MAX_LENGTH,
): Promise<Record<Field, string>> {
  const { ownerId } = reader;
  const typed = Object.entries<string>(texts);
  if (!typed.some(([, text]) => hasVariables(text))) return { ...texts };
  await requireVariables(ownerId, texts);
  const found = await findLeadByKey(ownerId, phoneKey);
  const lead = found && (await isSeen(reader, "lead", found.id)) ? found : null;
  const known = lead ?? { ...NO_LEAD, name: (await findContactName(ownerId, phoneKey)) ?? "" };
  const own =
    lead && typed.some(([, text]) => usesOwnFields(text))
      ? await findOwnTexts(ownerId, lead.id)
      : {};
  const now = new Date();
  return Object.fromEntries(
    typed.map(([field, text]) => {
      if (!hasVariables(text)) return [field, text];
      const filled = renderTemplate(text, { ...known, own }, now);
      const problem =
        (filled === "" && "Sem os dados deste contato a mensagem fica vazia.") ||
        (filled.length > maxLength && "Com os dados deste contato a mensagem fica longa demais.");
      if (problem) throw new AppError("invalid_input", problem, { fields: { [field]: problem } });
      return [field, filled];
    }),
  ) as Record<Field, string>;
}
