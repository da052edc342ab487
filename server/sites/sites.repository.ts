import { execute, rows, sql } from "@/server/db/sql";

/**
 * Of these sites, each named once, those that are held now; the others another visit holds or has just left. In the order of
 * their names, as every writer here takes them: no two wait for each other.
 */
export async function holdSites(sites: readonly string[], seconds: number): Promise<string[]> {
  const held = await rows<{ site: string }>(
    sql`INSERT INTO site_visits AS v (site, held_until)
        SELECT site, clock_timestamp() + make_interval(secs => ${seconds})
        FROM unnest(${sites}::text[]) AS site ORDER BY site
        ON CONFLICT (site) DO UPDATE SET held_until = excluded.held_until
        WHERE v.held_until <= clock_timestamp()
        RETURNING site`,
  );
  return held.map(({ site }) => site);
}

/** Free again after the pause; until then the row says so, and afterwards the sweep drops it. */
export async function releaseSites(sites: readonly string[], pauseMs: number): Promise<void> {
  await execute(
    sql`UPDATE site_visits SET held_until = clock_timestamp() + make_interval(secs => ${pauseMs / 1000})
        WHERE site IN (SELECT site FROM site_visits WHERE site = ANY(${sites}::text[]) ORDER BY site FOR NO KEY UPDATE)`,
  );
}

/** Rows that hold nothing any more; those being held this moment are passed over. */
export async function dropFreeSites(): Promise<void> {
  await execute(
    sql`DELETE FROM site_visits WHERE site IN (
          SELECT site FROM site_visits WHERE held_until < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED)`,
  );
}
