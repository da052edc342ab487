import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readListParams, SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import { LIST_DEFAULT_PAGE_SIZE, LIST_PAGE_SIZES, LIST_SORTS } from "@/lib/contracts/leads/lists";
import { listQueries } from "./lists.queries";

export const readLists: FirstAnswers = (client, params) => {
  const shown = readListParams(params, LIST_PAGE_SIZES, LIST_DEFAULT_PAGE_SIZE, SORTED);
  return [client.prefetchQuery(listQueries.page(toSortedQuery(shown, LIST_SORTS)))];
};
