import { join } from "node:path";
import { expect, test } from "vitest";
import { readModels, readTriggers, writeDataPaper } from "./data-paper";

test("each trigger and each table says what it is for, in prisma/rules and prisma/schema", () => {
  const triggers = [...readTriggers().values()].flat();
  expect(triggers.length).toBeGreaterThan(40);
  expect(triggers.filter(({ table, does }) => !table || !does)).toEqual([]);
  expect([...readModels().values()].flat().filter(({ table, is }) => !table || !is)).toEqual([]);
});

test("docs/data.md lists the tables and the triggers as they are", async () => {
  await expect(writeDataPaper()).toMatchFileSnapshot(
    join(import.meta.dirname, "../../docs/data.md"),
  );
});
