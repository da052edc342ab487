/**
 * Every combination of name, state, city, CEP and activity on 2,000,000 establishments through the front door, one
 * request at a time: pages 1, 10 and the last. In turns with a lookup by CNPJ, and with the same rows as one JSONB
 * document each with expression indexes, as public registry APIs store them.
 */
import pg from "pg";
import { registry } from "@/lib/contracts/registry/registry";
import { foldName } from "@/lib/domain/registry/registry-name";
import { rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { type Measurement, median } from "./measurement";
import {
  COMBINATIONS,
  createQueries,
  importFolder,
  measureRowBytes,
  type Part,
  prepareSample,
  type Query,
  REGISTRY_ROWS,
} from "./registry-data";

const QUERIES_EACH = 12;
const WARM_UP = 3;
const MAX_TIMES_LOOKUP = 5;
/** Of a single combination. */
const MAX_TIMES_EACH = 8;
/** With more rows there is no second copy as documents. */
const MOST_DOCUMENTS = 10_000_000;
const MIN_TIMES_DOCUMENTS = 10;
const DOCUMENT_QUERIES = 7;

const folder = prepareSample();
const startedAt = performance.now();
await importFolder(folder);
const importedS = (performance.now() - startedAt) / 1000;
console.log(
  `${REGISTRY_ROWS} establishments: imported in ${importedS.toFixed(0)} s, ${(await measureRowBytes()).toFixed(0)} bytes each on disk, with indexes`,
);
const api = await startApi();
const url = `http://127.0.0.1:${process.env["PORT"]}`;
// The limit of requests is per user.
const users = await Promise.all(Array.from({ length: 60 }, () => buildUser()));
const cnpjs = (
  await rows<{ cnpj: string }>(
    sql`SELECT cnpj FROM registry.establishments WHERE id % 997 = 1 ORDER BY cnpj LIMIT 1000`,
  )
).map(({ cnpj }) => cnpj);
const nextQuery = await createQueries("bench", 3_000);

const SHORT: Record<Part, string> = {
  nome_fantasia: "name",
  uf: "state",
  cidade: "city",
  cep: "CEP",
  cnae_primario: "CNAE",
};
const PAGES = ["first", "tenth", "last"] as const;
type PageName = (typeof PAGES)[number];
const byPage: Record<PageName, number[]> = { first: [], tenth: [], last: [] };

let calls = 0;
const lookups: number[] = [];
const measured: { what: string; times: number[] }[] = [];
for (const parts of COMBINATIONS) {
  const pages: Record<PageName, number[]> = { first: [], tenth: [], last: [] };
  for (let serial = -WARM_UP; serial < QUERIES_EACH; serial += 1) {
    const query = nextQuery(parts);
    const { ms: firstMs, totalPages } = await timeSearch(query, 1);
    const { ms: tenthMs } = await timeSearch(query, 10);
    const { ms: lastMs } = await timeSearch(query, Math.max(1, totalPages));
    const lookupMs = await timeLookup();
    if (serial < 0) continue;
    lookups.push(lookupMs);
    pages.first.push(firstMs);
    pages.tenth.push(tenthMs);
    pages.last.push(lastMs);
  }
  measured.push({
    what: parts.map((part) => SHORT[part]).join("+"),
    times: [...pages.first, ...pages.tenth, ...pages.last],
  });
  for (const page of PAGES) byPage[page].push(...pages[page]);
}
const lookupMs = percentile(lookups, 95);
const all = measured.flatMap(({ times }) => times);
const measurements: Measurement[] = [
  { what: "registry-search: all combinations and pages", times: all, most: MAX_TIMES_LOOKUP },
  ...PAGES.map((page) => ({
    ...{ what: `registry-search: the ${page} page`, times: byPage[page], most: MAX_TIMES_LOOKUP },
  })),
  ...measured.map(({ what, times }) => ({
    ...{ what: `registry-search: ${what}`, times, most: MAX_TIMES_EACH },
  })),
].map(({ what, times, most }) => {
  const ours = percentile(times, 95);
  return {
    what: `${what}, p95`,
    unit: "ms",
    reference: lookupMs,
    ours,
    ratio: lookupMs / ours,
    target: `≥ ${1 / most}`,
  };
});
if (REGISTRY_ROWS <= MOST_DOCUMENTS) measurements.push(await compareWithDocuments());
await api.close();
process.send?.(measurements, () => process.exit(0));
async function timeSearch(query: Query, page: number) {
  calls += 1;
  const user = users[calls % users.length];
  const startedAt = performance.now();
  const { status, body } = await callApi(
    { url },
    registry.search,
    { query: { ...query, page, per_page: 10 } },
    user?.headers,
  );
  const ms = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${JSON.stringify(query)}: ${status}`);
  return { ms, totalPages: body.pagination.total_pages ?? 0 };
}

async function timeLookup() {
  calls += 1;
  const user = users[calls % users.length];
  const cnpj = cnpjs[calls % cnpjs.length] ?? "";
  const startedAt = performance.now();
  const { status } = await callApi({ url }, registry.get, { params: { cnpj } }, user?.headers);
  if (status !== 200) throw new Error(`${cnpj}: ${status}`);
  return performance.now() - startedAt;
}

/** Names alone: the reference has no index for them. */
async function compareWithDocuments(): Promise<Measurement> {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  await client.query("CREATE UNLOGGED TABLE documents (id serial, cnpj text, json jsonb)");
  await client.query(
    "INSERT INTO documents (cnpj, json) SELECT cnpj, to_jsonb(e) FROM registry.establishments e",
  );
  for (const field of ["uf", "municipality", "cnae"]) {
    await client.query(`CREATE INDEX ON documents ((json -> '${field}'))`);
  }
  await client.query("CREATE UNIQUE INDEX ON documents (cnpj)");
  await client.query("ANALYZE documents");
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let serial = 0; serial < DOCUMENT_QUERIES; serial += 1) {
    const query = nextQuery(["nome_fantasia"]);
    ours.push((await timeSearch(query, 1)).ms);
    const patterns = foldName(query.nome_fantasia ?? "")
      .split(" ")
      .map((word) => `%${word}%`);
    const startedAt = performance.now();
    await client.query(
      `SELECT json FROM documents WHERE json -> 'status' = '2' AND json ->> 'name' LIKE ALL ($1) ORDER BY id LIMIT 1001`,
      [patterns],
    );
    theirs.push(performance.now() - startedAt);
  }
  await client.end();
  const [reference, own] = [median(theirs), median(ours)];
  return {
    what: "registry-search: a name, against one JSONB document per establishment, median",
    unit: "ms",
    reference,
    ours: own,
    ratio: reference / own,
    target: `≥ ${MIN_TIMES_DOCUMENTS}`,
  };
}

function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
