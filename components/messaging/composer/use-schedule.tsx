"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { type SaveScheduled, scheduledMutations } from "./scheduled.queries";
import { getDraftKey } from "./use-send";

const ScheduleDialog = lateDialog(async () => (await import("./schedule-dialog")).ScheduleDialog);

interface ScheduledChat {
  chatKey: string;
  to: string;
  contactName: string;
}

/**
 * Schedules the text of a chat: at a given time, or at one that the user chooses in a dialog. The text stays until it is
 * scheduled, unless it was changed meanwhile. The handlers belong to the mutation: another conversation may have been
 * opened before the answer.
 */
export function useSchedule({ chatKey, to, contactName }: ScheduledChat): {
  schedule: (text: string, choice: { time: string | null; stays: boolean }) => void;
  /** The texts that are on their way to be scheduled. */
  scheduling: string[];
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ content: string; stays: boolean } | null>(null);
  const mutationKey = [...queryKeys.chat, "schedule", chatKey];
  const save = useMutation({
    ...scheduledMutations.save(useQueryClient()),
    mutationKey,
    onSuccess: (_saved, { content }) => {
      clearDraft(content);
      notifySuccess("Mensagem agendada.");
    },
  });
  const scheduling = useMutationState({
    filters: { mutationKey, exact: true, status: "pending" },
    select: ({ state }) => (state.variables as SaveScheduled).content,
  });

  function clearDraft(scheduled: string) {
    const key = getDraftKey(chatKey);
    if (readStoredState(key, "").trim() === scheduled) storeState(key, "");
  }

  return {
    schedule: (content, { time, stays }) => {
      if (time === null) setAsked({ content, stays });
      else save.mutate({ to, content, send_at: time, stays });
    },
    scheduling,
    dialog: asked !== null && (
      <ScheduleDialog
        to={to}
        contactName={contactName}
        message={asked}
        onSaved={() => {
          clearDraft(asked.content);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
