import * as z from "zod";
import { AppError } from "@/lib/errors";
import { type Actor, ownerOfRow } from "@/server/actor";
import { recordAuditEntry } from "@/server/audit/audit.service";
import { transaction } from "@/server/db/transaction";
import { getInstanceById } from "@/server/whatsapp/whatsapp.service";
import { countDeadLettersOf, takeDeadLetter } from "./dead-letters.service";
import { receiveEvents, receiveWebhook } from "./inbox.service";
import { parseWebhookJson } from "./webhook-json.service";

/** An edit whose message was not stored is kept as our own event. */
const Edit = z.object({
  type: z.literal("edit"),
  id: z.string(),
  text: z.string().nullable(),
  editedAt: z.coerce.date(),
});

/**
 * Reads a dead letter again: a later version may understand it, or the message it is about has come meanwhile. It stays
 * when it still cannot be read.
 * @throws AppError not_found; conflict
 */
export async function replayDeadLetter(actor: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const letter = await takeDeadLetter(id);
    const ownerId = ownerOfRow(letter.owner_id);
    const before = await countDeadLettersOf(ownerId);
    const instance = await getInstanceById(ownerId, letter.instance_id);
    const item = parseWebhookJson(letter.item);
    const edit = Edit.safeParse(item);
    if (edit.success) await receiveEvents(instance, [edit.data]);
    else await receiveWebhook(instance, { event: letter.event, data: item });
    if ((await countDeadLettersOf(ownerId)) > before) {
      throw new AppError("conflict", "Este aviso ainda não pôde ser lido.");
    }
    await recordAuditEntry(actor, "dead_letter.replayed", { targetUserId: letter.owner_id });
  });
  return { success: true };
}
