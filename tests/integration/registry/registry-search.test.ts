import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { RegistryFilter, registry } from "@/lib/contracts/registry/registry";
import { SIZE_CODES, STATUS_CODES } from "@/lib/domain/registry/registry-labels";
import { foldName } from "@/lib/domain/registry/registry-name";
import type { SearchKey, SearchPlan } from "@/lib/domain/registry/search-plan";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { seededRandom } from "@/sandbox/random";
import { completeFindings } from "@/server/discovery/searches/search-completion.service";
import { execute, firstRow, rows, searchRows, sql } from "@/server/platform/db/sql";
import type { RegistrySearch } from "@/server/registry/registry/registry-conditions.repository";
import { toRegistrySearch } from "@/server/registry/registry/registry-filter.service";
import { buildPage, findCnpjs } from "@/server/registry/registry/registry-search.repository";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { IS_ALL } from "@/tests/support/cases";
import { importFolder, makeSample } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
let user: TestUser;

interface Row {
  id: number;
  cnpj: string;
  status: number;
  name: string;
  uf: string;
  municipality: number | null;
  cnae: string | null;
  cep: string | null;
  is_headquarters: boolean;
  is_mei: boolean;
  size: number | null;
  opened_on: string | null;
  phone1: string | null;
  phone2: string | null;
  email: string | null;
  is_simples: boolean;
  legal_nature: string | null;
  capital: number | null;
  district: string | null;
  address: string;
  secondary: string[];
}
let all: Row[];

beforeAll(async () => {
  await importFolder(makeSample({ rows: 20_000 }).folder);
  all = await rows<Row>(
    sql`SELECT id, cnpj, status, name, uf, municipality, lpad(cnae::text, 7, '0') AS cnae, lpad(cep::text, 8, '0') AS cep,
               is_headquarters, is_mei, size, opened_on, phone1, phone2, email, is_simples, lpad(legal_nature::text, 4, '0')
               AS legal_nature, capital_cents::float8 / 100 AS capital, district,
               concat_ws(' ', street, number, complement, district) AS address,
               ARRAY(SELECT lpad(c::text, 7, '0') FROM unnest(secondary_cnaes) AS s(c)) AS secondary FROM registry.establishments ORDER BY id`,
  );
  user = await buildUser();
}, 60_000);

const search = (query: Record<string, unknown>) =>
  callApi(api, registry.search, { query: query as never }, user.headers);

function isAny<T>(wanted: readonly T[] | undefined, matches: (value: T) => boolean | undefined) {
  return !wanted?.length || wanted.some(matches);
}

function isAsWanted(wanted: boolean | undefined, has: boolean) {
  return wanted === undefined || wanted === has;
}

function countDaysSince(day: string) {
  const today = getSaoPauloDay(new Date());
  return (Date.parse(today) - Date.parse(day)) / 86_400_000;
}

/** Every row against the filter, without an index and without the product's own folding of it. */
function scan(filter: RegistryFilter): string[] {
  const statuses =
    filter.situacao === "todas" ? [1, 2, 3, 4, 5, 8] : STATUS_CODES[filter.situacao ?? "ativa"];
  const words = foldName(filter.nome_fantasia ?? "")
    .split(" ")
    .filter(Boolean);
  return all
    .filter((row) => {
      const names = row.name.split(" ");
      return (
        statuses.includes(row.status) &&
        words.every((word) =>
          names.some((name) =>
            word.length < 3 && words.length > 1 ? name === word : name.startsWith(word),
          ),
        ) &&
        isAny(filter.uf, (uf) => row.uf === uf) &&
        isAny(filter.cidade, (city) => row.municipality === Number(city)) &&
        isAny(filter.cep, (cep) => row.cep?.startsWith(cep)) &&
        isAny(filter.cnae_primario, (code) =>
          [row.cnae, ...(filter.cnae_secundarios ? row.secondary : [])].some((each) =>
            each?.startsWith(code),
          ),
        ) &&
        isAny(filter.porte, (size) => (row.size ?? 0) === SIZE_CODES[size]) &&
        isAny(filter.natureza_juridica, (nature) => row.legal_nature?.startsWith(nature)) &&
        isAny(filter.ddd, (ddd) =>
          [row.phone1, row.phone2].some((phone) => phone?.startsWith(`55${ddd}`)),
        ) &&
        isAny(filter.bairro, (district) =>
          foldName(district)
            .split(" ")
            .every((word) => ` ${foldName(row.district ?? "")}`.includes(` ${word}`)),
        ) &&
        foldName(filter.endereco ?? "")
          .split(" ")
          .every((word) => foldName(row.address).includes(word)) &&
        [row.phone1, row.phone2].some(
          (phone) => phone?.includes(filter.telefone ?? "") ?? !filter.telefone,
        ) &&
        (filter.estabelecimento === undefined ||
          row.is_headquarters === (filter.estabelecimento === "matriz")) &&
        (filter.mei === undefined || row.is_mei === filter.mei) &&
        (filter.simples === undefined || row.is_simples === filter.simples) &&
        (filter.capital_de === undefined || (row.capital ?? -1) >= filter.capital_de) &&
        (filter.capital_ate === undefined ||
          (row.capital !== null && row.capital <= filter.capital_ate)) &&
        (!filter.aberta_de || (row.opened_on ?? "") >= filter.aberta_de) &&
        (!filter.aberta_ate || (row.opened_on !== null && row.opened_on <= filter.aberta_ate)) &&
        (filter.aberta_dias === undefined ||
          (row.opened_on !== null && countDaysSince(row.opened_on) <= filter.aberta_dias)) &&
        isAsWanted(filter.com_email, row.email !== null) &&
        isAsWanted(filter.com_telefone, row.phone1 !== null) &&
        isAsWanted(filter.com_celular, row.phone1?.length === 13 || row.phone2?.length === 13) &&
        (filter.exterior || filter.uf?.includes("EX") || row.uf !== "EX")
      );
    })
    .map(({ cnpj }) => cnpj);
}

/** Filters with values of random rows, cut to any length that is allowed; often several of a field. */
function createFilters(seed: string) {
  const random = seededRandom(seed);
  const oneIn = (often: number) => random.integer(1, often) === 1;
  /** One or up to three values, of rows that have one. */
  const some = (value: (row: Row) => string | null | undefined) => {
    const count = oneIn(2) ? 1 : random.integer(2, 3);
    const values = Array.from({ length: count }, () => value(random.pick(all)));
    return values.filter((each) => each !== null && each !== undefined);
  };
  return (): RegistryFilter => {
    const row = random.pick(all);
    const words = row.name.split(" ").filter((word) => word.length >= 3);
    const word = () => {
      const each = random.pick(words.length > 0 ? words : ["SILVA"]);
      return each.slice(0, random.integer(3, Math.max(3, each.length)));
    };
    const filter: RegistryFilter = {};
    if (oneIn(3)) filter.nome_fantasia = oneIn(2) ? word() : `${word()} ${word()}`.toLowerCase();
    if (oneIn(3)) filter.uf = [row.uf, ...some(({ uf }) => uf)];
    if (oneIn(4) && row.municipality) {
      filter.cidade = [String(row.municipality), ...some((each) => each.municipality?.toString())];
    }
    if (oneIn(4) && row.cep) {
      filter.cep = some(({ cep }) => cep?.slice(0, random.integer(2, 8)));
      if (oneIn(2)) filter.cep.push(row.cep.slice(0, random.integer(2, 8)));
    }
    if (oneIn(2) && row.cnae) {
      filter.cnae_primario = some(({ cnae }) => cnae?.slice(0, random.integer(2, 7)));
      filter.cnae_primario.push(row.cnae.slice(0, random.integer(2, 7)));
    }
    if (oneIn(6)) filter.cnae_secundarios = oneIn(2);
    if (oneIn(4)) filter.situacao = random.pick(["baixada", "inapta", "todas", "suspensa", "nula"]);
    if (oneIn(6)) filter.estabelecimento = random.pick(["matriz", "filial"]);
    if (oneIn(6)) filter.mei = oneIn(2);
    if (oneIn(6)) filter.simples = oneIn(2);
    if (oneIn(6)) {
      filter.porte = oneIn(2) ? ["me", "nao_informado"] : [random.pick(["epp", "demais"])];
    }
    if (oneIn(6)) {
      filter.natureza_juridica = some((each) => each.legal_nature?.slice(0, random.integer(3, 4)));
    }
    if (oneIn(6)) filter.ddd = some(({ phone1 }) => phone1?.slice(2, 4));
    if (oneIn(6)) {
      filter.bairro = some(({ district }) =>
        district?.toLowerCase().slice(0, random.integer(3, 20)),
      );
    }
    if (oneIn(8) && row.capital !== null) filter.capital_de = row.capital;
    if (oneIn(8) && row.capital !== null) filter.capital_ate = row.capital;
    if (oneIn(5) && row.opened_on) filter.aberta_de = row.opened_on;
    if (oneIn(6) && row.opened_on) filter.aberta_ate = row.opened_on;
    if (oneIn(8)) filter.aberta_dias = random.integer(30, 3_650);
    if (oneIn(5)) filter.com_celular = oneIn(2);
    if (oneIn(6)) filter.com_email = oneIn(2);
    if (oneIn(6)) filter.com_telefone = !oneIn(3);
    if (oneIn(6)) filter.exterior = true;
    return filter;
  };
}

/** Every way that a search may be planned. */
function listPlans(filter: RegistryFilter): SearchPlan[] {
  const search = toRegistrySearch(filter);
  const words = search.words.map(({ word }) => word);
  const [first, ...rest] = words;
  const all: SearchKey[] = ["area", "cnae", "cep", "opened", "ddd"];
  const indexed = (keys: SearchKey[], wanted: string[]): SearchPlan => ({
    way: "index",
    words: new Set(wanted),
    keys: new Set(keys.filter((key) => key !== "cnae" || !search.includesSecondary)),
  });
  return [
    { way: "walk", byActivity: false },
    { way: "walk", byActivity: true },
    indexed(all, words),
    indexed(["cnae", "cep"], first && rest.length > 0 ? [first] : []),
    indexed(["area", "opened"], words),
    indexed(["ddd"], []),
  ];
}

/** Whether there are ranges or a list for the plan at all: without them the planner never chooses it. */
function isPossible(plan: SearchPlan, search: RegistrySearch): boolean {
  if (plan.way === "walk") {
    const { cnaes, includesSecondary, municipalities } = search;
    return !plan.byActivity || (municipalities !== null && cnaes.length > 0 && !includesSecondary);
  }
  const { keys } = plan;
  return (
    plan.words.size > 0 ||
    (keys.has("area") && (search.ufs.length > 0 || search.municipalities !== null)) ||
    (keys.has("cnae") && search.cnaes.length > 0) ||
    (keys.has("cep") && search.ceps.length > 0) ||
    (keys.has("opened") && search.openingPeriods.length > 0) ||
    (keys.has("ddd") && search.ddds.length > 0)
  );
}

const SEARCHES = IS_ALL ? 2_000 : 400;
const AT_ONCE = 5;

describe("the answer", () => {
  test("of random searches is a plain scan's, in its order, whatever the plan", async () => {
    const next = createFilters("equal");
    let found = 0;
    const check = async (filter: RegistryFilter, serial: number) => {
      const expected = scan(filter);
      const wanted = toRegistrySearch(filter);
      const plans = listPlans(filter).filter((plan) => isPossible(plan, wanted));
      const plan = plans[serial % plans.length];
      if (!plan) throw new Error("no plan");
      const cnpjs = await findCnpjs(wanted, { plan, after: 0, limit: 300 });
      expect(cnpjs, JSON.stringify({ filter, way: plan.way })).toEqual(expected.slice(0, 300));
      found += cnpjs.length;
    };
    // Some at once: the database works while the next are scanned here.
    for (let serial = 0; serial < SEARCHES; serial += AT_ONCE) {
      const filters = Array.from({ length: AT_ONCE }, next);
      await Promise.all(filters.map((filter, index) => check(filter, serial + index)));
    }
    console.log(`${SEARCHES} random searches, ${found} companies found`);
    expect(found).toBeGreaterThan(5 * SEARCHES);
  }, 300_000);

  test("pages by number and by cursor without a gap or a repetition", async () => {
    const expected = scan({ nome_fantasia: "silva" });
    const numbered: string[] = [];
    const followed: string[] = [];
    let after: string | undefined;
    for (let page = 1; page <= Math.ceil(expected.length / 50); page += 1) {
      const { body } = await search({ nome_fantasia: "silva", page, per_page: 50 });
      numbered.push(...body.results.map(({ cnpj }) => cnpj));
      expect(body.pagination).toMatchObject({ total: expected.length, total_is_capped: false });
      const next = await search({ nome_fantasia: "silva", per_page: 50, ...(after && { after }) });
      followed.push(...next.body.results.map(({ cnpj }) => cnpj));
      after = next.body.pagination.next ?? undefined;
    }
    expect(numbered).toEqual(expected);
    expect(followed).toEqual(expected);
    expect(after).toBeUndefined();
  });

  test("counts 1,000 at most, and the cursor goes beyond", async () => {
    const first = await search({ cnae_primario: "47", per_page: 100, page: 10 });
    expect(first.body.pagination).toMatchObject({
      total: 1_000,
      total_pages: 10,
      total_is_capped: true,
    });
    expect(first.body.results).toHaveLength(100);
    const beyond = await search({ cnae_primario: "47", page: 11, per_page: 100 });
    expect(beyond.body.results).toEqual([]);
    const { body } = await search({
      cnae_primario: "47",
      per_page: 100,
      after: first.body.pagination.next,
    });
    expect(body.results.map(({ cnpj }) => cnpj)).toEqual(
      scan({ cnae_primario: ["47"] }).slice(1_000, 1_100),
    );
    expect(body.pagination.total).toBeNull();
  });

  test("has the fields of the specification, and the lead that a company already is", async () => {
    const stored = await firstRow<{
      cnpj: string;
      trade_name: string;
      legal_name: string;
      street: string;
      number: string;
      complement: string;
      district: string;
    }>(
      sql`SELECT cnpj, trade_name, legal_name, street, number, complement, district
          FROM registry.establishments
          WHERE status = 2 AND uf <> 'EX' AND phone1 IS NOT NULL AND cep IS NOT NULL AND street IS NOT NULL
            AND trade_name <> legal_name
          ORDER BY id LIMIT 1`,
    );
    const row = all.find(({ cnpj }) => cnpj === stored?.cnpj);
    const lead = await buildLead(user.id);
    await execute(sql`UPDATE leads SET cnpj = ${row?.cnpj} WHERE id = ${lead.id}`);
    const { body } = await callApi(
      api,
      registry.get,
      { params: { cnpj: row?.cnpj ?? "" } },
      user.headers,
    );
    expect(body.company).toMatchObject({
      cnpj: row?.cnpj,
      nome_fantasia: stored?.trade_name,
      razao_social: stored?.legal_name,
      telefone: row?.phone1,
      email: row?.email,
      cep: row?.cep,
      situacao: "ativa",
      lead_id: lead.id,
      mes: "2026-11",
      endereco: {
        logradouro: stored?.street,
        numero: stored?.number,
        complemento: stored?.complement,
        bairro: stored?.district,
        municipio: expect.any(String),
        uf: row?.uf,
      },
      atividade_principal: { codigo: row?.cnae, descricao: expect.any(String) },
    });
    const other = await buildUser();
    const theirs = await callApi(
      api,
      registry.get,
      { params: { cnpj: row?.cnpj ?? "" } },
      other.headers,
    );
    expect(theirs.body.company.lead_id).toBeNull();
  });

  test("finds a city by its name as well as by its code", async () => {
    const byCode = await search({ cidade: "3550308", uf: "SP", per_page: 100 });
    const byName = await search({ cidade: "são paulo", uf: "SP", per_page: 100 });
    expect(byName.body.results).toEqual(byCode.body.results);
    expect(byCode.body.results.length).toBeGreaterThan(0);
    expect((await search({ cidade: "Nenhuma" })).body.results).toEqual([]);
    // By another spelling and by a former name: of a state alone where other towns have it as their own.
    const codesOf = (cidade: string, uf: string[]) =>
      toRegistrySearch({ cidade: [cidade], uf }).municipalities;
    expect(codesOf("Santana do Livramento", [])).toEqual([4_317_103]);
    expect(codesOf("Santarém", ["PB"])).toEqual([2_513_653]);
    expect(codesOf("Santarém", [])).toEqual([1_506_807]);
  });

  test("finds what has a city of another state by both", async () => {
    const misplaced = await rows<{ cnpj: string; uf: string; municipality: number }>(
      sql`SELECT cnpj, uf, municipality FROM registry.establishments
          WHERE status = 2 AND uf = CASE WHEN municipality / 100000 = 12 THEN 'SC' ELSE 'AC' END AND municipality IS NOT NULL
            AND municipality / 100000 <> CASE uf WHEN 'AC' THEN 12 ELSE 42 END`,
    );
    expect(misplaced.length).toBeGreaterThan(5);
    for (const { cnpj, uf, municipality } of misplaced) {
      for (const place of [{ uf }, {}]) {
        const filter = { ...place, cidade: String(municipality) };
        const { body } = await search({ ...filter, per_page: 100 });
        const expected = scan(toTyped(filter));
        expect(expected).toContain(cnpj);
        expect(body.results.map((company) => company.cnpj)).toEqual(expected.slice(0, 100));
      }
    }
  });

  test("tells where the companies are", async () => {
    const { body } = await callApi(
      api,
      registry.counts,
      { query: { cnae_primario: "4721102" } },
      user.headers,
    );
    const expected = scan({ cnae_primario: ["4721102"] });
    expect(body).toMatchObject({ counted: expected.length, complete: true });
    expect(body.atividades).toEqual([
      { codigo: "4721102", nome: expect.stringContaining("PADARIA"), total: expected.length },
    ]);
    const [top] = body.cidades;
    expect(top?.total).toBe(
      scan({ cnae_primario: ["4721102"], cidade: [top?.codigo ?? ""] }).length,
    );
  });

  test("offers activities by words and by code", async () => {
    const byWord = await callApi(
      api,
      registry.activities,
      { query: { search: "padária" } },
      user.headers,
    );
    expect(byWord.body.activities).toContainEqual({
      codigo: "4721102",
      descricao: expect.stringContaining("PADARIA"),
    });
    const byCode = await callApi(
      api,
      registry.activities,
      { query: { search: "4721-1" } },
      user.headers,
    );
    expect(byCode.body.activities.map(({ codigo }) => codigo)).toEqual(["4721102"]);
  });
});

/** A query as it is after parsing. */
function toTyped(query: Record<string, string | string[] | undefined>): RegistryFilter {
  const parsed = z.parse(RegistryFilter, query);
  return parsed;
}

describe("a search", () => {
  const FILTERS: Record<string, string>[] = [
    ...[{ nome_fantasia: "si" }, { cidade: "3550308" }, { cep: "01" }, { cnae_primario: "47" }],
    ...[
      { endereco: "silva" },
      { endereco: "JÁRDIM silva" },
      { telefone: "9999" },
      { telefone: "9999", endereco: "", cep: "", nome_fantasia: " " },
      { situacao: "baixada" },
      { situacao: "todas" },
    ],
    ...[{ situacao: "ativa" }, { estabelecimento: "filial" }, { porte: "epp" }, { mei: "true" }],
    ...[{ mei: "false" }, { aberta_de: "2020-01-01" }, { aberta_ate: "1970-12-31" }],
    ...[{ com_telefone: "true" }, { com_celular: "true" }, { com_email: "true" }],
    ...[{ com_telefone: "false" }, { com_celular: "false" }, { com_email: "false" }],
    ...[{ uf: "PR" }, { ddd: "11" }, { bairro: "jardim" }, { bairro: "Cecí" }],
    ...[
      { natureza_juridica: "2062" },
      { natureza_juridica: "213-5" },
      { natureza_juridica: "206" },
    ],
    ...[{ capital_de: "500000" }, { capital_ate: "10000,00" }, { simples: "true" }],
    ...[{ simples: "false" }, { aberta_dias: "400" }],
    { cnae_primario: "47", cnae_secundarios: "true" },
  ];
  test.each(FILTERS)("is each filter, alone and beside a state: %j", async (filter) => {
    for (const place of [{}, { uf: "SP" }]) {
      const query = { ...filter, ...place };
      const { status, body } = await search({ ...query, per_page: 50 });
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
      expect(body.results.map(({ cnpj }) => cnpj)).toEqual(scan(toTyped(query)).slice(0, 50));
      expect(scan(toTyped(query)).length).toBeGreaterThan(0);
    }
  });

  test.each<Record<string, string[]>>([
    { uf: ["PR", "AC", "SP", "EX"] },
    { uf: ["SP", "RJ"], cidade: ["3550308", "3304557", "4106902"] },
    { cep: ["01", "20", "801"], porte: ["epp", "demais"] },
    { cnae_primario: ["4721102", "56", "561", "9602501"], ddd: ["11", "21"] },
    { bairro: ["vila nova", "santa cec"], natureza_juridica: ["213", "2062"] },
  ])("takes several values of a field: %j", async (query) => {
    const { status, body } = await search({ ...query, per_page: 100 });
    expect(status).toBe(200);
    const expected = scan(toTyped(query));
    expect(expected.length).toBeGreaterThan(10);
    expect(body.results.map(({ cnpj }) => cnpj)).toEqual(expected.slice(0, 100));
  });

  test.each([{ aberta_de: "2026-02-01", aberta_ate: "2026-01-01" }, { aberta_de: "2099-01-01" }])(
    "of an impossible time finds nothing: %j",
    async (query) => {
      expect(await search(query)).toMatchObject({ status: 200, body: { results: [] } });
    },
  );
});

describe("the plan", () => {
  test("of every combination of filters never scans the establishments", async () => {
    const row = all.find(({ status, cep, municipality }) => status === 2 && cep && municipality);
    const other = all.findLast(
      ({ status, cep, municipality }) => status === 2 && cep && municipality,
    );
    const both = (value: (row: Row | undefined) => string | undefined) =>
      [row, other].map(value).filter((each) => each !== undefined);
    const parts: [RegistryFilter, RegistryFilter][] = [
      [{ nome_fantasia: "silva pad" }, { nome_fantasia: "silva" }],
      [{ uf: both((each) => each?.uf).slice(0, 1) }, { uf: both((each) => each?.uf) }],
      [
        { cidade: [String(row?.municipality)] },
        { cidade: both((each) => String(each?.municipality)) },
      ],
      [{ cep: [row?.cep?.slice(0, 5) ?? ""] }, { cep: both((each) => each?.cep?.slice(0, 5)) }],
      [
        { cnae_primario: [row?.cnae?.slice(0, 5) ?? ""] },
        { cnae_primario: ["4721102", "56", "9602501"] },
      ],
      [{ aberta_de: "2024-01-01", aberta_ate: "2024-06-30" }, { aberta_dias: 90 }],
      [{ situacao: "todas" }, { situacao: "baixada", simples: true, ddd: ["11"] }],
    ];
    for (let bits = 1; bits < 2 ** parts.length; bits += 1) {
      const chosen = parts.filter((_part, place) => bits & (1 << place));
      const filters = [0, 1].map(
        (way): RegistryFilter => Object.assign({}, ...chosen.map((part) => part[way])),
      );
      for (const [filter, plan] of filters.flatMap((each) =>
        listPlans(each).map((way) => [each, way] as const),
      )) {
        const wanted = toRegistrySearch(filter);
        if (!isPossible(plan, wanted)) continue;
        const statement = buildPage(
          wanted,
          { plan, after: 0, limit: 1_001 },
          { offset: 0, limit: 10 },
        );
        const lines = await searchRows<{ "QUERY PLAN": string }>(sql`EXPLAIN ${statement}`);
        const text = lines.map((line) => line["QUERY PLAN"]).join("\n");
        expect(text, JSON.stringify({ filter, plan: plan.way })).not.toMatch(
          /Seq Scan on establishments/,
        );
      }
    }
  }, 120_000);

  test("of a company's root reads the index of CNPJs", async () => {
    const root = all[7_000]?.cnpj.slice(0, 8) ?? "";
    for (const nome_fantasia of [root, `${root} silva`]) {
      const statement = buildPage(
        toRegistrySearch({ nome_fantasia }),
        { plan: { way: "walk", byActivity: false }, after: 0, limit: 1_001 },
        { offset: 0, limit: 10 },
      );
      const lines = await searchRows<{ "QUERY PLAN": string }>(sql`EXPLAIN ${statement}`);
      const text = lines.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).toMatch(/Index Cond: .*cnpj >=/);
    }
    const found = await search({ nome_fantasia: root, exterior: "true", per_page: 100 });
    const expected = all.filter(({ cnpj }) => cnpj.startsWith(root)).map(({ cnpj }) => cnpj);
    expect(found.body.results.map(({ cnpj }) => cnpj)).toEqual(expected);
  });
});

describe("hostile input", () => {
  test.each([
    ["cep", "1"],
    ["cep", "abc"],
    ["cep", "123456789"],
    ["cnae_primario", "1"],
    ["cnae_primario", "12345678"],
    ["cnae_primario", "4721x"],
    ["aberta_de", "2026-02-30"],
    ["aberta_de", "ontem"],
    ["uf", "São Paulo"],
    ["situacao", "fechada"],
    ["page", "0"],
    ["page", "x"],
    ["per_page", "15"],
    ["mei", "talvez"],
    ["nome_fantasia", "a"],
    ["nome_fantasia", "& ! '"],
    ["nome_fantasia", "x".repeat(10_000)],
    ["after", "abc"],
    ["after", "999999999.1"],
    ["ddd", "1"],
    ["ddd", "999"],
    ["bairro", "--"],
    ["natureza_juridica", "20"],
    ["capital_de", "-1"],
    ["capital_ate", "1e9"],
    ["simples", "sim"],
    ["aberta_dias", "0"],
    ["aberta_dias", "99999"],
    ["com_sinal", "true"],
  ])("%s=%s is refused on its field", async (field, value) => {
    const query = new URLSearchParams({ cidade: "3550308", [field]: value });
    const { status, body } = await request<{ fields: Record<string, string> }>(
      api,
      "GET",
      `/api/dados-receita?${query}`,
      undefined,
      user.headers,
    );
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test("twenty values of a field are taken, and more are refused on it", async () => {
    const ceps = Array.from({ length: 21 }, (_, place) => String(10 + place));
    expect((await search({ cep: ceps.slice(0, 20) })).status).toBe(200);
    const { status, body } = await search({ cep: ceps });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { cep: "Informe no máximo 20 valores, de até 200 caracteres cada." },
    });
    const wrong = await search({ porte: ["me", "enorme"] });
    expect(wrong.body.fields).toEqual({ porte: "Porte desconhecido." });
  });

  test.each([
    "%%%silva%%%",
    "_ilva ___",
    "silva'; DROP TABLE leads; --",
    '"silva" & !(a|b):*',
    "silva:* | sil\\va",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    `${"silva ".repeat(33)}`,
    "ßßß ﬃﬃ",
    "𝕊𝕀𝕃𝕍𝔸 silva",
    "\u202esilva\u0000"[0] ?? "",
  ])("the name %j is answered", async (name) => {
    const { status } = await search({ nome_fantasia: name, cidade: "3550308" });
    expect([200, 400]).toContain(status);
    const leads = await firstRow(sql`SELECT 1 AS one FROM leads LIMIT 1`);
    expect(leads).not.toBeUndefined();
  });

  test("without a filter the specification's sentence is the answer", async () => {
    for (const query of [
      ...[{}, { nome_fantasia: "", cep: "" }, { exterior: "true" }, { cnae_secundarios: "true" }],
      { uf: [" "], nome_fantasia: " " },
    ]) {
      const { status, body } = await search(query);
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: "Preencha pelo menos um campo de busca!",
      });
    }
  });

  test("a CNPJ that is none is refused, one that nobody has is not found", async () => {
    const get = (cnpj: string) => callApi(api, registry.get, { params: { cnpj } }, user.headers);
    expect((await get("123")).status).toBe(400);
    expect((await get("33000167000101")).status).toBe(404);
  });
});

describe("the leads of an account", () => {
  const companies = (count: number) =>
    all.filter(({ status, phone1 }) => status === 2 && phone1).slice(0, count);

  test("are completed from the registry: shown before, and nothing that is there is replaced", async () => {
    const owner = await buildUser();
    const [company] = companies(1);
    const lead = await buildLead(owner.id);
    await execute(
      sql`UPDATE leads SET cnpj = ${company?.cnpj}, email = 'eu@casa.example', cnae = NULL WHERE id = ${lead.id}`,
    );
    const body = { lead_ids: [lead.id] };
    const preview = await callApi(api, leadBulk.previewCompletion, { body }, owner.headers);
    expect(preview.body.completion).toMatchObject({ with_cnpj: 1, found: 1, changed: 1 });
    const fields = preview.body.completion.changes[0]?.fields ?? [];
    expect(fields).toContainEqual({ field: "cnae", value: company?.cnae });
    expect(fields.map(({ field }) => field)).not.toContain("email");
    const before = await firstRow(sql`SELECT cnae FROM leads WHERE id = ${lead.id}`);
    expect(before).toEqual({ cnae: null });

    const done = await callApi(api, leadBulk.complete, { body }, owner.headers);
    expect(done.body).toMatchObject({ completed: 1 });
    const [after] = await rows<Record<string, string | null>>(
      sql`SELECT * FROM leads WHERE id = ${lead.id}`,
    );
    expect(after).toMatchObject({ email: "eu@casa.example" });
    for (const { field, value } of fields) expect(after?.[field]).toBe(value);
    expect((await callApi(api, leadBulk.complete, { body }, owner.headers)).body).toMatchObject({
      completed: 0,
    });
    const params = { id: done.body.undo_id };
    const undone = await callApi(api, leadBulk.undo, { params }, owner.headers);
    expect(undone.body).toEqual({ restored: 1, left: 0 });
    const [again] = await rows<Record<string, unknown>>(
      sql`SELECT * FROM leads WHERE id = ${lead.id}`,
    );
    expect(again).toMatchObject({ email: "eu@casa.example" });
    for (const { field } of fields) expect(again?.[field]).toBeNull();
  });

  test("of others are not completed", async () => {
    const [owner, stranger] = [await buildUser(), await buildUser()];
    const [company] = companies(1);
    const lead = await buildLead(owner.id);
    await execute(sql`UPDATE leads SET cnpj = ${company?.cnpj} WHERE id = ${lead.id}`);
    const body = { lead_ids: [lead.id] };
    const preview = await callApi(api, leadBulk.previewCompletion, { body }, stranger.headers);
    expect(preview.body.completion).toEqual({ with_cnpj: 0, found: 0, changed: 0, changes: [] });
    expect((await callApi(api, leadBulk.complete, { body }, stranger.headers)).body).toMatchObject({
      completed: 0,
    });
  });

  test("of a site with a CNPJ are completed when a search finds them", async () => {
    const [company] = companies(1);
    const found = {
      ...{ name: "Loja", source: "google_pages", website: null, siteHost: null, whatsapp: null },
      ...{ phone: null, email: "loja@site.example", address: null, city: null, state: null },
      ...{ cnpj: company?.cnpj ?? null, evidence: {}, profiles: [] },
    };
    const result = { id: 1, url: null, result_key: "x", title: "x", place: null };
    const [completed] = await completeFindings({ kind: "maps", city: null, state: null }, [
      { result, found: { company: found } },
    ]);
    expect(completed?.found).toMatchObject({
      company: { email: "loja@site.example", phone: company?.phone1, cnae: company?.cnae },
    });
  });
});
