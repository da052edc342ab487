/** RFC 5321 allows no longer path. */
const MAX_LENGTH = 254;

/** Neither dots nor what separates addresses: each run below ends where the next begins, so that matching stays linear. */
const ATOM = '[^\\s@.<>()[\\]\\\\,;:"]';
const EMAIL = new RegExp(`^${ATOM}+(?:\\.${ATOM}+)*@${ATOM}+(?:\\.${ATOM}+)*\\.${ATOM}{2,}$`);

/** One address and nothing else: a local part, an @ and a domain with a dot; at most 254 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text);
}
