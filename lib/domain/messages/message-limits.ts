/** Longest text that a person or a campaign may send, in characters. */
export const MESSAGE_MAX_LENGTH = 8000;
/** The longest id of a chat. */
export const CHAT_ID_MAX_LENGTH = 420;
/** For how many days WhatsApp's answer about a number's account is valid. */
export const NUMBER_CHECK_DAYS = 31;

/** A contact who has not written for this long counts as a stranger to WhatsApp again. */
export const KNOWN_CHAT_DAYS = 30;

/** Of what an account calls one of its numbers. */
export const NUMBER_NAME_MAX_LENGTH = 40;
