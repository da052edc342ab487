import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";
import { AppError } from "@/lib/errors";
import { pool } from "@/server/platform/db/connection";
import type { Exchange } from "./exchange";

interface Limit {
  name: string;
  points: number;
  windowSeconds: number;
}

const limiters = new Map<string, RateLimiterPostgres>();

/**
 * Counts one call of `endpoint` by `who`, shared by all replicas.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function countCall(endpoint: Endpoint, who: string, log: Exchange): Promise<void> {
  if (!endpoint.rateLimit) return;
  const name = `${endpoint.method} ${endpoint.path}`;
  await countAttempt({ name, ...endpoint.rateLimit }, who, log);
  if (endpoint.dailyLimit === undefined) return;
  const daily = { name: `${name} a day`, points: endpoint.dailyLimit, windowSeconds: 86_400 };
  await countAttempt(daily, who, log);
}

/**
 * Counts one attempt of `who`; with `log`, the response headers contain how much is left. `onLimit` is called once per
 * window, for the first refused attempt, by the replica that receives it.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function countAttempt(
  limit: Limit,
  who: string,
  log?: Exchange,
  onLimit?: () => void,
): Promise<void> {
  try {
    const state = await getLimiter(limit).consume(who);
    if (log) noteAllowance(log, limit, state);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    if (log) noteAllowance(log, limit, rejection);
    if (rejection.consumedPoints === limit.points + 1) onLimit?.();
    throw new AppError("rate_limited", "", { retryAfterSeconds: secondsLeft(rejection) });
  }
}

/** Of several limits, the response reports the one with the fewest calls left. */
function noteAllowance(log: Exchange, { points }: Limit, state: RateLimiterRes): void {
  const remaining = Math.max(0, state.remainingPoints);
  if (log.allowance && log.allowance.remaining <= remaining) return;
  log.allowance = { limit: points, remaining, resetSeconds: secondsLeft(state) };
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** Resets the count after a success. */
export async function resetAttempts(limit: Limit, who: string): Promise<void> {
  await getLimiter(limit).delete(who);
}

function getLimiter({ name, points, windowSeconds: duration }: Limit): RateLimiterPostgres {
  const existing = limiters.get(name);
  if (existing) return existing;
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration,
    // While the database is unreachable, each process counts on its own.
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
  limiters.set(name, limiter);
  return limiter;
}
