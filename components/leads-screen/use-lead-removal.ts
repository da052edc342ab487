import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { leadMutations } from "@/components/leads/leads/leads.queries";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import type { Lead } from "@/lib/contracts/leads/leads";

/** Asks before a lead is deleted, once the drawer is closed. Returns what begins that. */
export function useLeadRemoval(drawerOpen: boolean, onRemoved: (id: number) => void) {
  const [deleting, setDeleting] = useState<Lead | null>(null);
  const { mutate: remove } = useMutation({
    ...leadMutations.remove(useQueryClient()),
    onSuccess: (_removed, id) => {
      notifySuccess("Lead excluído com sucesso!");
      onRemoved(id);
    },
    meta: { failure: () => "Erro ao excluir lead!" },
  });
  useEffect(() => {
    if (!deleting || drawerOpen) return;
    // After the closing drawer has returned the focus: the question takes it.
    const timer = setTimeout(() => {
      setDeleting(null);
      confirmToast(
        "Tem certeza que deseja excluir este lead?",
        () => remove(deleting.id),
        deleting.name,
      );
    });
    return () => clearTimeout(timer);
  }, [deleting, drawerOpen, remove]);
  return setDeleting;
}
