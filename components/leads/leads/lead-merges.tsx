"use client";

import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useSessionUser } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/format";
import { mergeQueries } from "./merges.queries";
import { useUndoMerge } from "./use-undo-merge";

/** The merges of a lead that can still be undone; of all leads without one. Renders nothing when there are none. */
export function LeadMerges({ leadId }: { leadId: number | null }) {
  const { seesAll } = useSessionUser();
  const merges = useQuery({ ...mergeQueries.merges(leadId), enabled: seesAll });
  const undo = useUndoMerge();
  if (!merges.data?.length) return null;
  return (
    <ul aria-label="Junções" className="mb-3 space-y-2">
      {merges.data.map(({ id, names, survivor_name, merged_at }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-border px-3 py-1.5 text-sm"
        >
          <span className="min-w-0 flex-1 break-words">
            {leadId === null && survivor_name ? `${survivor_name}: juntado` : "Juntado"} com{" "}
            {names.join(", ")}
            <span className="block text-muted-foreground text-xs">{formatDateTime(merged_at)}</span>
          </span>
          <Button
            variant="outline"
            size="sm"
            loading={undo.isPending && undo.variables === id}
            disabled={undo.isPending}
            onClick={() => undo.mutate(id)}
          >
            {!(undo.isPending && undo.variables === id) && <Undo2 aria-hidden />}
            Desfazer junção
          </Button>
        </li>
      ))}
    </ul>
  );
}
