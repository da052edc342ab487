import type {
  ConnectionProblem,
  ConnectionStatus,
  QrCode,
} from "@/lib/contracts/messaging/whatsapp";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import type { WhatsappInstance } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import {
  columns,
  execute,
  firstRow,
  isUniqueViolation,
  prepared,
  rows,
  type Sql,
  sql,
} from "@/server/platform/db/sql";

/** What is read of a connection. */
export const SELECTED = {
  id: true,
  owner_id: true,
  place: true,
  is_default: true,
  name: true,
  provider: true,
  provider_ref: true,
  account_ref: true,
  sealed_token: true,
  status: true,
  number: true,
  qr_code: true,
  qr_image: true,
  qr_at: true,
  own_message_ids: true,
  connected_at: true,
  disconnected_at: true,
  problem: true,
  restricted_until: true,
  removed_at: true,
  paired_at: true,
  recover_since: true,
  history_since: true,
} as const;

/** `status` and `problem` are narrowed: the columns' CHECKs allow no other value. */
export type InstanceRow = Omit<
  Pick<WhatsappInstance, keyof typeof SELECTED>,
  "status" | "problem"
> & {
  status: ConnectionStatus;
  problem: ConnectionProblem | null;
};

export interface Connection {
  status: ConnectionStatus;
  /** The phone's own number; null where the provider does not report it. */
  number: string | null;
  problem: ConnectionProblem | null;
}

/** Which of an account's numbers: by the id of its instance, or the one that counts where nobody names one. */
export type Which = number | "default";

export async function findInstance(ownerId: OwnerId, which: Which): Promise<InstanceRow | null> {
  const isMeant = which === "default" ? sql`is_default` : sql`id = ${which}`;
  return firstRow(
    prepared(
      which === "default" ? "find default instance" : "find instance",
      sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances WHERE owner_id = ${ownerId} AND ${isMeant}`,
    ),
  );
}

/** All of an account's numbers, in the order in which they were added. */
export function findOwnInstances(ownerId: OwnerId): Promise<InstanceRow[]> {
  return rows(
    sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances WHERE owner_id = ${ownerId} AND removed_at IS NULL ORDER BY place`,
  );
}

/** The default numbers of accounts, and those of these ids. */
export function findInstances(
  ownerIds: readonly OwnerId[],
  ids: readonly number[],
): Promise<InstanceRow[]> {
  return rows(
    prepared(
      "find instances",
      sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances
          WHERE owner_id = ANY (${ownerIds}::int[]) AND (is_default OR id = ANY (${ids}::int[]))`,
    ),
  );
}

/** Who has connected a phone that is known by one of these numbers, and since when. */
export function findConnectedTo(
  numbers: readonly string[],
): Promise<{ id: number; owner_id: number; paired_at: Date | null }[]> {
  return rows(
    sql`SELECT id, owner_id, paired_at FROM whatsapp_instances
        WHERE number = ANY (${numbers}::text[]) AND status = 'CONNECTED'`,
  );
}

/**
 * By the hash of the secret in the webhook's address, the current or the previous one, which authenticates the caller.
 */
export async function findInstanceByWebhook(webhookHash: Buffer): Promise<InstanceRow | null> {
  return firstRow(
    prepared(
      "find instance by webhook",
      sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances
          WHERE webhook_hash = ${webhookHash} OR former_webhook_hash = ${webhookHash}`,
    ),
  );
}

/** By the name that the provider knows it by. */
export async function findInstanceByRef(providerRef: string): Promise<InstanceRow | null> {
  return firstRow(
    prepared(
      "find instance by ref",
      sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances WHERE provider_ref = ${providerRef}`,
    ),
  );
}

/** Limit for the numbers of one business account. */
const MOST_OF_ACCOUNT = 1_000;

/** The instances whose numbers belong to a business account, of all owners. */
export function findInstancesByAccount(account: string): Promise<InstanceRow[]> {
  return rows(
    sql`SELECT ${columns(Object.keys(SELECTED))} FROM whatsapp_instances WHERE account_ref = ${account} LIMIT ${MOST_OF_ACCOUNT}`,
  );
}

/** Makes an account's first number where it has none. */
export async function insertFirstInstance(
  ownerId: OwnerId,
  {
    provider,
    providerRef,
    webhookHash,
  }: { provider: string; providerRef: string; webhookHash: Buffer },
): Promise<void> {
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
        VALUES (${ownerId}, ${provider}, ${providerRef}, ${webhookHash}) ON CONFLICT DO NOTHING`,
  );
}

/**
 * Records how the provider knows a number from now on. One of another provider starts over: it is disconnected and its
 * token is useless. Returns false when another instance has this name.
 */
export async function renewInstance(
  { owner_id, id }: Pick<InstanceRow, "owner_id" | "id">,
  instance: {
    provider: string;
    providerRef: string;
    accountRef: string | null;
    sealedToken: string | null;
    webhookHash: Buffer;
  },
): Promise<boolean> {
  const { sealedToken } = instance;
  const sameProvider = sql`provider = ${instance.provider}`;
  try {
    await execute(
      sql`UPDATE whatsapp_instances SET
            provider = ${instance.provider}, provider_ref = ${instance.providerRef}, account_ref = ${instance.accountRef},
            sealed_token = CASE WHEN ${sameProvider} THEN coalesce(${sealedToken}, sealed_token) ELSE ${sealedToken} END,
            ${moveWebhook(sql`${instance.webhookHash}::bytea`)}, unpaired_here = false, history_read = false,
            status = CASE WHEN ${sameProvider} THEN status ELSE 'DISCONNECTED' END,
            number = CASE WHEN ${sameProvider} THEN number END,
            own_message_ids = ${sameProvider} AND own_message_ids
          WHERE owner_id = ${owner_id} AND id = ${id}`,
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** The previous hash is kept as the former one. */
function moveWebhook(hash: Sql): Sql {
  return sql`webhook_hash = ${hash},
          former_webhook_hash = CASE WHEN webhook_hash = ${hash} THEN former_webhook_hash ELSE webhook_hash END`;
}

export async function setWebhook(
  { owner_id, id }: Pick<InstanceRow, "owner_id" | "id">,
  webhookHash: Buffer,
): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET ${moveWebhook(sql`${webhookHash}::bytea`)} WHERE owner_id = ${owner_id} AND id = ${id}`,
  );
}

/** Removes an instance's credentials, and replaces its name, which is a number id, by one of ours. */
export async function forgetCredentials(
  ownerId: OwnerId,
  instanceId: number,
  name: string,
): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { provider_ref: name, account_ref: null, sealed_token: null },
  });
}

/** A number that was disconnected longer is treated as newly paired. */
const RESTART_HOURS = 72;

/**
 * Returns true when something changed. QR codes are useless once connected or disconnected, and are cleared. A problem
 * stays until the next pairing. The end of a pairing that the user asked for is no problem, unless it failed because a
 * passkey is missing.
 */
export async function setConnection(
  instanceId: number,
  { status, number, problem }: Connection,
): Promise<boolean> {
  const told = sql`CASE WHEN ${status} = 'CONNECTED' THEN NULL
                        WHEN ${status} = 'CONNECTING' THEN coalesce(${problem}, CASE problem WHEN 'unreachable' THEN problem END)
                        WHEN unpaired_here AND ${problem} IS DISTINCT FROM 'passkey' THEN problem
                        ELSE coalesce(${problem}, problem) END`;
  const changed = await execute(
    sql`UPDATE whatsapp_instances SET
          status = ${status},
          number = CASE WHEN ${status} = 'CONNECTED' THEN coalesce(${number}, number) ELSE number END,
          qr_code = CASE WHEN ${status} = 'CONNECTING' THEN qr_code END,
          qr_image = CASE WHEN ${status} = 'CONNECTING' THEN qr_image END,
          qr_at = CASE WHEN ${status} = 'CONNECTING' THEN qr_at END,
          connected_at = CASE WHEN ${status} = 'CONNECTED' THEN now() ELSE connected_at END,
          paired_at = CASE WHEN ${status} <> 'CONNECTED' OR status = 'CONNECTED' THEN paired_at
                           WHEN paired_at IS NULL OR number <> ${number}
                             OR disconnected_at > connected_at AND disconnected_at < now() - make_interval(hours => ${RESTART_HOURS})
                           THEN now() ELSE paired_at END,
          problem = ${told},
          history_due_at = CASE WHEN ${status} = 'CONNECTED' AND status <> 'CONNECTED' AND NOT history_read THEN now() ELSE history_due_at END,
          contacts_due_at = CASE WHEN ${status} = 'CONNECTED' AND status <> 'CONNECTED' THEN now() ELSE contacts_due_at END,
          disconnected_at = CASE WHEN ${status} = 'DISCONNECTED' THEN now() ELSE disconnected_at END
        WHERE id = ${instanceId}
          AND (status <> ${status} OR problem IS DISTINCT FROM ${told} OR (${status} = 'CONNECTED' AND number IS DISTINCT FROM coalesce(${number}, number)))`,
  );
  return changed === 1;
}

/**
 * Has a phone logged out that is connected as another number of the account: each of its messages would come twice.
 * Returns whether it is.
 */
export async function refuseSecondConnection(instanceId: number): Promise<boolean> {
  const refused = await execute(
    sql`UPDATE whatsapp_instances i SET problem = 'same_phone', log_out_due_at = now()
        WHERE i.id = ${instanceId} AND i.status = 'CONNECTED' AND EXISTS (
          SELECT 1 FROM whatsapp_instances o WHERE o.owner_id = i.owner_id AND o.id <> i.id AND o.status = 'CONNECTED'
            AND o.number = i.number AND o.log_out_due_at IS NULL)`,
  );
  return refused === 1;
}

/** The connection was opened again while it counted as open. */
export async function markReopened(instanceId: number): Promise<void> {
  await execute(sql`UPDATE whatsapp_instances SET connected_at = now() WHERE id = ${instanceId}`);
}

/** Marks the end of the pairing as asked for here, so that it is not reported as a problem. */
export async function markUnpairedHere(ownerId: OwnerId, instanceId: number): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { unpaired_here: true },
  });
}

/** Records that WhatsApp refuses messages to strangers; until `hours` from now where it does not say until when. */
export async function setRestriction(
  instanceId: number,
  until: Date | null,
  hours: number,
): Promise<boolean> {
  const changed = await execute(
    sql`WITH restricted AS (
          UPDATE whatsapp_instances SET restricted_until = coalesce(${until}::timestamptz, now() + make_interval(hours => ${hours}))
          WHERE id = ${instanceId} AND (restricted_until IS NULL OR restricted_until < now()
            OR restricted_until IS DISTINCT FROM ${until}::timestamptz AND ${until !== null})
          RETURNING owner_id, id
        )
        INSERT INTO whatsapp_restrictions (owner_id, instance_id, until) SELECT owner_id, id, ${until}::timestamptz FROM restricted`,
  );
  return changed === 1;
}

/** Records that WhatsApp ended the restriction. */
export async function liftRestriction(instanceId: number): Promise<boolean> {
  const lifted = await execute(
    sql`WITH lifted AS (
          UPDATE whatsapp_instances SET restricted_until = NULL WHERE id = ${instanceId} AND restricted_until > now()
          RETURNING owner_id, id
        )
        UPDATE whatsapp_restrictions r SET until = now() FROM lifted
        WHERE r.owner_id = lifted.owner_id AND coalesce(r.instance_id, lifted.id) = lifted.id AND (r.until IS NULL OR r.until > now())`,
  );
  return lifted > 0;
}

/** Restrictions of a number that began in the last `days` days, newest first, at most `limit`. */
export function findRestrictions(
  ownerId: OwnerId,
  instanceId: number,
  days: number,
  limit: number,
): Promise<{ started_at: Date; until: Date | null }[]> {
  return rows(
    sql`SELECT started_at, until FROM whatsapp_restrictions
        WHERE owner_id = ${ownerId} AND coalesce(instance_id, ${instanceId}) = ${instanceId} AND started_at > now() - make_interval(days => ${days})
        ORDER BY started_at DESC LIMIT ${limit}`,
  );
}

/** Locks the instance until the current transaction ends and returns its status; null when it was deleted. */
export async function lockStatus(instanceId: number): Promise<ConnectionStatus | null> {
  const row = await firstRow<{ status: ConnectionStatus }>(
    sql`SELECT status FROM whatsapp_instances WHERE id = ${instanceId} FOR NO KEY UPDATE`,
  );
  return row?.status ?? null;
}

/**
 * The phone that scans the code hands over its older messages. One code may be reported twice, the second time late.
 */
export async function setQrCode(instanceId: number, qr: QrCode): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances
        SET status = 'CONNECTING', qr_code = ${qr.code}, qr_image = ${qr.image}, qr_at = now(),
            history_since = CASE WHEN qr_code = ${qr.code} THEN history_since ELSE now() END,
            history_quiet_at = CASE WHEN qr_code = ${qr.code} THEN history_quiet_at END
        WHERE id = ${instanceId} AND status <> 'CONNECTED'`,
  );
}

export async function setHonoursIds(
  ownerId: OwnerId,
  instanceId: number,
  honours: boolean,
): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { own_message_ids: honours },
  });
}

/** Of all numbers of an account: those of one would be counted row by row. */
export async function countInbox(ownerId: OwnerId) {
  const row = await firstRow<{
    chats: number;
    messages: number;
    contacts: number;
    /** The address book was read since the phone connected. */
    contacts_read: boolean;
  }>(
    sql`SELECT EXISTS (SELECT 1 FROM whatsapp_instances WHERE owner_id = ${ownerId} AND contacts_due_at IS NULL)
                 AS contacts_read,
               (SELECT count(*)::int FROM conversations WHERE owner_id = ${ownerId}) AS chats,
               (SELECT count(*)::int FROM whatsapp_contacts WHERE owner_id = ${ownerId}) AS contacts,
               (SELECT count(*)::int FROM messages WHERE owner_id = ${ownerId}) AS messages`,
  );
  return row ?? { chats: 0, messages: 0, contacts: 0, contacts_read: false };
}

/** WhatsApp reported a status of this message of ours, whether or not it is stored. */
export async function hasReceipt(instanceId: number, messageId: string): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM messages
        WHERE instance_id = ${instanceId} AND provider_message_id = ${messageId} AND status_rank >= ${MESSAGE_RANK.sent}
        UNION ALL
        SELECT 1 FROM early_receipts
        WHERE instance_id = ${instanceId} AND provider_message_id = ${messageId} AND status_rank >= ${MESSAGE_RANK.sent}`,
  );
  return row !== null;
}
