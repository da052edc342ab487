import fc from "fast-check";
import { expect, test } from "vitest";
import { toCents, toReais } from "./money";

test("every amount in centavos survives the way to the wire and back, through JSON", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (cents) => {
      const sent = JSON.stringify(toReais(cents));
      expect(sent).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(toCents(JSON.parse(sent) as number)).toBe(cents);
    }),
    { numRuns: 1_000 },
  );
});
