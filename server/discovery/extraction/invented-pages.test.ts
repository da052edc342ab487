import { expect, test } from "vitest";
import { scoreInventedPages } from "@/tests/bench/invented-pages";

const LEAST = {
  name: 0.96,
  phone: 0.98,
  whatsapp: 0.98,
  email: 0.98,
  cnpj: 0.98,
  address: 0.95,
  town: 0.95,
  profiles: 0.96,
};

test("what deceives about a company on its page is not taken for it", () => {
  const { scores, misses } = scoreInventedPages();
  for (const { field, precision, recall } of scores) {
    const told = `${field}: ${precision.toFixed(3)}, ${recall.toFixed(3)}\n${misses.join("\n")}`;
    expect(precision, told).toBeGreaterThanOrEqual(LEAST[field]);
    expect(recall, told).toBeGreaterThanOrEqual(LEAST[field]);
  }
});
