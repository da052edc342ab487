import { toNameKey } from "./name-spelling.rule";

export interface NameCandidate {
  name: string;
  method: string;
  confidence: number;
}

/** Added for each other source that gives the same name. */
const AGREED = 0.08;
const SAID_AFTER = /(?:^|[\s("“])(?:[aeo]|as|os|n[ao]s?|d[aeo]s?|[àa]o?s?|pel[ao]s?|com|somos)$/;
/** "Dra. Ana Lima" and "Ana Lima" are one name. */
export const HONORIFIC =
  /^(?:dra?|psic?|nutri|fisio|fono|profa?|sra?|eng|arq|adv)[ªº°]?\.?[ªº°]? (?=\p{L}{2})/iu;
const SAID_WITHIN = 60_000;
const MAX_MENTIONS = 5;

/** The part of a page's text that is searched for names, in small letters. */
export function lowerText(text: string): string {
  return text.slice(0, SAID_WITHIN).toLowerCase();
}

/** A name is surer for each other source of the page that gives it too, its sentences among them. */
export function weighAgreement(found: readonly NameCandidate[], lowered: string): NameCandidate[] {
  const said = new Map<string, boolean>();
  for (const { name } of found) {
    if (!said.has(name)) said.set(name, isSaid(name, lowered));
  }
  const methodsOf = new Map<string, Set<string>>();
  const keys = found.map(({ name }) => toNameKey(name.replace(HONORIFIC, "")));
  for (const [index, { method }] of found.entries()) {
    const key = keys[index] ?? "";
    methodsOf.set(key, (methodsOf.get(key) ?? new Set()).add(method));
  }
  return found.map((candidate, index) => {
    const key = keys[index] ?? "";
    const named = methodsOf.get(key)?.size ?? 1;
    const isExtended =
      candidate.method === "title" && / /.test(candidate.name) && isExtendedBy(key, methodsOf);
    const others = named - 1 + Number(said.get(candidate.name) === true) + 2 * Number(isExtended);
    const confidence = Math.min(0.97, candidate.confidence + AGREED * Math.min(2, others));
    return { ...candidate, confidence };
  });
}

/** Whether a copyright line gives a longer form of the name: "Ana Lima Prado" for "Ana Lima". */
function isExtendedBy(key: string, methodsOf: ReadonlyMap<string, Set<string>>): boolean {
  return [...methodsOf].some(
    ([other, methods]) =>
      other.length > key.length && other.startsWith(key) && methods.has("copyright"),
  );
}

/** Whether a sentence of the page uses the name, behind an article or a preposition: "A Padaria Central nasceu…". */
export function isSaid(name: string, lowered: string): boolean {
  if (name === "") return false;
  const sought = ` ${name.toLowerCase()}`;
  let at = lowered.indexOf(sought);
  for (let mentions = 0; at !== -1 && mentions < MAX_MENTIONS; mentions += 1) {
    const next = lowered.charAt(at + sought.length);
    if (!/[\p{L}\d]/u.test(next) && SAID_AFTER.test(lowered.slice(Math.max(0, at - 8), at)))
      return true;
    at = lowered.indexOf(sought, at + sought.length);
  }
  return false;
}
