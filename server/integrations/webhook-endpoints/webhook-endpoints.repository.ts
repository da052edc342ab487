import type { z } from "zod/mini";
import type { Webhook } from "@/lib/contracts/integrations/webhooks";
import type { WebhookEvent } from "@/lib/domain/webhooks/webhook-events";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, raw, sql } from "@/server/platform/db/sql";

export type WebhookRow = z.input<typeof Webhook>;

const COLUMNS = raw("id, url, events, active, disabled_reason, failing_since, created_at");
const SELECTED = {
  id: true,
  url: true,
  events: true,
  active: true,
  disabled_reason: true,
  failing_since: true,
  created_at: true,
} as const;

/** Newest first. */
export async function findWebhooks(ownerId: OwnerId): Promise<WebhookRow[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: { owner_id: ownerId },
    orderBy: { id: "desc" },
    select: SELECTED,
  });
  return rows as WebhookRow[];
}

/**
 * Returns null when the owner has `most` already. Call inside a transaction: creations of one owner run one after the
 * other.
 */
export async function insertWebhook(
  ownerId: OwnerId,
  webhook: { url: string; events: readonly WebhookEvent[]; sealedSecret: string },
  most: number,
): Promise<WebhookRow | null> {
  await lockOwner(ownerId);
  return firstRow(
    sql`INSERT INTO webhook_endpoints (owner_id, url, events, sealed_secret)
        SELECT ${ownerId}::int, ${webhook.url}::text, ${webhook.events}::text[], ${webhook.sealedSecret}::text
        WHERE (SELECT count(*) FROM webhook_endpoints WHERE owner_id = ${ownerId}) < ${most}
        RETURNING ${COLUMNS}`,
  );
}

/**
 * Switching it on clears the reason why it was off; any change clears its failures, so it is tried at once. Returns
 * null when it is not the owner's.
 */
export function updateWebhook(
  ownerId: OwnerId,
  id: number,
  { url, events, active }: { url: string; events: readonly WebhookEvent[]; active: boolean },
): Promise<WebhookRow | null> {
  return firstRow(
    sql`UPDATE webhook_endpoints SET url = ${url}, events = ${events}, active = ${active},
          disabled_reason = CASE WHEN ${active} THEN NULL ELSE disabled_reason END,
          failing_since = CASE WHEN ${active} AND NOT active THEN NULL ELSE failing_since END,
          failures = 0, resume_at = NULL, prompt = prompt AND url = ${url}
        WHERE owner_id = ${ownerId} AND id = ${id} RETURNING ${COLUMNS}`,
  );
}

/** Returns how many were on. */
export async function switchOffAll(ownerId: OwnerId): Promise<number> {
  const { count } = await prisma.webhookEndpoint.updateMany({
    where: { owner_id: ownerId, active: true },
    data: { active: false },
  });
  return count;
}

/** Returns its address; null when it is another owner's. */
export async function deleteWebhook(ownerId: OwnerId, id: number): Promise<string | null> {
  const deleted = await firstRow<{ url: string }>(
    sql`DELETE FROM webhook_endpoints WHERE owner_id = ${ownerId} AND id = ${id} RETURNING url`,
  );
  return deleted?.url ?? null;
}

export async function existsWebhook(ownerId: OwnerId, id: number): Promise<boolean> {
  const row = await prisma.webhookEndpoint.findFirst({
    where: { owner_id: ownerId, id },
    select: { id: true },
  });
  return row !== null;
}

/** Records that it accepted a message; rows that already show this are not written. */
export async function noteSuccess(id: number, prompt: boolean): Promise<void> {
  await execute(
    sql`UPDATE webhook_endpoints SET failing_since = NULL, failures = 0, resume_at = NULL, prompt = ${prompt}
        WHERE id = ${id} AND (failing_since IS NOT NULL OR failures > 0 OR resume_at IS NOT NULL OR prompt <> ${prompt})`,
  );
}

/** The pause after the nth failure in a row is the nth of `pausesS`, in seconds, or the last. */
export async function noteFailure(id: number, pausesS: readonly number[]): Promise<void> {
  await execute(
    sql`UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, now()), failures = failures + 1, prompt = false,
          resume_at = now() + make_interval(secs => (${pausesS}::int[])[least(failures + 1, ${pausesS.length})])
        WHERE id = ${id}`,
  );
}

/**
 * Switches the address off if all attempts have failed for `hours`. Returns its owner; null when it is not switched
 * off.
 */
export function switchOffFailing(id: number, hours: number): Promise<{ owner_id: number } | null> {
  return firstRow(
    sql`UPDATE webhook_endpoints SET active = false, disabled_reason = 'failing'
        WHERE id = ${id} AND active AND failing_since <= now() - make_interval(hours => ${hours}) RETURNING owner_id`,
  );
}

/** Returns its owner; null when it is off already. */
export async function switchOffGone(id: number): Promise<{ owner_id: number } | null> {
  const [switched] = await prisma.webhookEndpoint.updateManyAndReturn({
    where: { id, active: true },
    data: { active: false, disabled_reason: "gone" },
    select: { owner_id: true },
  });
  return switched ?? null;
}

interface SealedSecret {
  id: number;
  owner_id: number;
  sealed: string;
}

/** Secrets of all accounts, those after the given one; without it, the first ones. */
export async function findSealedSecrets(
  after: SealedSecret | undefined,
  limit: number,
): Promise<SealedSecret[]> {
  const found = await prisma.webhookEndpoint.findMany({
    where: { id: { gt: after?.id ?? 0 } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, owner_id: true, sealed_secret: true },
  });
  return found.map(({ id, owner_id, sealed_secret }) => ({ id, owner_id, sealed: sealed_secret }));
}

export async function replaceSealedSecrets(
  changed: { row: SealedSecret; sealed: string }[],
): Promise<void> {
  for (const { row, sealed } of changed) {
    await prisma.webhookEndpoint.updateMany({
      where: { id: row.id, sealed_secret: row.sealed },
      data: { sealed_secret: sealed },
    });
  }
}
