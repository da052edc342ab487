import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import type { z } from "zod/mini";
import { campaignMutations } from "@/components/campaigns/activities/campaigns.queries";
import { useUpgrade } from "@/components/session/upgrade-context";
import { useProFeature } from "@/components/session/use-pro-feature";
import {
  notifyError,
  notifyOnNextScreen,
  notifySuccess,
  SCHEDULED_MS,
} from "@/components/shared/feedback/notify";
import { showFieldErrors } from "@/components/shared/forms/form";
import { createIdempotencyKey } from "@/lib/api/idempotency-key";
import { type Recurrence, UNDO_START_SECONDS } from "@/lib/domain/campaigns/campaign";
import { RECURRENCE_SUFFIX } from "@/lib/domain/campaigns/schedule-fields";
import { isError } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { countOf, formatDate, formatNumber, formatTime } from "@/lib/format";
import { campaignPath, paths } from "@/lib/paths";
import { getCampaignErrorText } from "./campaign-errors";
import type { CampaignInput } from "./campaign-values";
import type { CampaignForm } from "./use-campaign-form";
import { useUndoStart } from "./use-undo-start";

type Campaign = z.output<typeof CampaignInput>;

interface SubmitOptions {
  form: CampaignForm;
  /** The scheduled campaign that is changed; null for a new one. */
  editedId: number | null;
  /** Called when the campaign was accepted, before any message is shown. */
  onAccepted: () => void;
}

const NO_KEY = { key: "", body: "" };

/** Starts, schedules or changes the campaign and shows the result. */
export function useCampaignSubmit({ form, editedId, onAccepted }: SubmitOptions) {
  const router = useRouter();
  const client = useQueryClient();
  const start = useMutation({
    ...campaignMutations.start(client),
    meta: { failure },
    // Also when another screen was opened meanwhile: a draft that stays invites to start it twice.
    onSuccess: onAccepted,
  });
  const lastKey = useRef(NO_KEY);
  const edit = useMutation({ ...campaignMutations.edit(client), meta: { failure } });
  const undo = useUndoStart();
  const { pro } = useProFeature();
  const { guard } = useUpgrade();
  // A second Enter arrives before the button is disabled.
  const sending = useRef(false);
  const onSettled = () => {
    sending.current = false;
  };

  function keyOf(body: object): string {
    const text = JSON.stringify(body);
    if (lastKey.current.body !== text)
      lastKey.current = { key: createIdempotencyKey(), body: text };
    return lastKey.current.key;
  }

  function failure(error: Error): string | null {
    if (isError(error, "invalid_input") && showFieldErrors(form, error.fields)) return null;
    return getCampaignErrorText(error, form.getValues("scheduled"));
  }

  function submit(campaign: Campaign) {
    const locked = pro ? undefined : findProFeature(campaign);
    if (locked) {
      notifyError(`${locked} é uma funcionalidade PRO. Faça upgrade para acessar.`);
      guard();
      return;
    }
    if (sending.current) return;
    sending.current = true;
    const recurrence = campaign.recurrence_type ?? "none";
    if (editedId !== null) {
      edit.mutate(
        { id: editedId, body: campaign },
        {
          onSettled,
          onSuccess: ({ activity }) => {
            onAccepted();
            notifyOnNextScreen(describeSchedule(activity.scheduled_datetime, recurrence), {
              duration: SCHEDULED_MS,
            });
            router.push(paths.activities);
          },
        },
      );
      return;
    }
    const body = { ...campaign, undo_seconds: UNDO_START_SECONDS };
    start.mutate(
      { key: keyOf(body), body },
      {
        onSettled,
        onError: (error) => {
          // Without an answer it may have been accepted: the same key then requests the same campaign again.
          if (!(error instanceof AppError && error.unanswered)) lastKey.current = NO_KEY;
        },
        onSuccess: ({ activity_id, scheduled_datetime, recipients }) => {
          lastKey.current = NO_KEY;
          if (scheduled_datetime) {
            notifySuccess(describeSchedule(scheduled_datetime, recurrence), {
              action: { label: "Acompanhar", onClick: () => router.push(paths.activities) },
              duration: SCHEDULED_MS,
            });
            return;
          }
          notifyOnNextScreen("Mensagens enviadas com sucesso!", {
            action: { label: "Desfazer", onClick: () => undo.mutate(activity_id) },
            duration: UNDO_START_SECONDS * 1_000,
            description: describeShortage(recipients, campaign.num_leads),
          });
          router.push(campaignPath(activity_id));
        },
      },
    );
  }

  return { submit, pending: start.isPending || edit.isPending };
}

function describeSchedule(at: string | null, recurrence: Recurrence): string {
  if (!at) return "Prospecção agendada.";
  return `Prospecção agendada para ${formatDate(at)} às ${formatTime(at)}${RECURRENCE_SUFFIX[recurrence]}`;
}

function describeShortage(recipients: number | null, asked: number): string | undefined {
  if (recipients === null || recipients >= asked) return undefined;
  const available = countOf(recipients, "lead disponível", "leads disponíveis");
  return `Dos ${formatNumber(asked)} pedidos havia ${available}.`;
}

function findProFeature(campaign: Campaign): string | undefined {
  const { scheduled, repeat_leads, list_ids, tag_ids, lead_ids, steps } = campaign;
  if (steps && steps.length > 0) return "Sequência de mensagens";
  if (scheduled) return "Agendamento";
  if (repeat_leads) return "Repetir leads";
  if (list_ids && list_ids.length > 0) return "Seleção de listas";
  if (tag_ids && tag_ids.length > 0) return "Seleção de etiquetas";
  return lead_ids && lead_ids.length > 0 ? "Escolha de leads" : undefined;
}
