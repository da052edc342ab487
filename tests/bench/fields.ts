/**
 * Filters by own fields of an owner with 1,000,000 leads and 2,500,000 values, through the front door, one request at a
 * time. The p95 of each against the first page of leads, in turns with it.
 */
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "../factories/users";
import { startApi } from "../support/api";
import { createComparer } from "./compare-requests";
import { fillLeads } from "./fill";

const LEADS = 1_000_000;
const MAX_TIMES_FIRST = 3;

const owner = await buildUser();
await execute(
  sql`INSERT INTO own_fields (owner_id, key, name, kind, choices, position)
      SELECT ${owner.id}::int, f.* FROM (VALUES
        ('cargo', 'Cargo', 'text', '{}'::text[], 1), ('frota', 'Frota', 'number', '{}', 2),
        ('desde', 'Desde', 'date', '{}', 3), ('porte', 'Porte', 'choice', '{MEI,Pequena,Grande}', 4)) AS f`,
);
const fields = await rows<{ id: number; key: string }>(
  sql`SELECT id, key FROM own_fields WHERE owner_id = ${owner.id}`,
);
const idOf = (key: string) => fields.find((field) => field.key === key)?.id ?? 0;
await fillLeads([
  sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, created_at)
      SELECT ${owner.id}::int, 'Empresa ' || n, 'google_pages', 'pending', (5511900000000 + n)::text, '5511' || lpad(n::text, 8, '0'),
             now() - n * interval '1 second'
      FROM generate_series(1, ${LEADS}::int) AS n`,
  // Each of 500 words is in 2,000 leads, and each number in 100.
  sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text)
      SELECT owner_id, ${idOf("cargo")}::int, id, 0, 'Função ' || id % 500 FROM leads`,
  sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, number)
      SELECT owner_id, ${idOf("frota")}::int, id, 0, id % 10000 FROM leads`,
  sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, day)
      SELECT owner_id, ${idOf("desde")}::int, id, 0, date '2020-01-01' + id % 2000 FROM leads WHERE id % 5 = 0`,
  sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text)
      SELECT owner_id, ${idOf("porte")}::int, id, 0, (ARRAY['MEI', 'Pequena', 'Grande'])[1 + id % 3] FROM leads WHERE id % 10 < 3`,
]);
await startApi();
const bench = createComparer("fields", owner.headers);

const first = "/api/leads?page=1&per_page=10";
const filtered = (own: string) => `${first}&own=${encodeURIComponent(own)}`;
const { pagination } = await bench.get<{ pagination: { total: number } }>(
  filtered("cargo:is:função 7"),
);
if (pagination.total !== LEADS / 500) throw new Error(`Found ${pagination.total} leads.`);

const FILTERS: [what: string, own: string][] = [
  ["a word of 2,000 leads", "cargo:is:Função 7"],
  ["part of a word", "cargo:contains:nção 77"],
  ["a number of 100 leads", "frota:eq:77"],
  ["half of all numbers", "frota:gte:5000"],
  ["a year", "desde:between:2021-01-01,2021-12-31"],
  ["two choices", "porte:any:MEI,Grande"],
  ["no value", "desde:empty"],
  ["two conditions", "frota:lte:100;porte:any:MEI"],
];
const measurements = [];
for (const [what, own] of FILTERS) {
  measurements.push(await bench.compare(what, first, () => filtered(own), MAX_TIMES_FIRST));
}
process.send?.(measurements, () => process.exit(0));
