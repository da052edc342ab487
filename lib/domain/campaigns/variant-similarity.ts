import { foldText } from "@/lib/domain/text/fold-text";
import { PLACEHOLDER, readPlaceholder } from "./template-variables";

/** From this share of common word triples on, two texts look the same to a spam filter. */
const NEARLY_EQUAL = 0.8;

/**
 * Pairs of texts that say nearly the same, as positions: [0, 2] for the first and the third. Measured as the Jaccard
 * index of their word triples, without case, accents, punctuation and the fallbacks of variables. Blank texts are left out.
 */
export function findSimilarVariants(texts: readonly string[]): [number, number][] {
  const shingles = texts.map(getShingles);
  const pairs: [number, number][] = [];
  for (const [first, one] of shingles.entries()) {
    for (const [offset, other] of shingles.slice(first + 1).entries()) {
      if (one.size > 0 && other.size > 0 && getJaccardIndex(one, other) >= NEARLY_EQUAL) {
        pairs.push([first, first + 1 + offset]);
      }
    }
  }
  return pairs;
}

function getShingles(text: string): Set<string> {
  const bare = text.replace(
    PLACEHOLDER,
    (_, inner: string) => `{{${readPlaceholder(inner).name}}}`,
  );
  const words = foldText(bare)
    .split(/[^\p{L}\p{N}{}]+/u)
    .filter((word) => word !== "");
  if (words.length < 3) return new Set(words.length > 0 ? [words.join(" ")] : []);
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

function getJaccardIndex(one: Set<string>, other: Set<string>): number {
  let common = 0;
  for (const shingle of one) if (other.has(shingle)) common += 1;
  return common / (one.size + other.size - common);
}
