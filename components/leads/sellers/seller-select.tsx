"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBulkUndo } from "@/components/leads/edits/use-undoable-edit";
import { useTeam } from "@/components/session/team.queries";
import { rememberChange } from "@/components/shared/state/undo-stack";
import { NativeSelect } from "@/components/ui/native-select";
import type { Lead } from "@/lib/contracts/leads/leads";
import { listSellers, nameSeller } from "./seller-choice";
import { giveLeads } from "./sellers.queries";

/** Changes who deals with a lead where it is shown. */
export function SellerSelect({ lead }: { lead: Lead }) {
  const { people } = useTeam();
  const undo = useBulkUndo();
  const { mutate, isPending, variables } = useMutation({
    ...giveLeads(useQueryClient()),
    onSuccess: ({ undo_id }) => {
      rememberChange(() => void undo(undo_id));
    },
  });
  const sellers = listSellers(people);
  const current = isPending ? (variables.to_ids[0] ?? null) : lead.seller_id;
  const other = current !== null && !sellers.some(({ id }) => id === current);
  const known = people.find(({ id }) => id === current);
  return (
    <NativeSelect
      aria-label="Vendedor do lead"
      className="h-9 max-w-56"
      value={current ?? ""}
      disabled={isPending}
      onChange={({ target }) =>
        mutate({ lead_ids: [lead.id], to_ids: target.value ? [Number(target.value)] : [] })
      }
    >
      <option value="">Ninguém</option>
      {sellers.map((person) => (
        <option key={person.id} value={person.id}>
          {nameSeller(person)}
        </option>
      ))}
      {other && (
        <option value={current}>{known ? nameSeller(known) : "Outra pessoa da equipe"}</option>
      )}
    </NativeSelect>
  );
}
