/** Also the CHECK of the column. */
export const CONVERSATION_NOTE_MAX_LENGTH = 2_000;
export const MOST_MENTIONS = 20;
/** How many notes of a conversation are listed, the newest. */
export const LISTED_NOTES = 200;
