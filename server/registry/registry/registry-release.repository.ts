import { firstRow, rows, searchRows, sql } from "@/server/platform/db/sql";

export interface ReleaseRow {
  import_id: number;
  /** "2026-11" */
  month: string;
  establishments: number;
  served_at: Date;
}

/** The month that is served; null before the first import. */
export function findRelease(): Promise<ReleaseRow | null> {
  return firstRow(
    sql`SELECT import_id, month, establishments::float8 AS establishments, served_at FROM registry.release`,
  );
}

/** Estimates of how frequent terms are among active establishments. */
export function findTerms(): Promise<{ kind: string; term: string; count: number }[]> {
  return rows(sql`SELECT kind, term, count FROM registry.terms`);
}

export interface AreaRow {
  uf: string;
  municipality: number | null;
  count: number;
}

/** How many active establishments each city has. */
export function findActiveAreas(): Promise<AreaRow[]> {
  return rows(sql`SELECT uf, municipality, count FROM registry.areas WHERE status = 2`);
}

export interface LabelRow {
  kind: "activity" | "reason" | "nature" | "country" | "role";
  code: number;
  label: string;
}

export function findLabels(): Promise<LabelRow[]> {
  return searchRows(sql`SELECT kind, code, label FROM registry.labels`);
}
