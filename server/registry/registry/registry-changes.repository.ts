import { firstRow, type Sql, searchRows, sql } from "@/server/platform/db/sql";
import { buildPlace, type RegistrySearch } from "./registry-conditions.repository";
import { buildHits, type HitRange, monthSchema } from "./registry-hits.repository";
import { COLUMNS, type EstablishmentRow } from "./registry-search.repository";

export interface MonthRow {
  import_id: number;
  /** "2026-11" */
  month: string;
}

/** The months that a rollback exchanges; `before` only where it is an earlier month. */
export function findMonths(): Promise<
  (MonthRow & { before_id: number | null; before_month: string | null }) | null
> {
  return firstRow(
    sql`SELECT c.id AS import_id, c.month, b.id AS before_id, b.month AS before_month
        FROM registry_imports c LEFT JOIN registry_imports b ON b.served = 'previous' AND b.month < c.month
        WHERE c.served = 'current'`,
  );
}

/** Whether the index of a month has the area codes: those imported by an earlier version have not. */
export async function isDddIndexed(importId: number): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM ${monthSchema(importId)}.terms WHERE kind = 'ddd' LIMIT 1`,
  );
  return row !== null;
}

export type ChangeRow = EstablishmentRow & {
  change: "opened" | "reopened" | "moved" | "contact_changed" | "closed";
  /** The changed value: the same text for the same change, in every month that shows it. */
  mark: string;
};

export interface ChangePage {
  /** The id of the last match that was compared; null when there is none after `range.after`. */
  last: number | null;
  rows: ChangeRow[];
}

const ACTIVE = 2;
const CONTACTS = (of: Sql) =>
  sql`concat_ws(' ', least(${of}.phone1, ${of}.phone2), greatest(${of}.phone1, ${of}.phone2), lower(${of}.email))`;

/** A part of a comparison: matches of a month after an id. */
type MonthRange = HitRange & { importId: number };

/**
 * Those of a month's next matches that did not match in the month before, or had other phones or another e-mail.
 * Without a month before, those that opened since `openedSince`.
 */
export function findAppeared(...comparison: Parameters<typeof buildAppeared>): Promise<ChangePage> {
  return findPage(buildAppeared(...comparison));
}

export function buildAppeared(
  search: RegistrySearch,
  range: MonthRange,
  { beforeId, openedSince }: { beforeId: number | null; openedSince: string },
): Sql {
  const before =
    beforeId === null
      ? sql`SELECT NULL::smallint AS status, NULL::text AS contacts, NULL::boolean AS in_place WHERE false`
      : sql`SELECT b.status, ${CONTACTS(sql`b`)} AS contacts, b.in_place FROM (
              SELECT status, phone1, phone2, email, ${buildPlace(search)} AS in_place
              FROM ${monthSchema(beforeId)}.establishments WHERE cnpj = e.cnpj COLLATE "C") AS b`;
  return buildPage(
    search,
    range,
    sql`SELECT ${COLUMNS}, change, CASE change
          WHEN 'opened' THEN ''
          WHEN 'reopened' THEN coalesce(e.status_on::text, '')
          WHEN 'moved' THEN md5(concat_ws('|', e.uf, e.municipality, e.cep, e.street, e.number))
          ELSE md5(${CONTACTS(sql`e`)}) END AS mark
        FROM hits JOIN ${monthSchema(range.importId)}.establishments e USING (id)
        LEFT JOIN LATERAL (${before}) AS o ON true
        CROSS JOIN LATERAL (SELECT CASE
          WHEN o.status IS NULL THEN CASE WHEN e.opened_on >= ${openedSince}::date THEN 'opened' END
          WHEN o.status <> ${ACTIVE} THEN 'reopened'
          WHEN o.in_place IS NOT TRUE THEN 'moved'
          WHEN o.contacts <> ${CONTACTS(sql`e`)} THEN 'contact_changed' END AS change) AS c
        WHERE change IS NOT NULL AND e.status = ${ACTIVE}`,
  );
}

/** Those of the previous month's next matches that are no longer active. */
export function findClosed(...comparison: Parameters<typeof buildClosed>): Promise<ChangePage> {
  return findPage(buildClosed(...comparison));
}

export function buildClosed(search: RegistrySearch, range: MonthRange, nowId: number): Sql {
  return buildPage(
    search,
    range,
    sql`SELECT ${COLUMNS}, 'closed' AS change, concat_ws(' ', n.status, n.status_on) AS mark
        FROM hits JOIN ${monthSchema(range.importId)}.establishments e USING (id)
        JOIN ${monthSchema(nowId)}.establishments n ON n.cnpj = e.cnpj COLLATE "C"
        WHERE e.status = ${ACTIVE} AND n.status <> ${ACTIVE}`,
  );
}

/** The changed rows, and how far the matches were read, including unchanged ones. */
function buildPage(search: RegistrySearch, range: MonthRange, changed: Sql): Sql {
  return sql`WITH hits AS MATERIALIZED (${buildHits(search, range)})
    SELECT t.last, c.* FROM (SELECT max(id) AS last FROM hits) AS t
    LEFT JOIN (${changed}) AS c ON true ORDER BY c.id`;
}

async function findPage(page: Sql): Promise<ChangePage> {
  const found = await searchRows<ChangeRow & { last: number | null }>(page);
  return { last: found[0]?.last ?? null, rows: found.filter(({ id }) => id !== null) };
}
