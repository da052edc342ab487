import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/**
 * Takes a duty that no worker took within `everyS` seconds. Returns false when it is not due. A last run in the future
 * was written while the clock was wrong: waiting for it could take years. The tolerance of a minute is for a worker
 * that waited for the row's lock, and whose now() is therefore older than the run just recorded.
 */
export async function claimDuty(name: string, everyS: number): Promise<boolean> {
  const claimed = await execute(
    sql`INSERT INTO duty_runs AS d (name, last_run_at) VALUES (${name}, now())
        ON CONFLICT (name) DO UPDATE SET last_run_at = now()
        WHERE d.last_run_at <= now() - make_interval(secs => ${everyS})
           OR d.last_run_at > now() + interval '1 minute'`,
  );
  return claimed === 1;
}

/** Lets a duty that failed be due again after `retryS` seconds. */
export async function returnDuty(name: string, everyS: number, retryS: number): Promise<void> {
  await execute(
    sql`UPDATE duty_runs SET last_run_at = now() - make_interval(secs => ${everyS - retryS}) WHERE name = ${name}`,
  );
}

/** Keeps how many rows its latest run deleted. */
export async function recordTrimmed(name: string, trimmed: number): Promise<void> {
  await execute(
    sql`UPDATE duty_runs SET last_trimmed = ${trimmed}, trimmed = trimmed + ${trimmed} WHERE name = ${name}`,
  );
}

interface DutyRunRow {
  name: string;
  last_run_at: Date;
  last_trimmed: number;
  trimmed: bigint;
}

export function findDutyRuns(names: readonly string[]): Promise<DutyRunRow[]> {
  return prisma.dutyRun.findMany({
    where: { name: { in: [...names] } },
    select: { name: true, last_run_at: true, last_trimmed: true, trimmed: true },
  });
}
