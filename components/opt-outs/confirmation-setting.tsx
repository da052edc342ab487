"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { OPT_OUT_CONFIRMATION } from "@/lib/domain/messages/opt-out";
import { errorText } from "@/lib/error-text";
import { optOutMutations, optOutQueries } from "./opt-outs.queries";

/** Whether an opt-out is answered. Not shown until the present choice is known. */
export function ConfirmationSetting() {
  const client = useQueryClient();
  const id = useId();
  const settings = useQuery(optOutQueries.settings());
  const saving = useMutation(optOutMutations.saveSettings(client));
  // useMutation reports the pending state only in a later task: until then React would reset the checkbox.
  const [chosen, setChosen] = useState<boolean>();
  const confirms = chosen ?? settings.data?.confirms;

  function save(next: boolean) {
    setChosen(next);
    saving.mutate(next, {
      onSettled: () => setChosen(undefined),
      onSuccess: () =>
        notifySuccess(next ? "A saída será confirmada." : "A saída não será mais confirmada."),
      onError: (error) => notifyError(errorText(error)),
    });
  }

  return (
    <div className="mb-3 min-h-12 shrink-0 text-sm max-sm:min-h-21">
      {confirms !== undefined && (
        <label className="flex w-fit max-w-full cursor-pointer items-start gap-2 py-0.5">
          <input
            type="checkbox"
            checked={confirms}
            disabled={saving.isPending}
            onChange={({ target }) => save(target.checked)}
            aria-describedby={`${id}-help`}
            className="mt-0.5 size-4 shrink-0 cursor-pointer"
          />
          <span>
            <span className="font-medium">Confirmar a quem pede para sair</span>
            <span id={`${id}-help`} className="block text-pretty text-muted-foreground">
              Uma única mensagem: “{OPT_OUT_CONFIRMATION}”
            </span>
          </span>
        </label>
      )}
    </div>
  );
}
