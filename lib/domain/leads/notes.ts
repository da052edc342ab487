export const MOST_NOTES_OF_LEAD = 500;
export const NOTE_MAX_LENGTH = 5_000;
