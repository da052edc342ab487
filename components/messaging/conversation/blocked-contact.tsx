"use client";

import { BellOff } from "lucide-react";
import { useState } from "react";
import { RemoveNumberDialog } from "@/components/messaging/opt-outs/remove-number-dialog";
import { useCan } from "@/components/session/session-context";
import { Button } from "@/components/ui/button";
import type { OptOut } from "@/lib/contracts/messaging/opt-outs";
import { ErasureLink } from "./erasure-link";

/** Shown in place of the composer for a contact whom nobody may write to. */
export function BlockedContact({ to, blocked }: { to: string; blocked: OptOut }) {
  const manages = useCan("manager");
  const [unblocking, setUnblocking] = useState(false);
  return (
    <section
      aria-label="Contato bloqueado"
      className="flex shrink-0 flex-wrap items-center gap-3 border-border border-t bg-card px-4 py-3"
    >
      <div className="flex min-w-56 flex-1 items-start gap-2 text-sm">
        <BellOff className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
        <p className="min-w-0">
          <span className="block font-semibold">
            {blocked.source === "reply" ? "Bloqueado a pedido do contato" : "Número bloqueado"}
          </span>
          {blocked.words && <q className="line-clamp-2 break-words">{blocked.words}</q>}
        </p>
      </div>
      <ErasureLink to={to} />
      {manages && (
        <Button variant="outline" onClick={() => setUnblocking(true)}>
          Desbloquear
        </Button>
      )}
      {unblocking && <RemoveNumberDialog optOut={blocked} onClose={() => setUnblocking(false)} />}
    </section>
  );
}
