import { getMunicipalities, getStates } from "@brazilian-utils/brazilian-utils";
import { sortBySize } from "@/lib/domain/geo/large-cities";
import { getSecondKeys, getTownKeys, toTownKey } from "@/lib/domain/geo/town-names";
import { AppError } from "@/lib/errors";
import { getPlacesProvider } from "@/server/discovery/places/places.service";
import { env } from "@/server/platform/env";

const byName = new Intl.Collator("pt-BR");

/** The 27 states with their IBGE codes, by name. */
export const states = getStates()
  .map((state) => ({ id: Number(state.ibgeCode), sigla: String(state.code), nome: state.name }))
  .sort((a, b) => byName.compare(a.nome, b.nome));

/** Municipalities of a state (IBGE codes), by name. @throws AppError not_found for an unknown state */
export function listMunicipalities(uf: string) {
  if (!states.some((state) => state.sigla === uf)) throw new AppError("not_found");
  return getMunicipalities()
    .filter((municipality) => municipality.stateCode === uf)
    .map((municipality) => ({ id: Number(municipality.code), nome: municipality.name }))
    .sort((a, b) => byName.compare(a.nome, b.nome));
}

const cities = getMunicipalities()
  .map(({ code, name, stateCode }) => ({ id: Number(code), nome: name, uf: String(stateCode) }))
  .sort((a, b) => byName.compare(a.nome, b.nome));
const citiesBySize = sortBySize(cities, ({ nome, uf }) => `${nome}/${uf}`).map((city) => ({
  city,
  keys: [...getTownKeys(city.nome), ...getSecondKeys(city.nome, city.uf)],
}));

const MOST_CITIES = 20;

/**
 * Municipalities whose name begins with the search text, then those that contain it; both groups with the largest
 * first.
 */
export function findCities(search: string) {
  const wanted = toTownKey(search);
  if (wanted === "") return [];
  const found = citiesBySize.filter(({ keys }) => keys.some((key) => key.includes(wanted)));
  const rank = ({ keys }: { keys: string[] }) =>
    keys.includes(wanted) ? 0 : keys.some((key) => key.startsWith(wanted)) ? 1 : 2;
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST_CITIES)
    .map(({ city }) => city);
}

/** Map settings of this installation, for the browser. */
export function getMapSettings() {
  return {
    tile_url: env.tileUrl,
    attribution: "© colaboradores do OpenStreetMap",
    ratings: getPlacesProvider().hasRatings,
  };
}
