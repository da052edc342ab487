import type { NewConversationNote } from "@/lib/contracts/messaging/chat-notes";
import { reaches } from "@/lib/domain/accounts/roles";
import { nameChatOf } from "@/lib/domain/messages/chat-key";
import { LISTED_NOTES } from "@/lib/domain/messages/conversation-note";
import { AppError } from "@/lib/errors";
import { requireReaders } from "@/server/accounts/users/people.service";
import type {
  Conversation,
  ConversationTarget,
} from "@/server/messaging/messages/chats.repository";
import { findShownConversation } from "@/server/messaging/messages/chats.service";
import {
  findNotes,
  hasNote,
  isMentioned,
} from "@/server/messaging/messages/conversation-notes.repository";
import * as changes from "@/server/messaging/messages/conversation-notes.service";
import type { Actor, PersonId, Reader } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish, publishTo } from "@/server/platform/live/publish";
import { requireConversation, requireTarget } from "./chat.service";

/** A number without a conversation has none. @throws AppError invalid_whatsapp_number */
export async function listNotes(actor: Actor, number: string) {
  const conversation = await findShownConversation(actor, requireTarget(number));
  if (!conversation) return { notes: [], mentioned: false };
  const [notes, mentioned] = await Promise.all([
    findNotes(actor.ownerId, conversation.id, LISTED_NOTES),
    isMentioned(actor, conversation.id),
  ]);
  return { notes, mentioned };
}

/**
 * Writes a note, of which the account's screens hear, and whom it mentions by name.
 * @throws AppError not_found; invalid_input under `mentions`
 */
export async function createNote(
  actor: Actor,
  number: string,
  { text, mentions }: NewConversationNote,
) {
  const { ownerId, personId } = actor;
  const conversation = await requireConversation(actor, number);
  return transaction(async () => {
    const named = [...new Set(mentions)].filter((id) => id !== personId);
    const mentioned = await requireViewers(actor, conversation, named);
    const note = await changes.insertNote(actor, conversation.id, text, mentioned);
    if (!note) throw new AppError("not_found", "Conversa não encontrada.");
    const chat = nameChatOf(conversation.chat_id, requireTarget(number).numberId);
    publish(ownerId, "message.changed", { chat });
    const by = note.author ?? "";
    for (const id of mentioned)
      publishTo(ownerId, id, "chat.mentioned", { chat, note: note.id, by });
    return { note };
  });
}

/** Nobody is told of a conversation that they could not open. */
async function requireViewers(
  { ownerId }: Actor,
  { phone_key, instance_id }: Conversation,
  ids: number[],
): Promise<PersonId[]> {
  if (ids.length === 0) return [];
  const people = await requireReaders(ownerId, ids);
  const blind: string[] = [];
  for (const person of people) {
    if (!(await sees(person, { keys: [phone_key], numberId: instance_id })))
      blind.push(person.name);
  }
  if (blind.length === 0) return people.map((person) => person.personId);
  const names = new Intl.ListFormat("pt-BR").format(blind);
  const verb = blind.length === 1 ? "não vê" : "não veem";
  const message = `${names} ${verb} esta conversa. Passe a conversa antes de mencionar.`;
  throw new AppError("invalid_input", message, { fields: { mentions: message } });
}

const sees = async (person: Reader, chat: ConversationTarget) =>
  !person.sight || (await findShownConversation(person, chat)) !== null;

/** @throws AppError not_found; forbidden for a seller whose note it is not */
export async function deleteNote(actor: Actor, id: number): Promise<{ success: true }> {
  const { ownerId, personId, role } = actor;
  const deleted = await changes.deleteNote(ownerId, id, reaches(role, "manager") ? null : personId);
  if (deleted) publish(ownerId, "message.changed", { chat: deleted.chat_id });
  else if (await hasNote(ownerId, id)) {
    throw new AppError("forbidden", "Só quem escreveu a nota, ou um gestor, pode excluí-la.");
  } else throw new AppError("not_found", "Nota não encontrada.");
  return { success: true };
}

/** A number without a conversation mentions nobody. @throws AppError invalid_whatsapp_number */
export async function readMentions(actor: Actor, number: string): Promise<{ success: true }> {
  const conversation = await findShownConversation(actor, requireTarget(number));
  if (conversation && (await changes.markMentionsRead(actor, conversation.id)) > 0) {
    publishTo(actor.ownerId, actor.personId, "message.changed", { chat: conversation.chat_id });
  }
  return { success: true };
}
