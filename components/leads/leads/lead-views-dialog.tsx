"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { LeadView } from "@/lib/contracts/leads/lead-views";
import { LeadViewNameDialog } from "./lead-view-name-dialog";
import { leadViewMutations, leadViewsQuery } from "./lead-views.queries";

/** Renames and deletes views. */
export function LeadViewsDialog({ onClose }: { onClose: () => void }) {
  const views = useQuery(leadViewsQuery());
  const [renaming, setRenaming] = useState<LeadView | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const remove = useMutation({
    ...leadViewMutations.remove(useQueryClient()),
    onSuccess: () => notifySuccess("Visão excluída!"),
  });
  return (
    <Modal
      title="Minhas visões"
      description="Excluir uma visão não exclui os leads dela."
      onClose={onClose}
    >
      <ul className="divide-y divide-border">
        {(views.data ?? []).map((view) => (
          <li key={view.id} className="flex min-h-12 items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm" title={view.name}>
              {view.name}
            </span>
            {deleting === view.id ? (
              <>
                <Button
                  ref={(button) => button?.focus()}
                  variant="outline"
                  size="sm"
                  onClick={() => setDeleting(null)}
                >
                  Cancelar
                </Button>
                <Button
                  variant="danger"
                  size="sm"
                  loading={remove.isPending}
                  onClick={() => remove.mutate(view.id)}
                >
                  Excluir
                </Button>
              </>
            ) : (
              <>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Renomear ${view.name}`}
                  onClick={() => setRenaming(view)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Excluir ${view.name}`}
                  onClick={() => setDeleting(view.id)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {views.data?.length === 0 && (
        <p className="py-4 text-muted-foreground text-sm">Nenhuma visão salva.</p>
      )}
      {renaming && (
        <LeadViewNameDialog
          view={renaming}
          settings={renaming.settings}
          onClose={() => setRenaming(null)}
        />
      )}
    </Modal>
  );
}
