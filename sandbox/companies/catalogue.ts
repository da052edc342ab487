import {
  BIG_CITIES,
  CAMPINAS,
  CITIES,
  type City,
  DISTRICTS,
  PEOPLE,
  STREETS,
} from "../brazil/cities";
import { completeCnpj } from "../brazil/cnpj";
import { removeAccents } from "../brazil/text";
import { type Random, seededRandom } from "../random";
import {
  CAMPINAS_BAKERIES,
  CATEGORIES,
  type Category,
  PADARIA,
  SURNAMES_OF_COMPANIES,
} from "./categories";
import type { Company, Facts, Place, Recipe, SiteTruth } from "./company";
import { PAGE_RECIPES } from "./page-recipes";
import { ODD_RECIPES, RECIPES } from "./recipes";

/** All companies of the sandbox, identical on every run and machine. */
export const COMPANIES: readonly Company[] = buildCompanies();

const BY_HOST = new Map(COMPANIES.map((company) => [company.host, company]));

export function findCompany(host: string): Company | undefined {
  return BY_HOST.get(host.replace(/^www\./, ""));
}

/** Companies by the key of their mobile number. If two share a number, the first. */
export const COMPANY_BY_PHONE: ReadonlyMap<string, Company> = new Map(
  COMPANIES.toReversed().map((company) => [company.facts.mobile, company]),
);

interface Plan {
  name: string;
  category: Category;
  city: City;
  recipe: Recipe;
  /** Two branches with the same seed share one mobile number. */
  phoneSeed?: string;
  mobileEnding?: string;
}

function buildCompanies(): Company[] {
  const hosts = new Set<string>();
  return [...planBakeries(), ...planOthers()].map((plan) => {
    const names = [plan.name, `${plan.name} ${plan.city.name}`, `${plan.name} ${plan.city.uf}`];
    const name = names.find((each) => !hosts.has(toHost(each)));
    if (name === undefined) throw new Error(`No host left for ${plan.name}.`);
    hosts.add(toHost(name));
    return buildCompany({ ...plan, name });
  });
}

function planBakeries(): Plan[] {
  return CAMPINAS_BAKERIES.map((name, index) => {
    const plan = { name, category: PADARIA, city: CAMPINAS, recipe: pickInTurn(RECIPES, index) };
    switch (name) {
      case "Padaria Pão Dourado":
        return { ...plan, phoneSeed: "pao-dourado", recipe: pickInTurn(RECIPES, 0) };
      case "Padaria Pão Dourado Taquaral":
        return {
          ...plan,
          phoneSeed: "pao-dourado",
          recipe: addQuirk(pickInTurn(RECIPES, 3), "mesmo WhatsApp que outro site"),
        };
      case "Padaria Vó Nena":
        return {
          ...plan,
          mobileEnding: "0000",
          recipe: addQuirk(pickInTurn(RECIPES, 6), "número fora do WhatsApp"),
        };
      case "Padaria Alvorada":
        return { ...plan, recipe: pickInTurn(ODD_RECIPES, 0) };
      case "Confeitaria Ponto Doce":
        return { ...plan, recipe: pickInTurn(ODD_RECIPES, 1) };
      default:
        return plan;
    }
  });
}

/** One company per category in every city, two in big cities. The bakeries of Campinas are planned separately. */
function planOthers(): Plan[] {
  const plans: Plan[] = [];
  for (const [cityIndex, city] of CITIES.entries()) {
    const kinds = city === CAMPINAS ? CATEGORIES.slice(1) : CATEGORIES;
    const rounds = BIG_CITIES.has(city.name) ? 2 : 1;
    for (let slot = 0; slot < kinds.length * rounds; slot++) {
      const index = plans.length;
      const category = pickInTurn(kinds, slot);
      const surname = pickInTurn(SURNAMES_OF_COMPANIES, index * 7 + cityIndex);
      const prefix = pickInTurn(category.prefixes, index);
      // The first two odd recipes belong to bakeries in Campinas.
      const odd = index % 9 === 5 ? ODD_RECIPES[2 + Math.floor(index / 9)] : undefined;
      const page = index % 9 === 2 ? pickInTurn(PAGE_RECIPES, Math.floor(index / 9)) : undefined;
      plans.push({
        name: `${prefix} ${surname}${slot % 3 === 2 ? ` ${city.name}` : ""}`,
        category,
        city,
        recipe: odd ?? page ?? pickInTurn(RECIPES, index + 1),
      });
    }
  }
  return plans;
}

function addQuirk(recipe: Recipe, quirk: string): Recipe {
  return { ...recipe, quirks: [...recipe.quirks, quirk] };
}

function pickInTurn<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}

function buildCompany(plan: Plan): Company {
  const { name, category, city, recipe } = plan;
  const host = toHost(name);
  const facts = inventFacts(plan, host);
  return { host, name, category, city, facts, recipe, truth: toSiteTruth(plan, host, facts) };
}

function toHost(name: string): string {
  return `${removeAccents(name).replace(/[^a-z0-9]/g, "")}.example`;
}

function inventFacts({ city, recipe, phoneSeed, mobileEnding }: Plan, host: string): Facts {
  const random = seededRandom(host);
  const phones = phoneSeed === undefined ? random : seededRandom(phoneSeed);
  return {
    person: random.pick(PEOPLE),
    mobile: `55${city.ddd}${inventMobile(phones, mobileEnding)}`,
    landline: `55${city.ddd}${inventLandline(random)}`,
    secondLandline: `55${city.ddd}${inventLandline(random)}`,
    tollFree: `55800${random.integer(200, 799)}${random.digits(4)}`,
    email: `${random.pick(["contato", "atendimento", "comercial", "vendas"])}@${host}`,
    cnpj: inventCnpj(random, recipe.alphanumericCnpj === true),
    street:
      recipe.address === "highway"
        ? `Rodovia BR-${random.integer(101, 480)}, km ${random.integer(2, 390)}`
        : `${random.pick(STREETS)}, ${random.integer(12, 2890)}`,
    district: random.pick(DISTRICTS),
    cep: `${city.cepPrefix}${random.digits(2)}-${random.digits(3)}`,
  };
}

/** Never ends in 000x by chance, because such endings determine the phone's behaviour. */
function inventMobile(
  random: Random,
  ending = `${random.integer(1, 9)}${random.digits(3)}`,
): string {
  return `9${random.integer(7, 9)}${random.digits(3)}${ending}`;
}

function inventLandline(random: Random): string {
  return `3${random.integer(2, 8)}${random.digits(2)}${random.integer(1, 9)}${random.digits(3)}`;
}

/** Uses roots from 99, which the registry has not assigned, so that no real company matches. */
function inventCnpj(random: Random, alphanumeric: boolean): string {
  if (!alphanumeric) return completeCnpj(`99${random.digits(6)}0001`);
  const letters = () => random.pick([..."ABCDEFGHJKLMNPRSTVWXYZ"]);
  return completeCnpj(`99${letters()}${letters()}${random.digits(3)}${letters()}0001`);
}

function toSiteTruth(
  { name, category, city, recipe }: Plan,
  host: string,
  facts: Facts,
): SiteTruth {
  const reachable = isReachable(recipe);
  const seen = (shown: readonly [string, Place] | undefined) =>
    reachable && shown !== undefined && !(recipe.robots === "no-contact" && shown[1] === "contact");
  const phone = recipe.phone?.[0] === "toll-free" ? facts.tollFree : facts.landline;
  return {
    host,
    name,
    category: category.name,
    city: city.name,
    uf: city.uf,
    whatsapp: seen(recipe.whatsapp) ? `+${facts.mobile}` : null,
    phone: seen(recipe.phone) ? `+${phone}` : null,
    email: seen(recipe.email) ? facts.email : null,
    cnpj: seen(recipe.cnpj) && recipe.cnpj?.[0] !== "wrong-check-digit" ? facts.cnpj : null,
    address:
      reachable && recipe.address !== undefined ? describeAddress(recipe, facts, city) : null,
    quirks: recipe.quirks,
  };
}

/** The address as the site gives it, in the form of its recipe. */
function describeAddress({ address }: Recipe, facts: Facts, city: City): string {
  const place = `${facts.street} - ${facts.district}`;
  return address === "heading" ? place : `${place}, ${city.name} - ${city.uf}, ${facts.cep}`;
}

function isReachable({ delivery = "plain", robots = "allow" }: Recipe): boolean {
  if (robots === "nothing" || robots === "failing") return false;
  return ["plain", "redirect-to-home", "redirect-to-www", "slow"].includes(delivery);
}
