import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinChanges, listChanges, nameChangedField } from "./lead-change";

describe("what an edit changed", () => {
  test("only what differs, an empty text being none", () => {
    expect(
      listChanges(
        { name: "Padaria", city: null, obs: "a", email: "x@y.example" },
        { name: "Padaria Sol", city: "", obs: undefined, email: null },
      ),
    ).toEqual([
      { field: "name", from: "Padaria", to: "Padaria Sol" },
      { field: "email", from: "x@y.example", to: null },
    ]);
  });

  test("a long value is cut", () => {
    const [change] = listChanges({}, { obs: "a".repeat(500) });
    expect(change?.to).toHaveLength(200);
    expect(change?.to).toMatch(/…$/);
  });

  test("edits one after the other are one edit", () => {
    const value = fc.constantFrom(null, "a", "b", "c");
    const state = fc.record({ name: value, city: value });
    fc.assert(
      fc.property(state, state, state, (first, second, third) => {
        const joined = joinChanges(listChanges(first, second), listChanges(second, third));
        const byField = (changes: typeof joined) =>
          changes.toSorted((one, other) => one.field.localeCompare(other.field));
        expect(byField(joined)).toEqual(byField(listChanges(first, third)));
      }),
    );
  });
});

test("fields are called what screens call them", () => {
  const own = [{ key: "cargo", name: "Cargo" }];
  expect(
    ["city", "value", "own.cargo", "own.gone"].map((field) => nameChangedField(field, own)),
  ).toEqual(["Cidade", "Valor", "Cargo", "gone"]);
});
