"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useCan } from "@/components/session/session-context";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { OPT_OUT_CONFIRMATION } from "@/lib/domain/messages/opt-out";
import { optOutMutations, optOutQueries } from "./opt-outs.queries";

/** Automatic reactions to an answer. Their room is reserved until the present choices are loaded. */
export function OptOutSettings() {
  const manages = useCan("manager");
  return (
    <div className="mb-3 flex shrink-0 flex-wrap gap-x-8 gap-y-1 text-sm">
      {manages && (
        <>
          <Setting
            name="confirms"
            label="Confirmar a quem pede para sair"
            help={`Uma única mensagem: “${OPT_OUT_CONFIRMATION}”`}
            saved={["A saída será confirmada.", "A saída não será mais confirmada."]}
          />
          <Setting
            name="makes_tasks"
            label="Criar tarefas sozinho quando alguém diz uma data"
            help="“Me chama na segunda” vira uma tarefa para segunda. Desligado, a tarefa é proposta em Hoje."
            saved={["As tarefas serão criadas.", "As tarefas serão apenas propostas."]}
          />
        </>
      )}
      <Button asChild variant="link" size="inline">
        <a href="/api/answers/corrections" download="correcoes-de-respostas.json">
          Baixar as suas correções, sem nomes nem números
        </a>
      </Button>
    </div>
  );
}

interface SettingProps {
  name: "confirms" | "makes_tasks";
  label: string;
  help: string;
  /** The messages after it was switched on, and off. */
  saved: readonly [on: string, off: string];
}

function Setting({ name, label, help, saved }: SettingProps) {
  const client = useQueryClient();
  const id = useId();
  const settings = useQuery(optOutQueries.settings());
  const saving = useMutation(optOutMutations.saveSettings(client));
  // useMutation reports the pending state only in a later task: until then React would reset the checkbox.
  const [chosen, setChosen] = useState<boolean>();
  const checked = chosen ?? settings.data?.[name];

  function save(next: boolean) {
    setChosen(next);
    saving.mutate(
      { [name]: next },
      {
        onSettled: () => setChosen(undefined),
        onSuccess: () => notifySuccess(saved[next ? 0 : 1]),
      },
    );
  }

  return (
    <label
      className={cn(
        "flex w-fit max-w-full cursor-pointer items-start gap-2 py-0.5",
        checked === undefined && "invisible",
      )}
    >
      <input
        type="checkbox"
        checked={checked ?? false}
        disabled={saving.isPending}
        onChange={({ target }) => save(target.checked)}
        aria-describedby={`${id}-help`}
        className="mt-0.5 size-4 shrink-0 cursor-pointer"
      />
      <span>
        <span className="font-medium">{label}</span>
        <span id={`${id}-help`} className="block text-pretty text-muted-foreground">
          {help}
        </span>
      </span>
    </label>
  );
}
