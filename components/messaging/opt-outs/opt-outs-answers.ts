import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readListParams, SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import {
  OPT_OUT_DEFAULT_PAGE_SIZE,
  OPT_OUT_PAGE_SIZES,
  OPT_OUT_SORTS,
} from "@/lib/contracts/messaging/opt-outs";
import { optOutQueries } from "./opt-outs.queries";

export const readOptOuts: FirstAnswers = (client, params) => {
  const shown = readListParams(params, OPT_OUT_PAGE_SIZES, OPT_OUT_DEFAULT_PAGE_SIZE, SORTED);
  return [
    client.prefetchQuery(optOutQueries.page(toSortedQuery(shown, OPT_OUT_SORTS))),
    client.prefetchQuery(optOutQueries.settings()),
  ];
};
