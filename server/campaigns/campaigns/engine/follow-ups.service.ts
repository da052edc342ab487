import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import { isAlwaysOpen, type SendingPolicy } from "@/lib/domain/campaigns/pacing";
import {
  findStepCalendar,
  findStepDeadline,
  findStepOpening,
  findStepTime,
} from "@/lib/domain/campaigns/sequence";
import type { FollowingStep, RecipientRow } from "@/server/campaigns/campaigns/delivery.repository";
import * as repository from "@/server/campaigns/campaigns/follow-ups.repository";
import { getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { findDaysOff, findDaysOffOf } from "@/server/campaigns/days-off/days-off.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";

/** Why a recipient gets no message. */
export interface SkipReason {
  cause: RecipientCause;
  detail: string;
}

const REACTED =
  "Reagiu, ligou ou votou: decida se a sequência continua. Sem decisão, ela termina para esta pessoa.";

const PLAN_ENDED = "O plano PRO terminou há mais de 7 dias";

/**
 * Plans what follows the messages that went out, inside the transaction that records them, so that nobody is lost
 * between two steps. `sent`: recipients with the step that follows theirs, or null.
 */
export async function planFollowUps(
  sent: ReadonlyMap<number, FollowingStep | null>,
): Promise<void> {
  const followed = [...sent].flatMap(([recipientId, step]) => (step ? { recipientId, step } : []));
  if (followed.length === 0) return;
  const after = new Date();
  const owners = new Set(followed.map(({ step }) => ownerOfRow(step.owner_id)));
  const findDays = await findDaysOffOf([...owners]);
  const next = followed.map(({ recipientId, step }) => {
    const days = findDays(step.owner_id);
    const calendar = findStepCalendar(readHours(step), getPolicy(step.pacing), days);
    const wait = { after, waitDays: step.wait_days, draw: Math.random() };
    const dueAt = findStepTime(calendar, wait);
    // Without any allowed hour left, it is decided again at the end of each day.
    return { recipientId, dueAt: dueAt ?? new Date(after.getTime() + DAY_MS) };
  });
  await repository.insertFollowUps(next);
}

const DAY_MS = 24 * 3_600_000;

/** Hours as the rules take them: absent where there are none. */
function readHours(step: { window_from: string | null; window_to: string | null }) {
  return { window_from: step.window_from ?? undefined, window_to: step.window_to ?? undefined };
}

/**
 * What holds back a due follow-up, besides what holds back any message: its hours, a reaction that a user has to judge,
 * the lead's stage, the end of PRO (`endAt`), or that it is too late by now. `postponed`: it waits; null: it may go
 * out.
 */
export async function judgeFollowUp(
  ownerId: OwnerId,
  recipient: RecipientRow,
  { policy, endAt }: { policy: SendingPolicy; endAt: Date | null },
): Promise<SkipReason | "postponed" | null> {
  if (recipient.due_at === null) return null;
  const now = new Date();
  const daysOff = await findDaysOff(ownerId);
  const calendar = findStepCalendar(readHours(recipient), policy, daysOff);
  const deadline = findStepDeadline(calendar, recipient.due_at);
  if (endAt && endAt <= now) return { cause: "plan_ended", detail: PLAN_ENDED };
  if (recipient.moved) return { cause: "moved", detail: "O lead mudou de etapa" };
  if (recipient.reacted && now < deadline) {
    await repository.askAboutFollowUp(recipient.id, deadline, REACTED);
    return "postponed";
  }
  if (recipient.reacted) return { cause: "reacted", detail: "Reagiu, ligou ou votou" };
  // A message that WhatsApp once took and then returned is not late.
  if (now >= deadline && recipient.attempts === 0) {
    return { cause: "late", detail: "Não pôde sair no prazo: atrasou mais de 5 dias úteis" };
  }
  // Where no number is at risk, due messages go out on days of rest, too.
  if (isAlwaysOpen(policy) && !recipient.window_from && !recipient.window_to) return null;
  const opening = findStepOpening(calendar, now, Math.random());
  if (opening && opening <= now) return null;
  await repository.postponeFollowUp(recipient.id, opening ?? new Date(now.getTime() + DAY_MS));
  return "postponed";
}
