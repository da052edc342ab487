import { foldText } from "@/lib/domain/text/fold-text";

export const CANNED_SHORTCUT_MAX_LENGTH = 30;
export const MOST_CANNED_ANSWERS = 200;
/** Also the CHECK of the column. */
export const SHORTCUT_PATTERN = /^[a-z0-9_-]{1,30}$/;

/** A shortcut as it is stored: without its slash, accents and capitals, blanks as hyphens. */
export function normalizeShortcut(written: string): string {
  return foldText(written.trim().replace(/^\//, "")).trim().replace(/\s+/g, "-");
}

/** The text after '/' at the start of a message; null for an ordinary text. */
export function readShortcut(draft: string): string | null {
  const typed = /^\/(\S{0,30})$/.exec(draft)?.[1];
  return typed === undefined ? null : foldText(typed);
}

/** The answers whose shortcut begins with the typed text, then those that contain it in shortcut or text. */
export function findCannedAnswers<T extends { shortcut: string; text: string }>(
  answers: readonly T[],
  typed: string,
): T[] {
  const begins = answers.filter(({ shortcut }) => shortcut.startsWith(typed));
  const contains = answers.filter(
    (answer) =>
      !begins.includes(answer) &&
      (answer.shortcut.includes(typed) || foldText(answer.text).includes(typed)),
  );
  return [...begins, ...contains];
}
