import { z } from "zod";
import { readMessage } from "@/lib/domain/messages/message-content";
import type {
  InstanceRef,
  SearchedSend,
  SentLookup,
} from "@/server/messaging/gateway/whatsapp.gateway";
import type { Answer, createEvolutionClient } from "./client.evolution";

/** Allows for clock differences and for timestamps in seconds. */
const CLOCK_SLACK_MS = 5_000;

const FoundMessages = z.object({
  messages: z.object({
    records: z.array(
      z.object({
        key: z.object({ id: z.string(), remoteJid: z.string(), fromMe: z.boolean().optional() }),
        message: z.unknown().optional(),
      }),
    ),
  }),
});

/**
 * Finds a sent message by its id or, in versions of Evolution that assign their own ids, by number, time and content.
 */
export async function findSent(
  client: ReturnType<typeof createEvolutionClient>,
  ref: InstanceRef,
  message: SearchedSend & { honoursIds: boolean },
): Promise<SentLookup> {
  const path = client.at("/chat/findMessages", ref);
  const byId = await client.request("POST", path, {
    token: ref.token,
    body: { where: { key: { id: message.messageId } }, page: 1, offset: 5 },
  });
  const found = readMessages(byId);
  if (!found) return { outcome: "no_answer" };
  const [hit] = found;
  if (hit) return toSent(hit.key);
  if (message.honoursIds) return { outcome: "not_sent" };

  // The message may have another id here: compare the messages sent to this number since then.
  const since = new Date(message.since.getTime() - CLOCK_SLACK_MS);
  const recent = await client.request("POST", path, {
    token: ref.token,
    body: {
      where: {
        key: { remoteJid: toJid(message.number), fromMe: true },
        messageTimestamp: { gte: since.toISOString(), lte: new Date().toISOString() },
      },
      page: 1,
      offset: 50,
    },
  });
  const candidates = readMessages(recent);
  if (!candidates) return { outcome: "no_answer" };
  const same = candidates.find((record) => isSame(record.message, message));
  return same ? toSent(same.key) : { outcome: "unknown" };
}

/** `number`: digits, or already the id of a chat. */
function toJid(number: string): string {
  return number.includes("@") ? number : `${number}@s.whatsapp.net`;
}

/** Returns null when there was no usable response. */
function readMessages(answer: Answer) {
  if (!answer.answered || answer.status >= 300) return null;
  const found = FoundMessages.safeParse(answer.body);
  return found.success ? found.data.messages.records : null;
}

function toSent(key: { id: string; remoteJid: string }): SentLookup {
  return { outcome: "sent", providerMessageId: key.id, chatId: key.remoteJid };
}

/** A picture is never found: Evolution changes its size. */
function isSame(content: unknown, { kind, text, bytes }: SearchedSend): boolean {
  const reading = readMessage(content);
  if (reading.type !== "message" || reading.text !== text || reading.kind !== kind) return false;
  return kind === "text" || (bytes !== null && reading.media?.bytes === bytes);
}
