import { expect, test } from "vitest";
import { findTown } from "@/server/discovery/geo/towns.service";
import { locateCompany } from "@/server/discovery/searches/search-place.service";

const CAMPINAS = { city: "Campinas", state: "SP" };
const NOTHING = { address: null, phone: null, whatsapp: null, registered: undefined };

test.each([
  ["nothing is known of it", {}],
  ["its address is there", { address: "Rua Azul, 10 - Centro, Campinas - SP, 13010-000" }],
  ["its address is there in capitals", { address: "RUA AZUL, 10 - CENTRO CAMPINAS/SP" }],
  [
    "its address is there, and its mobile is not",
    { address: "Rua Azul, 10, Campinas - SP", whatsapp: "5541987654123" },
  ],
  ["its address names no town", { address: "Rua Azul, 10 - Centro" }],
  ["its address names no town that exists", { address: "Rua Azul, 10, Jardim Que Não Há - SP" }],
  [
    "it is registered there",
    { registered: { city: "Campinas", state: "SP" }, phone: "554132324545" },
  ],
  ["its landline is of there", { phone: "551932324545", whatsapp: "5541987654123" }],
  ["its mobile is of the same state", { whatsapp: "5511987654123" }],
  ["it has an 0800 only", { phone: "558007701234" }],
])("a company is in the town searched when %s", (_, found) => {
  expect(locateCompany(CAMPINAS, { ...NOTHING, ...found })).toEqual({
    ...CAMPINAS,
    search_remark: null,
  });
});

test.each([
  [
    "its address",
    { address: "Rua Azul, 10 - Centro, Curitiba - PR, 80010-000", phone: "551932324545" },
    { city: "Curitiba", state: "PR" },
    "o endereço no site é de Curitiba - PR",
  ],
  [
    "its address in the same state",
    { address: "Rua Azul, 10 - Lins/SP" },
    { city: "Lins", state: "SP" },
    "o endereço no site é de Lins - SP",
  ],
  [
    "its registration",
    { registered: { city: "CURITIBA", state: "PR" }, phone: "551932324545" },
    { city: "Curitiba", state: "PR" },
    "o CNPJ é de Curitiba - PR",
  ],
  [
    "its landline's area code",
    { phone: "551132324545" },
    { city: null, state: null },
    "o telefone tem DDD 11, que não é o da cidade",
  ],
  [
    "its mobile's state",
    { whatsapp: "5541987654123" },
    { city: null, state: null },
    "o telefone tem DDD 41, que não é o da cidade",
  ],
])("a company is elsewhere by %s, and that is said", (_, found, at, reason) => {
  expect(locateCompany(CAMPINAS, { ...NOTHING, ...found })).toEqual({
    ...at,
    search_remark: `Encontrado na busca por Campinas - SP, mas ${reason}.`,
  });
});

test("a state may be written out, and an unknown town contradicts nothing", () => {
  const found = { ...NOTHING, phone: "554132324545" };
  expect(locateCompany({ city: "Campinas", state: "São Paulo" }, found).search_remark).toContain(
    "DDD 41",
  );
  expect(locateCompany({ city: "Atlântida", state: "SP" }, found).search_remark).toBeNull();
  expect(
    locateCompany({ city: "Campinas", state: "Lugar nenhum" }, found).search_remark,
  ).toBeNull();
});

test.each([
  ["Campinas", "SP", "19"],
  ["santa barbara d oeste", "SP", "19"],
  ["Luziânia", "GO", "61"],
  ["Abaeté", "MG", "37"],
  ["Brasília", "DF", "61"],
  ["Nova Petrópolis", "RS", "54"],
  ["Centro, Santana do Livramento", "RS", "55"],
  ["Moji Mirim", "SP", "19"],
  ["Fortaleza do Tabocão", "TO", "63"],
])("%s has its area code", (name, state, areaCode) => {
  expect(findTown(name, state)).toMatchObject({ state, areaCode });
});
