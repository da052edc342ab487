import { OPT_OUT_LINE, type RecipientCause } from "@/lib/domain/campaigns/campaign";
import { renderTemplate } from "@/lib/domain/campaigns/message-template";
import { getTypingMs, type SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { needsOptIn } from "@/lib/domain/messages/template-words";
import { recordEvent } from "@/server/integrations/events/events.service";
import { markLeadContacted } from "@/server/leads/leads/leads.service";
import { recordWrittenOptIn } from "@/server/messaging/opt-ins/opt-ins.service";
import { insertSends } from "@/server/messaging/sends/sends.service";
import {
  findSenders,
  type Instance,
  type Sender,
} from "@/server/messaging/whatsapp/instances.service";
import { createMessageId } from "@/server/messaging/whatsapp/message-ids.rule";
import { groupTransactions } from "@/server/platform/db/transaction";
import * as delivery from "./delivery.repository";
import { findNumberHold, findWindowHold, getPolicy } from "./pacing.service";
import {
  findTrouble,
  finishRun,
  hold,
  type Run,
  stayPaused,
  type Wait,
  waitInTrouble,
} from "./run-waits.service";
import * as runs from "./runs.repository";
import {
  type FilledTemplate,
  findMissingOptIn,
  findTemplateHold,
  writeTemplate,
} from "./template-gates.service";

/** How soon a run looks again whether the outcome of its message is recorded. */
const OUTCOME_LOOK_MS = 1_000;
const WITHOUT_WHATSAPP = "Número não está no WhatsApp";

export type Step =
  | ({ do: "send"; messageId: string } & ReadySend)
  /** Asks WhatsApp for the number's address; `again` even if it was asked lately. */
  | { do: "check"; recipient: delivery.RecipientRow; again: boolean }
  /** Shows that we are typing, then waits. */
  | { do: "type"; chatId: string; until: Date }
  | { do: "continue" }
  | Wait;

/** A message that every gate has let through. */
interface ReadySend {
  recipient: delivery.RecipientRow;
  text: string;
  /** The template and its values whose words the text is; null for a text. */
  filled: FilledTemplate | null;
  instance: Instance;
  policy: SendingPolicy;
  blockLeft: number | null;
}

/** `checked`: recipients whose number was asked about, and the provider could not tell. */
interface Asked {
  run: Run;
  checked: ReadonlySet<number>;
}

/**
 * Decides the next step of a run in one transaction that locks the run, and records it before it is carried out. Every
 * gate is read anew. A number whose address is unknown is checked first, unless it is among `checked`. Runs that ask at
 * the same time are decided together.
 */
export const decideNextStep: (asked: Asked) => Promise<Step> = groupTransactions(decideNextSteps);

async function decideNextSteps(asked: readonly Asked[]): Promise<Step[]> {
  const locked = await lockRuns(asked);
  const early = await inTurn(asked, ({ run }) => decideWithoutRecipient(run, locked.get(run)));
  const open = asked.filter((_, at) => early[at] === null).map(({ run }) => run);
  const recipients = await findNextRecipients(open);
  const senders = await findSenders(recipients.size > 0 ? open.map(({ ownerId }) => ownerId) : []);
  const steps = await inTurn(asked, ({ run, checked }, at) => {
    const row = locked.get(run);
    if (early[at] || !row) return early[at] ?? LEAVE;
    const sender = senders.get(run.ownerId) ?? null;
    return decideSend(run, { locked: row, recipient: recipients.get(run.id), sender, checked });
  });
  return claimSends(steps);
}

/** One after the other: the statements of a transaction cannot overlap. */
async function inTurn<T, R>(items: readonly T[], decide: (item: T, at: number) => R) {
  const decisions: Awaited<R>[] = [];
  for (const [at, item] of items.entries()) decisions.push(await decide(item, at));
  return decisions;
}

const LEAVE = { do: "leave" } as const;

async function lockRuns(asked: readonly Asked[]): Promise<Map<Run, runs.LockedRun>> {
  const rows = await runs.lockRuns(asked.map(({ run }) => run));
  const locked = new Map<Run, runs.LockedRun>();
  for (const { run } of asked) {
    const row = rows.find(({ id, lease_no }) => id === run.id && lease_no === run.leaseNo);
    if (row) locked.set(run, row);
  }
  return locked;
}

async function findNextRecipients(open: readonly Run[]) {
  const rows = open.length > 0 ? await delivery.findNextRecipients(open.map(({ id }) => id)) : [];
  return new Map(rows.map((row) => [row.run_id, row]));
}

/** What the run's own state says; null when a message may be next. */
async function decideWithoutRecipient(
  run: Run,
  locked: runs.LockedRun | undefined,
): Promise<Step | null> {
  if (!locked) return LEAVE;
  if (locked.has_open_send) return waitForOutcome(locked);
  if (locked.stop_at) return finishRun(run, "stopped");
  if (locked.paused_at) return stayPaused(run, locked.paused_at);
  if (locked.next_send_at && locked.next_send_at > new Date()) {
    return { do: "wait", until: locked.next_send_at };
  }
  return null;
}

/** Nobody is written to while it is not known what became of a message; the duty of open sends asks. */
function waitForOutcome({ stop_at, next_send_at }: runs.LockedRun): Step {
  const look = Date.now() + OUTCOME_LOOK_MS;
  const pace = stop_at === null ? (next_send_at?.getTime() ?? look) : look;
  return { do: "wait", until: new Date(Math.max(look, pace)) };
}

/** What is known when the next recipient of a run has been read. */
interface Gates {
  locked: runs.LockedRun;
  recipient: delivery.RecipientRow | undefined;
  sender: Sender | null;
  checked: ReadonlySet<number>;
}

/** A send that is ready is yet to be claimed. */
async function decideSend(run: Run, gates: Gates): Promise<Step | ReadySend> {
  const { recipient } = gates;
  if (!recipient) return finishRun(run, "completed");
  const skip =
    (await takeCorrection(recipient)) ??
    findSkipReason(recipient) ??
    findMissingOptIn(recipient, gates.locked.templates);
  if (skip === "corrected") return { do: "continue" };
  if (!skip) return prepareSend(run, { ...gates, recipient });
  await delivery.skipRecipient(recipient.id, skip);
  return { do: "continue" };
}

async function claimSends(steps: readonly (Step | ReadySend)[]): Promise<Step[]> {
  const ready = steps.filter((step): step is ReadySend => !("do" in step));
  if (ready.length === 0) return steps as Step[];
  const messageIds = await delivery.markSending(
    ready.map(({ recipient, text }) => ({
      recipientId: recipient.id,
      messageId: createMessageId(),
      text,
      isFirstContact: recipient.first_contact,
    })),
  );
  await insertSends(
    "campaign",
    ready.map(({ recipient, text, instance }) => ({
      ownerId: instance.owner_id,
      instanceId: instance.id,
      messageId: messageIds.get(recipient.id) ?? "",
      refId: recipient.id,
      address: recipient.address ?? recipient.number,
      kind: "text",
      content: text,
      bytes: null,
    })),
  );
  return steps.map((step) => {
    if ("do" in step) return step;
    return { do: "send", messageId: messageIds.get(step.recipient.id) ?? "", ...step };
  });
}

async function prepareSend(
  run: Run,
  { locked, recipient, sender, checked }: Gates & { recipient: delivery.RecipientRow },
): Promise<Step | ReadySend> {
  const now = new Date();
  const policy = getPolicy(locked.pacing);
  const trouble = findTrouble(sender, {
    now,
    since: locked.trouble_since,
    byTemplate: locked.templates !== null,
  });
  if (trouble) return waitInTrouble(run, locked, trouble);
  if (!sender) throw new Error("Without a sender there is trouble.");
  const template = locked.templates?.[recipient.variant];
  const state = template && (await findTemplateHold(run.ownerId, sender.instance.id, template));
  if (state) return hold(run, state);
  const window = findWindowHold(policy, now);
  if (window) return hold(run, window);
  if (recipient.missing) {
    if (recipient.lead_id) await markLeadContacted(run.ownerId, recipient.lead_id, "failed");
    await delivery.failMissing(recipient.id, WITHOUT_WHATSAPP);
    await recordEvent(run.ownerId, "message_failed", {
      metadata: {
        activity_id: run.campaignId,
        lead_id: recipient.lead_id,
        detail: WITHOUT_WHATSAPP,
      },
    });
    return { do: "continue" };
  }
  const kept = await findNumberHold(run.ownerId, policy, {
    pairedAt: sender.pairedAt,
    resumedAt: locked.resumed_at,
    isFirstContact: recipient.first_contact,
  });
  if (kept) return hold(run, kept);
  if (recipient.address === null && !checked.has(recipient.id)) {
    return { do: "check", recipient, again: locked.kind !== "audience" };
  }
  const { text, filled = null } = template
    ? writeTemplate(recipient, template, now)
    : { text: recipient.text ?? writeText(recipient, locked.opt_out_line, now) };
  const typingMs = getTypingMs(policy, text);
  if (typingMs > 0 && recipient.address !== null && locked.typing_for !== recipient.id) {
    const until = new Date(now.getTime() + typingMs);
    await runs.setTyping(run, recipient.id, until);
    return { do: "type", chatId: recipient.address, until };
  }
  if (template && needsOptIn(template.category) && !recipient.opted_in) {
    await recordWrittenOptIn(run.ownerId, recipient.phone_key);
  }
  const { instance } = sender;
  return { recipient, text, filled, instance, policy, blockLeft: locked.block_left };
}

interface SkipReason {
  cause: RecipientCause;
  detail: string;
}

/** The lead's number was changed since the run was made: the gates are read anew for the present one. */
async function takeCorrection(
  recipient: delivery.RecipientRow,
): Promise<"corrected" | SkipReason | null> {
  if (!recipient.corrected) return null;
  const { number, phone_key: phoneKey } = recipient.corrected;
  if (number === null || phoneKey === null) {
    return { cause: "no_whatsapp", detail: "O lead não tem mais um WhatsApp" };
  }
  return (await delivery.correctNumber(recipient, { number, phoneKey }))
    ? "corrected"
    : { cause: "contacted", detail: "Este número já está nesta prospecção" };
}

function findSkipReason(recipient: delivery.RecipientRow): SkipReason | null {
  if (recipient.opted_out) {
    return { cause: "opted_out", detail: "Pediu para não receber mensagens" };
  }
  if (recipient.in_review) {
    return { cause: "in_review", detail: "Pode ter pedido para sair: decida na conversa" };
  }
  if (recipient.answered) return { cause: "answered", detail: "Escreveu antes do envio" };
  if (recipient.contacted) return { cause: "contacted", detail: "Já recebeu uma mensagem" };
  if (!recipient.lead) return { cause: "lead_deleted", detail: "O lead foi excluído" };
  return null;
}

/** The text is written when it goes out, so that the greeting fits the hour, and kept for every retry. */
function writeText(recipient: delivery.RecipientRow, withOptOutLine: boolean, now: Date): string {
  if (!recipient.lead) throw new Error("A recipient without a lead is skipped before.");
  const text = renderTemplate(recipient.template, recipient.lead, now);
  return withOptOutLine ? `${text}\n\n${OPT_OUT_LINE}` : text;
}
