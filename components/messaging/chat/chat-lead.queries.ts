import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { toStageChange } from "@/components/leads/leads/stage-choice";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { ChatLeadForm } from "@/lib/contracts/leads/lead-form";
import { type Lead, leads } from "@/lib/contracts/leads/leads";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { isError } from "@/lib/error-text";
import { cacheLead, readCachedLead } from "./chat-cache";

export const chatLeadQueries = {
  /** The lead of a number, digits with country code; null without one. */
  byNumber: (number: string | null) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "number", number],
      queryFn: async ({ signal }): Promise<Lead | null> => {
        try {
          const { data } = await call(
            leads.byPhone,
            { params: { number: `+${number}` } },
            { signal },
          );
          cacheLead(data.lead);
          return data.lead;
        } catch (error) {
          if (isError(error, "not_found")) return null;
          throw error;
        }
      },
      enabled: number !== null,
    }),
};

interface LeadUpdate {
  lead: Lead;
  /** Only the changed fields. */
  values: Partial<ChatLeadForm>;
}

interface LeadOfChat {
  name: string;
  number: string;
  status: LeadStatus;
}

export const chatLeadMutations = {
  update: (client: QueryClient, number: string | null) =>
    mutationOptions({
      mutationFn: ({ lead, values: { status, whatsapp, ...fields } }: LeadUpdate) =>
        call(leads.update, {
          params: { id: lead.id },
          body: {
            ...fields,
            // Only null clears a number.
            ...(whatsapp !== undefined && { whatsapp: whatsapp.trim() || null }),
            ...(status !== undefined && toStageChange(status)),
          },
        }),
      onSuccess: ({ lead }) => showLead(client, number, lead),
    }),
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ name, number, status }: LeadOfChat) =>
        call(leads.create, { body: { name, whatsapp: `+${number}`, status } }),
      meta: { failureTitle: "Erro ao criar lead" },
      onSuccess: ({ lead }, { number }) => showLead(client, number, lead),
    }),
};

/** Puts the stored lead into the query cache, as stale, so that it is shown until the current one comes. */
export function seedLead(client: QueryClient, number: string | null, leadId: number | null): void {
  const { queryKey } = chatLeadQueries.byNumber(number);
  if (number === null || leadId === null || client.getQueryData(queryKey)) return;
  const lead = readCachedLead(leadId);
  if (lead) client.setQueryData(queryKey, lead, { updatedAt: 0 });
}

/** The lead's name is also shown in the list. */
function showLead(client: QueryClient, number: string | null, lead: Lead): void {
  cacheLead(lead);
  client.setQueryData(chatLeadQueries.byNumber(number).queryKey, lead);
  void client.invalidateQueries({ queryKey: queryKeys.leads });
  void client.invalidateQueries({ queryKey: queryKeys.chat });
}
