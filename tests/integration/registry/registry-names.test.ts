import { beforeAll, expect, test } from "vitest";
import { registry } from "@/lib/contracts/registry/registry";
import { completeCnpj } from "@/sandbox/brazil/cnpj";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { importFolder, makeFolder } from "@/tests/support/registry";
import { establishmentLine, fields, writeSmallMonth } from "@/tests/support/registry-month";
import { runApi } from "@/tests/support/running";

const NAMES = [
  ...["MCDONALD'S", "MC DONALDS", "BOB'S BURGERS", "BOBS", "C&A MODAS S.A.", "C & A MODAS"],
  ...["3M DO BRASIL", "3 M", "S.O.S. CHAVEIRO", "SOS CHAVEIRO", "S O S CHAVEIRO"],
  ...["D'AVÓ SUPERMERCADO", "DAVO", "CASA VERDE", "3MARIAS", "JULIA MODAS"],
];
const baseOf = (name: string) => String(20_000_000 + NAMES.indexOf(name));
const CLOSED = "FECHADA HA TEMPO";
/** Sole proprietors, who are shown under their legal names. */
const MEI = "94.257.674 FULANO DE TAL";
const OLDER_MEI = "BELTRANO SOUZA 12345678901";

const api = runApi({ withoutLimits: true });
let user: TestUser;

beforeAll(async () => {
  const folder = makeFolder();
  const people = ["94257674", "94257675"];
  const lines = NAMES.map((name) => establishmentLine({ 0: baseOf(name), 4: name }));
  const [order, digits] = ["0001", completeCnpj("300000000001").slice(12)];
  const closed = establishmentLine({ 0: "30000000", 1: order, 2: digits, 4: CLOSED, 5: "08" });
  const shops = people.map((base) =>
    establishmentLine({ 0: base, 2: completeCnpj(`${base}0001`).slice(12), 4: "" }),
  );
  const companies = [MEI, OLDER_MEI].map((name, nth) =>
    fields(people[nth] ?? "", name, "2135", "50", "1000,00", "01", ""),
  );
  writeSmallMonth(folder, [...lines, closed, ...shops], { companies });
  await importFolder(folder);
  user = await buildUser();
});

const find = async (query: Record<string, string>) => {
  const { body } = await callApi(api, registry.search, { query }, user.headers);
  return body.results
    .map(({ nome_fantasia, razao_social }) => nome_fantasia ?? razao_social)
    .sort();
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

test("a company is found by its name as it is shown, with the number before it, and by the root alone", async () => {
  const shown = ["94.257.674 FULANO DE TAL", "94257674 Fulano de Tal", "94.257.674 fulano"];
  for (const nome_fantasia of [...shown, "94257674", "94.257.674", "Fulano de Tal"]) {
    expect(await find({ nome_fantasia }), nome_fantasia).toEqual([MEI]);
  }
  for (const nome_fantasia of ["94.257.674 BELTRANO", "94257677", "94.257"]) {
    expect(await find({ nome_fantasia }), nome_fantasia).toEqual([]);
  }
  // The name of an older one ends with the CPF, whose middle is shown.
  const older = "BELTRANO SOUZA ***456789**";
  expect(await find({ nome_fantasia: older })).toEqual([older]);
  expect(await find({ nome_fantasia: "30.000.000", uf: "SP" })).toEqual([CLOSED]);
  expect(await find({ nome_fantasia: "30.000.000", uf: "RJ" })).toEqual([]);
});
