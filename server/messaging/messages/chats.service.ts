/** What the chat changes of a conversation. */
export { findUnnumberedChats, markConversationRead, setArchived } from "./chats.repository";
