import type { Metadata } from "next";
import { readRegistry } from "@/components/registry/registry-answers";
import { RegistryScreen } from "@/components/registry/registry-screen";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Busca de Leads - Receita Federal" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readRegistry} searchParams={searchParams}>
      <RegistryScreen />
    </PageData>
  );
}
