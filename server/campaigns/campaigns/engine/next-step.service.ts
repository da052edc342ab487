import { OPT_OUT_LINE } from "@/lib/domain/campaigns/campaign";
import { renderTemplate, type TemplateLead } from "@/lib/domain/campaigns/message-template";
import { getTypingMs } from "@/lib/domain/campaigns/pacing";
import { usesOwnFields } from "@/lib/domain/campaigns/template-variables";
import { REPLY_WINDOW_HOURS } from "@/lib/domain/messages/reply-window";
import { needsOptIn } from "@/lib/domain/messages/template-words";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import { findQuotaHold } from "@/server/campaigns/campaigns/gates/new-chats.service";
import {
  findCapHold,
  findOutcomeHold,
  findUndeliveredHold,
  findWindowHold,
  getPolicy,
  getRepeatDays,
  type Hold,
  keepsTurns,
} from "@/server/campaigns/campaigns/gates/pacing.service";
import { findSenderRoomHold } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import {
  findMissingOptIn,
  findTemplateHold,
  writeTemplate,
} from "@/server/campaigns/campaigns/gates/template-gates.service";
import { findNumberPaces, type NumberPace } from "@/server/campaigns/campaigns/pace.repository";
import * as runs from "@/server/campaigns/campaigns/runs.repository";
import { takeFromBeside } from "@/server/campaigns/campaigns/shared-audience.repository";
import { recordEvent } from "@/server/integrations/events/events.service";
import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { findOwnTexts } from "@/server/leads/own-fields/own-variables.service";
import { recordWrittenOptIn } from "@/server/messaging/opt-ins/opt-ins.service";
import { findSenders, type Sender } from "@/server/messaging/whatsapp/instances.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import { groupTransactions } from "@/server/platform/db/transaction";
import { type ClaimedSend, claimSends, type ReadySend } from "./claim-sends.service";
import { judgeFollowUp, type SkipReason } from "./follow-ups.service";
import {
  findRestriction,
  findTrouble,
  finishRun,
  hold,
  type Run,
  stayPaused,
  type Trouble,
  type Wait,
  waitInTrouble,
} from "./run-waits.service";

/** How soon a run checks again whether the outcome of its message is recorded. */
const OUTCOME_LOOK_MS = 1_000;
/** How soon a run with nobody left looks again for people of the runs beside it. */
const BESIDE_LOOK_MS = 5_000;
const WITHOUT_WHATSAPP = "Número não está no WhatsApp";

export type Step =
  | ClaimedSend
  /** Asks WhatsApp for the number's address; `again` even if it was asked lately. */
  | { do: "check"; recipient: delivery.RecipientRow; again: boolean }
  /** Shows that we are typing, then waits. */
  | { do: "type"; instanceId: number; chatId: string; until: Date }
  | { do: "continue" }
  | Wait;

/** `checked`: recipients whose number the provider was asked about without a clear answer. */
interface Asked {
  run: Run;
  checked: ReadonlySet<number>;
}

/**
 * Decides the next step of a run in one transaction that locks the run, and records it before it is carried out. Every
 * gate is checked again. A number whose address is unknown is checked first, unless it is among `checked`. Simultaneous
 * calls are decided together.
 */
export const decideNextStep: (asked: Asked) => Promise<Step> = groupTransactions(decideNextSteps);

async function decideNextSteps(asked: readonly Asked[]): Promise<Step[]> {
  const locked = await lockRuns(asked);
  const held = [...locked.keys()];
  const found = await findSenders(held);
  const senders = new Map(held.map((run, at) => [run, found[at] ?? null]));
  const paces = await findPaces(locked, senders);
  const early = await inTurn(asked, ({ run }) =>
    decideWithoutRecipient(run, locked.get(run), paces.get(run)),
  );
  const open = asked.filter((_, at) => early[at] === null).map(({ run }) => run);
  const strangers = await findHeldStrangers(open, senders);
  const recipients = await findNextRecipients(open, strangers);
  const steps = await inTurn(asked, ({ run, checked }, at) => {
    const row = locked.get(run);
    if (early[at] || !row) return early[at] ?? LEAVE;
    const sender = senders.get(run) ?? null;
    return decideSend(run, {
      others: [...recipients.values()].map(({ id }) => id),
      locked: row,
      recipient: recipients.get(run.id),
      sender,
      checked,
      strangers: strangers.get(run),
    });
  });
  const claimed = await claimSends(steps.filter(isReady));
  return steps.map((step) => (isReady(step) ? (claimed.shift() ?? LEAVE) : step));
}

function isReady(step: Step | ReadySend): step is ReadySend {
  return !("do" in step);
}

/** When the number of each run may send again, for numbers whose messages wait for one another. */
async function findPaces(
  locked: ReadonlyMap<Run, runs.LockedRun>,
  senders: ReadonlyMap<Run, Sender | null>,
): Promise<Map<Run, NumberPace>> {
  const keys = new Map<Run, string>();
  for (const [run, { pacing }] of locked) {
    const sender = senders.get(run);
    if (sender && keepsTurns(getPolicy(pacing))) keys.set(run, sender.senderKey);
  }
  const found = keys.size > 0 ? await findNumberPaces([...new Set(keys.values())]) : [];
  const paces = new Map<Run, NumberPace>();
  for (const [run, key] of keys) {
    const pace = found.find(({ sender_key }) => sender_key === key);
    if (pace) paces.set(run, pace);
  }
  return paces;
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

/**
 * The runs whose number may not begin new chats now, with the reason: WhatsApp restricts it, or its quota or limit is
 * used up.
 */
async function findHeldStrangers(open: readonly Run[], senders: ReadonlyMap<Run, Sender | null>) {
  const held = new Map<Run, Trouble | Hold>();
  for (const run of open) {
    const sender = senders.get(run);
    if (!sender?.connected) continue;
    const kept =
      findRestriction(sender, new Date()) ??
      (await findQuotaHold(sender)) ??
      (await findSenderRoomHold(sender));
    if (kept) held.set(run, kept);
  }
  return held;
}

async function findNextRecipients(open: readonly Run[], held: ReadonlyMap<Run, unknown>) {
  const onlyKnown = new Set([...held.keys()].map(({ id }) => id));
  const ids = open.map(({ id }) => id);
  // For Meta, a person who has not written for a day is new.
  const knownHours = describeProvider().templates_outside_window ? REPLY_WINDOW_HOURS : undefined;
  const asked = { onlyKnown, knownHours, repeatDays: getRepeatDays() };
  const rows = ids.length > 0 ? await delivery.findNextRecipients(ids, asked) : [];
  return new Map(rows.map((row) => [row.run_id, row]));
}

/** What the run's own state decides; null when a message may be next. */
async function decideWithoutRecipient(
  run: Run,
  locked: runs.LockedRun | undefined,
  pace: NumberPace | undefined,
): Promise<Step | null> {
  if (!locked) return LEAVE;
  const dueAt = Math.max(locked.next_send_at?.getTime() ?? 0, pace?.next_send_at.getTime() ?? 0);
  if (locked.has_open_send) return waitForOutcome(locked, dueAt);
  if (locked.stop_at) return finishRun(run, "stopped");
  if (locked.paused_at) return stayPaused(run, locked.paused_at);
  return dueAt > Date.now() ? { do: "wait", until: new Date(dueAt) } : null;
}

/** Nobody is written to while the outcome of a message is unknown; the duty of open sends looks it up. */
function waitForOutcome({ stop_at }: runs.LockedRun, dueAt: number): Step {
  const look = Date.now() + OUTCOME_LOOK_MS;
  return { do: "wait", until: new Date(stop_at === null ? Math.max(look, dueAt) : look) };
}

/** What is known when the next recipient of a run has been read. */
interface Gates {
  locked: runs.LockedRun;
  recipient: delivery.RecipientRow | undefined;
  /** The recipients that are decided about in this transaction, of all runs. */
  others: readonly number[];
  sender: Sender | null;
  checked: ReadonlySet<number>;
  /** What keeps the number from writing to strangers; the recipient is then a person who has written. */
  strangers: Trouble | Hold | undefined;
}

/** Returns a step, or a send that is ready but must still be claimed. */
async function decideSend(run: Run, gates: Gates): Promise<Step | ReadySend> {
  const { recipient, strangers } = gates;
  if (!recipient) {
    const beside = await lookBeside(run, gates);
    if (beside) return beside;
    const isOver = !strangers || (await delivery.findNextDue(run)) === null;
    return isOver ? finishRun(run, "completed") : waitForStrangers(run, gates.locked, strangers);
  }
  const skip =
    (await takeCorrection(recipient)) ??
    findSkipReason(recipient) ??
    findMissingOptIn(recipient, gates.locked.templates) ??
    (await judgeFollowUp(run.ownerId, recipient, {
      policy: getPolicy(gates.locked.pacing),
      endAt: gates.locked.steps_end_at,
    }));
  if (skip === "corrected" || skip === "postponed") return { do: "continue" };
  if (!skip) return prepareSend(run, { ...gates, recipient });
  await delivery.skipRecipient(recipient.id, skip);
  return { do: "continue" };
}

/**
 * A run does not end while a run beside it has people whom it may have to take over: that one's number may be restricted
 * before it has written to its last.
 */
async function lookBeside(
  run: Run,
  { locked, sender, strangers, others: except }: Gates,
): Promise<Step | null> {
  if (locked.following) return null;
  const canTake = !strangers && sender?.connected === true;
  const found = await takeFromBeside(run, { canTake, except });
  if (found === "taken") return { do: "continue" };
  return found === "left" ? { do: "wait", until: new Date(Date.now() + BESIDE_LOOK_MS) } : null;
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
  const other = findOtherNumber(recipient, locked, sender);
  if (other) return hold(run, { pause: other, askedSenderKey: sender.senderKey });
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
  const hidden = recipient.first_contact
    ? await findUndeliveredHold(run.id, policy, locked.resumed_at)
    : null;
  // Asks the provider, which may know that the number is no longer connected.
  if (hidden) return { ...(await hold(run, hidden)), do: "ask" } as Step;
  const kept =
    (await findOutcomeHold(sender, policy, locked.resumed_at)) ??
    (recipient.first_contact ? await findCapHold(policy, sender, recipient) : null);
  if (kept) return hold(run, kept);
  if (recipient.address === null && !checked.has(recipient.id)) {
    return { do: "check", recipient, again: locked.kind !== "audience" };
  }
  const texts = template?.bindings.map(({ value }) => value) ?? [recipient.template];
  const lead = await findTemplateLead(run, recipient, texts);
  const { text, filled = null } = template
    ? writeTemplate(lead, template, now)
    : { text: recipient.text ?? writeText(recipient.template, lead, locked.opt_out_line, now) };
  const typingMs = getTypingMs(policy, text);
  if (typingMs > 0 && recipient.address !== null && locked.typing_for !== recipient.id) {
    const until = new Date(now.getTime() + typingMs);
    await runs.setTyping(run, recipient.id, until);
    return { do: "type", instanceId: sender.instance.id, chatId: recipient.address, until };
  }
  if (template && needsOptIn(template.category) && !recipient.opted_in) {
    await recordWrittenOptIn(run.ownerId, recipient.phone_key);
  }
  return { run, recipient, text, filled, sender, policy };
}

/**
 * Asks the user once for a run, and once for each connected number that differs from the number of its first messages:
 * the recipient knows only that one.
 */
function findOtherNumber(
  { began_from }: delivery.RecipientRow,
  { asked_sender_key }: runs.LockedRun,
  { senderKey }: Sender,
): string | null {
  const isOther = began_from !== null && began_from !== senderKey && asked_sender_key !== senderKey;
  // A connection whose number was not known has no number that could be shown.
  if (!isOther || !/^\d+$/.test(began_from)) return null;
  return `A primeira mensagem saiu do número ${formatPhone(addNinthDigit(began_from))}; continuar por este? Se não, conecte aquele número antes de continuar.`;
}

function waitForStrangers(run: Run, locked: runs.LockedRun, kept: Trouble | Hold): Promise<Wait> {
  return "giveUpHours" in kept ? waitInTrouble(run, locked, kept) : hold(run, kept);
}

/** The lead's number was changed since the run was made: the gates are checked again for the present one. */
async function takeCorrection(
  recipient: delivery.RecipientRow,
): Promise<"corrected" | SkipReason | null> {
  if (!recipient.corrected) return null;
  const { number, phone_key: phoneKey, same_person } = recipient.corrected;
  if (number === null || phoneKey === null) {
    return { cause: "no_whatsapp", detail: "O lead não tem mais um WhatsApp" };
  }
  // The holder of the new number did not get the previous message.
  if (recipient.step > 1 && !same_person) {
    return {
      cause: "number_changed",
      detail: "O número do lead mudou depois da mensagem anterior",
    };
  }
  return (await delivery.correctNumber(recipient, { number, phoneKey }))
    ? "corrected"
    : { cause: "contacted", detail: "Este número já está nesta prospecção" };
}

const WRITTEN_TO = "Você escreveu a esta pessoa depois da mensagem anterior";

function findSkipReason(recipient: delivery.RecipientRow): SkipReason | null {
  if (recipient.opted_out) {
    return { cause: "opted_out", detail: "Pediu para não receber mensagens" };
  }
  if (recipient.in_review) {
    return { cause: "in_review", detail: "Pode ter pedido para sair: decida na conversa" };
  }
  if (recipient.answered) return { cause: "answered", detail: "Escreveu antes do envio" };
  if (recipient.contacted) {
    const detail = recipient.step > 1 ? WRITTEN_TO : "Já recebeu uma mensagem";
    return { cause: "contacted", detail };
  }
  if (recipient.recent) {
    return { cause: "recent", detail: "Recebeu uma mensagem de campanha há poucos dias" };
  }
  if (!recipient.lead) return { cause: "lead_deleted", detail: "O lead foi excluído" };
  return null;
}

/** The recipient's lead; its own fields are read only for campaigns whose texts name one. */
async function findTemplateLead(
  run: Run,
  recipient: delivery.RecipientRow,
  texts: readonly string[],
): Promise<TemplateLead> {
  if (!recipient.lead) throw new Error("A recipient without a lead is skipped before.");
  const { lead, lead_id: leadId } = recipient;
  if (leadId === null || !texts.some(usesOwnFields)) return lead;
  return { ...lead, own: await findOwnTexts(run.ownerId, leadId) };
}

/** The text is written when it goes out, so that the greeting fits the hour, and kept for every retry. */
function writeText(
  template: string,
  lead: TemplateLead,
  withOptOutLine: boolean,
  now: Date,
): string {
  const text = renderTemplate(template, lead, now);
  return withOptOutLine ? `${text}\n\n${OPT_OUT_LINE}` : text;
}
