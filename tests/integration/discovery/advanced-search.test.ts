import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { geo } from "@/lib/contracts/discovery/geo";
import { type MapsSearch, searches } from "@/lib/contracts/discovery/searches";
import { isInsideArea } from "@/lib/domain/geo/area";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

runSandbox();
const api = runApi();
runWorkers();

const CAMPINAS = { latitude: -22.90556, longitude: -47.06083 };
const padarias = { query: "padaria", raio: 8, ...CAMPINAS };
/** An L around the middle: its bay, north-east of it, is outside. */
const AREA = [
  { latitude: -22.95, longitude: -47.11 },
  { latitude: -22.95, longitude: -47.02 },
  { latitude: -22.9, longitude: -47.02 },
  { latitude: -22.9, longitude: -47.06 },
  { latitude: -22.86, longitude: -47.06 },
  { latitude: -22.86, longitude: -47.11 },
];

const start = (user: TestUser, body: MapsSearch) =>
  callApi(api, searches.startMaps, { body }, user.headers);

async function run(user: TestUser, asked: Partial<MapsSearch>) {
  const answer = await start(user, { ...padarias, ...asked });
  expect(answer.status).toBe(202);
  const search = await until(
    async () => {
      const { body } = await callApi(api, searches.recent, {}, user.headers);
      const found = body.searches.find(({ list_id }) => list_id === answer.body.list_id);
      return found && found.status !== "processing" && found;
    },
    "the search to end",
    40_000,
  );
  const { body } = await callApi(api, searches.places, { params: { id: search.id } }, user.headers);
  return { search, places: body.places, names: body.places.map(({ name }) => name).sort() };
}

interface StoredPlace {
  phone: string | null;
  whatsapp: string | null;
  mobile: string | null;
  website: string | null;
}

async function findStored(searchId: number) {
  const found = await rows<{ place: StoredPlace }>(
    sql`SELECT place FROM search_results WHERE search_id = ${searchId}`,
  );
  return found.map(({ place }) => place);
}

const pro = () => buildUser({ plan: "pro" });

test("an area leaves out what lies in the circle beside it, and is told with the search", async () => {
  const user = await pro();
  const circle = await run(user, {});
  const area = await run(user, { area: AREA });
  expect(area.names).toEqual(
    circle.places
      .filter((place) => isInsideArea(AREA, place))
      .map(({ name }) => name)
      .sort(),
  );
  expect(area.names.length).toBeGreaterThan(0);
  expect(area.names.length).toBeLessThan(circle.names.length);
  expect(area.search.name).toBe("padaria em uma área desenhada");
  expect(area.search.advanced).toEqual({
    area: AREA,
    ...{ termos: [], com_telefone: false, sem_site: false },
    ...{ nota_minima: null, avaliacoes_minimas: null },
  });
  expect(circle.search.advanced).toBeNull();
});

test("several activities are one search, each business once", async () => {
  const user = await pro();
  const one = await run(user, {});
  const other = await run(user, { query: "restaurante" });
  const both = await run(user, { termos: ["restaurante", " restaurante", "padaria"] });
  expect(both.names).toEqual([...new Set([...one.names, ...other.names])].sort());
  expect(both.search.advanced?.termos).toEqual(["restaurante"]);
  expect(both.search.name).toBe("padaria e mais 1 em um raio de 8 km");
});

test("filters hold before anything is spent: no visit and no credit for what they leave out", async () => {
  const user = await pro();
  const all = await run(user, {});
  const stored = await findStored(all.search.id);
  const isWanted = ({ phone, whatsapp, mobile, website }: StoredPlace) =>
    website === null && [phone, whatsapp, mobile].some((number) => number !== null);
  const wanted = stored.filter(isWanted);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(stored.length);

  const sender = await pro();
  await execute(sql`DELETE FROM site_visits`);
  const filtered = await run(sender, { com_telefone: true, sem_site: true });
  expect(filtered.search).toMatchObject({
    results_total: wanted.length,
    leads_created: wanted.length,
  });
  expect((await findStored(filtered.search.id)).every(isWanted)).toBe(true);
  expect(await rows(sql`SELECT site FROM site_visits`)).toEqual([]);
  const { body } = await callApi(api, credits.status, {}, sender.headers);
  expect(body.credits_used).toBe(wanted.length);
});

test("where nothing matches, that is said", async () => {
  const user = await pro();
  const nowhere = [
    { latitude: -22.9, longitude: -47.06 },
    { latitude: -22.9, longitude: -47.06001 },
    { latitude: -22.90001, longitude: -47.06 },
  ];
  const { search } = await run(user, { area: nowhere });
  expect(search).toMatchObject({ status: "completed", results_total: 0 });
  expect(search.note).toContain("Nenhum negócio atende ao que esta busca pede.");
});

const ASKED: [string, Partial<MapsSearch>][] = [
  ["an area", { area: AREA }],
  ["further activities", { termos: ["restaurante"] }],
  ["com_telefone", { com_telefone: true }],
  ["sem_site", { sem_site: true }],
  ["nota_minima", { nota_minima: 4.5 }],
  ["avaliacoes_minimas", { avaliacoes_minimas: 10 }],
];

test.each(ASKED)("%s is refused without PRO, before anything is kept", async (_, asked) => {
  const user = await buildUser();
  expect(await start(user, { ...padarias, ...asked })).toMatchObject({
    status: 403,
    body: { code: "pro_required" },
  });
  expect(await rows(sql`SELECT 1 FROM lists WHERE owner_id = ${user.id}`)).toEqual([]);
});

test("what asks nothing is the circle alone, with any plan", async () => {
  const user = await buildUser({ dailyLimit: 200 });
  const { search } = await run(user, {
    ...{ termos: [], com_telefone: false, sem_site: false, nota_minima: 0, avaliacoes_minimas: 0 },
  });
  expect(search).toMatchObject({ status: "completed", advanced: null });
});

test("a map without ratings refuses a filter by them, and says so beforehand", async () => {
  expect((await callApi(api, geo.map, {})).body.ratings).toBe(false);
  const user = await pro();
  for (const asked of [{ nota_minima: 4 }, { avaliacoes_minimas: 5 }]) {
    expect(await start(user, { ...padarias, ...asked })).toMatchObject({
      status: 400,
      body: {
        fields: { [Object.keys(asked)[0] ?? ""]: "O mapa desta instalação não tem avaliações." },
      },
    });
  }
});

const WRONG: [string, Partial<MapsSearch>, string, string][] = [
  ["two points", { area: AREA.slice(0, 2) }, "area", "Uma área tem de 3 a 50 pontos."],
  [
    "too many points",
    { area: Array.from({ length: 51 }, () => CAMPINAS) },
    "area",
    "Uma área tem de 3 a 50 pontos.",
  ],
  [
    "a point beyond the circle",
    { area: [...AREA, { latitude: -23.2, longitude: -47.06 }] },
    "area",
    "A área passa do círculo: aumente o raio ou mude o centro.",
  ],
  [
    "too many activities",
    { termos: ["a", "b", "c", "d", "e", "f"] },
    "termos",
    "Até 5 outras atividades de uma vez.",
  ],
  [
    "a rating beyond five",
    { nota_minima: 5.1 },
    "nota_minima",
    "A nota vai de 0 a 5, com uma casa decimal.",
  ],
  [
    "a rating too fine",
    { nota_minima: 4.55 },
    "nota_minima",
    "A nota vai de 0 a 5, com uma casa decimal.",
  ],
];

test.each(WRONG)("%s is refused on its field", async (_, asked, field, message) => {
  const user = await pro();
  const answer = await start(user, { ...padarias, ...asked });
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
});
