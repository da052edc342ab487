import { readLeadList } from "@/components/leads/leads/lead-params";
import { leadViewsQuery } from "@/components/leads/leads/lead-views.queries";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { stageQueries } from "@/components/leads/leads/stages.queries";
import { tagsQuery } from "@/components/leads/leads/tags.queries";
import { ownFieldsQuery } from "@/components/leads/own-fields/own-fields.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";

export const readLeads: FirstAnswers = (client, params) => {
  const { layout, query } = readLeadList(params);
  return [
    layout === "table" && client.prefetchQuery(leadQueries.list(query)),
    client.prefetchQuery(leadViewsQuery()),
    client.prefetchQuery(stageQueries.list()),
    client.prefetchQuery(tagsQuery()),
    client.prefetchQuery(ownFieldsQuery()),
    client.prefetchQuery(leadQueries.deletions()),
  ];
};
