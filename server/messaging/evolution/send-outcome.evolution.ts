import { z } from "zod";
import type { SendOutcome } from "@/server/messaging/gateway/whatsapp.gateway";
import type { Answer, Answered } from "./client.evolution";

export const NOT_ON_WHATSAPP = "Número não está no WhatsApp";
const RETRY_MS = 30_000;

const SentMessage = z.object({ key: z.object({ id: z.string(), remoteJid: z.string() }) });

/** Converts the answer to a send into the message's outcome. */
export function toSendOutcome(answer: Answer): SendOutcome {
  if (!answer.answered) {
    const { sent, detail } = answer;
    return sent
      ? { outcome: "unclear", detail }
      : { outcome: "not_taken", retryAfterMs: null, detail };
  }
  const sent = SentMessage.safeParse(answer.body);
  if (answer.status === 201 && sent.success) {
    const { id, remoteJid } = sent.data.key;
    return { outcome: "accepted", providerMessageId: id, chatId: remoteJid };
  }
  return toSendFailure(answer);
}

function toSendFailure(answer: Answered): SendOutcome {
  const text = JSON.stringify(answer.body ?? "");
  const detail = `HTTP ${answer.status}`;
  if (NO_CLIENT.test(text)) return { outcome: "disconnected", detail };
  // Evolution cannot look up the token, as is true of every token while its database is unreachable.
  if (answer.status === 401) return { outcome: "not_taken", retryAfterMs: null, detail };
  if (answer.status === 429) {
    return { outcome: "not_taken", retryAfterMs: answer.retryAfterMs ?? RETRY_MS, detail };
  }
  if (answer.status === 400) {
    if (text.includes('"exists":false') || NO_SESSION.safeParse(answer.body).success)
      return { outcome: "refused", detail: NOT_ON_WHATSAPP };
    if (Closed.safeParse(answer.body).success) return { outcome: "disconnected", detail };
    return isValidation(answer.body)
      ? { outcome: "refused", detail }
      : { outcome: "unclear", detail };
  }
  if ([403, 404].includes(answer.status)) return { outcome: "disconnected", detail };
  if (/connection closed|not connected|logged out/i.test(text)) {
    return { outcome: "disconnected", detail };
  }
  // Too large, or of a wrong type: refused before it is read.
  if ([413, 415, 422].includes(answer.status)) return { outcome: "refused", detail };
  return { outcome: "unclear", detail };
}

const refusalBy = (message: string) =>
  z.object({ response: z.object({ message: z.tuple([z.literal(message)]) }) });
/** The library refuses to write to a connection that is closed: nothing went out. */
const Closed = refusalBy("Error: Connection Closed");
/** A number that left WhatsApp while Evolution's cache still has it: there is nobody to encrypt for. */
const NO_SESSION = refusalBy("SessionError: No sessions");
/** An instance that was not connected since Evolution was started has no client to write with. */
const NO_CLIENT = /Cannot read properties of undefined \(reading '(?:onWhatsApp|sendMessage)'\)/;
const Refusal = z.object({ response: z.object({ message: z.unknown() }) });
/** A schema's complaints come as a list in the list. */
const Complaints = z.array(z.array(z.string()).min(1)).min(1);
/** Evolution's own checks before it sends, in the wording of 2.3.7. */
const CHECKS = new Set([
  "Text is required",
  "Owned media must be a url or base64",
  "For base64 the file name must be informed.",
  '"instanceName" not provided.',
]);

/**
 * Whether a 400 was given before the message was sent. Evolution also answers 400 for any failure after WhatsApp has
 * taken the message: its database, a bot, a time-out (`sendMessageWithTyping` wraps every error).
 */
function isValidation(body: unknown): boolean {
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) return false;
  const { message } = refusal.data.response;
  if (Complaints.safeParse(message).success) return true;
  const [first] = Array.isArray(message) ? message : [message];
  return typeof first === "string" && CHECKS.has(first);
}
