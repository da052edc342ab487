import type { Area } from "@/lib/domain/geo/area";

export const AREA_MIN_POINTS = 3;
export const AREA_MAX_POINTS = 50;
/** Further activities of one search. */
export const MAX_FURTHER_TERMS = 5;
export const MAX_RATING = 5;
export const RATING_STEP = 0.1;
export const MAX_REVIEWS = 100_000;

/** The conditions of a maps search in addition to its circle. */
export interface AdvancedSearch {
  area: Area | null;
  /** In addition to the first activity. */
  termos: readonly string[];
  com_telefone: boolean;
  sem_site: boolean;
  nota_minima: number | null;
  avaliacoes_minimas: number | null;
}

type Asked = { [Field in keyof AdvancedSearch]?: AdvancedSearch[Field] | undefined };

/** The advanced options in use, or null when none is. */
export function readAdvanced({
  query,
  ...asked
}: Asked & { query: string }): AdvancedSearch | null {
  const further = (asked.termos ?? []).map((term) => term.trim());
  const advanced: AdvancedSearch = {
    area: asked.area && asked.area.length > 0 ? asked.area : null,
    termos: [...new Set(further)].filter((term) => term !== "" && term !== query.trim()),
    com_telefone: asked.com_telefone ?? false,
    sem_site: asked.sem_site ?? false,
    nota_minima: asked.nota_minima || null,
    avaliacoes_minimas: asked.avaliacoes_minimas || null,
  };
  const isUsed = Object.values(advanced).some((value) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  );
  return isUsed ? advanced : null;
}

/** Whether a search needs data that only some maps have. */
export function asksForRatings({ nota_minima, avaliacoes_minimas }: AdvancedSearch): boolean {
  return nota_minima !== null || avaliacoes_minimas !== null;
}
