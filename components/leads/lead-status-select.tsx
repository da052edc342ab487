"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifyError } from "@/components/shared/feedback/notify";
import { NativeSelect } from "@/components/ui/native-select";
import type { Lead } from "@/lib/contracts/leads/leads";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { labelOf } from "@/lib/domain/text/known-words";
import { errorCopy } from "@/lib/error-copy";
import { errorText } from "@/lib/error-text";
import { LEAD_STATUS_LABEL } from "./lead-labels";
import { leadMutations } from "./leads.queries";

/** Changes a lead's status where it is shown. */
export function LeadStatusSelect({ lead }: { lead: Lead }) {
  const { mutate, isPending, variables } = useMutation({
    ...leadMutations.setStatusOfSelected(useQueryClient()),
    onSuccess: ({ locked }) => {
      if (locked > 0) notifyError(errorCopy.contact_blocked);
    },
    onError: (error) => notifyError(errorText(error)),
  });
  // A newer server may have given it one that cannot be chosen here.
  const statuses = LEAD_STATUSES.includes(lead.status)
    ? LEAD_STATUSES
    : [lead.status, ...LEAD_STATUSES];
  return (
    <NativeSelect
      aria-label="Status do lead"
      className="h-9 w-40"
      value={isPending ? variables.status : lead.status}
      disabled={isPending}
      onChange={({ target }) => mutate({ lead_ids: [lead.id], status: target.value as LeadStatus })}
    >
      {statuses.map((status) => (
        <option key={status} value={status}>
          {labelOf(LEAD_STATUS_LABEL, status)}
        </option>
      ))}
    </NativeSelect>
  );
}
