import type { Search } from "@/lib/contracts/discovery/searches";
import { COORDINATE_DECIMALS } from "@/lib/domain/searches/maps-search";
import { countOf, formatNumber } from "@/lib/format";
import { describeAdvanced } from "./advanced-words";

/** Where a search looked, and for which businesses. */
export function formatPlace(search: Search): string {
  const { kind, city, state, radius_km, advanced } = search;
  if (kind === "receita") return "Receita Federal";
  if (kind === "pages") return `${city}, ${state}`;
  if (advanced) {
    const place = search.place_name ?? formatPoint(search);
    const circle = !advanced.area && `Raio de ${formatNumber(radius_km ?? 0)} km`;
    return [circle, place, describeAdvanced(advanced)].filter(Boolean).join(" · ");
  }
  return `Raio de ${formatNumber(radius_km ?? 0)} km · ${search.place_name ?? formatPoint(search)}`;
}

function formatPoint({ latitude, longitude }: Search): string {
  return [latitude, longitude]
    .map((degrees) => (degrees ?? 0).toFixed(COORDINATE_DECIMALS - 3).replace(".", ","))
    .join("; ");
}

/** Why results did not become leads; empty if all of them did. */
export function explainLosses({ kind, empty, failed, not_visited }: Search): string {
  const unreadable = kind === "receita" ? "fora do cadastro" : "fora do ar ou sem acesso";
  const reasons = [
    empty > 0 && `${formatNumber(empty)} sem telefone nem e-mail`,
    failed > 0 && `${formatNumber(failed)} ${unreadable}`,
    not_visited > 0 &&
      `${countOf(not_visited, "guia ou página", "guias ou páginas")} de várias empresas`,
  ].filter(Boolean);
  return reasons.length === 0 ? "" : `Sem lead: ${reasons.join(", ")}`;
}
