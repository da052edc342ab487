import { completeCnpj } from "../brazil/cnpj";
import type { Random } from "../random";
import { LARGE_CITIES, listSampleMunicipalities, type SampleMunicipality } from "./municipalities";
import { FANTASY, FIRST_NAMES, inventName, SURNAMES, TRADES } from "./vocabulary";

/** How often each peculiarity of the official files occurs: one row in so many. */
const QUIRKS = {
  nul: 1_000,
  undefinedByte: 5_000,
  zeroDate: 50,
  innerQuote: 500,
  brokenLine: 5_000,
  sevenDigitCep: 1_000,
  dddWithZero: 100,
  sevenDigitPhone: 80,
  placeholderPhone: 60,
  duplicate: 2_000,
  orphanCode: 1_000,
  placeholderCapital: 5_000,
  abroad: 420,
  alphanumeric: 1_000,
  /** One company in so many has a state that is not its municipality's. */
  misplaced: 700,
  /** One company in so many has the partner of the company before it. */
  samePartner: 7,
} as const;

/** The status codes and how common each is, of a thousand. */
const STATUSES = [
  ["02", 385],
  ["08", 440],
  ["04", 130],
  ["03", 35],
  ["01", 10],
] as const;

export interface SampleRow {
  /** Lines without their line break; a line may occur twice. */
  company: string;
  establishments: string[];
  simples: string | null;
  partner: string | null;
}

export interface SampleCounts {
  establishments: number;
  broken: number;
  duplicates: number;
  active: number;
  misplaced: number;
}

/** Generates companies, each with its headquarters and now and then a branch. */
export function createSample(random: Random) {
  const municipalities = listSampleMunicipalities();
  const byIbge = new Map(municipalities.map((each) => [each.ibge, each]));
  const cities = LARGE_CITIES.flatMap(([ibge, weight]) =>
    Array.from({ length: weight }, () => byIbge.get(ibge)),
  ).filter((city) => city !== undefined);
  const trades = TRADES.flatMap((trade) => Array.from({ length: trade[2] }, () => trade));
  const counts: SampleCounts = {
    establishments: 0,
    broken: 0,
    duplicates: 0,
    active: 0,
    misplaced: 0,
  };
  /** Name and document of the last one. */
  let partner: readonly [name: string, document: string] | undefined;
  const oneIn = (often: number) => random.integer(1, often) === 1;

  function pickCity(): SampleMunicipality {
    return random.next() < 0.45 ? random.pick(cities) : random.pick(municipalities);
  }

  /** `serial` makes the company unique. */
  function next(serial: number): SampleRow {
    const base = oneIn(QUIRKS.alphanumeric)
      ? `${toLetters(serial)}`
      : String(10_000_000 + serial).slice(-8);
    const isMei = random.next() < 0.55;
    const trade = random.pick(trades);
    const person = `${random.pick(FIRST_NAMES)} ${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`;
    const title =
      random.next() < 0.6 ? random.pick(FANTASY) : inventName(random.integer(0, 1 << 20));
    const legalName = isMei
      ? random.next() < 0.6
        ? `${person} ${random.digits(11)}`
        : `${base.slice(0, 2)}.${base.slice(2, 5)}.${base.slice(5)} ${person}`
      : `${trade[0]} ${title} ${random.next() < 0.8 ? "LTDA" : "S/A"}`;
    const capital = oneIn(QUIRKS.placeholderCapital)
      ? "999999999999,00"
      : `${random.integer(1, 900) * 1000},00`;
    const establishments: string[] = [];
    const count = random.next() < 0.06 ? 2 : 1;
    for (let order = 1; order <= count; order += 1) {
      const built = buildEstablishment(base, order, trade[1], `${trade[0]} ${title}`);
      const line = serial % QUIRKS.misplaced === 0 ? misplace(built) : built;
      const isMisplaced = line !== built;
      counts.establishments += 1;
      counts.misplaced += Number(isMisplaced);
      if (oneIn(QUIRKS.brokenLine)) {
        counts.misplaced -= Number(isMisplaced);
        counts.broken += 1;
        counts.establishments -= 1;
        establishments.push(line.slice(0, Math.floor(line.length / 2)));
      } else establishments.push(line);
      if (oneIn(QUIRKS.duplicate) && establishments.at(-1) === line) {
        counts.duplicates += 1;
        establishments.push(line);
      }
    }
    return {
      company: toLine([
        base,
        legalName,
        isMei ? "2135" : "2062",
        isMei ? "50" : "49",
        capital,
        isMei ? "01" : random.pick(["01", "01", "03", "05", ""]),
        "",
      ]),
      establishments,
      simples:
        isMei || random.next() < 0.5
          ? toLine([base, "S", "20180101", "00000000", isMei ? "S" : "N", "20180101", "00000000"])
          : null,
      partner: isMei ? null : buildPartner(serial, base, person),
    };
  }

  function buildPartner(serial: number, base: string, person: string): string {
    const other = [person, `***${random.digits(6)}**`] as const;
    partner = partner && serial % QUIRKS.samePartner === 0 ? partner : other;
    return toLine([
      base,
      "2",
      ...partner,
      "49",
      "20150301",
      "",
      "***000000**",
      "",
      "00",
      String(random.integer(3, 8)),
    ]);
  }

  function buildEstablishment(base: string, order: number, cnae: string, trade: string): string {
    const cnpj = completeCnpj(`${base}${String(order).padStart(4, "0")}`);
    const city = pickCity();
    const abroad = oneIn(QUIRKS.abroad);
    const status = pickStatus(random.integer(1, 1000));
    if (status === "02") counts.active += 1;
    const name = random.next() < 0.36 ? trade : "";
    const opened = `${random.integer(1966, 2026)}${pad(random.integer(1, 10))}${pad(random.integer(1, 28))}`;
    let tradeName = name;
    if (name && oneIn(QUIRKS.innerQuote)) tradeName = `${name.replace(" ", ' "')}"`;
    if (name && oneIn(QUIRKS.undefinedByte)) tradeName = `${name}\u008f`;
    if (name && oneIn(QUIRKS.nul)) tradeName = `${name}\0`;
    const cep = toCep(city, random);
    return toLine([
      base,
      cnpj.slice(8, 12),
      cnpj.slice(12),
      order === 1 ? "1" : "2",
      tradeName,
      status,
      oneIn(QUIRKS.zeroDate) ? "00000000" : opened,
      oneIn(QUIRKS.orphanCode) ? "32" : "00",
      abroad ? "LISBOA" : "",
      abroad ? "607" : "",
      oneIn(QUIRKS.zeroDate) ? "0" : opened,
      cnae,
      random.next() < 0.4 ? `${random.pick(TRADES)[1]},${random.pick(TRADES)[1]}` : "",

      random.pick(["RUA", "AVENIDA", "TRAVESSA"]),
      `${random.pick(FANTASY)} ${random.pick(SURNAMES)}`,

      String(random.integer(1, 4000)),
      random.next() < 0.2 ? `SALA ${random.integer(1, 99)}` : "",
      random.pick(["CENTRO", "JARDIM AMERICA", "VILA NOVA", "BELA VISTA", "SANTA CECILIA"]),
      abroad ? "" : oneIn(QUIRKS.sevenDigitCep) ? cep.replace(/^0/, "") : cep,
      abroad ? "EX" : city.uf,
      abroad ? "9707" : city.code,
      ...buildPhone(city.ddd, 0.97),
      ...buildPhone(city.ddd, 0.2),
      "",
      "",
      random.next() < 0.85 ? `CONTATO@${inventName(random.integer(0, 1 << 20))}.EXAMPLE` : "",
      "",
      "",
    ]);
  }

  function buildPhone(ddd: string, share: number): [string, string] {
    if (random.next() >= share) return ["", ""];
    if (oneIn(QUIRKS.placeholderPhone)) return ["0", "0"];
    if (oneIn(QUIRKS.sevenDigitPhone)) return [ddd, `3${random.digits(6)}`];
    const area = oneIn(QUIRKS.dddWithZero) ? `0${ddd}` : ddd;
    const first = random.next() < 0.61 ? random.integer(6, 9) : random.integer(2, 5);
    return [area, `${first}${random.digits(7)}`];
  }

  return { next, counts, municipalities };
}

/** Writes another state for the same municipality. */
function misplace(line: string): string {
  return line.replace(/";"([A-Z]{2})";"(\d{4})"/, (whole, uf: string, code: string) =>
    uf === "EX" ? whole : `";"${uf === "AC" ? "SC" : "AC"}";"${code}"`,
  );
}

function pickStatus(of1000: number): string {
  let rest = of1000;
  for (const [status, share] of STATUSES) {
    rest -= share;
    if (rest <= 0) return status;
  }
  return "02";
}

/** The first digit follows the state, as the post's regions do; a city has its own first four. */
function toCep({ uf, code }: SampleMunicipality, random: Random): string {
  const region = REGIONS[uf] ?? "9";
  return `${region}${String(Number(code) % 1000).padStart(3, "0")}${random.integer(0, 9)}${random.digits(3)}`;
}

const REGIONS: Record<string, string> = {
  SP: "0",
  RJ: "2",
  ES: "2",
  MG: "3",
  BA: "4",
  SE: "4",
  PE: "5",
  AL: "5",
  PB: "5",
  RN: "5",
  CE: "6",
  PI: "6",
  MA: "6",
  PA: "6",
  AP: "6",
  AM: "6",
  RR: "6",
  AC: "6",
  DF: "7",
  GO: "7",
  TO: "7",
  MT: "7",
  MS: "7",
  RO: "7",
  PR: "8",
  SC: "8",
  RS: "9",
};

/** Eight characters with a letter, unique by `serial`. */
function toLetters(serial: number): string {
  return `A${serial.toString(36).toUpperCase().padStart(7, "0")}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function toLine(fields: string[]): string {
  return `"${fields.join('";"')}"`;
}
