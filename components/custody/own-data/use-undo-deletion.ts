import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { countOf } from "@/lib/format";
import { ownDataMutations } from "./own-data.queries";

/** Cancels the deletion, and reports its effects: paused campaigns, and messages that were not sent. */
export function useUndoDeletion() {
  const undo = useMutation(ownDataMutations.cancelDeletion(useQueryClient()));
  const router = useRouter();

  function run() {
    undo.mutate(undefined, {
      onSuccess: ({ paused_campaigns, missed_campaigns, missed_messages }) => {
        const left = [
          paused_campaigns > 0 &&
            `${countOf(paused_campaigns, "campanha ficou pausada: continue-a", "campanhas ficaram pausadas: continue-as")} quando quiser.`,
          missed_campaigns > 0 &&
            `${countOf(missed_campaigns, "envio agendado de campanha não saiu", "envios agendados de campanhas não saíram")}.`,
          missed_messages > 0 &&
            `${countOf(missed_messages, "mensagem agendada não saiu", "mensagens agendadas não saíram")}.`,
        ].filter(Boolean);
        notifySuccess(["Exclusão desfeita: a conta continua.", ...left].join(" "));
        router.refresh();
      },
    });
  }
  return { run, isPending: undo.isPending };
}
