import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import type {
  InstanceRef,
  MediaDownload,
  MessageRef,
  OpenFile,
  SearchedSend,
  SendOutcome,
  SentLookup,
  TemplateGateway,
  Typing,
  WhatsappGateway,
} from "@/server/messaging/gateway/whatsapp.gateway";
import { ownerOfRow } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { countSend } from "@/server/platform/metrics/metrics";
import { isAddressOf } from "./addressee.service";
import { applyConnection, applyRestriction } from "./connection.service";
import { findConnected, findRow, type Instance, type Line, toRef } from "./instances.service";
import { getWhatsappProvider } from "./provider.service";
import { setHonoursIds } from "./whatsapp.repository";

type Text = Parameters<WhatsappGateway["sendText"]>[1];

/** Sends one text. `number`: digits with country code. Provider failures are outcomes, not exceptions. */
export async function sendText(from: Line, message: Text): Promise<SendOutcome> {
  return sendTextFrom(await findLine(from), message, { toStranger: true });
}

const findLine = ({ ownerId, instanceId }: Line) => findRow(ownerId, instanceId);

/** Like sendText, for callers that have just read the instance. */
export async function sendTextFrom(
  instance: Instance | null,
  message: Text,
  { toStranger }: { toStranger: boolean },
): Promise<SendOutcome> {
  const call = (gateway: WhatsappGateway, ref: InstanceRef) => gateway.sendText(ref, message);
  return sendMessage(instance, message, call, toStranger);
}

/** Like sendTextFrom for an approved template. */
export function sendTemplateFrom(
  instance: Instance | null,
  message: Parameters<TemplateGateway["sendTemplate"]>[1],
): Promise<SendOutcome> {
  return sendMessage(instance, message, async ({ templatesOutsideWindow: gateway }, ref) =>
    gateway
      ? gateway.sendTemplate(ref, message)
      : { outcome: "refused", because: "template", detail: "Este WhatsApp não usa modelos." },
  );
}

/** Like sendText for a file with its caption; takes up to three minutes. */
export async function sendMedia(
  from: Line,
  message: Parameters<NonNullable<WhatsappGateway["sendMedia"]>>[1],
  open: OpenFile,
): Promise<SendOutcome> {
  return sendMessage(
    await findLine(from),
    message,
    async (gateway, ref) => (await gateway.sendMedia?.(ref, message, open)) ?? NO_FILES,
  );
}

const NO_FILES: SendOutcome = {
  outcome: "refused",
  because: "message",
  detail: "Este WhatsApp ainda não envia arquivos.",
};

/** Remembers whether the provider uses our ids. */
function sendMessage(
  instance: Instance | null,
  { number, messageId }: { number: string; messageId: string },
  call: (gateway: WhatsappGateway, ref: InstanceRef) => Promise<SendOutcome>,
  toStranger = true,
): Promise<SendOutcome> {
  const carryOut = async (gateway: WhatsappGateway, row: Instance) => {
    const outcome = await call(gateway, toRef(row));
    if (outcome.outcome === "accepted") {
      const honoured = outcome.providerMessageId === messageId;
      if (honoured !== row.own_message_ids) {
        await setHonoursIds(ownerOfRow(row.owner_id), row.id, honoured);
      }
    }
    return outcome;
  };
  return send(instance, number, carryOut, toStranger);
}

/** Sets our reaction to a message. Provider failures are outcomes, not exceptions. */
export async function sendReaction(
  from: Line,
  reaction: { to: MessageRef; chatId: string; emoji: string | null },
): Promise<SendOutcome> {
  return send(await findLine(from), reaction.chatId, (gateway, row) =>
    gateway.sendReaction(toRef(row), reaction),
  );
}

/** Sends to `to` by a call that only some providers offer; what the outcome says about the connection is stored. */
export async function sendBy(
  from: Line,
  to: string,
  call: (gateway: WhatsappGateway, ref: InstanceRef) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  return send(await findLine(from), to, (gateway, row) => call(gateway, toRef(row)));
}

/**
 * Stores what the outcome says about the connection. A refusal for a contact who has written says nothing about the
 * number.
 */
async function send(
  row: Instance | null,
  to: string,
  call: (gateway: WhatsappGateway, row: Instance) => Promise<SendOutcome>,
  toStranger = true,
): Promise<SendOutcome> {
  if (!row) return { outcome: "disconnected", detail: "Nenhuma instância" };
  const gateway = getWhatsappProvider();
  const outcome =
    (await refuseTwin(gateway, row, to)) ??
    (await judgeAddressee(row, to, await call(gateway, row)));
  countSend(isMisdirected(outcome) ? "misdirected" : outcome.outcome);
  if (outcome.outcome === "disconnected") {
    const { problem = null } = outcome;
    await applyConnection(row, { number: null, status: "DISCONNECTED", problem });
  }
  if (outcome.outcome === "restricted" && toStranger) await applyRestriction(row, outcome.until);
  return outcome;
}

export const CONFUSED = {
  outcome: "refused",
  because: "message",
  detail:
    "O servidor de WhatsApp confunde este número com o de outra pessoa: por ele não dá para escrever para este número",
} satisfies SendOutcome;

/**
 * Refuses a message that the provider would deliver to somebody else, which can change from one message to the next.
 * Also refuses it where the provider does not say whom it would write to. Returns null where the message may be sent.
 */
async function refuseTwin(
  gateway: WhatsappGateway,
  row: Instance,
  to: string,
): Promise<SendOutcome | null> {
  const number = getChatNumber(to) ?? to;
  if (!gateway.confusesNumber?.(number)) return null;
  const found = await gateway.resolveNumber(toRef(row), number);
  if (found.outcome === "unknown") {
    return { outcome: "not_taken", retryAfterMs: null, detail: "Sem resposta sobre o número" };
  }
  if (found.outcome !== "exists") return null;
  const isTheirs = await isAddressOf(ownerOfRow(row.owner_id), number, found.chatId);
  return isTheirs ? null : CONFUSED;
}

/**
 * A message accepted for somebody else is not the contact's message; the log and the metrics report it to the operator.
 */
async function judgeAddressee(
  row: Instance,
  to: string,
  outcome: SendOutcome,
): Promise<SendOutcome> {
  if (outcome.outcome !== "accepted") return outcome;
  const detail = await findMisdirection(row, to, outcome);
  return detail === null ? outcome : { outcome: "refused", because: "somebody_else", detail };
}

const isMisdirected = (outcome: SendOutcome) =>
  outcome.outcome === "refused" && outcome.because === "somebody_else";

/** The sentence for a message that went to another person than `to`; null for one that did not. */
async function findMisdirection(
  row: Instance,
  to: string,
  { providerMessageId, chatId }: { providerMessageId: string; chatId: string },
): Promise<string | null> {
  if (await isAddressOf(ownerOfRow(row.owner_id), to, chatId)) return null;
  logger.error({ ownerId: row.owner_id, providerMessageId }, "message sent to somebody else");
  const number = formatKeptNumber(getChatNumber(chatId)) || "que não é o deste contato";
  return `O servidor de WhatsApp enviou esta mensagem a outra pessoa, ${number}, em vez deste contato`;
}

/** Fetches the file of a message. Throws only when `signal` aborts. */
export async function downloadMedia(
  from: Line,
  media: { messageId: string; chatId: string; fromMe: boolean; source: unknown },
  signal: AbortSignal,
): Promise<MediaDownload> {
  const row = await findLine(from);
  if (!row) return { outcome: "unavailable", retryAfterMs: null, detail: "no instance" };
  return getWhatsappProvider().downloadMedia(toRef(row), media, signal);
}

/** Sends read receipts while a phone is connected. @throws AppError unavailable */
export async function markRead(
  { ownerId, instanceId }: Line,
  read: { chatId: string; messageIds: string[] },
): Promise<void> {
  const connected = await findConnected(ownerId, instanceId);
  if (connected) await getWhatsappProvider().markRead(connected.ref, read);
}

/** Shows or hides that we are typing, while a phone is connected. Resolves once the provider has stopped showing it. */
export async function setTyping({ ownerId, instanceId }: Line, shown: Typing): Promise<void> {
  const connected = await findConnected(ownerId, instanceId);
  if (connected) await getWhatsappProvider().setTyping(connected.ref, shown);
}

/** Asks the provider about a send whose response is missing. */
export async function findSent(from: Line, message: SearchedSend): Promise<SentLookup> {
  const row = await findLine(from);
  if (!row) return { outcome: "unknown" };
  const found = await getWhatsappProvider().findSent(toRef(row), {
    ...message,
    honoursIds: row.own_message_ids,
  });
  const detail =
    found.outcome === "sent" ? await findMisdirection(row, message.number, found) : null;
  return detail === null ? found : { outcome: "somebody_else", detail };
}
