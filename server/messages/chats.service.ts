/** What the chat reads of conversations and messages. */
export {
  type ChatCursor,
  type ChatMessageRow,
  type ChatRow,
  countUnread,
  findChats,
  findConversation,
  findMessages,
  hasAnswered,
  markConversationRead,
  setArchived,
} from "./chats.repository";
export { type FoundMessageRow, findMessagesByWords } from "./message-search.repository";
