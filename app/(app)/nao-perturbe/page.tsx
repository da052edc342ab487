import type { Metadata } from "next";
import { optOutQueries } from "@/components/messaging/opt-outs/opt-outs.queries";
import { OptOutsScreen } from "@/components/messaging/opt-outs/opt-outs-screen";
import { readListParams, SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import {
  OPT_OUT_DEFAULT_PAGE_SIZE,
  OPT_OUT_PAGE_SIZES,
  OPT_OUT_SORTS,
} from "@/lib/contracts/messaging/opt-outs";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Números bloqueados" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = readListParams(
    await readSearchParams(searchParams),
    OPT_OUT_PAGE_SIZES,
    OPT_OUT_DEFAULT_PAGE_SIZE,
    SORTED,
  );
  return (
    <PageData
      read={(client) => [
        client.prefetchQuery(optOutQueries.page(toSortedQuery(params, OPT_OUT_SORTS))),
        client.prefetchQuery(optOutQueries.settings()),
      ]}
    >
      <OptOutsScreen />
    </PageData>
  );
}
