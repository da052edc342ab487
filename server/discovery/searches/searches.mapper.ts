import type { z } from "zod/mini";
import type { Search } from "@/lib/contracts/discovery/searches";
import type { SearchRow } from "./searches.repository";

export function toSearch(row: SearchRow): z.input<typeof Search> {
  return {
    id: row.id,
    list_id: row.list_id,
    name: row.list_name,
    kind: row.kind,
    query: row.query,
    city: row.city,
    state: row.state,
    radius_km: row.radius_km,
    latitude: row.latitude,
    longitude: row.longitude,
    place_name: row.place_name,
    outras_cidades: row.other_cities,
    advanced: row.advanced && {
      ...row.advanced,
      area: row.advanced.area && [...row.advanced.area],
      termos: [...row.advanced.termos],
    },
    status: row.status,
    stopping: row.stop_at !== null && row.status === "processing",
    start_page: row.start_page,
    pages_total: row.end_page - row.start_page + 1,
    pages_done: row.last_page - row.start_page + 1,
    results_total: row.results_total,
    results_done: row.results_done,
    leads_created: row.leads_created,
    leads_linked: row.leads_linked,
    left_out: row.left_out,
    empty: row.empty,
    failed: row.failed,
    not_visited: row.not_visited,
    elsewhere: row.elsewhere,
    note: row.note,
    created_at: row.created_at,
    completed_at: row.completed_at,
  };
}
