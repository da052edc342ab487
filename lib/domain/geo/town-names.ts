import { foldText } from "@/lib/domain/text/fold-text";

/** Former names, and spellings that no rule covers, by state and the IBGE's name. */
const SECOND_NAMES: Record<string, string> = {
  "BA Quijingue": "Quinjingue",
  "GO Bom Jesus de Goiás": "Bom Jesus",
  "MG Gouveia": "Gouvêa",
  "MT Poxoréu": "Poxoréo",
  "PB Joca Claudino": "Santarém",
  "PB São Domingos": "São Domingos de Pombal",
  "PB São Vicente do Seridó": "Seridó",
  "PB Tacima": "Campo de Santana",
  "PE São Caitano": "São Caetano",
  "RJ Trajano de Moraes": "Trajano de Morais",
  "RN Campo Grande": "Augusto Severo",
  "RN Januário Cicco": "Boa Saúde",
  "RN Serra Caiada": "Presidente Juscelino",
  "RR São Luiz do Anauá": "São Luiz",
  "SP Embu das Artes": "Embu",
  "SP Florínea": "Florínia",
  "TO São Valério": "São Valério da Natividade",
  "TO Tabocão": "Fortaleza do Tabocão",
};

/** The keys of a name: each of its spellings has its key among them. */
export function getTownKeys(name: string): string[] {
  const spellings = [name, name.replace(/'/g, "")];
  return [
    ...new Set(spellings.flatMap((each) => [each, each.replace(/ç/gi, "ss")]).map(toTownKey)),
  ];
}

/** The keys of the other names that a town has. */
export function getSecondKeys(name: string, uf: string): string[] {
  const second = SECOND_NAMES[`${uf} ${name}`];
  return second === undefined ? [] : getTownKeys(second);
}

/**
 * One key for all spellings of a name: without accents and small words, and with one letter for letters that sound the
 * same. "Sant'Ana do Livramento", "Mogi-Mirim" and "MOJI MIRIM", "Amparo da Serra" and "Amparo do Serra".
 */
export function toTownKey(written: string): string {
  const words = foldText(written).split(/[^a-z0-9]+/);
  const named = words.filter((word) => !/^(?:d|d[aeo]s?)?$/.test(word));
  return (named.length > 0 ? named : words)
    .join(" ")
    .trim()
    .replace(/y/g, "i")
    .replace(/z/g, "s")
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/g(?=[ei])/g, "j")
    .replace(/([a-z])\1/g, "$1");
}
