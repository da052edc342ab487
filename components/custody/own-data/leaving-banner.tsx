"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useCan, useSessionUser } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/lib/format";
import { ownDataQueries } from "./own-data.queries";
import { useUndoDeletion } from "./use-undo-deletion";

/** On every screen while the account waits for its deletion. */
export function LeavingBanner() {
  const session = useSessionUser();
  // A change that a request just made is known here before the page is rendered again.
  const { data: known } = useQuery({ ...ownDataQueries.deletion(), enabled: false });
  const deletionAt = known ? (known.deletion?.due_at ?? null) : session.deletionAt;
  const undo = useUndoDeletion();
  const decides = useCan("owner");
  return (
    <div role="status">
      {deletionAt !== null && (
        <p className="flex items-center gap-2.5 border-border border-b bg-danger-soft px-4 py-2.5 text-danger-text text-sm md:px-8 print:hidden">
          <Trash2 className="size-4 shrink-0" aria-hidden />
          <span className="min-w-0 text-pretty">
            Esta conta será excluída em {formatDateTime(deletionAt)}
            {decides && (
              <>
                {" · "}
                <Button variant="link" size="inline" onClick={undo.run} loading={undo.isPending}>
                  Desfazer
                </Button>
              </>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
