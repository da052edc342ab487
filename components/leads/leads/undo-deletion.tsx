"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2, X } from "lucide-react";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { countOf, formatTime } from "@/lib/format";
import { leadMutations, leadQueries } from "./leads.queries";

/** Offers to undo the latest deletion, until its ten minutes are over or it is put away. */
export function UndoDeletion() {
  const deletions = useQuery(leadQueries.deletions());
  const [putAway, setPutAway] = useState<number | null>(null);
  const restore = useMutation({
    ...leadMutations.restore(useQueryClient()),
    onSuccess: ({ restored, skipped }) => {
      const left = countOf(skipped, "já existia de novo", "já existiam de novo");
      notifySuccess(
        `${countOf(restored, "lead restaurado", "leads restaurados")}${skipped > 0 ? `; ${left}` : ""}.`,
      );
    },
  });
  const latest = deletions.data?.[0];
  if (!latest || latest.id === putAway) return null;
  return (
    <section
      aria-label="Exclusão recente"
      className="mb-3 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-border bg-card px-3 py-1.5 text-sm"
    >
      <p>
        {countOf(latest.leads, "lead excluído", "leads excluídos")} às{" "}
        {formatTime(latest.deleted_at)}
      </p>
      <Button
        variant="outline"
        size="sm"
        className="ml-auto"
        loading={restore.isPending}
        onClick={() => restore.mutate(latest.id)}
      >
        {!restore.isPending && <Undo2 aria-hidden />}
        Desfazer
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dispensar aviso"
        onClick={() => setPutAway(latest.id)}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
