import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import type { RegistryChange } from "@/lib/domain/radar/radar";
import { isMobile } from "@/lib/domain/registry/registry-values";
import { AppError } from "@/lib/errors";
import * as repository from "./registry-changes.repository";
import { findsNothing, toRegistrySearch } from "./registry-filter.service";
import { toRegistryLead } from "./registry-leads.service";
import { getRelease } from "./registry-lookups.service";
import { choosePlan, describeRefusal } from "./registry-plan.service";
import { countHits } from "./registry-search.repository";

/** Matches that are compared by one statement. */
const PAGE_ROWS = 2_000;
const DAY_MS = 86_400_000;
/** A company appears in the files some weeks after it opened. */
const LATE_DAYS = 31;

export interface RegistryMonths {
  importId: number;
  month: string;
  before: { importId: number; month: string } | null;
}

/** The month that is served and the one it is compared with; null before the first import. */
export async function getRegistryMonths(): Promise<RegistryMonths | null> {
  const row = await repository.findMonths();
  if (!row) return null;
  const { import_id, month, before_id, before_month } = row;
  const before =
    before_id === null || before_month === null
      ? null
      : { importId: before_id, month: before_month };
  return { importId: import_id, month, before };
}

/**
 * Refuses a search with too many companies to compare month by month.
 * @throws AppError invalid_input with what would narrow it
 */
export async function requireFollowable(filter: RegistryFilter, most: number): Promise<void> {
  const release = await getRelease();
  const search = toRegistrySearch(filter);
  if (!release || findsNothing(search)) return;
  const limit = most + 1;
  const found = await countHits(search, {
    plan: choosePlan(search, release, limit),
    after: 0,
    limit,
  });
  if (found > most) throw new AppError("invalid_input", describeRefusal(search, null));
}

interface FoundChange {
  cnpj: string;
  change: RegistryChange;
  mark: string;
  name: string;
  city: string | null;
  state: string | null;
  /** The number that WhatsApp may be on. */
  phone: string | null;
}

export interface FoundChanges {
  changes: FoundChange[];
  /** Where to continue; null at the end. */
  next: number | null;
}

/**
 * Compares the next matches of a search in two months: what exists now ('appeared'), or existed before and is not
 * active now ('closed').
 * @throws AppError invalid_input when the search became too wide
 */
export async function findChanges(
  filter: RegistryFilter,
  { importId, month, before }: RegistryMonths,
  { part, after }: { part: "appeared" | "closed"; after: number },
): Promise<FoundChanges> {
  const release = await getRelease();
  const search = toRegistrySearch(filter);
  if (!release || findsNothing(search)) return { changes: [], next: null };
  if (part === "closed" && before === null) return { changes: [], next: null };
  const isPlannedByDdd =
    search.ddds.length === 0 ||
    part === "appeared" ||
    (before !== null && (await repository.isDddIndexed(before.importId)));
  // Only the plan ignores the area codes: the rows are compared with the whole search.
  const planned = isPlannedByDdd ? search : { ...search, ddds: [] };
  const range = { plan: choosePlan(planned, release, PAGE_ROWS), after, limit: PAGE_ROWS };
  const page =
    part === "closed" && before !== null
      ? await repository.findClosed(search, { ...range, importId: before.importId }, importId)
      : await repository.findAppeared(
          search,
          { ...range, importId },
          {
            beforeId: before?.importId ?? null,
            openedSince: findOpenedSince(before?.month ?? month),
          },
        );
  return { changes: page.rows.map(toChange), next: page.last };
}

/** The first day that may be missing in the files of a month. */
function findOpenedSince(month: string): string {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  return new Date(first - LATE_DAYS * DAY_MS).toISOString().slice(0, 10);
}

function toChange(row: repository.ChangeRow): FoundChange {
  const { cnpj, name, city, state, phones } = toRegistryLead(row);
  const { change, mark } = row;
  return { cnpj, change, mark, name, city, state, phone: phones.find(isMobile) ?? null };
}
