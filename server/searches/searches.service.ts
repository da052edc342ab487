import type { PagesSearch } from "@/lib/contracts/searches";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/auth/actor";
import { reserveCredits } from "@/server/credits/credits.service";
import { afterCommit, transaction } from "@/server/db/transaction";
import { enqueue } from "@/server/jobs/enqueue";
import { runSearch } from "./searches.jobs";
import { toSearch } from "./searches.mapper";
import * as repository from "./searches.repository";

const PAGES_SEARCH_COST = 1;
const RECENT = 20;

/**
 * Accepts a pages search: its list is there, processing, before the answer.
 * @throws AppError insufficient_credits
 */
export async function startPagesSearch(actor: Actor, search: PagesSearch) {
  return transaction(async () => {
    const { searchId, listId } = await repository.createSearch(actor.userId, {
      ...search,
      name: `${search.query} em ${search.city}/${search.state}`,
    });
    await reserveCredits(actor.userId, searchId, PAGES_SEARCH_COST);
    afterCommit(() => void enqueue(runSearch, { searchId, leaseNo: 0 }));
    return {
      list_id: listId,
      message:
        "Busca de leads iniciada com sucesso! Em breve estarão disponíveis na página de leads.",
    };
  });
}

export async function listRecentSearches(actor: Actor) {
  const rows = await repository.findRecentSearches(actor.userId, RECENT);
  return { searches: rows.map(toSearch) };
}

/** Asks a running search to end before its next site. @throws AppError not_found, search_over */
export async function stopSearch(actor: Actor, searchId: number) {
  const asked = await repository.askToStop(actor.userId, searchId);
  const row = await repository.findSearch(actor.userId, searchId);
  if (!row) throw new AppError("not_found");
  if (!asked) throw new AppError("search_over");
  return { search: toSearch(row) };
}
