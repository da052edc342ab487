import type { SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import {
  drawNextSend,
  drawSpreadMs,
  findCapHold,
  keepsTurns,
} from "@/server/campaigns/campaigns/gates/pacing.service";
import { findRoomHold } from "@/server/campaigns/campaigns/gates/portfolio-room.service";
import type { FilledTemplate } from "@/server/campaigns/campaigns/gates/template-gates.service";
import { addFirstContacts } from "@/server/campaigns/campaigns/number-days.repository";
import {
  isTurnOfOthers,
  lockNumberPaces,
  type NumberPace,
  setNumberPaces,
} from "@/server/campaigns/campaigns/pace.repository";
import { createMessageId } from "@/server/messaging/gateway/message-ids.rule";
import {
  lockPortfolioLimits,
  type PortfolioLimit,
} from "@/server/messaging/portfolios/portfolios.service";
import { insertSends } from "@/server/messaging/sends/sends.service";
import { findPhoneShare, type Sender } from "@/server/messaging/whatsapp/instances.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import { hold, type Run, type Wait } from "./run-waits.service";

/** How long a number stays free for an account that has waited longer, and how soon the others look again. */
const PATIENCE_MS = 10_000;
const TURN_LOOK_MS = 500;

/** A message that has passed every gate, except for its number's turn. */
export interface ReadySend {
  run: Run;
  recipient: delivery.RecipientRow;
  text: string;
  /** The template and its values whose words the text is; null for a text. */
  filled: FilledTemplate | null;
  sender: Sender;
  policy: SendingPolicy;
}

/** A message that is recorded as about to go out. */
export interface ClaimedSend extends ReadySend {
  do: "send";
  messageId: string;
  next: { at: Date; blockLeft: number | null };
}

export type Claimed = ClaimedSend | Wait | { do: "continue" };

/**
 * Records those of these messages in the outbox whose number is free for them. One phone may be connected by several
 * accounts: its row is locked, and its caps are counted again under the lock, so that two accounts never take the same
 * place. The same holds for the limit of a business account that several numbers share. These are the last locks that
 * the transaction takes.
 */
export async function claimSends(ready: readonly ReadySend[]): Promise<Claimed[]> {
  const turns = ready.filter(({ policy }) => keepsTurns(policy));
  const paces = new Map<string, NumberPace>();
  if (turns.length > 0) {
    const locked = await lockNumberPaces(turns.map(({ sender }) => sender.senderKey));
    for (const pace of locked) paces.set(pace.sender_key, pace);
  }
  const rooms = await lockRooms(ready);
  const taken = new Set<string>();
  const claimed: Claimed[] = [];
  for (const send of ready) {
    const pace = keepsTurns(send.policy) ? paces.get(send.sender.senderKey) : undefined;
    const room = send.recipient.in_window ? undefined : rooms.get(accountOf(send) ?? "");
    // The first message that a number claims is not stored yet, so its next one is decided again later.
    const wait =
      taken.has(send.sender.senderKey) || (room && taken.has(room.account))
        ? ({ do: "continue" } as const)
        : ((pace && (await findTurnWait(send, pace))) ??
          (room && (await findRoomWait(send, room))));
    if (wait) {
      claimed.push(wait);
      continue;
    }
    const spreads = pace && send.recipient.first_contact && send.policy.spreads;
    const spreadMs = spreads
      ? await drawSpreadMs(send.policy, send.sender, await findPhoneShare(send.sender))
      : 0;
    const next = drawNextSend(send.policy, pace?.block_left ?? null, send.text, spreadMs);
    if (pace) taken.add(pace.sender_key);
    if (room) taken.add(room.account);
    claimed.push({ ...send, do: "send", messageId: createMessageId(), next });
  }
  return record(claimed);
}

/**
 * The known limits of the business accounts whose numbers send, by account; none where the provider has no such limit.
 */
async function lockRooms(ready: readonly ReadySend[]): Promise<Map<string, PortfolioLimit>> {
  const accounts = describeProvider().templates_outside_window
    ? ready.flatMap((send) => (send.recipient.in_window ? [] : (accountOf(send) ?? [])))
    : [];
  const limits = await lockPortfolioLimits(accounts);
  return new Map(limits.map((limit) => [limit.account, limit]));
}

const accountOf = ({ sender }: ReadySend) => sender.instance.account_ref;

async function findRoomWait({ run, recipient }: ReadySend, room: PortfolioLimit) {
  const kept = await findRoomHold(room, recipient.phone_key);
  return kept && hold(run, kept);
}

async function findTurnWait(send: ReadySend, pace: NumberPace): Promise<Wait | null> {
  const { run, recipient, sender, policy } = send;
  const now = new Date();
  if (pace.next_send_at > now) return { do: "wait", until: pace.next_send_at };
  const share = await findPhoneShare(sender);
  const kept = recipient.first_contact ? await findCapHold(policy, sender, recipient, share) : null;
  if (kept) return hold(run, kept);
  if (share.others.length === 0) return null;
  const { others, instanceIds } = share;
  const { senderKey } = sender;
  const turn = {
    others,
    instanceIds,
    senderKey,
    freeAt: pace.next_send_at,
    patienceMs: PATIENCE_MS,
  };
  const isTheirs = await isTurnOfOthers(run.ownerId, turn);
  return isTheirs ? { do: "wait", until: new Date(now.getTime() + TURN_LOOK_MS) } : null;
}

async function record(decided: readonly Claimed[]): Promise<Claimed[]> {
  const sends = decided.filter((step): step is ClaimedSend => step.do === "send");
  if (sends.length === 0) return [...decided];
  const counted = sends.filter(({ policy }) => keepsTurns(policy));
  if (counted.length > 0) {
    await setNumberPaces(
      counted.map(({ sender, next }) => ({
        sender_key: sender.senderKey,
        next_send_at: next.at,
        block_left: next.blockLeft,
      })),
    );
  }
  const today = getSaoPauloDay(new Date());
  const made = counted.filter(
    ({ recipient: { first_contact, claimed_at } }) =>
      first_contact && (claimed_at === null || getSaoPauloDay(claimed_at) !== today),
  );
  if (made.length > 0) {
    await addFirstContacts(
      made.map(({ sender }) => sender.senderKey),
      today,
    );
  }
  const messageIds = await delivery.markSending(
    sends.map(({ recipient, messageId, text, sender }) => ({
      recipientId: recipient.id,
      messageId,
      text,
      isFirstContact: recipient.first_contact,
      senderKey: sender.senderKey,
    })),
  );
  await insertSends(
    "campaign",
    sends.map(({ recipient, text, sender: { instance } }) => ({
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
  return decided.map((step) =>
    step.do === "send" ? { ...step, messageId: messageIds.get(step.recipient.id) ?? "" } : step,
  );
}
