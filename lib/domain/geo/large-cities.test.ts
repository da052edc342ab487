import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { expect, test } from "vitest";
import { listLargeCities, sortBySize } from "./large-cities";

test("every large city is one of the register, once", () => {
  const all = new Set(getMunicipalities().map(({ name, stateCode }) => `${name}/${stateCode}`));
  expect(listLargeCities().filter((city) => !all.has(city))).toEqual([]);
  expect(new Set(listLargeCities()).size).toBe(listLargeCities().length);
});

test("the largest come first, the others keep their order", () => {
  const cities = [
    "Campina do Monte Alegre/SP",
    "Campinas/SP",
    "Campinápolis/MT",
    "Campina Grande/PB",
  ];
  expect(sortBySize(cities, (city) => city)).toEqual([
    "Campinas/SP",
    "Campina Grande/PB",
    "Campina do Monte Alegre/SP",
    "Campinápolis/MT",
  ]);
});
