const DDDS = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/;

/**
 * Normalizes a number to a key: 55 + DDD + 9 + 8 digits for a mobile, however it was written (with or without
 * 55, the ninth digit, a jid suffix), 55 + DDD + 8 digits for a landline. Returns null if it is not Brazilian.
 */
export function toPhoneKey(number: string): string | null {
  const typed = number.split("@")[0]?.replace(/\D/g, "") ?? "";
  const national = typed.length > 11 && typed.startsWith("55") ? typed.slice(2) : typed;
  const ddd = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (!DDDS.test(ddd)) return null;
  if (/^9\d{8}$/.test(subscriber)) return `55${ddd}${subscriber}`;
  if (/^[6-9]\d{7}$/.test(subscriber)) return `55${ddd}9${subscriber}`;
  if (/^[2-5]\d{7}$/.test(subscriber)) return `55${ddd}${subscriber}`;
  return null;
}

export function isMobileKey(key: string): boolean {
  return key.length === 13;
}

/** Formats a key as `(19) 98765-4321`. */
export function formatPhone(key: string): string {
  const subscriber = key.slice(4);
  return `(${key.slice(2, 4)}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
}
