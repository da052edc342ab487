import { getAreaCodesByState, getMunicipalities } from "@brazilian-utils/brazilian-utils";

export interface SampleMunicipality {
  /** The Receita's code. The true one for the capital of São Paulo, for Brasília and where names differ. */
  code: string;
  name: string;
  uf: string;
  ibge: string;
  ddd: string;
}

/** Municipalities that the Receita spells in another way, with their true codes. */
const OTHER_SPELLINGS: Record<string, readonly [code: string, name: string]> = {
  "2800100": ["3101", "AMPARO DE SAO FRANCISCO"],
  "3102506": ["4049", "AMPARO DA SERRA"],
  "2401206": ["1623", "ARES"],
  "4212809": ["8251", "BALNEARIO DE PICARRAS"],
  "3108909": ["4177", "BRASOPOLIS"],
  "1706001": ["9321", "COUTO DE MAGALHAES"],
  "1502954": ["0377", "ELDORADO DOS CARAJAS"],
  "1708254": ["0345", "FORTALEZA DO TABOCAO"],
  "2405306": ["1703", "BOA SAUDE"],
  "2922250": ["3005", "MUQUEM DE SAO FRANCISCO"],
  "3303807": ["5875", "PARATI"],
  "4317103": ["8845", "SANTANA DO LIVRAMENTO"],
  "1506500": ["0529", "SANTA ISABEL DO PARA"],
  "2928505": ["3869", "SANTA TERESINHA"],
  "5107800": ["9155", "SANTO ANTONIO DO LEVERGER"],
  "1400605": ["0315", "SAO LUIZ"],
  "1720499": ["9691", "SAO VALERIO DA NATIVIDADE"],
  "3550308": ["7107", "SAO PAULO"],
  "5300108": ["9701", "BRASILIA"],
};
const ABROAD = "9707";

/** Every municipality, in the spelling of the Receita. The other codes are made up: the true table is not public here. */
export function listSampleMunicipalities(): SampleMunicipality[] {
  const taken = new Set([ABROAD, ...Object.values(OTHER_SPELLINGS).map(([code]) => code)]);
  let next = 0;
  const takeCode = () => {
    do next += 1;
    while (taken.has(String(next).padStart(4, "0")));
    return String(next).padStart(4, "0");
  };
  return getMunicipalities().map(({ code, name, stateCode }) => {
    const [receitaCode = takeCode(), spelling = toReceitaSpelling(name)] =
      OTHER_SPELLINGS[code] ?? [];
    const ddds = getAreaCodesByState(stateCode as never) as number[];
    const ddd = String(ddds[Number(code) % ddds.length] ?? 11);
    return { code: receitaCode, name: spelling, uf: String(stateCode), ibge: code, ddd };
  });
}

function toReceitaSpelling(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}

/** Where companies are: the largest cities first, with their share; the rest is spread over all. */
export const LARGE_CITIES: readonly (readonly [ibge: string, weight: number])[] = [
  ["3550308", 80],
  ["3304557", 42],
  ["3106200", 22],
  ["5300108", 20],
  ["4106902", 18],
  ["2304400", 16],
  ["2927408", 15],
  ["5208707", 14],
  ["4314902", 13],
  ["2611606", 11],
  ["3509502", 11],
  ["3518800", 8],
  ["1302603", 8],
  ["1501402", 7],
  ["3543402", 6],
  ["4205407", 6],
  ["3170206", 5],
  ["3548500", 4],
];
