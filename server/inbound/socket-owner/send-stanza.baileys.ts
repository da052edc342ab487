import type { WASocket } from "baileys";
import type { SendOutcome } from "@/server/messaging/gateway/whatsapp.gateway";
import { RESTRICTED_CODE } from "./events.baileys";

/** WhatsApp confirms a message within a second or so. */
const ACK_WITHIN_MS = 5_000;

/** The message to be written. `onUnconfirmed` is called when WhatsApp does not acknowledge it in time. */
export interface OutgoingStanza {
  chatId: string;
  messageId: string;
  isOpen: () => boolean;
  onUnconfirmed: () => void;
}

/** Writes a message to the connection and waits for the server's confirmation. */
export async function sendStanza(
  sock: WASocket,
  { chatId, messageId, isOpen, onUnconfirmed }: OutgoingStanza,
  write: () => Promise<unknown>,
): Promise<SendOutcome> {
  const closed = { outcome: "not_taken", retryAfterMs: null, detail: "Sem conexão" } as const;
  if (!isOpen()) return closed;
  const acknowledged = sock.waitForMessage(messageId, ACK_WITHIN_MS).catch(() => undefined);
  try {
    await write();
  } catch (error) {
    // Thrown before anything is written; every other error may come after.
    if (isConnectionClosed(error)) return closed;
    return { outcome: "unclear", detail: error instanceof Error ? error.message : "send failed" };
  }
  const ack = (await acknowledged) as { attrs: Record<string, string> } | undefined;
  if (!ack) {
    onUnconfirmed();
    return { outcome: "unclear", detail: "Sem confirmação do servidor" };
  }
  const code = ack.attrs["error"];
  if (!code) return { outcome: "accepted", providerMessageId: messageId, chatId };
  return code === RESTRICTED_CODE
    ? { outcome: "restricted", until: null }
    : { outcome: "refused", detail: `Recusada pelo WhatsApp (${code})` };
}

function isConnectionClosed(error: unknown): boolean {
  return (error as Error).message === "Connection Closed" && getStatusCode(error) === 428;
}

/** WhatsApp's or HTTP's code of an error of the library; null when it has none. */
export function getStatusCode(error: unknown): number | null {
  return (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode ?? null;
}
