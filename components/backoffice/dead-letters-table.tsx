"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { countOf } from "@/lib/format";
import { adminMutations, adminQueries } from "./admin.queries";
import { AdminTable } from "./admin-table";
import { buildDeadLetterColumns } from "./dead-letters.columns";

const TITLE = "Avisos do WhatsApp não lidos";

/** Reports of the WhatsApp provider that could not be read, to be read again or discarded. */
export function DeadLettersTable({ className }: { className?: string }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const letters = useQuery(adminQueries.deadLetters(page));
  const replay = useMutation(adminMutations.replayDeadLetter(client));
  const remove = useMutation(adminMutations.deleteDeadLetter(client));
  const total = letters.data?.pagination.total ?? 0;
  const totalPages = letters.data?.pagination.total_pages ?? 1;

  // Settling the only row of the last page leaves `page` beyond the end.
  useEffect(() => setPage((current) => Math.min(current, Math.max(1, totalPages))), [totalPages]);

  const columns = useMemo(
    () =>
      buildDeadLetterColumns({
        onReplay: ({ id }) => replay.mutate(id, { onSuccess: () => notifySuccess("Aviso lido.") }),
        onDelete: ({ id }) =>
          confirmToast(
            `Tem certeza que deseja descartar o aviso ${id}? O que ele dizia se perde.`,
            () => remove.mutate(id, { onSuccess: () => notifySuccess("Aviso descartado.") }),
          ),
      }),
    [replay.mutate, remove.mutate],
  );

  return (
    <AdminTable
      className={className}
      title={total > 0 ? `${TITLE}: ${countOf(total, "aviso", "avisos")}` : TITLE}
      columns={columns}
      rows={letters.data?.dead_letters}
      query={letters}
      errorTitle="Erro ao carregar os avisos do WhatsApp"
      emptyText="Tudo o que o WhatsApp avisou foi lido."
      skeletonRows={3}
      pager={{ label: "Páginas dos avisos do WhatsApp", page, totalPages, onPage: setPage }}
    />
  );
}
