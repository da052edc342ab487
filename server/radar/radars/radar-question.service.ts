import { MapsSearch, PagesSearch } from "@/lib/contracts/discovery/searches";
import { RegistryFilter } from "@/lib/contracts/registry/registry";
import type { RadarSearch } from "@/server/discovery/searches/searches.service";
import type { RadarRow } from "./radars.repository";

type Stored = Pick<RadarRow, "kind" | "question">;

/** The stored question of a registry radar, as its search's contract reads it. */
export function readRegistryFilter({ question }: Stored): RegistryFilter {
  return RegistryFilter.parse(question);
}

/** The search that a radar of pages or maps starts. */
export function readSearch({ kind, question }: Stored): Exclude<RadarSearch, { kind: "receita" }> {
  return kind === "maps"
    ? { kind, question: MapsSearch.parse(question) }
    : { kind: "pages", question: PagesSearch.parse(question) };
}
