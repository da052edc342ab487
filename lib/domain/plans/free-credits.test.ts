import { expect, test } from "vitest";
import { countFree } from "./free-credits";

test.each([
  [20, 0, 20],
  [20, 6, 14],
  [4, 4, 0],
  // The limit was lowered while searches were under way.
  [2, 6, 0],
])("of %i left with %i set aside, %i are free", (remaining_credits, reserved_credits, free) => {
  expect(countFree({ remaining_credits, reserved_credits })).toBe(free);
});
