import { execute, rows, sql } from "@/server/db/sql";

/**
 * Of these sites, each named once, those that `holder` holds now; the others another visit holds or has just left. In the
 * order of their names, as every writer here takes them: no two wait for each other.
 */
export async function holdSites(
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

/** Holds them for so long again; answers those that are still `holder`'s. One that ran out and nobody took is. */
export async function keepSites(
  holder: string,
  sites: readonly string[],
  seconds: number,
): Promise<string[]> {
  const kept = await rows<{ site: string }>(
    sql`UPDATE site_visits SET held_until = clock_timestamp() + make_interval(secs => ${seconds})
        WHERE site IN (SELECT site FROM site_visits
                       WHERE site = ANY(${sites}::text[]) AND holder = ${holder}::uuid ORDER BY site FOR NO KEY UPDATE)
        RETURNING site`,
  );
  return kept.map(({ site }) => site);
}

/** Free again after the pause; until then the row says so, and afterwards the sweep drops it. Those another holds by now stay its own. */
export async function releaseSites(
  holder: string,
  sites: readonly string[],
  pauseMs: number,
): Promise<void> {
  await execute(
    sql`UPDATE site_visits
        SET held_until = clock_timestamp() + make_interval(secs => ${pauseMs / 1000}), holder = NULL
        WHERE site IN (SELECT site FROM site_visits
                       WHERE site = ANY(${sites}::text[]) AND holder = ${holder}::uuid ORDER BY site FOR NO KEY UPDATE)`,
  );
}

/** Rows that hold nothing any more; those being held this moment are passed over. */
export async function dropFreeSites(): Promise<void> {
  await execute(
    sql`DELETE FROM site_visits WHERE site IN (
          SELECT site FROM site_visits WHERE held_until < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED)`,
  );
}
