import { execute, firstRow, sql } from "@/server/platform/db/sql";

export async function existsNetwork(email: string, network: string): Promise<boolean> {
  const known = await firstRow(
    sql`SELECT 1 FROM known_networks k JOIN users u ON u.id = k.user_id WHERE u.email = ${email} AND k.network = ${network}`,
  );
  return known !== null;
}

/** Keeps the `most` that were used last. */
export async function rememberNetwork(
  userId: number,
  network: string,
  most: number,
): Promise<void> {
  await execute(
    sql`INSERT INTO known_networks AS k (user_id, network) VALUES (${userId}, ${network})
        ON CONFLICT (user_id, network) DO UPDATE SET last_used_at = now()
        WHERE k.last_used_at < now() - interval '1 hour'`,
  );
  await execute(
    sql`DELETE FROM known_networks WHERE user_id = ${userId} AND network IN (
          SELECT network FROM known_networks WHERE user_id = ${userId} ORDER BY last_used_at DESC OFFSET ${most})`,
  );
}
