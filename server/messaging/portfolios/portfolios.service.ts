import { AppError } from "@/lib/errors";
import type { InstanceRef } from "@/server/messaging/gateway/whatsapp.gateway";
import {
  findConnected,
  findInstancesOfAccount,
  toRef,
} from "@/server/messaging/whatsapp/instances.service";
import {
  findWhatsappProvider,
  getWhatsappProvider,
} from "@/server/messaging/whatsapp/provider.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import * as repository from "./portfolios.repository";

/** How old an answer may be before starting a campaign or reading its price asks Meta again. */
const FRESH_MINUTES = 5;
/** Meta raises a limit within six hours. */
const EVERY_HOURS = 6;
const HOUR_S = 3_600;
const AT_ONCE = 10;

/** Accounts whose numbers belong to one business account share its limit. */
export interface PortfolioLimit {
  account: string;
  /** People who may be written to first within 24 hours; infinite where Meta sets no limit. */
  limit: number;
}

/** As Meta reported it last; null where it did not, or where the provider has no such limit. */
export async function findPortfolioLimit(account: string | null): Promise<PortfolioLimit | null> {
  if (account === null || !getWhatsappProvider().templatesOutsideWindow) return null;
  return toLimit(await repository.findLimit(account, FRESH_MINUTES));
}

/** Like findPortfolioLimit, but asks Meta again where the answer is older than some minutes. */
export async function readPortfolioLimit(ownerId: OwnerId): Promise<PortfolioLimit | null> {
  const connected = await findConnected(ownerId, "default");
  const account = connected?.ref.account ?? null;
  if (!connected || account === null || !getWhatsappProvider().templatesOutsideWindow) return null;
  const known = await repository.findLimit(account, FRESH_MINUTES);
  if (!known?.fresh) await ask(account, connected.ref);
  return findPortfolioLimit(account);
}

/** For callers that do not wait for the answer: the limit is read before each message. */
export function askPortfolioLimitSoon(ownerId: OwnerId): void {
  readPortfolioLimit(ownerId).catch((error: unknown) =>
    logger.warn({ ownerId, err: error }, "portfolio limit not asked"),
  );
}

async function ask(account: string, ref: InstanceRef): Promise<void> {
  const limit = await getWhatsappProvider()
    .templatesOutsideWindow?.findDailyLimit(ref)
    .catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  if (limit == null) await repository.storeSilence(account);
  else await repository.storeLimit(account, Number.isFinite(limit) ? limit : null);
}

/**
 * The known limits of these business accounts, locked until the current transaction ends, so that two of their numbers
 * never take the same place. Call after every other lock.
 */
export async function lockPortfolioLimits(accounts: readonly string[]): Promise<PortfolioLimit[]> {
  if (accounts.length === 0) return [];
  const rows = await repository.lockLimits(accounts);
  return rows.flatMap((row) => toLimit(row) ?? []);
}

/** The owners whose numbers share a limit. */
export async function findPortfolioOwners(account: string): Promise<OwnerId[]> {
  const instances = await findInstancesOfAccount(account);
  return instances.map(({ owner_id }) => ownerOfRow(owner_id));
}

function toLimit(row: repository.PortfolioLimitRow | null): PortfolioLimit | null {
  if (!row?.told_at) return null;
  return { account: row.account_ref, limit: row.daily_limit ?? Number.POSITIVE_INFINITY };
}

export const askPortfolioLimits = defineDuty({
  name: "ask portfolio limits",
  everyS: HOUR_S,
  run: async () => {
    if (!findWhatsappProvider()?.templatesOutsideWindow) return;
    for (const { account_ref: account } of await repository.claimUnasked(EVERY_HOURS, AT_ONCE)) {
      const instances = await findInstancesOfAccount(account);
      const connected = instances.find(({ status }) => status === "CONNECTED");
      if (connected) await ask(account, toRef(connected));
    }
  },
});
