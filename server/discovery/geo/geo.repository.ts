import type { GeocodeAnswer } from "@/lib/contracts/discovery/geo";
import { toStorableJson } from "@/lib/stored-json";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import type { District } from "./districts.gateway";

/** Google allows caching coordinates for 30 days; addresses do not move in that time. */
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

/** Caches an answer and deletes expired ones, so that the table contains at most a month of addresses. */
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
        VALUES (${service}, ${address}, ${toStorableJson(answer)}::jsonb)
        ON CONFLICT (service, address) DO UPDATE SET answer = excluded.answer, fetched_at = now()`,
  );
}

/** New districts are created by law, a few a year. */
const DISTRICTS_KEPT_DAYS = 180;

export async function findDistricts(municipalityId: number): Promise<District[] | null> {
  const row = await firstRow<{ districts: District[] }>(
    sql`SELECT districts FROM municipality_districts
        WHERE municipality_id = ${municipalityId}
          AND fetched_at > now() - make_interval(days => ${DISTRICTS_KEPT_DAYS})`,
  );
  return row?.districts ?? null;
}

export async function cacheDistricts(municipalityId: number, districts: District[]): Promise<void> {
  await execute(
    sql`INSERT INTO municipality_districts (municipality_id, districts)
        VALUES (${municipalityId}, ${toStorableJson(districts)}::jsonb)
        ON CONFLICT (municipality_id) DO UPDATE SET districts = excluded.districts, fetched_at = now()`,
  );
}

/**
 * Reserves the next turn of `name`, one every `paceMs`, if it comes within `maxWaitMs`. Returns how long to wait for
 * it, in ms; null, without a reservation, when it would come too late.
 */
export async function reserveTurn(
  name: string,
  paceMs: number,
  maxWaitMs: number,
): Promise<number | null> {
  const row = await firstRow<{ wait_ms: number }>(
    sql`INSERT INTO service_turns AS t (service, next_at)
        VALUES (${name}, clock_timestamp() + make_interval(secs => ${paceMs / 1000}))
        ON CONFLICT (service) DO UPDATE
        SET next_at = greatest(t.next_at, clock_timestamp()) + make_interval(secs => ${paceMs / 1000})
        WHERE t.next_at <= clock_timestamp() + make_interval(secs => ${maxWaitMs / 1000})
        RETURNING ceil(extract(epoch FROM next_at - clock_timestamp()) * 1000 - ${paceMs})::int AS wait_ms`,
  );
  return row && Math.max(0, row.wait_ms);
}
