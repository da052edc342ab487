import { join } from "node:path";
import { readSchema } from "@/scripts/schema-files.mjs";

const schema = readSchema(join(import.meta.dirname, "../.."))
  .map(([, content]) => content)
  .join("\n");

/** Each model's table, by its name on Prisma's client. */
export const TABLE_OF_MODEL = new Map(
  [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(([, model = "", body = ""]) => [
    model.charAt(0).toLowerCase() + model.slice(1),
    /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
  ]),
);

export interface Use {
  folder: string;
  table: string;
}

const SQL_WRITE =
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|TRUNCATE|(?<!\bFOR |\bFOR NO KEY |\bDO )UPDATE)\s+"?([a-z_]+)/g;
const SQL_READ = /\b(?:FROM|JOIN)\s+"?([a-z_]+)/g;
const LEASED = /leaseQueries\(\{\s*table: "(\w+)"/g;
const CLIENT_CALL = /\bprisma\.(\w+)\.(\w+)/g;
const NESTED_WRITE =
  /\b\w+\s*:\s*\{\s*(?:create|createMany|connect|connectOrCreate|disconnect|upsert)\s*:/;

/** The feature that a file of server/ belongs to: `server/area/feature`, also for a file in a folder below it. */
export const featureOf = (file: string) => file.split("/").slice(0, 3).join("/");

/** The tables that a file writes and reads, by SQL and by Prisma's client. */
export function tablesUsed(file: string, source: string): { writes: Use[]; reads: Use[] } {
  const folder = featureOf(file).split("/").at(-1) ?? "";
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const use = (table: string): Use => ({ folder, table });
  const writes = [...code.matchAll(SQL_WRITE), ...code.matchAll(LEASED)].map(([, table = ""]) =>
    use(table),
  );
  const reads = [...code.matchAll(SQL_READ)].map(([, table = ""]) => use(table));
  for (const [, model = "", call = ""] of code.matchAll(CLIENT_CALL)) {
    const table = TABLE_OF_MODEL.get(model) ?? model;
    if (/^(find|count|aggregate|groupBy)/.test(call)) reads.push(use(table));
    else writes.push(use(table));
  }
  if (NESTED_WRITE.test(code) && code.includes("prisma.")) writes.push(use("a nested write"));
  return { writes, reads };
}

const FUNCTION = /^(export )?(?:async )?function (\w+)/gm;

/** The exported functions of a repository that write, themselves or by another function of the file. */
export function writingFunctions(file: string, source: string): string[] {
  const starts = [...source.matchAll(FUNCTION)];
  const functions = starts.map(({ index, 1: exported, 2: name = "" }, at) => {
    const body = source.slice(index, starts[at + 1]?.index);
    return { name, exported, body, writes: tablesUsed(file, body).writes.length > 0 };
  });
  for (let found = true; found; ) {
    const writing = functions.filter(({ writes }) => writes).map(({ name }) => name);
    const more = functions.filter(
      ({ writes, body }) =>
        !writes && writing.some((name) => new RegExp(`\\b${name}\\(`).test(body)),
    );
    for (const each of more) each.writes = true;
    found = more.length > 0;
  }
  return functions.filter(({ exported, writes }) => exported && writes).map(({ name }) => name);
}
