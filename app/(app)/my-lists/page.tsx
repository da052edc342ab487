import type { Metadata } from "next";
import { readLists } from "@/components/leads/lists/lists-answers";
import { ListsScreen } from "@/components/leads/lists/lists-screen";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Minhas Listas" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readLists} searchParams={searchParams}>
      <ListsScreen />
    </PageData>
  );
}
