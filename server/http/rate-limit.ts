import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/errors";
import { pool } from "@/server/db/connection";

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
export async function countCall(endpoint: Endpoint, who: string): Promise<void> {
  if (!endpoint.rateLimit) return;
  await countAttempt({ name: `${endpoint.method} ${endpoint.path}`, ...endpoint.rateLimit }, who);
}

/** @throws AppError rate_limited with the seconds to wait */
export async function countAttempt(limit: Limit, who: string): Promise<void> {
  try {
    await getLimiter(limit).consume(who);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw new AppError("rate_limited", "", {
      retryAfterSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
    });
  }
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
