import type { StreamEvents } from "@/lib/contracts/platform/stream";
import type { StreamEventName } from "@/lib/domain/events/stream-events";
import { parseChatTarget } from "@/lib/domain/messages/chat-key";
import type { Reader } from "@/server/platform/actor";
import { areNumbersSeen, isSeen } from "./unseen.service";

type Shown = (reader: Reader, data: never) => boolean | Promise<boolean>;
type Audience<N extends StreamEventName> =
  | "all"
  | ((reader: Reader, data: StreamEvents[N]) => boolean | Promise<boolean>);

const ofChat = (reader: Reader, { chat }: { chat: string }) => isChatSeen(reader, chat);

/** Who of those who see a part of the account is told of an event: all of them, or those who see what it is about. */
const AUDIENCE: { [N in StreamEventName]: Audience<N> } = {
  // What a search finds is public; of leads it tells numbers alone.
  "search.progress": "all",
  "import.progress": () => false,
  "registry.progress": "all",
  "campaign.progress": (reader, { id }) => isSeen(reader, "campaign", id),
  "message.received": ofChat,
  "message.changed": ofChat,
  "chat.typing": ofChat,
  "chat.colleague": ofChat,
  "chat.assigned": ofChat,
  "chat.mentioned": ofChat,
  "message.status": (reader, { message }) =>
    message === undefined || isSeen(reader, "message", message),
  "whatsapp.status": "all",
  "credits.changed": "all",
  "plan.changed": "all",
  "billing.changed": "all",
  "billing.alert": "all",
  "leads.changed": "all",
  "lists.changed": "all",
  "contacts.changed": "all",
  "canned_answers.changed": "all",
  "opt_outs.changed": "all",
  "radars.changed": "all",
  "tasks.changed": "all",
  "task.due": (reader, { task }) => isSeen(reader, "task", task.id),
  resync: "all",
};

/**
 * What somebody who sees a part of the account is told of an event: its data, nothing, or, where a conversation
 * may just have left their sight, that they look at everything anew.
 */
export async function narrowEvent(
  reader: Reader,
  event: StreamEventName,
  data: unknown,
): Promise<{ event: StreamEventName; data: unknown } | null> {
  const audience = AUDIENCE[event];
  if (audience !== "all" && !(await (audience as Shown)(reader, data as never))) {
    return event === "chat.assigned" ? { event: "resync", data: {} } : null;
  }
  return { event, data: event === "task.due" ? await hideLead(reader, data as DueTask) : data };
}

type DueTask = StreamEvents["task.due"];

/** Somebody's task may be about a lead that passed to a colleague. */
async function hideLead(reader: Reader, { task }: DueTask): Promise<DueTask> {
  const shown = task.lead === null || (await isSeen(reader, "lead", task.lead.id));
  return { task: shown ? task : { ...task, lead: null } };
}

async function isChatSeen(reader: Reader, chat: string): Promise<boolean> {
  const target = parseChatTarget(chat);
  if (!("keys" in target)) return areNumbersSeen(reader, [chat]);
  return areNumbersSeen(reader, [chat, ...target.keys], target.numberId);
}
