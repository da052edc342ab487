import { getSecondKeys, getTownKeys, toTownKey } from "@/lib/domain/geo/town-names";

/** A municipality in the spelling of the IBGE. */
export interface IbgeMunicipality {
  ibge: number;
  name: string;
  uf: string;
}

export interface MatchedMunicipality extends IbgeMunicipality {
  /** The Receita's code. */
  code: number;
}

/**
 * Joins the Receita's table of municipalities, which has no states and spells names in its own way, with the IBGE's. A
 * name that exists in several states gives one match for each: the state of an establishment decides.
 */
export function matchMunicipalities(
  receita: readonly { code: number; label: string }[],
  ibge: readonly IbgeMunicipality[],
): MatchedMunicipality[] {
  const byName = groupByName(ibge);
  return receita.flatMap(({ code, label }) =>
    (byName.get(toTownKey(label)) ?? []).map((match) => ({ ...match, code })),
  );
}

function groupByName(ibge: readonly IbgeMunicipality[]): Map<string, IbgeMunicipality[]> {
  const groups = new Map<string, IbgeMunicipality[]>();
  for (const each of ibge) {
    for (const key of [...getTownKeys(each.name), ...getSecondKeys(each.name, each.uf)]) {
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
  }
  return groups;
}
