"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, Send, X } from "lucide-react";
import { useCreateCampaign } from "@/components/session/use-create-campaign";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { errorText } from "@/lib/error-text";
import { ListStatusBadge } from "./list-status";
import { listQueries } from "./lists.queries";

interface ListBannerProps {
  listId: number;
  onClear: () => void;
}

/** Names the list whose leads are shown, with its search's note and a button back to all leads. */
export function ListBanner({ listId, onClear }: ListBannerProps) {
  const list = useQuery(listQueries.one(listId));
  const campaigns = useCreateCampaign();
  return (
    <section
      aria-label="Lista aberta"
      className="mb-3 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-border bg-card px-3 py-1.5 text-sm shadow-card"
    >
      <ListChecks className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      {list.isPending && <Skeleton className="h-5 w-48" />}
      {list.isError && <p className="text-danger-text">{errorText(list.error)}</p>}
      {list.data && (
        <>
          <p className="min-w-0 truncate">
            Lista: <strong className="font-semibold">{list.data.name}</strong>
          </p>
          <ListStatusBadge status={list.data.status} note={null} />
          {list.data.note && (
            <p className="min-w-0 basis-full text-pretty text-muted-foreground sm:basis-auto">
              {list.data.note}
            </p>
          )}
        </>
      )}
      <Button
        variant="outline"
        size="sm"
        className="ml-auto"
        onClick={() => campaigns.forList(listId)}
      >
        <Send aria-hidden />
        Criar campanha
      </Button>
      <Button variant="ghost" size="sm" onClick={onClear}>
        <X aria-hidden />
        Ver todos os leads
      </Button>
    </section>
  );
}
