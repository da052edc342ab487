import { getMunicipalities, getStates } from "@brazilian-utils/brazilian-utils";
import { AppError } from "@/lib/errors";
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

/** Map settings of this installation, for the browser. */
export function getMapSettings() {
  return { tile_url: env.tileUrl, attribution: "© colaboradores do OpenStreetMap" };
}
