import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  CalendarX,
  CopyPlus,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  Square,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { canStopActivity } from "@/lib/domain/campaigns/campaign";
import { countOf } from "@/lib/format";
import { duplicateCampaignPath, editCampaignPath } from "@/lib/paths";
import { campaignMutations } from "./campaigns.queries";

export interface ActivityAction {
  key: "pause" | "resume" | "stop" | "edit" | "cancel" | "duplicate" | "remove";
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  pending: boolean;
}

interface ActivityActionOptions {
  /** Called before a confirmation opens, so that a sheet that traps the focus can close. */
  onAsk?: (() => void) | undefined;
  onRemoved?: (() => void) | undefined;
}

/** The actions that a campaign's status allows, the most urgent first. */
export function useActivityActions(
  activity: Activity,
  { onAsk, onRemoved }: ActivityActionOptions = {},
): ActivityAction[] {
  const { id, status, paused, stopping, by_number, recurrence_type, total_leads, leads_processed } =
    activity;
  const router = useRouter();
  const client = useQueryClient();
  const stop = useMutation(campaignMutations.stop(client));
  const pause = useMutation(campaignMutations.pause(client));
  const resume = useMutation({
    ...campaignMutations.resume(client),
    meta: { failure: () => "Erro ao continuar atividade" },
  });
  const cancel = useMutation(campaignMutations.cancel(client));
  const remove = useMutation(campaignMutations.remove(client));
  const active = canStopActivity(status);
  const repeats = recurrence_type !== "none";

  function ask(
    question: string,
    onConfirm: () => void,
    subject?: string,
    answers?: { keep: string; confirm: string },
  ) {
    onAsk?.();
    confirmToast(question, onConfirm, subject, answers);
  }

  const actions: Record<ActivityAction["key"], ActivityAction> = {
    pause: {
      key: "pause",
      label: "Pausar",
      icon: Pause,
      pending: pause.isPending,
      onSelect: () =>
        pause.mutate(id, { onSuccess: () => notifySuccess("Atividade pausada com sucesso!") }),
    },
    resume: {
      key: "resume",
      label: "Retomar",
      icon: Play,
      pending: resume.isPending,
      onSelect: () =>
        resume.mutate(id, { onSuccess: () => notifySuccess("Atividade retomada com sucesso!") }),
    },
    stop: {
      key: "stop",
      label: "Encerrar",
      icon: Square,
      pending: stop.isPending || stopping,
      onSelect: () =>
        ask(
          repeats
            ? "Tem certeza que deseja parar esta atividade? As próximas ocorrências também serão canceladas."
            : "Tem certeza que deseja parar esta atividade?",
          () =>
            stop.mutate(id, { onSuccess: () => notifySuccess("Atividade parada com sucesso!") }),
          describeEnd(total_leads - leads_processed),
          { keep: "Manter", confirm: "Encerrar" },
        ),
    },
    edit: {
      key: "edit",
      label: "Editar",
      icon: Pencil,
      pending: false,
      onSelect: () => router.push(editCampaignPath(id)),
    },
    cancel: {
      key: "cancel",
      label: "Cancelar agendamento",
      icon: CalendarX,
      pending: cancel.isPending,
      onSelect: () =>
        ask(
          repeats
            ? "Tem certeza que deseja cancelar este agendamento? Nenhuma das próximas ocorrências será enviada."
            : "Tem certeza que deseja cancelar este agendamento?",
          () =>
            cancel.mutate(id, {
              onSuccess: () => notifySuccess("Agendamento cancelado com sucesso!"),
            }),
          undefined,
          { keep: "Manter agendamento", confirm: "Cancelar agendamento" },
        ),
    },
    duplicate: {
      key: "duplicate",
      label: "Duplicar",
      icon: CopyPlus,
      pending: false,
      onSelect: () => router.push(duplicateCampaignPath(id)),
    },
    remove: {
      key: "remove",
      label: "Excluir",
      icon: Trash2,
      pending: remove.isPending,
      onSelect: () =>
        ask("Tem certeza que deseja excluir esta atividade? Esta ação não pode ser desfeita.", () =>
          remove.mutate(id, {
            onSuccess: () => {
              notifySuccess("Atividade excluída com sucesso!");
              onRemoved?.();
            },
          }),
        ),
    },
  };
  if (active) {
    if (paused) return [actions.resume, actions.stop, actions.duplicate];
    // One of its numbers is paused while the others send.
    const resume = by_number.some((part) => part.paused) ? [actions.resume] : [];
    const pause = stopping ? [] : [actions.pause];
    return [...resume, ...pause, actions.stop, actions.duplicate];
  }
  if (status === "scheduled") {
    return [actions.edit, actions.cancel, actions.duplicate, actions.remove];
  }
  return [actions.duplicate, actions.remove];
}

/** The warning before a final end. */
function describeEnd(left: number): string {
  if (left <= 0) return "É definitivo: para continuar depois, use Pausar.";
  const people = countOf(left, "pessoa não vai receber", "pessoas não vão receber");
  return `É definitivo: ${people} a mensagem. Para continuar depois, use Pausar.`;
}
