import { execute, rows, sql } from "@/server/platform/db/sql";

/**
 * Acquires the leases of distinct sites and returns those acquired; the others are held by another visit or were just
 * left. Every statement here locks sites in name order, which prevents deadlocks.
 */
export async function acquireSites(
  holder: string,
  sites: readonly string[],
  seconds: number,
): Promise<string[]> {
  const held = await rows<{ site: string }>(
    sql`INSERT INTO site_visits AS v (site, held_until, holder)
        SELECT site, clock_timestamp() + make_interval(secs => ${seconds}), ${holder}::uuid
        FROM unnest(${sites}::text[]) AS site ORDER BY site
        ON CONFLICT (site) DO UPDATE SET held_until = excluded.held_until, holder = excluded.holder
        WHERE v.held_until <= clock_timestamp()
        RETURNING site`,
  );
  return held.map(({ site }) => site);
}

/** Renews leases; returns the sites still held by `holder`. An expired lease that nobody acquired is renewed too. */
export async function renewSites(
  holder: string,
  sites: readonly string[],
  seconds: number,
): Promise<string[]> {
  const kept = await rows<{ site: string }>(
    sql`UPDATE site_visits SET held_until = clock_timestamp() + make_interval(secs => ${seconds})
        WHERE site = ANY (ARRAY(SELECT site FROM site_visits
                                WHERE site = ANY(${sites}::text[]) AND holder = ${holder}::uuid
                                ORDER BY site FOR NO KEY UPDATE))
        RETURNING site`,
  );
  return kept.map(({ site }) => site);
}

/** Releases leases; each site becomes available after the pause. Leases held by others are unaffected. */
export async function releaseSites(
  holder: string,
  sites: readonly string[],
  pauseMs: number,
): Promise<void> {
  await execute(
    sql`UPDATE site_visits
        SET held_until = clock_timestamp() + make_interval(secs => ${pauseMs / 1000}), holder = NULL
        WHERE site = ANY (ARRAY(SELECT site FROM site_visits
                                WHERE site = ANY(${sites}::text[]) AND holder = ${holder}::uuid
                                ORDER BY site FOR NO KEY UPDATE))`,
  );
}

/** Deletes expired rows; rows locked at the moment are skipped. */
export async function deleteFreeSites(): Promise<void> {
  await execute(
    sql`DELETE FROM site_visits WHERE site = ANY (ARRAY(
          SELECT site FROM site_visits WHERE held_until < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED))`,
  );
}
