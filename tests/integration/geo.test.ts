import { expect, test } from "vitest";
import { geo } from "@/lib/contracts/geo";
import { callApi } from "../support/api";
import { runApi } from "../support/running";

const api = runApi();
const byName = new Intl.Collator("pt-BR");
const isSorted = (names: string[]) => names.toSorted(byName.compare).join() === names.join();

test("states, their municipalities and countries are told to anybody, by name", async () => {
  const states = await callApi(api, geo.states, {});
  expect(states.status).toBe(200);
  expect(states.body).toHaveLength(27);
  expect(states.body).toContainEqual({ id: 35, sigla: "SP", nome: "São Paulo" });
  expect(isSorted(states.body.map(({ nome }) => nome))).toBe(true);

  const cities = await callApi(api, geo.municipalities, { params: { uf: "sp" } });
  expect(cities.body).toHaveLength(645);
  expect(cities.body).toContainEqual({ id: 3550308, nome: "São Paulo" });
  expect((await callApi(api, geo.municipalities, { params: { uf: "XX" } })).status).toBe(404);

  const { body: countries } = await callApi(api, geo.countries, {});
  expect(countries).toHaveLength(249);
  expect(new Set(countries.map(({ id }) => id)).size).toBe(249);
  expect(countries).toContainEqual({ id: 76, sigla: "BR", nome: "Brasil" });
  expect(countries).toContainEqual({ id: 620, sigla: "PT", nome: "Portugal" });
  expect(countries.filter(({ nome, sigla }) => nome === sigla)).toEqual([]);
  expect(isSorted(countries.map(({ nome }) => nome))).toBe(true);
});
