import { setTimeout as sleep } from "node:timers/promises";
import type { GeocodeAnswer } from "@/lib/contracts/discovery/geo";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import * as repository from "./geo.repository";
import { reserveGeocoderTurn } from "./geocode-turns.service";
import type { Geocoder } from "./geocoder.gateway";
import { createGoogleGeocoder } from "./geocoder.google";
import { createNominatim } from "./geocoder.nominatim";

/**
 * Finds an address in Brazil; answers are cached.
 * @throws AppError rate_limited, unavailable
 */
export async function geocode(
  actor: Actor,
  address: string,
  signal: AbortSignal,
): Promise<GeocodeAnswer> {
  const service = getGeocoder();
  const asked = address.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
  const cached = await repository.findCachedAnswer(service.name, asked);
  if (cached) return cached;
  const waitMs = await reserveGeocoderTurn(actor.ownerId, service);
  if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  const outcome = await service.geocode(address, signal);
  if (!outcome.ok) {
    logger.warn({ service: service.name, ...outcome }, "geocode");
    const code = outcome.reason === "rate_limited" ? "rate_limited" : "unavailable";
    throw new AppError(code, "", {
      ...(outcome.retryAfterMs && { retryAfterSeconds: Math.ceil(outcome.retryAfterMs / 1000) }),
    });
  }
  await repository.cacheAnswer(service.name, asked, outcome.answer);
  return outcome.answer;
}

/** The configured geocoder. */
function getGeocoder(): Geocoder {
  if (env.GOOGLE_MAPS_API_KEY) {
    return createGoogleGeocoder(env.GOOGLE_GEOCODING_URL, env.GOOGLE_MAPS_API_KEY);
  }
  return createNominatim(env.nominatimUrl);
}
