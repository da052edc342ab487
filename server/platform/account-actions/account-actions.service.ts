import type { Pagination } from "@/lib/contracts/shared/fields";
import {
  ACCOUNT_ACTION_LABEL,
  type AccountAction,
  type ActionDetails,
  describeDetails,
} from "@/lib/domain/accounts/account-actions";
import type { Cell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { cutText } from "@/lib/domain/text/cut-text";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Actor, Doer, OwnerId, PersonId } from "@/server/platform/actor";
import * as repository from "./account-actions.repository";

/** Limits counting and paging, so that the cost of a page does not grow with the table. */
const COUNTED = 10_000;
const PAGE_ROWS = 500;
const MAX_TEXT = 200;

/** Records an action in the account. Call inside the transaction of the action. */
export function recordAction(
  by: Doer,
  action: AccountAction,
  details: ActionDetails = {},
): Promise<void> {
  return repository.insertAction(by, action, cutDetails(details));
}

/** The same for what somebody did to their own sign-in: it is recorded in the account that they work in. */
export function recordOwnAction(
  personId: PersonId,
  action: AccountAction,
  details: ActionDetails = {},
): Promise<void> {
  return repository.insertOwnAction(personId, action, cutDetails(details));
}

function cutDetails(details: ActionDetails): ActionDetails {
  const cut = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "string" ? cutText(value, MAX_TEXT) : value,
  ]);
  return Object.fromEntries(cut);
}

export async function listActions(
  { ownerId }: Actor,
  { page, per_page }: { page: number; per_page: number },
) {
  const total = await repository.countActions(ownerId, COUNTED);
  const offset = (page - 1) * per_page;
  const actions =
    offset < COUNTED ? await repository.findActions(ownerId, { limit: per_page, offset }) : [];
  const pagination: Pagination = {
    page,
    per_page,
    total,
    total_pages: Math.ceil(total / per_page),
  };
  return { actions, pagination };
}

/** All stored actions, for a file. */
export function exportActions({ ownerId }: Actor) {
  return {
    fileName: `historico-da-conta-${getSaoPauloDay(new Date())}`,
    columns: ["Quando", "Quem", "O que", "Detalhes", "Endereço IP"],
    pages: readPages(ownerId),
  };
}

async function* readPages(ownerId: OwnerId): AsyncGenerator<Cell[][]> {
  for (let before: number | undefined; ; ) {
    const rows = await repository.findActions(ownerId, {
      limit: PAGE_ROWS,
      ...(before !== undefined && { before }),
    });
    yield rows.map(({ occurred_at, person, action, details: { ip = null, ...details } }) => [
      occurred_at,
      person,
      ACCOUNT_ACTION_LABEL[action],
      describeDetails(details),
      ip === null ? null : String(ip),
    ]);
    before = rows.at(-1)?.id;
    if (rows.length < PAGE_ROWS) return;
  }
}
