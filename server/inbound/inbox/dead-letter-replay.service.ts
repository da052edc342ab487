import * as z from "zod";
import { AppError } from "@/lib/errors";
import type {
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import { type Actor, ownerOfRow } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { takeDeadLetter } from "./dead-letters.service";
import { receiveEvent } from "./inbox.service";
import { parseWebhookJson } from "./webhook-json.parse";

/** An event that could be read but not stored is kept in our own format, where instants are text in JSON. */
const OwnEvent = z.looseObject({ type: z.string() });
const INSTANTS = ["sentAt", "editedAt", "reactedAt", "until"];

/**
 * Processes a dead letter again: a later version may understand it, or missing data may have arrived. It stays when it
 * still cannot be read.
 * @throws AppError not_found; conflict
 */
export async function replayDeadLetter(actor: Actor, id: number): Promise<{ success: true }> {
  try {
    await transaction(async () => {
      const letter = await takeDeadLetter(id);
      const instance = await getRow(ownerOfRow(letter.owner_id), letter.instance_id);
      const { events, rejected } = readLetter(letter.event, parseWebhookJson(letter.item));
      if (rejected.length > 0) throw new AppError("conflict", UNREADABLE);
      for (const event of events) await receiveEvent(instance, event);
      await recordAuditEntry(actor, "dead_letter.replayed", { targetUserId: letter.owner_id });
    });
  } catch (error) {
    if (error instanceof AppError && error.code !== "invalid_input") throw error;
    throw new AppError("conflict", UNREADABLE, { cause: error });
  }
  return { success: true };
}

const UNREADABLE = "Este aviso ainda não pôde ser lido.";

function readLetter(event: string, item: unknown): WebhookContent {
  const own = OwnEvent.safeParse(item);
  if (!own.success || own.data.type !== event) {
    return getWhatsappProvider().parseWebhook({ event, data: item });
  }
  const instants = INSTANTS.filter((name) => typeof own.data[name] === "string").map((name) => [
    name,
    new Date(String(own.data[name])),
  ]);
  const stored = { ...own.data, ...Object.fromEntries(instants) } as WhatsappEvent;
  return { events: [stored], rejected: [] };
}
