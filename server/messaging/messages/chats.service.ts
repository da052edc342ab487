/** What the chat reads of conversations and messages. */
export {
  type ChatCursor,
  type ChatMessageRow,
  type ChatRow,
  countUnread,
  findChats,
  findConversation,
  findMessages,
  findTarget,
  hasAnswered,
  markConversationRead,
  setArchived,
  type TargetRow,
} from "./chats.repository";
export { type FoundMessageRow, findMessagesByWords } from "./message-search.repository";
export { findLastReceivedId, findReplyWindow } from "./reply-window.repository";
