/** RFC 5321's limit for a path. */
const MAX_LENGTH = 254;

/** Excludes dots and separators, so that adjacent runs cannot overlap and matching stays linear. */
const ATOM = '[^\\s\\p{Cc}\\p{Cs}@.<>()[\\]\\\\,;:"]';
const EMAIL = new RegExp(`^${ATOM}+(?:\\.${ATOM}+)*@${ATOM}+(?:\\.${ATOM}+)*\\.${ATOM}{2,}$`, "u");

/** Exactly one address: a local part, an @ and a domain with a dot; at most 254 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text);
}
