import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import type { District } from "./districts.gateway";
import { createIbge } from "./districts.ibge";
import * as repository from "./geo.repository";

const byName = new Intl.Collator("pt-BR");
const municipalityIds = new Set(getMunicipalities().map(({ code }) => Number(code)));

/**
 * Districts of a municipality (IBGE codes), by name. IBGE's answer is cached.
 * @throws AppError not_found for an unknown municipality, unavailable
 */
export async function findDistricts(municipalityId: number): Promise<District[]> {
  if (!municipalityIds.has(municipalityId)) throw new AppError("not_found");
  const kept = await repository.findDistricts(municipalityId);
  if (kept) return kept;
  // Not aborted with the caller's request: the answer is cached for the next caller.
  const outcome = await createIbge(env.ibgeUrl).findDistricts(
    municipalityId,
    new AbortController().signal,
  );
  if (!outcome.ok) {
    logger.warn({ municipalityId, ...outcome }, "districts");
    throw new AppError("unavailable");
  }
  const districts = outcome.districts.sort((a, b) => byName.compare(a.nome, b.nome));
  await repository.cacheDistricts(municipalityId, districts);
  return districts;
}
