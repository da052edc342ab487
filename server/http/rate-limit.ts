import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/errors";
import { limiterClient } from "@/server/db/sql";

const limiters = new Map<string, RateLimiterPostgres>();

/**
 * Counts one call of `endpoint` for `who` on every replica alike.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function countCall(endpoint: Endpoint, who: string): Promise<void> {
  if (!endpoint.rateLimit) return;
  try {
    await limiterOf(endpoint).consume(who);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw new AppError("rate_limited", "", {
      retryAfterSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
    });
  }
}

function limiterOf(endpoint: Endpoint): RateLimiterPostgres {
  const name = `${endpoint.method} ${endpoint.path}`;
  const existing = limiters.get(name);
  if (existing) return existing;
  const points = endpoint.rateLimit?.points ?? 1;
  const duration = endpoint.rateLimit?.windowSeconds ?? 1;
  const limiter = new RateLimiterPostgres({
    storeClient: limiterClient,
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration,
    // A database that is away must not open the door, nor close it: each process counts alone meanwhile.
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
  limiters.set(name, limiter);
  return limiter;
}
