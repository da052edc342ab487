import type { Metadata } from "next";
import { listQueries } from "@/components/leads/lists/lists.queries";
import { ListsScreen } from "@/components/leads/lists/lists-screen";
import { readListParams, SORTED, toSortedQuery } from "@/components/shared/table/list-params";
import { LIST_DEFAULT_PAGE_SIZE, LIST_PAGE_SIZES, LIST_SORTS } from "@/lib/contracts/leads/lists";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Minhas Listas" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = readListParams(
    await readSearchParams(searchParams),
    LIST_PAGE_SIZES,
    LIST_DEFAULT_PAGE_SIZE,
    SORTED,
  );
  return (
    <PageData
      read={(client) => [client.prefetchQuery(listQueries.page(toSortedQuery(params, LIST_SORTS)))]}
    >
      <ListsScreen />
    </PageData>
  );
}
