import { expect, test } from "vitest";
import { RegistryFilter } from "@/lib/contracts/registry/registry";
import { toFilterTexts } from "./filter-texts.rule";

test("a parsed search becomes texts that parse to the same search", () => {
  const parsed = RegistryFilter.parse({
    nome_fantasia: " padaria ",
    cidade: ["3509502", "Campinas"],
    cnae_primario: "47.21-1/02",
    cnae_secundarios: "true",
    com_celular: "false",
    capital_de: "1000,50",
    aberta_dias: "30",
    aberta_ate: "2026-11-23",
    porte: ["me", "epp"],
    bairro: "",
  });
  const texts = toFilterTexts(parsed);
  expect(texts).toMatchObject({
    cnae_primario: ["4721102"],
    com_celular: "false",
    aberta_dias: "30",
  });
  expect(texts).not.toHaveProperty("bairro");
  expect(RegistryFilter.parse(texts)).toEqual({ ...parsed, bairro: undefined });
});
