import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { reserveTurn } from "./geo.repository";
import type { Geocoder } from "./geocoder.gateway";

/** Longest wait for the rate limit; beyond it the request is refused. */
const MAX_WAIT_MS = 8_000;
/** How many turns one user may have reserved ahead. */
const TURNS_PER_PERSON = 3;

/**
 * Reserves the next turn at a geocoder that is rate-limited for the whole installation. A user gets a few at once and
 * then every second turn, so that there is always room for others. Returns how long to wait for it, in ms.
 * @throws AppError rate_limited, without a reservation
 */
export async function reserveGeocoderTurn(
  ownerId: OwnerId,
  { name, paceMs }: Pick<Geocoder, "name" | "paceMs">,
): Promise<number> {
  if (paceMs === 0) return 0;
  const ownPaceMs = 2 * paceMs;
  const ownWaitMs = (TURNS_PER_PERSON - 1) * ownPaceMs;
  return transaction(async () => {
    const own = await reserveTurn(`${name} for account ${ownerId}`, ownPaceMs, ownWaitMs);
    if (own === null) throw refuse(ownWaitMs);
    const shared = await reserveTurn(name, paceMs, MAX_WAIT_MS);
    if (shared === null) throw refuse(MAX_WAIT_MS);
    return shared;
  });
}

function refuse(waitMs: number): AppError {
  return new AppError("rate_limited", "", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
