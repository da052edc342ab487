"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { cn } from "@/components/ui/cn";
import { teamResultsMutations } from "./team-results.queries";

/** Whether the user gets the week by mail; its room is kept until that is known. */
export function MondayMail({ on }: { on: boolean | null | undefined }) {
  const saving = useMutation(teamResultsMutations.setMail(useQueryClient()));
  // useMutation reports the pending state only in a later task: until then React would reset the checkbox.
  const [chosen, setChosen] = useState<boolean>();

  function save(next: boolean) {
    setChosen(next);
    saving.mutate(next, {
      onSettled: () => setChosen(undefined),
      onSuccess: () =>
        notifySuccess(next ? "O resumo será enviado." : "O resumo não será mais enviado."),
    });
  }

  return (
    <div className={cn(on === undefined && "invisible")}>
      <CheckField
        label="Receber o resumo de segunda-feira por e-mail"
        help="A semana de cada pessoa e as metas do mês, só para você. Nada é enviado quando ninguém fez nada."
        checked={chosen ?? on ?? false}
        onChange={save}
      />
    </div>
  );
}
