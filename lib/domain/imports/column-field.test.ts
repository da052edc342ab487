import { expect, test } from "vitest";
import { MOST_CHOICES } from "../leads/own-fields";
import { describeColumnField } from "./column-field";

test("a column is of the kind that reads nearly all of its values", () => {
  const cells = [...Array.from({ length: 98 }, (_, n) => String(n)), "?", "muitos", ""];
  expect(describeColumnField(cells)).toMatchObject({
    kind: "number",
    values: 100,
    read: { number: 98, text: 100, date: 0 },
  });
  const mixed = describeColumnField(["1", "2", "três"]);
  expect(mixed.kind).toBe("text");
});

test("its different values are choices, as they are written first, the most frequent up to the limit", () => {
  const cells = Array.from({ length: 300 }, (_, n) => (n % 2 ? "MEI" : `Opção ${n}`));
  const { choice, read } = describeColumnField([...cells, "mei", "a; b"]);
  expect(choice.choices).toHaveLength(MOST_CHOICES);
  expect(choice.choices).toContain("MEI");
  expect(choice.distinct).toBe(152);
  expect(read.choice).toBe(151 + MOST_CHOICES - 1);
  expect(describeColumnField(["a; b", "B"]).choices).toEqual({ choices: ["a", "b"], distinct: 2 });
});
