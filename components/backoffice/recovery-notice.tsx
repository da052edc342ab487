"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import type { ReactNode } from "react";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { Recovery } from "@/lib/contracts/backoffice/recovery";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatDateTime } from "@/lib/format";
import { adminMutations, adminQueries } from "./admin.queries";

const SHOWN = 5;

/** Shown while the database is a restored copy, which the administrator confirms here, and while numbers still recover. */
export function RecoveryNotice() {
  const recovery = useQuery(adminQueries.recovery()).data;
  // Not in the notice itself, which is unmounted once the copy is confirmed: its callbacks would not run.
  const confirmation = useMutation(adminMutations.confirmCopy(useQueryClient()));
  const confirm = () =>
    confirmToast(
      "Este passa a ser o sistema de verdade? Desligue o outro antes: dois sistemas escrevem em dobro para as mesmas pessoas.",
      () =>
        confirmation.mutate(undefined, {
          onSuccess: () => notifySuccess("Cópia confirmada. O sistema volta a trabalhar."),
        }),
    );
  if (recovery?.copy) {
    return (
      <HeldCopyNotice
        copy={recovery.copy}
        confirming={confirmation.isPending}
        onConfirm={confirm}
      />
    );
  }
  if (!recovery || recovery.numbers.length === 0) return null;
  return (
    <Notice title="Lendo o que aconteceu depois do backup">
      <p>
        Primeiras mensagens e sequências destes números esperam até as conversas serem lidas. Os
        desconectados esperam a conexão.
      </p>
      <ul className="mt-2 space-y-0.5">
        {recovery.numbers.slice(0, SHOWN).map(({ user_id, email, number, connected }) => (
          <li key={user_id} className="break-words">
            {email} · {number ? formatKeptNumber(number) : "sem número"} ·{" "}
            {connected ? "lendo" : "desconectado"}
          </li>
        ))}
      </ul>
      {recovery.numbers.length > SHOWN && <p>E mais {recovery.numbers.length - SHOWN}.</p>}
    </Notice>
  );
}

function HeldCopyNotice({
  copy,
  confirming,
  onConfirm,
}: {
  copy: NonNullable<Recovery["copy"]>;
  confirming: boolean;
  onConfirm: () => void;
}) {
  const known = copy.known_until && formatDateTime(copy.known_until);
  return (
    <Notice title="Este sistema é uma cópia e está parado">
      <p>
        {copy.because === "older"
          ? "O banco de dados voltou a um estado anterior."
          : "O banco de dados foi restaurado ou copiado de outro lugar."}{" "}
        {known && `Ele conhece o que aconteceu até ${known}. `}
        Nada é enviado, buscado nem alterado até você confirmar. Depois disso as conversas desde o
        backup são lidas antes de qualquer primeira mensagem, e horários que já passaram não se
        repetem.
      </p>
      <Button className="mt-3" loading={confirming} onClick={onConfirm}>
        Confirmar que este é o sistema
      </Button>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="mb-5 flex gap-3 rounded-xl border border-border bg-muted p-4 text-sm"
    >
      <DatabaseBackup className="mt-0.5 size-5 shrink-0 text-danger-text" aria-hidden />
      <div className="min-w-0">
        <h2 className="mb-1 font-semibold">{title}</h2>
        {children}
      </div>
    </section>
  );
}
