import type { UserId } from "@/server/actor";
import { execute, firstRow, rows, sql } from "@/server/db/sql";
import type { ConnectionStatus, QrCode } from "./whatsapp.gateway";

export interface InstanceRow {
  id: number;
  owner_id: number;
  provider_ref: string;
  sealed_token: string | null;
  status: ConnectionStatus;
  number: string | null;
  qr_code: string | null;
  qr_image: string | null;
  qr_at: Date | null;
  own_message_ids: boolean;
  connected_at: Date | null;
  disconnected_at: Date | null;
}

const COLUMNS = sql`id, owner_id, provider_ref, sealed_token, status, number, qr_code, qr_image, qr_at,
  own_message_ids, connected_at, disconnected_at`;

export function findInstance(ownerId: UserId): Promise<InstanceRow | null> {
  return firstRow(sql`SELECT ${COLUMNS} FROM whatsapp_instances WHERE owner_id = ${ownerId}`);
}

/** By the hash of the secret in the webhook's address, which is what proves who is calling. */
export function findInstanceByWebhook(webhookHash: Buffer): Promise<InstanceRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS} FROM whatsapp_instances WHERE webhook_hash = ${webhookHash}`,
  );
}

export async function upsertInstance(
  ownerId: UserId,
  instance: {
    provider: string;
    providerRef: string;
    sealedToken: string | null;
    webhookHash: Buffer;
  },
): Promise<void> {
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, sealed_token, webhook_hash)
        VALUES (${ownerId}, ${instance.provider}, ${instance.providerRef}, ${instance.sealedToken}, ${instance.webhookHash})
        ON CONFLICT (owner_id) DO UPDATE SET
          sealed_token = coalesce(excluded.sealed_token, whatsapp_instances.sealed_token),
          webhook_hash = excluded.webhook_hash`,
  );
}

/** True when this changed something. A code is of no use once connected, nor after a disconnection. */
export async function setConnection(
  instanceId: number,
  status: ConnectionStatus,
  number: string | null,
): Promise<boolean> {
  const changed = await execute(
    sql`UPDATE whatsapp_instances SET
          status = ${status},
          number = CASE WHEN ${status} = 'CONNECTED' THEN coalesce(${number}, number) ELSE number END,
          qr_code = CASE WHEN ${status} = 'CONNECTING' THEN qr_code END,
          qr_image = CASE WHEN ${status} = 'CONNECTING' THEN qr_image END,
          qr_at = CASE WHEN ${status} = 'CONNECTING' THEN qr_at END,
          connected_at = CASE WHEN ${status} = 'CONNECTED' THEN now() ELSE connected_at END,
          contacts_due_at = CASE WHEN ${status} = 'CONNECTED' AND status <> 'CONNECTED' THEN now() ELSE contacts_due_at END,
          disconnected_at = CASE WHEN ${status} = 'DISCONNECTED' THEN now() ELSE disconnected_at END
        WHERE id = ${instanceId}
          AND (status <> ${status} OR (${status} = 'CONNECTED' AND number IS DISTINCT FROM coalesce(${number}, number)))`,
  );
  return changed === 1;
}

export async function setQrCode(instanceId: number, qr: QrCode): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances
        SET status = 'CONNECTING', qr_code = ${qr.code}, qr_image = ${qr.image}, qr_at = now()
        WHERE id = ${instanceId} AND status <> 'CONNECTED'`,
  );
}

export async function setHonoursIds(instanceId: number, honours: boolean): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET own_message_ids = ${honours}
        WHERE id = ${instanceId} AND own_message_ids <> ${honours}`,
  );
}

export async function countInbox(ownerId: UserId) {
  const row = await firstRow<{ chats: number; messages: number; contacts: number }>(
    sql`SELECT (SELECT count(*)::int FROM conversations WHERE owner_id = ${ownerId}) AS chats,
               (SELECT count(*)::int FROM whatsapp_contacts WHERE owner_id = ${ownerId}) AS contacts,
               (SELECT count(*)::int FROM messages WHERE owner_id = ${ownerId}) AS messages`,
  );
  return row ?? { chats: 0, messages: 0, contacts: 0 };
}

/**
 * Owners whose address book is to be read, once the phone's own number is known (it is no contact). Each is due again
 * after `retrySeconds`.
 */
export function claimContactReads(
  limit: number,
  retrySeconds: number,
): Promise<{ owner_id: number }[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET contacts_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id IN (
          SELECT id FROM whatsapp_instances
          WHERE contacts_due_at <= now() AND status = 'CONNECTED' AND number IS NOT NULL
          ORDER BY contacts_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) RETURNING owner_id`,
  );
}

export async function markContactsRead(ownerId: UserId): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET contacts_due_at = NULL
        WHERE owner_id = ${ownerId} AND contacts_due_at IS NOT NULL`,
  );
}
