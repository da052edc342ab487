import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import { SIZE_LABEL } from "@/lib/domain/registry/registry-labels";
import { formatDay, formatReais } from "@/lib/format";
import { getMunicipalityName, getMunicipalityUf, getRelease } from "./registry-lookups.service";

/** Describes a search of the registry in words: "Padaria e confeitaria · em Campinas/SP · com celular". */
export async function describeRegistryFilter(filter: RegistryFilter): Promise<string> {
  const release = await getRelease();
  const toActivity = (code: string) =>
    (code.length === 7 && release?.label("activity", Number(code))) || `CNAE ${code}`;
  const parts = [
    filter.nome_fantasia && `“${filter.nome_fantasia}”`,
    listOf(filter.cnae_primario?.map(toActivity)),
    describePlaces(filter),
    listOf(filter.bairro, "bairro "),
    listOf(filter.cep, "CEP "),
    filter.endereco && `endereço ${filter.endereco}`,
    listOf(filter.ddd, "DDD "),
    filter.telefone && `telefone com ${filter.telefone}`,
    filter.estabelecimento === "matriz" ? "só matrizes" : filter.estabelecimento && "só filiais",
    listOf(filter.porte?.map((size) => SIZE_LABEL[size].toLowerCase())),
    listOf(filter.natureza_juridica, "natureza "),
    describeYesNo(filter.mei, "MEI"),
    describeYesNo(filter.simples, "Simples"),
    filter.capital_de !== undefined && `capital desde ${formatReais(filter.capital_de)}`,
    filter.capital_ate !== undefined && `capital até ${formatReais(filter.capital_ate)}`,
    filter.aberta_dias !== undefined && `abertas nos últimos ${filter.aberta_dias} dias`,
    filter.aberta_de && `abertas desde ${formatDay(filter.aberta_de)}`,
    filter.aberta_ate && `abertas até ${formatDay(filter.aberta_ate)}`,
    describeYesNo(filter.com_telefone, "telefone"),
    describeYesNo(filter.com_celular, "celular"),
    describeYesNo(filter.com_email, "e-mail"),
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.join(" · ");
}

function describePlaces({ cidade, uf }: RegistryFilter): string {
  const cities = (cidade ?? []).map((city) => {
    const code = /^\d{7}$/.test(city) ? Number(city) : null;
    const name = getMunicipalityName(code);
    return code !== null && name ? `${name}/${getMunicipalityUf(code)}` : city;
  });
  const states = cities.length > 0 && (uf ?? []).length !== 1 ? [] : (uf ?? []);
  const named = cities.length > 0 && states.length === 1 ? cities.map(addState(states)) : cities;
  return listOf(named.length > 0 ? named : states, "em ");
}

function addState([state]: readonly string[]) {
  return (city: string) => (city.includes("/") ? city : `${city}/${state}`);
}

const MOST_NAMED = 3;

/** The first of them, and how many more there are. */
function listOf(values: readonly string[] | undefined, before = ""): string {
  if (!values || values.length === 0) return "";
  const more = values.length - MOST_NAMED;
  const named = values.slice(0, MOST_NAMED).join(", ");
  return `${before}${named}${more > 0 ? ` e mais ${more}` : ""}`;
}

function describeYesNo(wanted: boolean | undefined, what: string): string {
  if (wanted === undefined) return "";
  return `${wanted ? "com" : "sem"} ${what}`;
}
