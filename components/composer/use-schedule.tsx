"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { storeState } from "@/components/shared/state/use-stored-state";
import { errorText } from "@/lib/error-text";
import { scheduledMutations } from "./scheduled.queries";
import { getDraftKey } from "./use-send";

const ScheduleDialog = dynamic(async () => (await import("./schedule-dialog")).ScheduleDialog, {
  ssr: false,
});

interface ScheduledChat {
  chatKey: string;
  to: string;
  contactName: string;
}

/** Schedules what is written in a chat: at a time, or at one that is asked for. What was written stays until it is. */
export function useSchedule({ chatKey, to, contactName }: ScheduledChat): {
  schedule: (text: string, time: string | null) => void;
  dialog: ReactNode;
} {
  const [text, setText] = useState<string | null>(null);
  const save = useMutation(scheduledMutations.save(useQueryClient()));
  const clearDraft = () => storeState(getDraftKey(chatKey), "");
  return {
    schedule: (content, time) => {
      if (time === null) return setText(content);
      save.mutate(
        { to, content, send_at: time },
        {
          onSuccess: () => {
            clearDraft();
            notifySuccess("Mensagem agendada.");
          },
          onError: (error) => notifyError(errorText(error)),
        },
      );
    },
    dialog: text !== null && (
      <ScheduleDialog
        to={to}
        contactName={contactName}
        message={{ content: text }}
        onSaved={() => {
          clearDraft();
          setText(null);
        }}
        onClose={() => setText(null)}
      />
    ),
  };
}
