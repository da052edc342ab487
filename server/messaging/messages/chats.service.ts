import { AppError } from "@/lib/errors";
import type { Reader } from "@/server/platform/actor";
import { areNumbersSeen } from "@/server/platform/sight/unseen.service";
import {
  type Conversation,
  type ConversationTarget,
  findReadConversation,
} from "./chats.repository";

/** Changes of conversations for the chat. */
export { findUnnumberedChats, markConversationRead, setArchived } from "./chats.repository";

/**
 * The conversation of the first of these keys that has one, to write in it; null without one.
 * @throws AppError not_found where it, or without one the lead of the number, is out of sight
 */
export async function findSeenConversation(
  reader: Pick<Reader, "ownerId" | "sight">,
  target: ConversationTarget,
): Promise<Conversation | null> {
  const found = await findReadConversation(reader, target);
  const isSeen = !reader.sight || (found?.is_seen ?? (await areNumbersSeen(reader, target.keys)));
  if (!isSeen) {
    throw new AppError("not_found", "Você não tem acesso a esta conversa.");
  }
  return found;
}

/** The same to read it: null where it is out of their sight as well. */
export async function findShownConversation(
  reader: Pick<Reader, "ownerId" | "sight">,
  target: ConversationTarget,
): Promise<Conversation | null> {
  const found = await findReadConversation(reader, target);
  return found?.is_seen ? found : null;
}
