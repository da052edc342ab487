import type { z } from "zod/mini";
import type { MapsSearch, PagesSearch } from "@/lib/contracts/discovery/searches";
import type { RegistrySave } from "@/lib/contracts/registry/registry";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { isPro } from "@/lib/domain/plans/plan";
import { REGISTRY_MAX_SAVED } from "@/lib/domain/registry/registry-search";
import {
  type AdvancedSearch,
  asksForRatings,
  readAdvanced,
} from "@/lib/domain/searches/advanced-search";
import { MAPS_MAX_RESULTS, mapsSearchCost } from "@/lib/domain/searches/maps-search";
import { AppError } from "@/lib/errors";
import { formatCnpj, formatNumber } from "@/lib/format";
import {
  getCreditStatus,
  releaseCredits,
  reserveCredits,
} from "@/server/accounts/credits/credits.service";
import { getPlacesProvider } from "@/server/discovery/places/places.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { sellerOf } from "@/server/leads/leads/lead-sellers.service";
import { createSearchList, requireList } from "@/server/leads/lists/lists.service";
import type { Actor, OwnerId, PersonId, Reader } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { findMatchingCnpjs } from "@/server/registry/registry/registry.service";
import {
  addResults,
  findOutcomes,
  findPlaceResults,
  findResultLeads,
  type NewResult,
} from "./search-results.repository";
import { SOURCES } from "./search-run.service";
import { runSearch } from "./searches.jobs";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

const PAGES_SEARCH_COST = 1;
/** How many of the companies are new is not known before they are saved. */
const SAVE_RESERVATION = 1;
const RECENT = 20;
const STARTED =
  "Busca de leads iniciada com sucesso! Em breve estarão disponíveis na página de leads.";

/**
 * Starts a pages search: its list exists, processing, before this returns.
 * @throws AppError insufficient_credits
 */
export function startPagesSearch(actor: Actor, search: PagesSearch) {
  const { query, city, state } = search;
  const name = `${query} em ${city}/${state}`;
  return startSearch(actor, name, PAGES_SEARCH_COST, toPagesSearch(search));
}

const NO_PLACE = { city: null, state: null };
const NO_CIRCLE = { radiusKm: null, latitude: null, longitude: null, placeName: null };

function toPagesSearch({ outras_cidades = false, ...search }: PagesSearch): repository.NewSearch {
  return { kind: "pages", ...search, ...NO_CIRCLE, otherCities: outras_cidades };
}

/**
 * Starts a maps search; its cost is reserved by radius.
 * @throws AppError insufficient_credits, pro_required, invalid_input
 */
export function startMapsSearch(actor: Actor, search: MapsSearch) {
  requireMapsSearch(actor, search);
  const name = nameMapsSearch(search.query, search.raio, readAdvanced(search));
  return startSearch(actor, name, mapsSearchCost(search.raio), toMapsSearch(search));
}

function toMapsSearch(search: MapsSearch): repository.NewSearch {
  const { query, raio, latitude, longitude, place } = search;
  const circle = { radiusKm: raio, latitude, longitude, placeName: place || null };
  const pages = { startPage: 1, endPage: 1 };
  return { kind: "maps", query, ...NO_PLACE, ...circle, ...pages, advanced: readAdvanced(search) };
}

/** @throws AppError pro_required; invalid_input where the map does not support the search */
export function requireMapsSearch(actor: Pick<Actor, "plan">, search: MapsSearch): void {
  const advanced = readAdvanced(search);
  if (advanced !== null) requireAdvanced(actor, advanced);
}

/** @throws AppError pro_required; invalid_input where the map has no ratings */
function requireAdvanced(actor: Pick<Actor, "plan">, advanced: AdvancedSearch): void {
  if (!isPro(actor.plan)) throw new AppError("pro_required", "PRO feature: busca avançada.");
  if (!asksForRatings(advanced) || getPlacesProvider().hasRatings) return;
  const field = advanced.nota_minima === null ? "avaliacoes_minimas" : "nota_minima";
  throw new AppError("invalid_input", "", {
    fields: { [field]: "O mapa desta instalação não tem avaliações." },
  });
}

function nameMapsSearch(query: string, raio: number, advanced: AdvancedSearch | null): string {
  const further = advanced?.termos.length ?? 0;
  const what = further === 0 ? query : `${query} e mais ${further}`;
  return advanced?.area
    ? `${what} em uma área desenhada`
    : `${what} em um raio de ${formatNumber(raio)} km`;
}

async function startSearch(actor: Actor, name: string, cost: number, search: repository.NewSearch) {
  return transaction(async () => {
    const listId = await createSearchList(actor.ownerId, {
      name,
      source: SOURCES[search.kind],
      query: search.query,
      city: search.city,
      state: search.state,
    });
    const searchId = await repository.insertSearch(
      actor.ownerId,
      { listId, sellerId: sellerOf(actor) },
      search,
    );
    await reserveCredits(actor.ownerId, searchId, cost);
    await recordEvent(actor.ownerId, "search_started", {
      metadata: { search_id: searchId, list_id: listId, name, source: SOURCES[search.kind] },
    });
    afterCommit(() => enqueue(runSearch, { id: searchId, leaseNo: 0 }));
    return { list_id: listId, message: STARTED };
  });
}

const SAVING = "As empresas estão sendo salvas como leads. Acompanhe na lista.";

/**
 * Saves companies of the registry as leads of a list, in the background. One credit for each new lead; without any
 * left it does not start.
 * @throws AppError insufficient_credits; not_found for another user's list; invalid_input when there is none to save
 */
export async function saveRegistryCompanies(
  actor: Actor,
  { cnpjs, filter, list_id, list_name }: z.output<typeof RegistrySave>,
) {
  const wanted = cnpjs
    ? cnpjs.map((cnpj) => normalizeCnpj(cnpj))
    : await findMatchingCnpjs(filter ?? {}, REGISTRY_MAX_SAVED);
  const unique = [...new Set(wanted)].filter((cnpj) => cnpj !== null);
  if (unique.length === 0 || wanted.includes(null)) {
    throw new AppError("invalid_input", "", {
      fields: { cnpjs: wanted.length === 0 ? "Nenhuma empresa para salvar." : "CNPJ inválido." },
    });
  }
  const name = list_name ?? "";
  return transaction(async () => {
    const listId =
      list_id === undefined
        ? await createSearchList(actor.ownerId, {
            name,
            source: SOURCES.receita,
            query: name,
            city: null,
            state: null,
          })
        : await requireList(actor.ownerId, list_id);
    const searchId = await repository.insertSearch(
      actor.ownerId,
      { listId, sellerId: sellerOf(actor) },
      {
        kind: "receita",
        query: name || "Empresas da Receita",
        madeList: list_id === undefined,
        ...NO_PLACE,
        ...NO_CIRCLE,
        startPage: 1,
        endPage: 1,
      },
    );
    await addResults({ id: searchId, ownerId: actor.ownerId }, unique.map(toRegistryResult));
    await repository.markAllPagesRead(actor.ownerId, searchId);
    await recordEvent(actor.ownerId, "search_started", {
      metadata: { search_id: searchId, list_id: listId, name, source: SOURCES.receita },
    });
    await reserveCredits(actor.ownerId, searchId, SAVE_RESERVATION);
    afterCommit(() => enqueue(runSearch, { id: searchId, leaseNo: 0 }));
    return { list_id: listId, message: SAVING };
  });
}

function toRegistryResult(cnpj: string): NewResult {
  return { key: cnpj, url: null, title: formatCnpj(cnpj), place: null, outcome: "pending" };
}

/** What a radar searches for. Companies of the registry are already known when they are saved. */
export type RadarSearch =
  | { kind: "pages"; question: PagesSearch }
  | { kind: "maps"; question: MapsSearch }
  | { kind: "receita"; cnpjs: readonly string[] };

/** The credits that a search with this question reserves before it begins. */
export function getReservation(search: RadarSearch): number {
  if (search.kind === "maps") return mapsSearchCost(search.question.raio);
  return search.kind === "pages" ? PAGES_SEARCH_COST : SAVE_RESERVATION;
}

/**
 * Starts a search whose leads go to a radar's list. Call inside a transaction. Returns its id.
 * @throws AppError insufficient_credits
 */
export async function startRadarSearch(
  ownerId: OwnerId,
  radar: {
    id: number;
    name: string;
    listId: number;
    sellerId: PersonId | null;
    creditLimit: number;
  },
  search: RadarSearch,
): Promise<number> {
  const { id, name, listId, sellerId, creditLimit } = radar;
  // The account may have had another plan when the radar was made.
  if (search.kind === "maps") requireMapsSearch(await getCreditStatus(ownerId), search.question);
  const searchId = await repository.insertSearch(
    ownerId,
    { listId, sellerId },
    {
      ...toNewSearch(search, name),
      madeList: false,
      radar: { id, creditLimit },
    },
  );
  if (search.kind === "receita") {
    await addResults({ id: searchId, ownerId }, search.cnpjs.map(toRegistryResult));
    await repository.markAllPagesRead(ownerId, searchId);
  }
  await recordEvent(ownerId, "search_started", {
    metadata: { search_id: searchId, list_id: listId, name, source: SOURCES[search.kind] },
  });
  await reserveCredits(ownerId, searchId, getReservation(search));
  afterCommit(() => enqueue(runSearch, { id: searchId, leaseNo: 0 }));
  return searchId;
}

function toNewSearch(search: RadarSearch, name: string): repository.NewSearch {
  if (search.kind === "pages") return toPagesSearch(search.question);
  if (search.kind === "maps") return toMapsSearch(search.question);
  return { kind: "receita", query: name, ...NO_PLACE, ...NO_CIRCLE, startPage: 1, endPage: 1 };
}

/** The state of a radar's search; null when it was deleted with its list. */
export async function findRadarSearch(ownerId: OwnerId, searchId: number) {
  const row = await repository.findSearch(ownerId, searchId);
  return row && toSearch(row);
}

/** The outcomes of the results of a radar's search. */
export function listSearchOutcomes(ownerId: OwnerId, searchId: number) {
  return findOutcomes(ownerId, searchId, MAPS_MAX_RESULTS);
}

/** The leads in sight that results became, by search and key. */
export async function findLeadsOfResults(
  reader: Reader,
  results: readonly { searchId: number; key: string }[],
): Promise<Map<string, number>> {
  const found = results.length === 0 ? [] : await findResultLeads(reader, results);
  return new Map(
    found.map(({ search_id, result_key, lead_id }) => [`${search_id} ${result_key}`, lead_id]),
  );
}

export async function listRecentSearches(actor: Actor) {
  const rows = await repository.findRecentSearches(actor.ownerId, RECENT);
  return { searches: rows.map(toSearch) };
}

/** The places that a maps search has found so far. @throws AppError not_found */
export async function listPlaces(actor: Actor, searchId: number) {
  if (!(await repository.findSearch(actor.ownerId, searchId))) throw new AppError("not_found");
  return { places: await findPlaceResults(actor, searchId, MAPS_MAX_RESULTS) };
}

/** Call for a deactivated account. */
export function stopAllSearches(ownerId: OwnerId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/**
 * Ends the active searches of a list and releases their reserved credits. Call inside the transaction that deletes the
 * list.
 */
export async function endSearchesOfList(ownerId: OwnerId, listId: number): Promise<void> {
  for (const searchId of await repository.endSearchesOfList(ownerId, listId)) {
    await releaseCredits(ownerId, searchId);
  }
}

/** Stops a running search before its next result. @throws AppError not_found, search_over */
export async function stopSearch(actor: Actor, searchId: number) {
  const stopping = await repository.requestStop(actor.ownerId, searchId);
  const row = await repository.findSearch(actor.ownerId, searchId);
  if (!row) throw new AppError("not_found");
  if (!stopping) throw new AppError("search_over");
  await enqueue(runSearch, { id: stopping.id, leaseNo: stopping.lease_no });
  return { search: toSearch(row) };
}
