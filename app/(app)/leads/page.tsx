import type { Metadata } from "next";
import { readLeads } from "@/components/leads-screen/leads-answers";
import { LeadsScreen } from "@/components/leads-screen/leads-screen";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Gerenciamento de Leads" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readLeads} searchParams={searchParams}>
      <LeadsScreen />
    </PageData>
  );
}
