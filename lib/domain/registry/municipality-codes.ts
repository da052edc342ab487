import { foldName } from "./registry-name";

/** A municipality in the spelling of the IBGE. */
export interface IbgeMunicipality {
  ibge: number;
  name: string;
  uf: string;
}

/** Where the Receita spells a name in another way than the IBGE: its code and the IBGE's. */
const OTHER_SPELLINGS = new Map([
  [3101, 2_800_100],
  [4049, 3_102_506],
  [1623, 2_401_206],
  [8251, 4_212_809],
  [4177, 3_108_909],
  [9321, 1_706_001],
  [377, 1_502_954],
  [345, 1_708_254],
  [1703, 2_405_306],
  [3005, 2_922_250],
  [5875, 3_303_807],
  [8845, 4_317_103],
  [529, 1_506_500],
  [3869, 2_928_505],
  [9155, 5_107_800],
  [315, 1_400_605],
  [9691, 1_720_499],
]);

export interface MatchedMunicipality extends IbgeMunicipality {
  /** The Receita's code. */
  code: number;
}

/**
 * Joins the Receita's table of municipalities, which has no states, with the IBGE's. A name that several states have
 * gives one match for each: the state of an establishment decides.
 */
export function matchMunicipalities(
  receita: readonly { code: number; label: string }[],
  ibge: readonly IbgeMunicipality[],
): MatchedMunicipality[] {
  const byCode = new Map(ibge.map((each) => [each.ibge, each]));
  const byName = groupByName(ibge);
  return receita.flatMap(({ code, label }) => {
    const other = byCode.get(OTHER_SPELLINGS.get(code) ?? 0);
    const matches = other ? [other] : (byName.get(foldName(label)) ?? []);
    return matches.map((match) => ({ ...match, code }));
  });
}

function groupByName(ibge: readonly IbgeMunicipality[]): Map<string, IbgeMunicipality[]> {
  const groups = new Map<string, IbgeMunicipality[]>();
  for (const each of ibge) {
    const name = foldName(each.name);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
}
