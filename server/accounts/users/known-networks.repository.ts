import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

export async function existsNetwork(email: string, network: string): Promise<boolean> {
  const known = await firstRow(
    sql`SELECT 1 FROM known_networks k JOIN users u ON u.id = k.user_id WHERE u.email = ${email} AND k.network = ${network}`,
  );
  return known !== null;
}

/** Keeps the `most` that were used last. */
export async function rememberNetwork(
  personId: PersonId,
  network: string,
  most: number,
): Promise<void> {
  await execute(
    sql`INSERT INTO known_networks AS k (user_id, network) VALUES (${personId}, ${network})
        ON CONFLICT (user_id, network) DO UPDATE SET last_used_at = now()
        WHERE k.last_used_at < now() - interval '1 hour'`,
  );
  await execute(
    sql`DELETE FROM known_networks WHERE user_id = ${personId} AND network IN (
          SELECT network FROM known_networks WHERE user_id = ${personId} ORDER BY last_used_at DESC OFFSET ${most})`,
  );
}
