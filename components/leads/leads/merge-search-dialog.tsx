"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead } from "@/lib/contracts/leads/leads";
import { DUPLICATE_REASON_LABEL } from "@/lib/domain/leads/duplicates";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { errorText } from "@/lib/error-text";
import { leadQueries } from "./leads.queries";
import { MergeDialog } from "./merge-dialog";
import { mergeQueries } from "./merges.queries";

interface MergeSearchDialogProps {
  lead: Lead;
  onMerged: (survivorId: number) => void;
  onClose: () => void;
}

/** Finds the other lead of the same company: leads that look like it, or any that the user searches for. */
export function MergeSearchDialog({ lead, onMerged, onClose }: MergeSearchDialogProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const [other, setOther] = useState<number | null>(null);
  const similar = useQuery(mergeQueries.similar(lead.id));
  const found = useQuery({
    ...leadQueries.list({ search, per_page: 10 }),
    enabled: search.length > 1,
  });
  if (other !== null) {
    return (
      <MergeDialog leadIds={[lead.id, other]} onMerged={onMerged} onClose={() => setOther(null)} />
    );
  }
  const isSearching = search.length > 1;
  const shown = isSearching ? found : similar;
  const options = isSearching
    ? (found.data?.leads ?? []).map((each) => ({ lead: each, why: "" }))
    : (similar.data ?? []).map((each) => ({
        lead: each,
        why: DUPLICATE_REASON_LABEL[each.reason],
      }));
  const others = options.filter((option) => option.lead.id !== lead.id);
  return (
    <Modal
      title="Juntar com outro lead"
      description={`Escolha o lead que é a mesma empresa que ${lead.name}.`}
      onClose={onClose}
    >
      <Input
        type="search"
        aria-label="Buscar o outro lead"
        placeholder="Nome, número, e-mail, CNPJ…"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-4" aria-live="polite">
        {shown.isError ? (
          <ErrorState
            title="Não foi possível buscar os leads"
            detail={errorText(shown.error)}
            onRetry={shown.refetch}
            retrying={shown.isFetching}
          />
        ) : shown.isPending ? (
          <Skeleton className="h-24 w-full" />
        ) : others.length === 0 ? (
          <p className="py-6 text-center text-muted-foreground text-sm">
            {isSearching
              ? "Nenhum outro lead encontrado."
              : "Nenhum lead parecido. Busque pelo nome."}
          </p>
        ) : (
          <ul className="space-y-1">
            {others.map((option) => (
              <li key={option.lead.id}>
                <button
                  type="button"
                  className="flex min-h-11 w-full flex-col items-start rounded-lg px-3 py-2 text-left text-sm hover:bg-accent"
                  onClick={() => setOther(option.lead.id)}
                >
                  <span className="break-words font-medium">{option.lead.name}</span>
                  <span className="text-muted-foreground text-xs">
                    {[option.why, formatKeptNumber(option.lead.whatsapp), option.lead.city]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}
