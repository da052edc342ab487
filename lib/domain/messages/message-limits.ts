/** Longest text that a person or a campaign may send, in characters. */
export const MESSAGE_MAX_LENGTH = 8000;
