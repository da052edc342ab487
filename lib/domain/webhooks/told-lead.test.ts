import { expect, test } from "vitest";
import { boundOwnValues, MOST_TOLD_OWN } from "./told-lead";

test("values are told as they are, and no more of them than fit", () => {
  const few = { cargo: "Dona", frota: 12, ativo: false, canais: ["Loja"] };
  expect(boundOwnValues(few)).toEqual(few);
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`campo_${at}`, "a".repeat(500)]),
  );
  const told = boundOwnValues(many);
  expect(JSON.stringify(told).length).toBeLessThanOrEqual(MOST_TOLD_OWN);
  expect(Object.keys(told)).toEqual(Object.keys(many).slice(0, 31));
});
