import type { RegistryQuestion, SimilarTrait } from "@/lib/contracts/registry/companies";

/** A search as texts: what the registry's form, its address and the API take. */
export type QuestionTexts = Partial<Record<keyof RegistryQuestion, string>>;

/**
 * The fields of the registry's form that a trait fills in. The form takes one value for each, so that of two traits of
 * one field one alone is asked for.
 */
function toTexts({ question }: SimilarTrait): QuestionTexts {
  return Object.fromEntries(
    Object.entries(question).map(([field, value]) => [field, [value].flat()[0]]),
  );
}

/** The suggested traits, of each field the first: the most frequent one. */
export function chooseSuggested(traits: readonly SimilarTrait[]): ReadonlySet<SimilarTrait> {
  const suggested = traits.filter((trait) => trait.suggested);
  return new Set(
    suggested.filter(
      (trait, place) => !suggested.slice(0, place).some((each) => excludes(each, trait)),
    ),
  );
}

/** Switches a trait, and off what it takes the place of. */
export function toggleTrait(
  chosen: ReadonlySet<SimilarTrait>,
  trait: SimilarTrait,
): ReadonlySet<SimilarTrait> {
  if (chosen.has(trait)) return new Set([...chosen].filter((each) => each !== trait));
  return new Set([...[...chosen].filter((each) => !excludes(each, trait)), trait]);
}

function excludes(one: SimilarTrait, other: SimilarTrait): boolean {
  return Object.keys(one.question).some((field) => field in other.question);
}

export function joinTexts(chosen: ReadonlySet<SimilarTrait>): QuestionTexts {
  return Object.assign({}, ...[...chosen].map(toTexts));
}
