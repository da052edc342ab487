import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";

export type GiveLeads = z.input<(typeof leadBulk.setSeller)["body"]>;

export function giveLeads(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: GiveLeads) => call(leadBulk.setSeller, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads }),
  });
}
