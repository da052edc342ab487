import { beforeAll, expect, test } from "vitest";
import { registry } from "@/lib/contracts/registry/registry";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeFolder } from "@/tests/support/registry";
import { establishmentLine, writeSmallMonth } from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const NAMES = [
  ...["MCDONALD'S", "MC DONALDS", "BOB'S BURGERS", "BOBS", "C&A MODAS S.A.", "C & A MODAS"],
  ...["3M DO BRASIL", "3 M", "S.O.S. CHAVEIRO", "SOS CHAVEIRO", "S O S CHAVEIRO"],
  ...["D'AVÓ SUPERMERCADO", "DAVO", "CASA VERDE", "3MARIAS", "JULIA MODAS"],
];
const baseOf = (name: string) => String(20_000_000 + NAMES.indexOf(name));
const CLOSED = "FECHADA HA TEMPO";

const api = runApi({ withoutLimits: true });
let user: TestUser;

beforeAll(async () => {
  const folder = makeFolder();
  const lines = NAMES.map((name) => establishmentLine({ 0: baseOf(name), 4: name }));
  const [order, digits] = ["0001", completeCnpj("300000000001").slice(12)];
  const closed = establishmentLine({ 0: "30000000", 1: order, 2: digits, 4: CLOSED, 5: "08" });
  writeSmallMonth(folder, [...lines, closed]);
  await importFolder(folder);
  user = await buildUser();
});

const find = async (query: Record<string, string>) => {
  const { body } = await callApi(api, registry.search, { query }, user.headers);
  return body.results.map(({ nome_fantasia }) => nome_fantasia).sort();
};

test.each([
  ["McDonald's", ["MC DONALDS", "MCDONALD'S"]],
  ["mcdonalds", ["MC DONALDS", "MCDONALD'S"]],
  ["Bob's", ["BOB'S BURGERS", "BOBS"]],
  ["C&A", ["C & A MODAS", "C&A MODAS S.A."]],
  ["3M", ["3 M", "3M DO BRASIL"]],
  ["S.O.S.", ["S O S CHAVEIRO", "S.O.S. CHAVEIRO", "SOS CHAVEIRO"]],
  ["davo", ["D'AVÓ SUPERMERCADO", "DAVO"]],
  ["D'avó", ["D'AVÓ SUPERMERCADO", "DAVO"]],
  ["ju", ["JULIA MODAS"]],
])("%s is found as it is written", async (nome_fantasia, expected) => {
  expect(await find({ nome_fantasia })).toEqual(expected);
  expect(await find({ nome_fantasia, uf: "SP", cep: "01" })).toEqual(expected);
});

test("a CNPJ in the field of the name finds its company, whatever its situation", async () => {
  const cnpj = completeCnpj("300000000001");
  const written = cnpj.replace(/(..)(...)(...)(....)(..)/, "$1.$2.$3/$4-$5");
  for (const nome_fantasia of [cnpj, written, ` ${written} `]) {
    expect(await find({ nome_fantasia })).toEqual([CLOSED]);
    expect(await find({ nome_fantasia, situacao: "ativa", uf: "SP", cnae_primario: "47" })).toEqual(
      [CLOSED],
    );
    expect(await find({ nome_fantasia, uf: "RJ" })).toEqual([]);
  }
  expect(await find({ nome_fantasia: completeCnpj("300000010001") })).toEqual([]);
});
