/** What the chat reads of conversations and messages. */
export {
  type ChatCursor,
  type ChatMessageRow,
  type ChatRow,
  countUnread,
  findChats,
  findConversation,
  findMessages,
  markConversationRead,
} from "./chats.repository";
