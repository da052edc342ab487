export const MOST_TAGS = 500;
export const TAG_NAME_MAX_LENGTH = 40;
/** In one request. */
export const MOST_TAGS_AT_ONCE = 20;
