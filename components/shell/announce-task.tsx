"use client";

import type { QueryClient } from "@tanstack/react-query";
import { TaskNotice } from "@/components/leads/tasks/task-notice";
import {
  NO_NOTICES,
  NOTICE_KEY,
  type NoticeChoices,
} from "@/components/messaging/reply-notices/notice-choices";
import { playReplySound } from "@/components/messaging/reply-notices/reply-sound";
import { letVisibleTabFirst, takeTurn } from "@/components/messaging/reply-notices/take-turn";
import { notifyWith } from "@/components/shared/feedback/notify";
import { readStoredState } from "@/components/shared/state/use-stored-state";
import { getPageUserId } from "@/lib/api/session-store";
import type { Task } from "@/lib/contracts/leads/tasks";
import { leadPath, paths } from "@/lib/paths";

/** Shows that a task is due: in the visible tab, or else in one of the hidden ones, as the user chose. */
export async function announceTask(client: QueryClient, task: Task): Promise<void> {
  // A colleague's is theirs to be told of.
  if (task.person_id !== null && task.person_id !== getPageUserId()) return;
  await letVisibleTabFirst();
  if (!(await takeTurn(`garimpo.taskNoticed ${task.id}`))) return;
  notifyWith(`task ${task.id}`, (close) => (
    <TaskNotice client={client} task={task} onClose={close} />
  ));
  if (!document.hidden) return;
  const choices = readStoredState<NoticeChoices>(NOTICE_KEY, NO_NOTICES);
  if (choices.sound) void playReplySound().catch(() => undefined);
  if (choices.desktop && Notification.permission === "granted") showNotification(task);
}

function showNotification({ id, what, lead }: Task): void {
  try {
    const body = lead?.name ?? "Tarefa na hora";
    const notification = new Notification(what, { body, tag: `task ${id}`, icon: "/icon.svg" });
    notification.onclick = () => {
      window.focus();
      window.location.assign(lead ? leadPath(lead.id) : paths.today);
      notification.close();
    };
  } catch {
    // Phones announce through a service worker alone.
  }
}
