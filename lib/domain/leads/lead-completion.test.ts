import { expect, test } from "vitest";
import { findMissingValues } from "./lead-completion";

const NOTHING = {
  whatsapp: null,
  phone: null,
  email: null,
  address: null,
  city: null,
  state: null,
  cnae: null,
  proprietario: null,
};
const COMPANY = {
  phones: ["5511987654321", "551132345678"],
  email: "contato@empresa.example",
  address: "RUA A, 10",
  city: "São Paulo",
  state: "SP",
  cnae: "4721102",
  proprietario: null,
};

test("what is missing is filled in, what is there stays", () => {
  expect(
    findMissingValues({ ...NOTHING, email: "eu@casa.example", city: "Santos" }, COMPANY),
  ).toEqual({
    phone: "5511987654321",
    address: "RUA A, 10",
    state: "SP",
    cnae: "4721102",
  });
});

test("the WhatsApp number is not repeated as the phone", () => {
  expect(findMissingValues({ ...NOTHING, whatsapp: "5511987654321" }, COMPANY).phone).toBe(
    "551132345678",
  );
});

test("a complete lead misses nothing", () => {
  const lead = { ...NOTHING, ...COMPANY, phone: "1", proprietario: "Ana" };
  expect(findMissingValues(lead, COMPANY)).toEqual({});
});
