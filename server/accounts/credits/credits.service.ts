import type { z } from "zod/mini";
import type { CreditStatus } from "@/lib/contracts/accounts/credits";
import { countFree } from "@/lib/domain/plans/free-credits";
import { isPro, PRO_DAILY_LIMIT } from "@/lib/domain/plans/plan";
import { getSaoPauloDay, getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { AppError, type CreditsInfo } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { fromEnv } from "@/server/platform/env";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./credits.repository";

type Status = z.input<typeof CreditStatus>;

/** Today's balance. Renewal needs no job: a new day in São Paulo has no spending yet. */
export async function getCreditStatus(ownerId: OwnerId): Promise<Status> {
  const now = new Date();
  const row = await repository.findCreditDay(ownerId, getSaoPauloDay(now));
  if (!row) throw new AppError("not_found");
  const unlimited = isPro(row.plan);
  const limit = unlimited ? PRO_DAILY_LIMIT : row.user_limit;
  const { start, end } = getSaoPauloDayBounds(now);
  return {
    plan: row.plan,
    unlimited,
    daily_limit: limit,
    remaining_credits: unlimited ? limit : Math.max(0, limit - row.used),
    credits_used: row.used,
    reserved_credits: row.reserved,
    last_reset: start,
    next_reset: end,
    credits_per_message: getMessageCost(),
  };
}

const MAX_USES = 500;

/**
 * What was spent in the last `lastDays` days in São Paulo, including today: each entry, newest first, and each day's sum.
 */
export async function getCreditHistory(ownerId: OwnerId, lastDays: number) {
  const today = getSaoPauloDay(new Date());
  const [history, days] = await Promise.all([
    repository.findCreditEntries(ownerId, today, lastDays, MAX_USES),
    repository.sumCreditDays(ownerId, today, lastDays),
  ]);
  return { history, days };
}

/** @throws AppError insufficient_credits with credits_info when required > remaining − reserved */
export async function checkCredits(
  ownerId: OwnerId,
  required: number,
): Promise<{ has_credits: true }> {
  const status = await getCreditStatus(ownerId);
  if (status.unlimited || required <= countFree(status)) return { has_credits: true };
  throw new AppError("insufficient_credits", "", { creditsInfo: toCreditsInfo(status, required) });
}

/**
 * Reserves credits before a search starts. Call inside the transaction that creates the search.
 * @throws AppError insufficient_credits with credits_info when needed > remaining − reserved
 */
export async function reserveCredits(
  ownerId: OwnerId,
  searchId: number,
  amount: number,
): Promise<void> {
  const day = getSaoPauloDay(new Date());
  await repository.lockCreditDay(ownerId, day);
  if (!(await repository.insertReservation(ownerId, day, searchId, amount))) {
    throw new AppError("insufficient_credits", "", {
      creditsInfo: toCreditsInfo(await getCreditStatus(ownerId), amount),
    });
  }
  publish(ownerId, "credits.changed", {});
}

/** The day a transaction spends on, and how many credits it may spend. */
export interface OpenDay {
  day: string;
  /** Infinity where the plan has no limit. */
  spendable: number;
}

/**
 * Locks today's balance until the current transaction ends, so that no other transaction changes this owner's
 * credits. Returns how many credits the search may spend, including its reservation.
 */
export async function openCreditDay(ownerId: OwnerId, searchId: number): Promise<OpenDay> {
  const day = getSaoPauloDay(new Date());
  await repository.lockCreditDay(ownerId, day);
  const { reserved, free } = await repository.findSpendable(ownerId, day, searchId);
  return { day, spendable: free === null ? Number.POSITIVE_INFINITY : reserved + free };
}

/**
 * Charges one credit for each lead a search created, from its reservation first. Call inside the transaction that
 * inserts the leads and has locked the day. On false nothing was charged and the leads must be rolled back.
 */
export async function spendCreditsOnLeads(
  ownerId: OwnerId,
  spend: { day: string; searchId: number; leadIds: readonly number[]; action: string },
): Promise<boolean> {
  if (!(await repository.spendCredits({ ownerId, ...spend }))) return false;
  publish(ownerId, "credits.changed", {});
  return true;
}

/** The cost of each message of a campaign: nothing, unless the installation sets one. */
const getMessageCost = fromEnv(({ CREDITS_PER_MESSAGE }) => CREDITS_PER_MESSAGE);

/**
 * Refuses a campaign that the day's balance does not cover. Call inside the transaction that starts it.
 * @throws AppError insufficient_credits with credits_info
 */
export async function requireMessageCredits(ownerId: OwnerId, messages: number): Promise<void> {
  const required = messages * getMessageCost();
  if (required === 0) return;
  await repository.lockCreditDay(ownerId, getSaoPauloDay(new Date()));
  await checkCredits(ownerId, required);
}

/**
 * Locks today's balances, which pay for messages, and returns the day. Call it before the transaction locks a lead, as
 * searches do.
 */
export async function lockMessageCredits(ownerIds: readonly OwnerId[]): Promise<string> {
  const day = getSaoPauloDay(new Date());
  if (getMessageCost() === 0) return day;
  for (const ownerId of [...new Set(ownerIds)].sort((a, b) => a - b)) {
    await repository.lockCreditDay(ownerId, day);
  }
  return day;
}

/**
 * Charges messages that were sent, in the transaction that locked the day's balance, as far as the balance suffices:
 * sent messages can no longer be refused.
 */
export async function spendMessageCredits(
  ownerId: OwnerId,
  day: string,
  messages: number,
): Promise<void> {
  const cost = getMessageCost();
  if (cost === 0) return;
  await repository.spendOnMessages(ownerId, day, { messages, cost });
  publish(ownerId, "credits.changed", {});
}

/** Releases what a finished search did not use. Safe to call twice. */
export async function releaseCredits(ownerId: OwnerId, searchId: number): Promise<void> {
  await transaction(async () => {
    const day = await repository.findReservationDay(ownerId, searchId);
    if (!day) return;
    await repository.lockCreditDay(ownerId, day);
    await repository.releaseReservation(ownerId, searchId);
    publish(ownerId, "credits.changed", {});
  });
}

function toCreditsInfo(status: Status, required: number): CreditsInfo {
  return {
    plan: status.plan,
    daily_limit: status.daily_limit,
    remaining_credits: countFree(status),
    required_credits: required,
  };
}
