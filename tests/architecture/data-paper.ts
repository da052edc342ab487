import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Table } from "@/lib/domain/custody/tables/table";
import { TABLES } from "@/lib/domain/custody/tables/tables";

const root = join(import.meta.dirname, "../..");
const read = (folder: string) =>
  new Map(
    readdirSync(join(root, folder)).map((file) => [
      basename(file).replace(/\.\w+$/, ""),
      readFileSync(join(root, folder, file), "utf8"),
    ]),
  );

interface Trigger {
  name: string;
  table: string;
  when: string;
  /** The comment above it, or above its function. */
  does: string;
}

const inOneLine = (comment: string) =>
  comment
    .split("\n")
    .map((line) => line.replace(/^(?:--|\/\/\/)\s?/, ""))
    .join(" ")
    .trim();

/** The triggers of prisma/rules, by area. */
export function readTriggers(): Map<string, Trigger[]> {
  const rules = read("prisma/rules");
  const functions = new Map<string, string>();
  for (const text of rules.values()) {
    for (const [, comment = "", name = ""] of text.matchAll(
      /^((?:--[^\n]*\n)*)CREATE FUNCTION (\w+)/gm,
    )) {
      functions.set(name, inOneLine(comment));
    }
  }
  const triggers = (text: string) =>
    [...text.matchAll(/^((?:--[^\n]*\n)*)CREATE (?:CONSTRAINT )?TRIGGER (\w+)([^;]*);/gm)].map(
      ([, comment = "", name = "", body = ""]) => {
        const [, when = "", table = ""] = /^\s*(.+?)\s+ON\s+"?(\w+)"?/s.exec(body) ?? [];
        const [, called = ""] = /EXECUTE FUNCTION (\w+)/.exec(body) ?? [];
        return {
          ...{ name, table, when: when.replace(/\s+/g, " ").toLowerCase() },
          does: inOneLine(comment) || (functions.get(called) ?? ""),
        };
      },
    );
  return new Map([...rules].map(([area, text]) => [area, triggers(text)]));
}

/** What each table is, by area: the comments of its models. */
export function readModels(): Map<string, { table: string; is: string }[]> {
  return new Map(
    [...read("prisma/schema")].map(([area, text]) => [
      area,
      [...text.matchAll(/^((?:\/\/\/[^\n]*\n)*)model \w+ \{(.*?)^\}/gms)].map(
        ([, comment = "", body = ""]) => ({
          table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
          is: inOneLine(comment),
        }),
      ),
    ]),
  );
}

/** How long its rows stay. */
function describeStay({ owner, trims, duty, kept, byLaw }: Table): string {
  const after = (trims ?? []).map(({ since, after: time, only }) => {
    const [[unit, count] = ["", 0]] = Object.entries(time ?? {});
    const old = count ? `${count} ${unit} after \`${since}\`` : `\`${since}\``;
    return only ? `${old}, where ${only}` : old;
  });
  if (after.length > 0) return `until ${after.join("; ")}`;
  if (duty) return `trimmed by the duty "${duty}"`;
  if (byLaw) return "as long as the law requires";
  return kept ?? (owner === null ? "" : "as long as the account");
}

/** docs/data.md. */
export function writeDataPaper(): string {
  const triggers = readTriggers();
  const lines = [
    "# The data",
    "",
    "Made from `prisma/schema`, `prisma/rules` and `lib/domain/custody/tables` by `npx vitest run --project unit tests/architecture/data-paper.test.ts -u`;",
    "the same test, without `-u`, compares. Checks, indexes and functions stand in `prisma/rules/<area>.sql`, each with its reason.",
  ];
  for (const [area, models] of readModels()) {
    if (models.length === 0) continue;
    lines.push(
      "",
      `## ${area}`,
      "",
      "| table | what it is | written by | rows stay |",
      "|---|---|---|---|",
    );
    for (const { table, is } of models) {
      const entry: Table = TABLES[table as keyof typeof TABLES];
      lines.push(
        `| \`${table}\` | ${is} | ${entry.writer ?? "triggers"} | ${describeStay(entry)} |`,
      );
    }
    const own = triggers.get(area) ?? [];
    if (own.length === 0) continue;
    lines.push("", "Triggers:", "");
    for (const { name, table, when, does } of own) {
      lines.push(`- \`${table}\`, ${when} (\`${name}\`): ${does}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
