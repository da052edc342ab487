import type { PlaceResult } from "@/lib/contracts/discovery/searches";
import { labelOf } from "@/lib/domain/text/known-words";

type Outcome = PlaceResult["outcome"];

const LABEL: Record<Outcome, string> = {
  pending: "Verificando...",
  created: "Lead novo",
  linked: "Já estava na sua base",
  left_out: "Ficou de fora: créditos insuficientes",
  empty: "Sem contato conhecido",
  failed: "Não foi possível ler",
  not_visited: "Não visitado",
  elsewhere: "Em outra cidade",
};

/** The outcome of a place, in words. */
export function describeOutcome({ outcome }: PlaceResult): string {
  return labelOf(LABEL, outcome);
}

const DOT: Partial<Record<Outcome, string>> = {
  created: "bg-success",
  linked: "bg-info",
  left_out: "bg-danger",
  failed: "bg-danger",
};

/** The colour of its pin on the map, which search-map.css names for it. */
export function dotClass({ outcome }: PlaceResult): string {
  return DOT[outcome] ?? "bg-muted-foreground";
}
