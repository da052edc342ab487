import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { findRow, type Instance, toRef, type Which } from "./instances.service";
import * as repository from "./new-chat-quotas.repository";
import { findWhatsappProvider, getWhatsappProvider } from "./provider.service";
import type { InstanceRow } from "./whatsapp.repository";

const AT_ONCE = 10;
/** A campaign does not ask again for a quota that was asked for within these minutes. */
const FRESH_MINUTES = 15;
const HOUR_S = 3_600;

/** What is known of a number's quota of new chats. */
export interface KnownQuota {
  /** As WhatsApp last reported it; null while it has not. */
  quota: NewChatQuota | null;
  toldAt: Date | null;
  /** The latest question had no answer. */
  failed: boolean;
}

/** Null where the provider reports no quota, or was not asked yet. */
export async function findQuota(
  row: Pick<InstanceRow, "id" | "owner_id">,
): Promise<KnownQuota | null> {
  if (!getWhatsappProvider().fetchNewChatQuota) return null;
  const known = await repository.findQuota(row.owner_id, row.id);
  if (!known) return null;
  const { told_at: toldAt, failed } = known;
  return { quota: toQuota(known), toldAt, failed };
}

function toQuota({
  state,
  total,
  used,
  cycle_end: cycleEnd,
}: repository.QuotaRow): NewChatQuota | null {
  if (state === "unlimited") return { state };
  if (state === "capped") return { state, cycleEnd };
  return state === "open" && total !== null && used !== null
    ? { state, total, used, cycleEnd }
    : null;
}

/** Stores WhatsApp's answer about the quota; null when it was asked and did not say. */
export async function applyQuota(
  row: Pick<InstanceRow, "id" | "owner_id" | "status">,
  quota: NewChatQuota | null,
): Promise<void> {
  await repository.storeQuota(row, quota);
  publish(ownerOfRow(row.owner_id), "whatsapp.status", { status: row.status });
}

/** Asks WhatsApp for the quota of a number and stores the answer, while its phone is connected. */
async function askQuota(row: Instance): Promise<void> {
  const gateway = getWhatsappProvider();
  if (row.status !== "CONNECTED" || !gateway.fetchNewChatQuota) return;
  await applyQuota(row, await gateway.fetchNewChatQuota(toRef(row)).catch(() => null));
}

/** Asks WhatsApp for the quota of a number, unless it was asked some minutes ago. */
export async function refreshQuota(ownerId: OwnerId, which: Which): Promise<void> {
  const row = await findRow(ownerId, which);
  if (!row || !getWhatsappProvider().fetchNewChatQuota) return;
  if (!(await repository.isAskedLately(row, FRESH_MINUTES))) await askQuota(row);
}

/** For callers that do not wait for the answer: the quota is read before each message. */
export function askQuotaSoon(ownerId: OwnerId, which: Which): void {
  refreshQuota(ownerId, which).catch((error: unknown) =>
    logger.warn({ ownerId, err: error }, "quota not asked"),
  );
}

export const askQuotas = defineDuty({
  name: "ask new chat quotas",
  everyS: HOUR_S,
  run: async () => {
    if (!findWhatsappProvider()?.fetchNewChatQuota) return;
    for (const { owner_id, id } of await repository.claimUnasked(AT_ONCE)) {
      const row = await findRow(ownerOfRow(owner_id), id);
      if (row) await askQuota(row);
    }
  },
});
