import type { z } from "zod/mini";
import type { leadHistory } from "@/lib/contracts/leads/lead-history";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import {
  findHistory,
  type LeadHistoryCursor,
  type LeadHistoryRow,
} from "./lead-history.repository";
import { toHistoryEntry } from "./leads.mapper";
import { findLead } from "./leads.repository";
import { findSurvivor } from "./redirects.repository";

/**
 * A page of a lead's history, the newest entries first.
 * @throws AppError not_found
 */
export async function getLeadHistory(
  actor: Actor,
  leadId: number,
  { show, per_page, after }: z.output<typeof leadHistory.list.query>,
) {
  const lead = await findLead(actor.ownerId, leadId);
  if (!lead) {
    const survivorId = await findSurvivor(actor.ownerId, leadId);
    if (survivorId === null) throw new AppError("not_found", "Lead não encontrado.");
    return getLeadHistory(actor, survivorId, { show, per_page, after });
  }
  const found = await findHistory(
    actor,
    {
      id: leadId,
      phoneKey: lead.phone_key,
      createdAt: lead.created_at,
      source: lead.source,
    },
    { show: show ?? null, after: decodeCursor(after), limit: per_page + 1 },
  );
  const shown = found.slice(0, per_page);
  const last = found.length > per_page ? shown.at(-1) : undefined;
  return {
    history: shown.map((row) => toHistoryEntry(row, leadId)),
    next: last ? encodeCursor(last) : null,
  };
}

function encodeCursor({ at, branch, id }: LeadHistoryRow): string {
  return Buffer.from(`${at.toISOString()} ${branch} ${id}`).toString("base64url");
}

/** A cursor that is invalid is ignored. */
function decodeCursor(text: string | undefined): LeadHistoryCursor | null {
  const [instant = "", branch = "", id = ""] = Buffer.from(text ?? "", "base64url")
    .toString()
    .split(" ");
  const valid =
    /^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant) &&
    !Number.isNaN(Date.parse(instant)) &&
    /^\d$/.test(branch) &&
    /^\d{1,9}$/.test(id);
  return valid ? { at: new Date(instant), branch: Number(branch), id: Number(id) } : null;
}
