import { expect, test } from "vitest";
import { describeChanges, isRegistryChange } from "./radar";

test("changes are told in their order, one and several of each", () => {
  const counts = [
    { change: "closed" as const, count: 3 },
    { change: "opened" as const, count: 1_200 },
    { change: "moved" as const, count: 1 },
    { change: "found" as const, count: 0 },
  ];
  expect(describeChanges(counts, (count) => count.toLocaleString("pt-BR"))).toBe(
    "1.200 abriram, 1 mudou para cá, 3 fecharam",
  );
  expect(describeChanges([{ change: "found", count: 2 }])).toBe("2 novas");
  expect(describeChanges([])).toBe("");
});

test("what the registry tells, and what a search finds", () => {
  expect(isRegistryChange("contact_changed")).toBe(true);
  expect(isRegistryChange("found")).toBe(false);
});
