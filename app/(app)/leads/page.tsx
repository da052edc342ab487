import type { Metadata } from "next";
import { readLeadList } from "@/components/leads/leads/lead-params";
import { leadViewsQuery } from "@/components/leads/leads/lead-views.queries";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { tagsQuery } from "@/components/leads/leads/tags.queries";
import { ownFieldsQuery } from "@/components/leads/own-fields/own-fields.queries";
import { LeadsScreen } from "@/components/leads-screen/leads-screen";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Gerenciamento de Leads" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { layout, query } = readLeadList(await readSearchParams(searchParams));
  return (
    <PageData
      read={(client) => [
        layout === "table" && client.prefetchQuery(leadQueries.list(query)),
        client.prefetchQuery(leadViewsQuery()),
        client.prefetchQuery(stageQueries.list()),
        client.prefetchQuery(tagsQuery()),
        client.prefetchQuery(ownFieldsQuery()),
        client.prefetchQuery(leadQueries.deletions()),
      ]}
    >
      <LeadsScreen />
    </PageData>
  );
}
