import { expect, test } from "vitest";
import { geo } from "@/lib/contracts/discovery/geo";
import { searches } from "@/lib/contracts/discovery/searches";
import { createIbge } from "@/server/discovery/geo/districts.ibge";
import { reserveGeocoderTurn } from "@/server/discovery/geo/geocode-turns.service";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { startRecordedServer } from "@/tests/support/recorded-server";
import { runApi, runSandbox } from "@/tests/support/running";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const CAMPINAS = 3_509_502;
const districts = (id: number) => callApi(api, geo.districts, { params: { id } });
const ibgeIsDown = () =>
  sandbox.control("POST", "/faults", { target: "ibge", kind: "status", status: 503, times: 1 });

test("the districts of a municipality by name, asked of IBGE once", async () => {
  const first = await districts(CAMPINAS);
  expect(first.status).toBe(200);
  expect(first.body.length).toBeGreaterThan(1);
  const names = first.body.map(({ nome }) => nome);
  expect(names).toEqual(names.toSorted(new Intl.Collator("pt-BR").compare));
  await ibgeIsDown();
  expect((await districts(CAMPINAS)).body).toEqual(first.body);

  await execute(
    sql`UPDATE municipality_districts SET fetched_at = now() - interval '200 days' WHERE municipality_id = ${CAMPINAS}`,
  );
  expect(await districts(CAMPINAS)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect((await districts(CAMPINAS)).body).toEqual(first.body);
});

test("an unknown municipality is not found", async () => {
  expect(await districts(1)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("IBGE's answer: more fields than are read, an empty one, and another service's", async () => {
  const district = {
    id: "350950205",
    nome: "Campinas",
    municipio: { id: CAMPINAS, nome: "Campinas" },
  };
  const bodies = [[district, null], [], { erro: "manutenção" }, "<html>"];
  const server = await startRecordedServer((_request, nth) => ({ body: bodies[nth - 1] }));
  const signal = AbortSignal.timeout(10_000);
  const ask = () => createIbge(server.url).findDistricts(CAMPINAS, signal);
  expect(await ask()).toEqual({ ok: true, districts: [{ id: 350_950_205, nome: "Campinas" }] });
  expect(await ask()).toEqual({ ok: true, districts: [] });
  expect(await ask()).toMatchObject({ ok: false, reason: "unavailable" });
  expect(await ask()).toMatchObject({ ok: false, reason: "unavailable" });
  expect(server.requests[0]?.path).toBe(`/api/v1/localidades/municipios/${CAMPINAS}/distritos`);
  await server.close();
});

test("the 27 states, and the municipalities of one of them", async () => {
  const states = await callApi(api, geo.states, {});
  expect(states).toMatchObject({ status: 200 });
  expect(new Set(states.body.map(({ sigla }) => sigla)).size).toBe(27);
  expect(states.body).toContainEqual({ id: 35, sigla: "SP", nome: "São Paulo" });
  const { status, body } = await callApi(api, geo.municipalities, { params: { uf: "SP" } });
  expect(status).toBe(200);
  expect(body).toHaveLength(645);
  expect(body).toContainEqual({ id: CAMPINAS, nome: "Campinas" });
});

test("municipalities by what is typed: the very name, then beginnings, the largest first", async () => {
  const find = async (search: string) => {
    const { status, body } = await callApi(api, geo.cities, { query: { search } });
    expect(status).toBe(200);
    return body.map(({ nome, uf }) => `${nome}/${uf}`);
  };
  expect((await find("campin")).slice(0, 2)).toEqual(["Campinas/SP", "Campina Grande/PB"]);
  expect((await find("SAO PAULO"))[0]).toBe("São Paulo/SP");
  expect((await find("bonito")).slice(0, 4).every((city) => city.startsWith("Bonito/"))).toBe(true);
  expect(await find("santa")).toHaveLength(20);
  expect(await find("xyzw")).toEqual([]);
  // Without an apostrophe, in another spelling, by a former name, and as it is being typed.
  for (const search of ["santana do livr", "SANT’ANA DO LIVRAMENTO", "livramento"]) {
    expect(await find(search), search).toContain("Sant'Ana do Livramento/RS");
  }
  expect((await find("moji mir"))[0]).toBe("Mogi Mirim/SP");
  expect(await find("fortaleza do taboc")).toEqual(["Tabocão/TO"]);
  expect((await find("embu"))[0]).toBe("Embu das Artes/SP");
  expect((await find("do"))[0]).toBe("Dourados/MS");
  expect(await find("são josé do")).toContain("São José do Rio Preto/SP");
});

test("the countries of the world, in Portuguese, each once", async () => {
  const { status, body } = await callApi(api, geo.countries, {});
  expect(status).toBe(200);
  expect(body).toHaveLength(249);
  expect(body).toContainEqual({ id: 76, sigla: "BR", nome: "Brasil" });
  expect(body[0]?.nome).toBe("Afeganistão");
  expect(new Set(body.map(({ id }) => id)).size).toBe(249);
  for (const { sigla, nome } of body) expect(nome).not.toBe(sigla);
});

test("one person's geocoding leaves turns for others, and what is refused takes none", async () => {
  const [one, other] = [await buildUser(), await buildUser()];
  const service = { name: "nominatim", paceMs: 1_000 } as const;
  const turns = await Promise.allSettled(
    Array.from({ length: 50 }, () => reserveGeocoderTurn(one.id, service)),
  );
  const granted = turns.filter(({ status }) => status === "fulfilled");
  expect(granted).toHaveLength(3);
  for (const turn of turns) {
    if (turn.status === "rejected") expect(turn.reason).toMatchObject({ code: "rate_limited" });
  }
  expect(await reserveGeocoderTurn(other.id, service)).toBeLessThanOrEqual(3_000);
});

test("without a token the calls of the map answer that nobody is signed in", async () => {
  const place = { query: "padaria", raio: 5, latitude: -23.55, longitude: -46.63 };
  const refused = {
    status: 401,
    body: { code: "unauthenticated", error: "Usuário não autenticado" },
  };
  expect(await callApi(api, searches.startMaps, { body: place })).toMatchObject(refused);
  expect(await callApi(api, geo.geocode, { body: { address: "Campinas" } })).toMatchObject(refused);
});
