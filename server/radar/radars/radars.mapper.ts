import type { z } from "zod/mini";
import type { Radar, RadarFinding } from "@/lib/contracts/radar/radars";
import { RADAR_CHANGES } from "@/lib/domain/radar/radar";
import type { FindingRow, UnseenRow } from "./radar-findings.repository";
import type { RadarRow } from "./radars.repository";

export function toRadar(
  row: RadarRow,
  words: string,
  unseen: readonly UnseenRow[],
): z.input<typeof Radar> {
  const { id, name, kind, cadence, changes, credit_budget, running, note, list_id } = row;
  return {
    id,
    name,
    kind,
    words,
    cadence,
    changes,
    credit_budget,
    running,
    note,
    list_id,
    registry: kind === "registry" ? (row.question as Radar["registry"]) : null,
    pages: kind === "pages" ? (row.question as Radar["pages"]) : null,
    maps: kind === "maps" ? (row.question as Radar["maps"]) : null,
    active: row.is_on,
    unseen: toCounts(unseen.filter(({ radar_id }) => radar_id === id)),
    last_run_at: row.last_run_at,
    next_run_at: row.next_run_at,
    created_at: row.created_at,
  };
}

/** In the order in which changes are shown. */
export function toCounts(unseen: readonly UnseenRow[]): Radar["unseen"] {
  return RADAR_CHANGES.flatMap((change) => {
    const count = unseen.find((each) => each.change === change)?.count ?? 0;
    return count === 0 ? [] : [{ change, count }];
  });
}

export function toFinding(
  row: FindingRow,
  {
    isRegistry,
    leadId,
    optedOut,
  }: { isRegistry: boolean; leadId: number | null; optedOut: boolean },
): z.input<typeof RadarFinding> {
  return {
    ...row,
    cnpj: isRegistry ? row.key : null,
    lead_id: leadId,
    opted_out: optedOut,
    unseen: row.seen_at === null,
    found_at: row.created_at,
  };
}
