/** Changes of notes for the chat. */
export { deleteNote, insertNote, markMentionsRead } from "./conversation-notes.repository";
