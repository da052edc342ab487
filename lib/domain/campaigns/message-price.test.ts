import { describe, expect, it } from "vitest";
import {
  describeCharge,
  describePrice,
  findCountry,
  findPrice,
  type MessagePrice,
  sumPrices,
} from "./message-price";

const price = (more: Partial<MessagePrice>): MessagePrice => ({
  category: "MARKETING",
  country: "BR",
  micros: 350_000,
  since: new Date("2026-10-01T03:00:00Z"),
  confirmed: true,
  ...more,
});
const AT = new Date("2026-11-24T12:00:00Z");
const spaces = (text: string) => text.replaceAll("\u00a0", " ");

it.each([
  ["5511987654321", "BR"],
  ["351912345678", "PT"],
  ["595981234567", "PY"],
  ["5215512345678", "MX"],
  ["12025550123", "US"],
  ["35", "ZZ"],
  ["99999", "ZZ"],
  ["", "ZZ"],
])("%s is a number of %s", (number, country) => {
  expect(findCountry(number)).toBe(country);
});

describe("a charge", () => {
  it("is a sum, nothing, or not known, which are three things", () => {
    expect(describeCharge({ billable: true, micros: 40_000 })).toBe("R$\u00a00,04");
    expect(describeCharge({ billable: false, micros: 40_000 })).toBe("sem custo");
    expect(describeCharge({ billable: true, micros: null })).toBe("preço não cadastrado");
  });
});

describe("a price", () => {
  it("is the latest that was valid then", () => {
    const later = price({ micros: 400_000, since: new Date("2026-11-24T12:00:00Z") });
    const prices = [later, price({})];
    const of = { category: "MARKETING", country: "BR" };
    expect(findPrice(prices, of, AT)).toBe(later);
    expect(findPrice(prices, of, new Date(AT.getTime() - 1))?.micros).toBe(350_000);
    expect(findPrice(prices, of, new Date("2026-09-30T00:00:00Z"))).toBeNull();
    expect(findPrice(prices, { ...of, country: "PT" }, AT)).toBeNull();
    expect(findPrice(prices, { ...of, category: "UTILITY" }, AT)).toBeNull();
  });

  it("is added up by category and country, and what has none is counted apart", () => {
    const prices = [price({}), price({ category: "UTILITY", micros: 40_000, confirmed: false })];
    const groups = [
      { category: "MARKETING", country: "BR", messages: 300, at: AT },
      { category: "UTILITY", country: "BR", messages: 10, at: AT },
      { category: "UTILITY", country: "PT", messages: 2, at: AT },
    ];
    expect(sumPrices(prices, groups)).toEqual({
      micros: 105_400_000,
      unpriced: 2,
      confirmed: false,
    });
    expect(sumPrices(prices, groups.slice(0, 1)).confirmed).toBe(true);
  });

  it.each([
    [312, { micros: 109_200_000, unpriced: 0 }, "312 mensagens, cerca de R$ 109,20"],
    [1, { micros: 350_000, unpriced: 0 }, "1 mensagem, cerca de R$ 0,35"],
    [3, { micros: 0, unpriced: 3 }, "3 mensagens, preço não cadastrado"],
    [
      3,
      { micros: 700_000, unpriced: 1 },
      "3 mensagens, cerca de R$ 0,70 e mais 1 sem preço cadastrado",
    ],
    [0, { micros: 0, unpriced: 0 }, "0 mensagens, cerca de R$ 0,00"],
  ])("of %i messages reads %j: %s", (messages, sum, text) => {
    expect(spaces(describePrice(messages, { ...sum, confirmed: true }))).toBe(text);
  });
});
