import type { Metadata } from "next";
import { registryQueries } from "@/components/registry/registry.queries";
import { readRegistryChoice } from "@/components/registry/registry-params";
import { RegistryScreen } from "@/components/registry/registry-screen";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Busca de Leads - Receita Federal" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { filter, page, active } = readRegistryChoice(await readSearchParams(searchParams));
  return (
    <PageData
      read={(client) => [active && client.prefetchQuery(registryQueries.search(filter, page))]}
    >
      <RegistryScreen />
    </PageData>
  );
}
