import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

export type SocketState = "closed" | "connecting" | "open";

/** Notifications for the workers: "wanted:<instance>" and "command:<instance>". */
export const SOCKET_CHANNEL = "garimpo_sockets";

/** An attempt is a holder that died; it only delays the next one. */
const MAX_ATTEMPTS = 8;

export const socketLeases = leaseQueries({
  table: "whatsapp_sockets",
  owner: "owner_id",
  active: sql`wanted`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  // Until the phone is logged out.
  evenInactive: sql`EXISTS (SELECT 1 FROM whatsapp_instances i WHERE i.id = whatsapp_sockets.id AND i.log_out_due_at IS NOT NULL)`,
  evenLeaving: true,
});

/** Requests that a worker opens the instance's connection, and shows QR codes for the given time. */
export async function requestSocket(instanceId: number, pairingSeconds: number): Promise<void> {
  await execute(
    sql`WITH wanted AS (
          INSERT INTO whatsapp_sockets (id, owner_id, pairing_until)
          SELECT id, owner_id, now() + make_interval(secs => ${pairingSeconds}) FROM whatsapp_instances WHERE id = ${instanceId}
          ON CONFLICT (id) DO UPDATE SET wanted = true, pairing_until = excluded.pairing_until,
            resume_at = CASE WHEN whatsapp_sockets.lease_until IS NOT NULL THEN now() END
          RETURNING id)
        SELECT pg_notify(${SOCKET_CHANNEL}, 'wanted:' || id) FROM wanted`,
  );
}

/** No worker opens the connection any more; a holder notices when it renews its lease. */
export async function dismissSocket(instanceId: number): Promise<void> {
  await prisma.whatsappSocket.updateMany({
    where: { id: instanceId },
    data: { wanted: false, state: "closed", pairing_until: null },
  });
}

/** `held`: some worker holds the connection. Null when none was ever requested. */
export function readSocket(
  instanceId: number,
): Promise<{ wanted: boolean; state: SocketState; held: boolean } | null> {
  return firstRow(
    sql`SELECT wanted, state, coalesce(lease_until > now(), false) AS held FROM whatsapp_sockets WHERE id = ${instanceId}`,
  );
}

/** Extends the time for which QR codes are requested, unless it is over. */
export async function extendPairing(instanceId: number, seconds: number): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_sockets SET pairing_until = greatest(pairing_until, now() + make_interval(secs => ${seconds}))
        WHERE id = ${instanceId} AND pairing_until > now()`,
  );
}

export async function isPairingWatched(instanceId: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM whatsapp_sockets WHERE id = ${instanceId} AND pairing_until > now()`,
  );
  return row !== null;
}

/** Stores the state that the holder sees. Returns false when its lease was lost. */
export async function setState(
  instanceId: number,
  leaseNo: number,
  state: SocketState,
): Promise<boolean> {
  const set = await execute(
    sql`UPDATE whatsapp_sockets
        SET state = ${state}, pairing_until = CASE WHEN ${state} <> 'open' THEN pairing_until END,
            attempts = CASE WHEN ${state} = 'open' THEN 0 ELSE attempts END
        WHERE id = ${instanceId} AND lease_no = ${leaseNo} AND wanted`,
  );
  return set === 1;
}

/** Ends the connection permanently: until it is requested again, no worker opens it. */
export async function retireSocket(instanceId: number, leaseNo: number): Promise<void> {
  await prisma.whatsappSocket.updateMany({
    where: { id: instanceId, lease_no: leaseNo },
    data: { wanted: false, state: "closed", pairing_until: null, lease_until: null },
  });
}

/** Notifies the other workers that the connection is free. */
export async function announceRelease(instanceId: number): Promise<void> {
  await execute(sql`SELECT pg_notify(${SOCKET_CHANNEL}, ${`wanted:${instanceId}`})`);
}

/** Stores which number the kept tokens belong to, and returns the earlier number; null when unknown. */
export async function setPairedNumber(
  instanceId: number,
  leaseNo: number,
  number: string,
): Promise<string | null> {
  const row = await firstRow<{ earlier: string | null }>(
    sql`UPDATE whatsapp_sockets AS s SET paired_number = ${number}
        FROM (SELECT id, paired_number FROM whatsapp_sockets WHERE id = ${instanceId} FOR NO KEY UPDATE) AS before
        WHERE s.id = before.id AND s.lease_no = ${leaseNo} RETURNING before.paired_number AS earlier`,
  );
  return row?.earlier ?? null;
}
