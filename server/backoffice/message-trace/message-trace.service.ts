import type { MessageTrace, TracedMessage } from "@/lib/contracts/backoffice/message-trace";
import { CAUSE_LABEL } from "@/lib/domain/campaigns/results-summary";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { TracedState } from "@/lib/domain/messages/message-trace";
import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { AppError } from "@/lib/errors";
import { formatDateTime } from "@/lib/format";
import { getPerson } from "@/server/accounts/users/accounts.service";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { findErasedKeys } from "@/server/platform/erased-keys/erased-keys.service";
import * as repository from "./message-trace.repository";

/**
 * The outcome of an account's messages to a number, and what holds new ones back: for the administrator, without the
 * messages' text. The lookup is audited, without the number.
 * @throws AppError not_found; invalid_input for an invalid number
 */
export async function traceMessages(
  actor: Actor,
  userId: number,
  number: string,
): Promise<MessageTrace> {
  const { account_id: ownerId } = await getPerson(userId, null);
  const phoneKey = toKeptNumber(number)?.phone_key ?? null;
  if (phoneKey === null) {
    throw new AppError("invalid_input", "", { fields: { number: "Informe um número com DDD." } });
  }
  await transaction(() => recordAuditEntry(actor, "message.traced", { targetUserId: ownerId }));
  const [holds, recipients, scheduled, chat, erased] = await Promise.all([
    repository.findHolds(ownerId, phoneKey),
    repository.findRecipients(ownerId, phoneKey),
    repository.findScheduled(ownerId, phoneKey),
    repository.findChatMessages(ownerId, phoneKey),
    findErasedKeys(ownerId, { phones: [phoneKey], emails: [], cnpjs: [] }),
  ]);
  const ofCampaigns = new Set(recipients.map(({ message_id }) => message_id));
  const messages = [
    ...recipients.map(toCampaignMessage),
    ...scheduled.map(toScheduledMessage),
    // A campaign's message is shown only as the campaign's.
    ...chat.filter(({ message_id }) => !ofCampaigns.has(message_id)).map(toChatMessage),
  ];
  return {
    held: holds ? describeHolds(holds, erased.size > 0) : [],
    messages: messages.toSorted((one, other) => (other.at ?? "9").localeCompare(one.at ?? "9")),
  };
}

const BY: Record<NonNullable<repository.Holds["opted_out_by"]>, string> = {
  reply: "pediu para sair",
  person: "foi bloqueado pela conta",
  import: "veio em uma lista de bloqueados",
};

function describeHolds(holds: repository.Holds, isErased: boolean): string[] {
  const { opted_out_at, opted_out_by, restricted_until, connection, leaves_at } = holds;
  return [
    !holds.is_active && "A conta está desativada.",
    leaves_at && `A conta espera a exclusão em ${inWords(leaves_at)}: nada é enviado.`,
    isErased && "Os dados desta pessoa foram apagados a pedido dela.",
    opted_out_at &&
      opted_out_by &&
      `O número ${BY[opted_out_by]} em ${inWords(opted_out_at)}: campanhas não escrevem para ele.`,
    holds.in_review && "Uma resposta do número espera revisão: talvez peça para sair.",
    connection !== "CONNECTED" &&
      (connection === null
        ? "A conta nunca conectou um WhatsApp."
        : "O WhatsApp da conta está desconectado."),
    restricted_until &&
      `O WhatsApp limita o número da conta até ${inWords(restricted_until)}: não escreve a quem nunca escreveu.`,
  ].filter((each) => typeof each === "string");
}

const inWords = (at: Date) => formatDateTime(at.toISOString());

const RECIPIENT_STATE: Record<repository.RecipientRow["state"], TracedState> = {
  pending: "waiting",
  sending: "sending",
  sent: "sent",
  failed: "failed",
  skipped: "skipped",
  unknown: "unknown",
};

function toCampaignMessage(row: repository.RecipientRow): TracedMessage {
  const waits = row.state === "pending";
  const at = waits ? (row.at ?? row.run_next_at) : row.at;
  const label = row.cause && CAUSE_LABEL[row.cause][0];
  return {
    id: `campaign-${row.id}`,
    source: "campaign",
    state: RECIPIENT_STATE[row.state],
    at: at?.toISOString() ?? null,
    reason: row.detail ?? label ?? (waits ? describeWait(row) : null),
    activity_id: row.campaign_id,
    run_id: row.run_id,
    step: row.step,
    job: `campaigns.deliver-run-${row.run_id}`,
    request_id: row.request_id,
    message_id: row.message_id,
  };
}

/** What a whole run waits for. */
function describeWait({ paused, notice, run_status }: repository.RecipientRow): string | null {
  if (notice) return notice;
  if (paused) return "A campanha está pausada.";
  return run_status === "pending" ? "A campanha ainda não começou." : null;
}

const SCHEDULED_STATE: Record<repository.ScheduledRow["state"], TracedState> = {
  scheduled: "waiting",
  sent: "sent",
  answered: "answered",
  failed: "failed",
};

const ALONE = { activity_id: null, run_id: null, step: null, job: null, request_id: null };

function toScheduledMessage({ id, state, detail, at }: repository.ScheduledRow): TracedMessage {
  return {
    id: `scheduled-${id}`,
    source: "scheduled",
    state: SCHEDULED_STATE[state],
    at: at.toISOString(),
    reason: detail,
    ...ALONE,
    message_id: null,
  };
}

function toChatMessage(row: repository.ChatRow): TracedMessage {
  return {
    id: `chat-${row.id}`,
    source: "chat",
    state: toChatState(row),
    at: row.at.toISOString(),
    reason: row.failure,
    ...ALONE,
    message_id: row.message_id,
  };
}

function toChatState({ status_rank, unconfirmed, sending }: repository.ChatRow): TracedState {
  if (unconfirmed) return "unknown";
  if (sending || status_rank === MESSAGE_RANK.pending) return "sending";
  if (status_rank === MESSAGE_RANK.failed) return "failed";
  if (status_rank === MESSAGE_RANK.read) return "read";
  return status_rank === MESSAGE_RANK.delivered ? "delivered" : "sent";
}
