import { getPhoneKey } from "@/lib/domain/phone/phone";

/** The common end of all spellings of a foreign number: Mexico and Argentina may have a digit after the country code. */
const COMMON_ENDING = 7;

/**
 * Whether two numbers with country code belong to one person, in WhatsApp's spellings. In Brazil the key decides:
 * 11 4156-4683 and 11 94156-4683 are two people.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [key, otherKey] = [getPhoneKey(one), getPhoneKey(other)];
  if (key === null || otherKey === null) return one === other;
  if (key === otherKey) return true;
  if (key.startsWith("55") || otherKey.startsWith("55")) return false;
  return (
    key.slice(0, 2) === otherKey.slice(0, 2) &&
    key.slice(-COMMON_ENDING) === otherKey.slice(-COMMON_ENDING)
  );
}
