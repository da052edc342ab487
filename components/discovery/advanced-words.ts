import type { AdvancedSearch } from "@/lib/domain/searches/advanced-search";
import { countOf } from "@/lib/format";

/** "4,5" */
export function formatRating(rating: number): string {
  return rating.toFixed(1).replace(".", ",");
}

/** The conditions of a search in addition to its circle, in words. */
export function describeAdvanced(advanced: AdvancedSearch): string {
  const { area, termos, com_telefone, sem_site, nota_minima, avaliacoes_minimas } = advanced;
  return [
    termos.length > 0 && `também ${termos.join(", ")}`,
    area && "área desenhada",
    com_telefone && "só com telefone",
    sem_site && "só sem site",
    nota_minima !== null && `nota ${formatRating(nota_minima)} ou mais`,
    avaliacoes_minimas !== null &&
      `${countOf(avaliacoes_minimas, "avaliação", "avaliações")} ou mais`,
  ]
    .filter(Boolean)
    .join(" · ");
}
