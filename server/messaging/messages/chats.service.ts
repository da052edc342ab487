/** What the chat changes of a conversation. */
export { markConversationRead, setArchived } from "./chats.repository";
