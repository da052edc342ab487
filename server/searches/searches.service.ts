import type { MapsSearch, PagesSearch } from "@/lib/contracts/searches";
import { MAPS_MAX_RESULTS, mapsSearchCost } from "@/lib/domain/searches/maps-search";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import type { Actor, UserId } from "@/server/actor";
import { releaseCredits, reserveCredits } from "@/server/credits/credits.service";
import { afterCommit, transaction } from "@/server/db/transaction";
import { enqueue } from "@/server/jobs/enqueue";
import { createSearchList } from "@/server/lists/lists.service";
import { findPlaceResults } from "./search-results.repository";
import { SOURCES } from "./search-run.service";
import { runSearch } from "./searches.jobs";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

const PAGES_SEARCH_COST = 1;
const RECENT = 20;
const STARTED =
  "Busca de leads iniciada com sucesso! Em breve estarão disponíveis na página de leads.";

/**
 * Starts a pages search: its list exists, processing, before this returns.
 * @throws AppError insufficient_credits
 */
export function startPagesSearch(actor: Actor, search: PagesSearch) {
  const { query, city, state, startPage, endPage } = search;
  return startSearch(actor, `${query} em ${city}/${state}`, PAGES_SEARCH_COST, {
    kind: "pages",
    ...{ query, city, state, startPage, endPage },
    ...{ radiusKm: null, latitude: null, longitude: null },
  });
}

/**
 * Starts a maps search; its cost is reserved by radius.
 * @throws AppError insufficient_credits
 */
export function startMapsSearch(actor: Actor, search: MapsSearch) {
  const { query, raio, latitude, longitude } = search;
  return startSearch(
    actor,
    `${query} em um raio de ${formatNumber(raio)} km`,
    mapsSearchCost(raio),
    {
      kind: "maps",
      ...{ query, radiusKm: raio, latitude, longitude },
      ...{ city: null, state: null, startPage: 1, endPage: 1 },
    },
  );
}

async function startSearch(actor: Actor, name: string, cost: number, search: repository.NewSearch) {
  return transaction(async () => {
    const listId = await createSearchList(actor.userId, {
      name,
      source: SOURCES[search.kind],
      query: search.query,
      city: search.city,
      state: search.state,
    });
    const searchId = await repository.insertSearch(actor.userId, listId, search);
    await reserveCredits(actor.userId, searchId, cost);
    afterCommit(() => void enqueue(runSearch, { id: searchId, leaseNo: 0 }));
    return { list_id: listId, message: STARTED };
  });
}

export async function listRecentSearches(actor: Actor) {
  const rows = await repository.findRecentSearches(actor.userId, RECENT);
  return { searches: rows.map(toSearch) };
}

/** The places that a maps search has found so far. @throws AppError not_found */
export async function listPlaces(actor: Actor, searchId: number) {
  if (!(await repository.findSearch(actor.userId, searchId))) throw new AppError("not_found");
  return { places: await findPlaceResults(actor.userId, searchId, MAPS_MAX_RESULTS) };
}

/** For a deactivated account. */
export function stopAllSearches(ownerId: UserId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/**
 * Ends the active search of a list, if any, and releases its reserved credits. Call inside the transaction that
 * deletes the list.
 */
export async function endSearchOfList(ownerId: UserId, listId: number): Promise<void> {
  const searchId = await repository.endSearchOfList(ownerId, listId);
  if (searchId !== null) await releaseCredits(ownerId, searchId);
}

/** Stops a running search before its next result. @throws AppError not_found, search_over */
export async function stopSearch(actor: Actor, searchId: number) {
  const stopping = await repository.requestStop(actor.userId, searchId);
  const row = await repository.findSearch(actor.userId, searchId);
  if (!row) throw new AppError("not_found");
  if (!stopping) throw new AppError("search_over");
  await enqueue(runSearch, { id: stopping.id, leaseNo: stopping.lease_no });
  return { search: toSearch(row) };
}
