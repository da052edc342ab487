import { getSiteKey } from "@/lib/domain/companies/company-host";
import { isInsideArea } from "@/lib/domain/geo/area";
import type { AdvancedSearch } from "@/lib/domain/searches/advanced-search";
import type { Place } from "./places.gateway";

/** Whether a search wants a place, judged by the map's data about it. */
export function isWantedPlace(advanced: AdvancedSearch, place: Place): boolean {
  const { area, com_telefone, sem_site, nota_minima, avaliacoes_minimas } = advanced;
  const { phone, mobile, whatsapp, website } = place;
  return (
    (area === null || isInsideArea(area, place)) &&
    (!com_telefone || [phone, mobile, whatsapp].some((number) => number !== null)) &&
    // A profile in a social network, or a chat, does not count as the company's own site.
    (!sem_site || website === null || getSiteKey(website) === null) &&
    (nota_minima === null || (place.rating ?? 0) >= nota_minima) &&
    (avaliacoes_minimas === null || (place.reviews ?? 0) >= avaliacoes_minimas)
  );
}
