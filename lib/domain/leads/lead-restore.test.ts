import { expect, test } from "vitest";
import { planRestore, type StoredValues } from "./lead-restore";

const NOBODY = new Set<string>();

const plan = (before: StoredValues, after: StoredValues, now: StoredValues, taken = NOBODY) =>
  planRestore({ before, after }, now, taken);

test("a value comes back where it still is what was written, also an empty one", () => {
  const before = { city: "Santos", email: null };
  const after = { city: "Recife", email: "a@b.example" };
  expect(plan(before, after, after)).toEqual({ given: before, isLeft: false });
  expect(plan(before, after, { ...after, city: "Natal" })).toEqual({
    given: { email: null },
    isLeft: true,
  });
});

test("a number and its key come back together, unless another lead has it", () => {
  const before = { whatsapp: "5511987650001", phone_key: "551187650001" };
  const after = { whatsapp: "5511987650002", phone_key: "551187650002" };
  expect(plan(before, after, after).given).toEqual(before);
  expect(plan(before, after, after, new Set(["551187650001"]))).toEqual({
    given: {},
    isLeft: true,
  });
  expect(plan(before, after, { ...after, whatsapp: "x" })).toEqual({ given: {}, isLeft: true });
});

test("a status comes back with where the lead stood, also when its card was dragged within the stage", () => {
  const before = { status: "pending", stage_id: "1", place: "-5", status_by: "system" };
  const after = { status: "closed", stage_id: "4", place: "-9", status_by: "person" };
  expect(plan(before, after, { ...after, place: "-7" }).given).toEqual(before);
  expect(plan(before, after, { ...after, stage_id: "5" })).toEqual({ given: {}, isLeft: true });
});
