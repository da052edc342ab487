import { getSiteKey } from "@/lib/domain/companies/company-host";
import { getEnclosingCircle } from "@/lib/domain/geo/area";
import { MAPS_MAX_RESULTS } from "@/lib/domain/searches/maps-search";
import { isWantedPlace } from "@/server/discovery/places/place-filter.rule";
import { getPlacesProvider } from "@/server/discovery/places/places.service";
import { type OutsideFailure, refused } from "@/server/platform/outside/call-json";
import { addResults, markPageRead, type NewResult } from "./search-results.repository";
import { type Run, withLease } from "./search-run.service";
import type { SearchRow } from "./searches.repository";
import { getWebSearch } from "./web-search.service";

type Gathered = { ok: true; note: string | null } | OutsideFailure;

/** Longer than any company's address, and short enough for a unique index. */
const MAX_ADDRESS = 1_500;

/** Fetches the search's next page of results and stores each result once. */
export function gatherNextPage(run: Run, search: SearchRow): Promise<Gathered> {
  return search.kind === "maps" ? gatherPlaces(run, search) : gatherSites(run, search);
}

async function gatherSites(run: Run, search: SearchRow): Promise<Gathered> {
  const page = search.last_page + 1;
  const text = `${search.query} ${search.city} ${search.state}`;
  const engine = getWebSearch();
  if (engine === null) return refused("no web-search engine is configured");
  const answer = await engine.search({ text, page, signal: run.signal });
  if (!answer.ok) return answer;
  await withLease(run, async () => {
    await addResults(run, answer.results.flatMap(toSite));
    await markPageRead(run.ownerId, run.id, page);
  });
  return { ok: true, note: null };
}

/** Links to directories and social networks are stored but not visited. */
function toSite({ url: written, title }: { url: string; title: string }): NewResult[] {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) return [];
  const url = new URL(written).href;
  if (url.length > MAX_ADDRESS) return [];
  const key = getSiteKey(url);
  return [{ key: key ?? url, url, title, place: null, outcome: key ? "pending" : "not_visited" }];
}

async function gatherPlaces(run: Run, search: SearchRow): Promise<Gathered> {
  const { query, advanced, latitude, longitude, radius_km } = search;
  if (latitude === null || longitude === null || radius_km === null) {
    throw new Error("A maps search without its circle.");
  }
  const circle = advanced?.area
    ? getEnclosingCircle(advanced.area)
    : { centre: { latitude, longitude }, radiusM: radius_km * 1000 };
  const outcome = await getPlacesProvider().search({
    ...circle,
    terms: [query, ...(advanced?.termos ?? [])],
    accepts: (place) => advanced === null || isWantedPlace(advanced, place),
    limit: MAPS_MAX_RESULTS,
    signal: run.signal,
    async onPlaces(found) {
      const results: NewResult[] = found.map((place) => ({
        key: place.id,
        url: place.website,
        title: place.name,
        place,
        outcome: "pending",
      }));
      const held = await withLease(run, async () => {
        await addResults(run, results);
        return true;
      });
      run.reportProgress();
      return held === true;
    },
  });
  if (!outcome.ok) return outcome;
  await withLease(run, () => markPageRead(run.ownerId, run.id, search.end_page));
  const note = outcome.complete
    ? null
    : "Há mais negócios nesta área do que cabem em uma busca. Diminua o raio ou seja mais específico para ver os outros.";
  return { ok: true, note };
}
