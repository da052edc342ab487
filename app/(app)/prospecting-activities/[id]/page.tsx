import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { CampaignScreen } from "@/components/campaigns/report/campaign-screen";
import { readReportChoice } from "@/components/campaigns/report/report-params";
import { PageData } from "../../../page-data";
import { readSearchParams, type SearchParams } from "../../../search-params";

export const metadata: Metadata = { title: "Campanha" };

interface CampaignPage {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function Page({ params, searchParams }: CampaignPage) {
  const id = Number(/^[1-9]\d{0,8}$/.exec((await params).id)?.[0] ?? notFound());
  const { ofRun, recipients } = readReportChoice(await readSearchParams(searchParams));
  return (
    <PageData
      read={(client) => [
        client.prefetchQuery(campaignQueries.activity(id)),
        client.prefetchQuery(campaignQueries.results(id, ofRun)),
        client.prefetchQuery(campaignQueries.recipients(id, recipients)),
        client.prefetchQuery(campaignQueries.recipients(id, { per_page: 1 })),
      ]}
    >
      <CampaignScreen id={id} />
    </PageData>
  );
}
