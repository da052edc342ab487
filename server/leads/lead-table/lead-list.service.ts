import type { z } from "zod/mini";
import type { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import type { LeadQuery, LeadStatistics, leads } from "@/lib/contracts/leads/leads";
import { toCents } from "@/lib/domain/billing/money";
import { COUNTED_LEADS, LEAD_SORTS, type LeadSort } from "@/lib/domain/leads/lead-list";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { toOwnValues } from "@/lib/domain/leads/own-fields";
import { getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { toLead } from "@/server/leads/leads/leads.service";
import { resolveOwnConditions } from "@/server/leads/own-fields/own-values.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import type { LeadFilter as RowFilter } from "./lead-filter.repository";
import * as repository from "./lead-list.repository";

type Query = z.output<typeof LeadQuery>;
type Page = z.input<typeof leads.list.response>;

const DEFAULT_PAGE_SIZE = 10;
/** Rows that one statement may skip; a page farther in takes several statements, or a cursor. */
const MAX_SKIPPED_ROWS = 10_000;
/** Pages up to this many steps from either end can be requested by number. */
const MAX_STEPS = 20;

/**
 * One page of the actor's leads. Without a filter the total is exact and pages can be requested by number. With a
 * filter at most 10,000 are counted, `capped` says that there are more, and `next` leads to them.
 */
export async function listLeads(actor: Actor, query: Query): Promise<Page> {
  const perPage = query.per_page ?? query.perPage ?? DEFAULT_PAGE_SIZE;
  const order = { sort: query.sort, descending: query.direction === "desc" };
  const filter = await toFilter(actor, {
    ...query,
    search: query.search ?? query.searchQuery,
  });
  const cursor = decodeCursor(query.after ?? query.before, order);
  // Without a page number, only `after` determines where the page begins.
  const byCursor = cursor !== null && query.after !== undefined && query.page === 1;
  const request: PageRequest = {
    actor,
    ownerId: actor.ownerId,
    filter,
    order,
    page: query.page,
    // One more row shows whether there is a next page.
    perPage: byCursor ? perPage + 1 : perPage,
    // Page 1 starts at the beginning, even if rows were inserted before the cursor.
    cursor: byCursor || query.page > 1 ? cursor : null,
    backward: query.after === undefined && query.before !== undefined,
  };
  const found = isUnfiltered(filter)
    ? await findPageOfAll(request)
    : await findPageOfMatches(request);
  const { total, capped } = found;
  const rows = found.rows.slice(0, perPage);
  const totalPages = Math.ceil(total / perPage);
  const more = byCursor
    ? found.rows.length > perPage
    : capped
      ? rows.length === perPage
      : query.page < totalPages;
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    leads: rows.map((row) => ({
      ...row,
      ...toLead(row),
      own: toOwnValues(row.own_cells),
    })),
    pagination: {
      page: query.page,
      per_page: perPage,
      total,
      total_pages: totalPages,
      capped,
      next: last && more ? encodeCursor(last, order) : null,
      previous: first && query.page > 1 ? encodeCursor(first, order) : null,
    },
  };
}

interface PageRequest {
  actor: Actor;
  ownerId: OwnerId;
  filter: RowFilter;
  order: repository.LeadOrder;
  page: number;
  perPage: number;
  cursor: repository.Cursor | null;
  backward: boolean;
}

interface PageResult {
  total: number;
  capped: boolean;
  rows: repository.KeyedLeadRow[];
}

async function findPageOfAll(request: PageRequest): Promise<PageResult> {
  const { actor, ownerId, filter, order, page, perPage, cursor, backward } = request;
  const before = (page - 1) * perPage;
  const counted = countAllLeads(actor);
  // Few leads of many are found by whose they are.
  if (filter.sight && (await counted) <= COUNTED_LEADS) return findPageOfMatches(request);
  if (cursor || before <= MAX_SKIPPED_ROWS) {
    const offset = cursor ? 0 : before;
    const [total, rows] = await Promise.all([
      counted,
      repository.findPage(ownerId, filter, order, {
        cursor,
        backward: cursor !== null && backward,
        offset,
        limit: perPage,
      }),
    ]);
    return { total, capped: false, rows };
  }
  const total = await counted;
  const limit = Math.min(perPage, total - before);
  if (limit <= 0) return { total, capped: false, rows: [] };
  const after = total - before - limit;
  const fromEnd = after < before;
  const pageRange = await skipRows(request, fromEnd ? after : before, fromEnd);
  const rows =
    pageRange && (await repository.findPage(ownerId, filter, order, { ...pageRange, limit }));
  return { total, capped: false, rows: rows ?? [] };
}

/** Skips `offset` rows in steps, each starting where the last one ended. */
async function skipRows(
  { ownerId, filter, order }: PageRequest,
  offset: number,
  backward: boolean,
) {
  if (offset > MAX_SKIPPED_ROWS * MAX_STEPS) return null;
  let cursor: repository.Cursor | null = null;
  let left = offset;
  while (left > MAX_SKIPPED_ROWS) {
    cursor = await repository.findCursor(ownerId, filter, order, {
      cursor,
      backward,
      offset: MAX_SKIPPED_ROWS - 1,
    });
    if (!cursor) return null;
    left -= MAX_SKIPPED_ROWS;
  }
  return { cursor, backward, offset: left };
}

async function findPageOfMatches(request: PageRequest): Promise<PageResult> {
  const { ownerId, filter, order, page, perPage, cursor, backward } = request;
  const offset = cursor ? 0 : Math.min((page - 1) * perPage, MAX_SKIPPED_ROWS);
  const pageRange = { cursor, backward: cursor !== null && backward, offset, limit: perPage };
  const hasOwnAlone = isUnfiltered({ ...filter, own: [] });
  if (!hasOwnAlone || !(await repository.isSurelyCapped(ownerId, filter.own))) {
    const matches = await repository.findMatches(ownerId, filter, order, pageRange);
    if (matches.total <= COUNTED_LEADS) return { ...matches, capped: false };
  }
  // So many leads match that the sort's own index soon yields a page of them.
  const rows = await repository.findPage(ownerId, filter, order, pageRange);
  return { total: COUNTED_LEADS, capped: true, rows };
}

async function countAllLeads(actor: Actor): Promise<number> {
  const counts = await repository.countLeadsByStatus(actor);
  return counts.reduce((total, { count }) => total + count, 0);
}

/**
 * Converts a filter of leads to be shown to the repository's form.
 * @throws AppError invalid_input, as resolveOwnConditions
 */
export async function toFilter(actor: Actor, filter: LeadFilter): Promise<RowFilter> {
  const own = await resolveOwnConditions(actor.ownerId, filter.own ?? []);
  return measureSight(actor, convert(actor, filter, own));
}

/** Like toFilter, for leads that an action affects: a condition on a deleted own field is refused. */
export async function toActingFilter(actor: Actor, filter: LeadFilter): Promise<RowFilter> {
  const own = await resolveOwnConditions(actor.ownerId, filter.own ?? [], { refuseGone: true });
  return measureSight(actor, convert(actor, filter, own));
}

async function measureSight(actor: Actor, filter: RowFilter): Promise<RowFilter> {
  const { sight } = filter;
  if (!sight || isUnfiltered(filter)) return filter;
  const few = (await countAllLeads(actor)) <= COUNTED_LEADS;
  return { ...filter, sight: { ...sight, few } };
}

function convert({ personId, sight }: Actor, filter: LeadFilter, own: RowFilter["own"]): RowFilter {
  const sellers = filter.seller ?? [];
  return {
    sight,
    terms: getSearchTerms(filter.search ?? ""),
    statuses: filter.status ?? [],
    listIds: filter.list_id ?? [],
    stageIds: filter.stage ?? [],
    tagIds: filter.tag ?? [],
    allTagIds: filter.tag_all ?? [],
    noTagIds: filter.tag_none ?? [],
    own,
    sources: filter.source ?? [],
    cities: filter.city ?? [],
    states: filter.state ?? [],
    minCents: toCentsOrNull(filter.value_min),
    maxCents: toCentsOrNull(filter.value_max),
    contacts: filter.last_contact ?? [],
    steps: filter.next_step ?? [],
    sellerIds: sellers
      .filter((seller) => seller !== "none")
      .map((seller) => (seller === "me" ? personId : Number(seller))),
    withoutSeller: sellers.includes("none") || null,
    sites: filter.site ?? [],
    remarks: filter.remark ?? [],
    createdFrom: filter.created_from ? getDayBounds(filter.created_from).start : null,
    createdBefore: filter.created_to ? getDayBounds(filter.created_to).end : null,
  };
}

function toCentsOrNull(reais: number | undefined): number | null {
  return reais === undefined ? null : toCents(reais);
}

function getDayBounds(day: string) {
  // Noon in São Paulo, which is on that day in summer time too.
  return getSaoPauloDayBounds(new Date(`${day}T15:00:00Z`));
}

/** Whether all leads that whoever asks sees meet it. */
export function isUnfiltered({ sight: _, ...filter }: RowFilter): boolean {
  return Object.values(filter).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

/** A cursor that is invalid or belongs to another order is ignored. */
function decodeCursor(
  text: string | undefined,
  order: repository.LeadOrder,
): repository.Cursor | null {
  if (!text) return null;
  const [sort, direction, id, key] = parseList(Buffer.from(text, "base64url").toString());
  const valid =
    LEAD_SORTS.includes(sort as LeadSort) &&
    sort === order.sort &&
    direction === (order.descending ? "desc" : "asc") &&
    Number.isInteger(id) &&
    Math.abs(id as number) < 2 ** 31 &&
    (key === null
      ? repository.canBeBlank(order.sort)
      : typeof key === "string" && !key.includes("\0")) &&
    (sort !== "created_at" || isInstant(key));
  return valid ? { id: id as number, key: key as string | null } : null;
}

/** True for an instant of this century, as `toISOString` writes it: the database accepts each. */
function isInstant(key: unknown): boolean {
  if (typeof key !== "string" || !key.startsWith("20")) return false;
  const time = Date.parse(key);
  return !Number.isNaN(time) && new Date(time).toISOString() === key;
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** The place of a row in the order: the next page begins after it. */
export function getCursor(
  row: repository.KeyedLeadRow,
  order: repository.LeadOrder,
): repository.Cursor {
  // The instant in ISO form: its text in the database depends on the session.
  const key = order.sort === "created_at" ? row.created_at.toISOString() : row.sort_key;
  return { id: row.id, key };
}

function encodeCursor(row: repository.KeyedLeadRow, order: repository.LeadOrder): string {
  const { id, key } = getCursor(row, order);
  const place = [order.sort, order.descending ? "desc" : "asc", id, key];
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Each status counts in one group: the groups add up to the total. */
const STATISTIC: Record<LeadStatus, Exclude<keyof LeadStatistics, "total">> = {
  pending: "pending",
  new: "pending",
  sent: "sent",
  contacted: "sent",
  answered: "answered",
  responded: "answered",
  closed: "closed",
  failed: "failed",
  opted_out: "opted_out",
};

export async function getLeadStatistics(actor: Actor): Promise<{ statistics: LeadStatistics }> {
  const [counts, left] = await Promise.all([
    repository.countLeadsByStatus(actor),
    repository.countLeft(actor),
  ]);
  const statistics: LeadStatistics = {
    total: 0,
    sent: 0,
    answered: 0,
    closed: 0,
    pending: 0,
    failed: 0,
    opted_out: 0,
    left,
  };
  for (const { status, count } of counts) {
    statistics.total += count;
    statistics[STATISTIC[status]] += count;
  }
  return { statistics };
}

export async function listLeadCities(actor: Actor): Promise<{ cities: string[] }> {
  const rows = await repository.findCities(actor);
  return { cities: rows.map(({ city }) => city).sort((a, b) => a.localeCompare(b, "pt-BR")) };
}
