"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { taskMutations } from "@/components/leads/tasks/tasks.queries";
import { chatMutations } from "@/components/messaging/chat/chat.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { rememberChange } from "@/components/shared/state/undo-stack";
import type { Today, WaitingChat } from "@/lib/contracts/insights/today";
import { addDays, TASK_MAX_LENGTH } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { errorText } from "@/lib/error-text";

/** Long enough to read it and to undo it. */
const UNDO_MS = 7_000;

type Undo = () => Promise<unknown>;

/**
 * The one-step actions on a waiting conversation, which can be undone. Its row is removed at once, and comes back if the
 * action failed or the contact wrote again.
 */
export function useAnswerActions({ groups }: Today["replies"]) {
  const client = useQueryClient();
  // The notice of a failure has the name of its conversation, which only these functions know.
  const meta = { failure: null };
  const archive = useMutation({ ...chatMutations.archive(client), meta }).mutateAsync;
  const create = useMutation({ ...taskMutations.create(client), meta }).mutateAsync;
  const remove = useMutation({ ...taskMutations.remove(client), meta }).mutateAsync;
  /** The last message of each handled conversation. */
  const [handled, setHandled] = useState<ReadonlyMap<string, string | null>>(new Map());

  // Conversations that left the list may come back to it: another tab may undo, too.
  useEffect(() => {
    const listed = new Set(groups.flatMap(({ chats }) => chats.map((chat) => chat.contactNumber)));
    setHandled((before) => {
      const left = [...before].filter(([number]) => listed.has(number));
      return left.length === before.size ? before : new Map(left);
    });
  }, [groups]);

  const hide = ({ contactNumber, timestamp }: WaitingChat) =>
    setHandled((before) => new Map(before).set(contactNumber, timestamp));
  const show = ({ contactNumber }: WaitingChat) =>
    setHandled((before) => new Map([...before].filter(([number]) => number !== contactNumber)));
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.today });

  async function perform(chat: WaitingChat, message: string, work: () => Promise<Undo>) {
    hide(chat);
    try {
      const takeBack = await work();
      const change = rememberChange(() => {
        show(chat);
        takeBack().then(refresh, (error: unknown) => notifyError(errorText(error)));
      });
      const action = { label: "Desfazer", onClick: change.undo };
      // One toast for all: working through the list does not pile them up, and Ctrl+Z reaches further back.
      notifySuccess(message, { id: "answer", duration: UNDO_MS, action });
    } catch (error) {
      show(chat);
      notifyError(`${chat.name}: ${errorText(error)}`);
    }
    await refresh();
  }

  return {
    isHandled: ({ contactNumber, timestamp }: WaitingChat) =>
      handled.has(contactNumber) && handled.get(contactNumber) === timestamp,
    /** It was answered. */
    hide,
    archive: (chat: WaitingChat) => {
      const { contactNumber } = chat;
      return perform(chat, `Conversa com ${chat.name} arquivada.`, async () => {
        await archive({ contactNumber, archived: true });
        return () => archive({ contactNumber, archived: false });
      });
    },
    /** A task for tomorrow takes its place. */
    postpone: (chat: WaitingChat) => {
      const { contactNumber, leadId } = chat;
      const what = `Responder a ${chat.name}`.slice(0, TASK_MAX_LENGTH);
      const day = addDays(getSaoPauloDay(new Date()), 1);
      return perform(chat, `Adiada para amanhã: ${what}`, async () => {
        const { task } = await create({ what, kind: "message", day, lead_id: leadId });
        const takeBack = () =>
          Promise.all([remove(task.id), archive({ contactNumber, archived: false })]);
        try {
          await archive({ contactNumber, archived: true });
        } catch (error) {
          await remove(task.id);
          throw error;
        }
        return takeBack;
      });
    },
  };
}

export type AnswerActions = ReturnType<typeof useAnswerActions>;
