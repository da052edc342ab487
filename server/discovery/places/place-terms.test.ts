import { describe, expect, test } from "vitest";
import { findPlaceTags } from "./place-terms.rule";

const written = (term: string) =>
  findPlaceTags(term).map(({ key, value, narrowing }) =>
    narrowing ? `${key}=${value}&${narrowing.key}~${narrowing.pattern}` : `${key}=${value}`,
  );

describe("what a term means on OpenStreetMap", () => {
  test.each([
    ["padaria", "shop=bakery"],
    ["Padarias", "shop=bakery"],
    ["farmácia 24 horas", "amenity=pharmacy"],
    ["clínica odontológica", "amenity=dentist"],
    ["Clínicas Odontológicas", "amenity=dentist"],
    ["clínica veterinária", "amenity=veterinary"],
    ["salões de beleza", "shop=beauty"],
    ["oficina mecânica", "shop=car_repair"],
    ["oficina de motos", "shop=motorcycle_repair"],
    ["materiais de construção", "shop=doityourself"],
    ["lava-jato", "amenity=car_wash"],
    ["agência de viagens", "shop=travel_agency"],
    ["pizzaria", "amenity=restaurant&cuisine~pizza"],
    ["escritório de contabilidade", "office=accountant"],
    ["advogados", "office=lawyer"],
    ["imóveis, imobiliárias", "office=estate_agent"],
  ])("%s", (term, tag) => {
    expect(written(term)).toContain(tag);
  });

  test("two kinds in one term are both searched", () => {
    expect(written("padaria e confeitaria")).toEqual(
      expect.arrayContaining(["shop=bakery", "shop=pastry"]),
    );
  });

  test("an unknown word means nothing", () => {
    expect(findPlaceTags("fornecedor de drones agrícolas")).toEqual([]);
  });
});
