import { z } from "zod";
import type { Answer, Answered } from "./client.evolution";
import type { SendOutcome } from "./whatsapp.gateway";

export const NOT_ON_WHATSAPP = "Número não está no WhatsApp";

const SentMessage = z.object({ key: z.object({ id: z.string(), remoteJid: z.string() }) });

/** What an answer to a send says of the message. */
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
  if (answer.status === 429) {
    return { outcome: "not_taken", retryAfterMs: answer.retryAfterMs, detail };
  }
  if (answer.status === 400 && text.includes('"exists":false')) {
    return { outcome: "refused", detail: NOT_ON_WHATSAPP };
  }
  if (/connection closed|not connected|logged out/i.test(text) || answer.status === 404) {
    return { outcome: "disconnected", detail };
  }
  if (answer.status === 401 || answer.status === 403) return { outcome: "disconnected", detail };
  if (answer.status >= 400 && answer.status < 500) return { outcome: "refused", detail };
  return { outcome: "unclear", detail };
}
