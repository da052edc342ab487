/** Changes of conversations for the chat. */
export { findUnnumberedChats, markConversationRead, setArchived } from "./chats.repository";
