/**
 * Numbers that templates, forms and manuals show as examples: their real owners are strangers to the company. The rule
 * applies to what is read from pages and found by searches, not to what a person types or imports, since they may know
 * that owner.
 */

/** So many equal or counting digits in a row are no chance; six of them, as in 3412-3456, may be. */
const LONG_RUN = 7;

/** Expects the digits of a subscriber, without country and area code. */
export function isTemplateNumber(subscriber: string): boolean {
  const eight = subscriber.slice(-8);
  if (longestRun(subscriber) >= LONG_RUN) return true;
  // 98888-7777, 91234-1234, 5555-1234: each half is a pattern.
  if (eight.length === 8 && longestRun(eight.slice(0, 4)) === 4 && longestRun(eight.slice(4)) === 4)
    return true;
  // 91122-3344, 99887-7665 are runs of doubled digits.
  if (/^(?:(\d)\1)(?:(\d)\2)(?:(\d)\3)(?:(\d)\4)$/.test(eight))
    return longestRun([0, 2, 4, 6].map((at) => eight[at]).join("")) === 4;
  // 98989-8989. As landlines, pairs such as 3232-3232 are real: taxis and pizzerias like them.
  return subscriber.length === 9 && /(\d\d)\1{3}$/.test(subscriber);
}

/** North America's 555 is no exchange, and Ofcom keeps numbers for films; documentation takes its examples there. */
const KEPT_FOR_EXAMPLES = /^(?:1\d{3}555\d{4}|44(?:7700900|2079460|1632960)\d{3})$/;

/** Expects the complete digits of another country's number. */
export function isForeignExample(digits: string): boolean {
  return KEPT_FOR_EXAMPLES.test(digits) || longestRun(digits) >= LONG_RUN;
}

/** Digits in a row that stay the same or count up or down; 0 follows 9. */
function longestRun(digits: string): number {
  let longest = 1;
  let length = 1;
  let step = -1;
  for (let at = 1; at < digits.length; at += 1) {
    const next = (digits.charCodeAt(at) - digits.charCodeAt(at - 1) + 10) % 10;
    const counts = next === 0 || next === 1 || next === 9;
    length = counts ? (next === step ? length + 1 : 2) : 1;
    step = counts ? next : -1;
    longest = Math.max(longest, length);
  }
  return longest;
}
