import { execute, sql } from "@/server/db/sql";

/** False while another visit holds the site or has just left it. */
export async function holdSite(site: string, seconds: number): Promise<boolean> {
  const held = await execute(
    sql`INSERT INTO site_visits AS v (site, held_until)
        VALUES (${site}, clock_timestamp() + make_interval(secs => ${seconds}))
        ON CONFLICT (site) DO UPDATE SET held_until = excluded.held_until
        WHERE v.held_until <= clock_timestamp()`,
  );
  return held === 1;
}

/** Free again after the pause; until then the row says so, and afterwards the sweep drops it. */
export async function releaseSite(site: string, pauseMs: number): Promise<void> {
  await execute(
    sql`UPDATE site_visits SET held_until = clock_timestamp() + make_interval(secs => ${pauseMs / 1000})
        WHERE site = ${site}`,
  );
}

/** Rows that hold nothing any more. */
export async function dropFreeSites(): Promise<void> {
  await execute(
    sql`DELETE FROM site_visits WHERE held_until < clock_timestamp() - interval '1 minute'`,
  );
}
