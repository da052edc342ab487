import type { GeocodeAnswer } from "@/lib/contracts/geo";
import { storedJson } from "@/lib/stored-json";
import { execute, firstRow, sql } from "@/server/db/sql";

/** Google lets coordinates be kept for 30 days; addresses do not move in that time. */
const KEPT_DAYS = 30;

export async function findCachedAnswer(
  service: string,
  address: string,
): Promise<GeocodeAnswer | null> {
  const row = await firstRow<{ answer: GeocodeAnswer }>(
    sql`SELECT answer FROM geocode_cache
        WHERE service = ${service} AND address = ${address}
          AND fetched_at > now() - make_interval(days => ${KEPT_DAYS})`,
  );
  return row?.answer ?? null;
}

/** Keeps an answer, and drops those whose time is over: the table holds a month of addresses and no more. */
export async function cacheAnswer(
  service: string,
  address: string,
  answer: GeocodeAnswer,
): Promise<void> {
  await execute(
    sql`DELETE FROM geocode_cache WHERE fetched_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
  await execute(
    sql`INSERT INTO geocode_cache (service, address, answer)
        VALUES (${service}, ${address}, ${storedJson(answer)}::jsonb)
        ON CONFLICT (service, address) DO UPDATE SET answer = excluded.answer, fetched_at = now()`,
  );
}

/** Takes the next turn at a service that sets a pace for the whole installation; how long to wait for it, in ms. */
export async function takeTurn(service: string, paceMs: number): Promise<number> {
  const row = await firstRow<{ wait_ms: number }>(
    sql`INSERT INTO service_turns AS t (service, next_at)
        VALUES (${service}, clock_timestamp() + make_interval(secs => ${paceMs / 1000}))
        ON CONFLICT (service) DO UPDATE
        SET next_at = greatest(t.next_at, clock_timestamp()) + make_interval(secs => ${paceMs / 1000})
        RETURNING ceil(extract(epoch FROM next_at - clock_timestamp()) * 1000 - ${paceMs})::int AS wait_ms`,
  );
  return Math.max(0, row?.wait_ms ?? 0);
}
