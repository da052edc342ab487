import type { RegistryQuestion, SimilarTrait } from "@/lib/contracts/registry/companies";
import { joinValues, takesSeveral } from "@/lib/domain/registry/search-texts";

/** A search as texts, for the registry's form, its address and the API. */
export type QuestionTexts = Partial<Record<keyof RegistryQuestion, string>>;

/** The fields of the registry's form that a trait fills in. */
function toTexts({ question }: SimilarTrait): [string, string][] {
  return Object.entries(question).flatMap(([field, value]) =>
    [value].flat().map((each): [string, string] => [field, String(each)]),
  );
}

/** The suggested traits; of a field that takes one value, the most frequent one. */
export function chooseSuggested(traits: readonly SimilarTrait[]): ReadonlySet<SimilarTrait> {
  const suggested = traits.filter((trait) => trait.suggested);
  return new Set(
    suggested.filter(
      (trait, place) => !suggested.slice(0, place).some((each) => excludes(each, trait)),
    ),
  );
}

/** Switches a trait, and switches off the ones that it excludes. */
export function toggleTrait(
  chosen: ReadonlySet<SimilarTrait>,
  trait: SimilarTrait,
): ReadonlySet<SimilarTrait> {
  if (chosen.has(trait)) return new Set([...chosen].filter((each) => each !== trait));
  return new Set([...[...chosen].filter((each) => !excludes(each, trait)), trait]);
}

function excludes(one: SimilarTrait, other: SimilarTrait): boolean {
  return Object.keys(one.question).some((field) => field in other.question && !takesSeveral(field));
}

export function joinTexts(chosen: ReadonlySet<SimilarTrait>): QuestionTexts {
  const values = new Map<string, string[]>();
  for (const [field, value] of [...chosen].flatMap(toTexts)) {
    values.set(field, takesSeveral(field) ? [...(values.get(field) ?? []), value] : [value]);
  }
  return Object.fromEntries([...values].map(([field, texts]) => [field, joinValues(texts)]));
}
