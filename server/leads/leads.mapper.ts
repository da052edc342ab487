import type { Lead } from "@/lib/contracts/leads";
import type { LeadRow } from "./leads.repository";

export function toLead(row: LeadRow): Lead {
  return { ...row, created_at: row.created_at.toISOString() };
}
