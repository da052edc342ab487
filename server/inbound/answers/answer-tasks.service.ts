import { readAnswerDate } from "@/lib/domain/answers/answer-date";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { AnswerReading } from "@/lib/domain/answers/read-answer";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { readTask } from "@/lib/domain/tasks/read-task";
import { TASK_MAX_LENGTH, type TaskDue } from "@/lib/domain/tasks/task";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { AppError } from "@/lib/errors";
import { findLeadOfNumber } from "@/server/leads/leads/lead-marks.service";
import { addTask, dropTask, moveTask } from "@/server/leads/tasks/tasks.service";
import { requireConversation } from "@/server/messaging/chat/chat.service";
import {
  type ConversationKey,
  findIntentTask,
  findIntentTasks,
  setIntentTask,
} from "@/server/messaging/messages/intents.service";
import { findAnswerSettings } from "@/server/messaging/opt-outs/opt-outs.service";
import type { Actor, OwnerId, Reader, Unasked } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { isSeen } from "@/server/platform/sight/unseen.service";

/** Below this confidence a task is proposed to the user instead of created. */
const SURE = 0.8;

/** The day that an answer names for later, if it says 'not now' or wants to meet. */
export function findDue(
  { kind }: Pick<AnswerReading, "kind">,
  words: string,
  saidAt: Date,
): TaskDue | null {
  if (kind !== "not_now" && kind !== "meeting") return null;
  const found = readAnswerDate(words, saidAt);
  return found && { day: found.day, time: found.time };
}

/**
 * Creates a task from an answer that surely names a coming day, or moves the task created from earlier words, where the
 * account leaves that to us. Call inside the transaction that stores the message.
 */
export async function planByItself(
  ownerId: OwnerId,
  key: ConversationKey,
  { reading, due }: { reading: AnswerReading; due: TaskDue | null },
): Promise<void> {
  if (!due || reading.likelihood < SURE || reading.mayLeave) return;
  if (due.day < getSaoPauloDay(new Date())) return;
  const { makes_tasks } = await findAnswerSettings(ownerId);
  if (makes_tasks) await plan({ ownerId, sight: null }, key, due);
}

/**
 * Creates a task from a contact's words, or moves the one created from them.
 * @throws AppError invalid_whatsapp_number; not_found; conflict when there are too many open ones
 */
export async function planAnswer(actor: Actor, number: string, due: TaskDue) {
  const { ownerId } = actor;
  return transaction(async () => {
    const { phone_key: phoneKey, instance_id, chat_id } = await requireConversation(actor, number);
    const task = await plan(actor, { phoneKey, instanceId: instance_id }, due);
    if (!task) throw new AppError("conflict", "Você tem tarefas abertas demais.");
    publish(ownerId, "message.changed", { chat: chat_id });
    return { task };
  });
}

/** Removes the tasks created from a contact's answers, while they are open: nobody waits for that talk. */
export async function unplan(ownerId: OwnerId, phoneKey: string): Promise<void> {
  for (const taskId of await findIntentTasks(ownerId, phoneKey)) await dropTask(ownerId, taskId);
}

/** The task's text: our words, followed by the contact's own as the reason. */
function describeTask(name: string, said: { intent: AnswerKind | null; words: string | null }) {
  const isMeeting = said.intent === "meeting";
  const what = isMeeting ? `Encontro com ${name}` : `Retomar a conversa com ${name}`;
  const words = said.words?.replace(/\s+/g, " ").trim();
  const { kind } = readTask(words ?? "", new Date());
  return {
    what: (words ? `${what}: “${words}”` : what).slice(0, TASK_MAX_LENGTH),
    kind: kind === "other" ? (isMeeting ? "visit" : "message") : kind,
  } as const;
}

async function plan(reader: Reader | Unasked, key: ConversationKey, due: TaskDue) {
  const { ownerId } = reader;
  const { phoneKey } = key;
  const answer = await findIntentTask(ownerId, key);
  const moved = answer?.task_id ? await moveTask(reader, answer.task_id, due) : null;
  if (moved) return moved;
  const found = await findLeadOfNumber(ownerId, phoneKey);
  const lead = found && (await isSeen(reader, "lead", found.id)) ? found : null;
  const task = {
    ...describeTask(lead?.name ?? answer?.name ?? addNinthDigit(phoneKey), {
      intent: answer?.intent ?? null,
      words: answer?.words ?? null,
    }),
    ...due,
    lead_id: lead?.id ?? null,
  };
  const made = await addTask(reader, task, answer?.seller_id ?? null);
  if (made) await setIntentTask(ownerId, key, made.id);
  return made;
}
