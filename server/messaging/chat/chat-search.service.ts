import { findMessagesByWords } from "@/server/messaging/messages/message-search.repository";
import type { Actor } from "@/server/platform/actor";
import { toFoundMessage } from "./chat.mapper";
import { getSearchWords } from "./message-search.rule";

/** The latest messages that contain every word, the newest first; none for a text without a word. */
export async function searchMessages(
  actor: Actor,
  { query, per_page }: { query: string; per_page: number },
) {
  const words = getSearchWords(query);
  const rows = words.length > 0 ? await findMessagesByWords(actor, words, per_page) : [];
  return { data: { messages: rows.map((row) => toFoundMessage(row, words)) } };
}
