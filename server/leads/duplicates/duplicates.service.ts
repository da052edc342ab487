import type { z } from "zod/mini";
import type { DuplicateGroup, duplicates, SimilarLead } from "@/lib/contracts/leads/duplicates";
import {
  areSurelyOne,
  DUPLICATE_REASONS,
  type DuplicateReason,
} from "@/lib/domain/leads/duplicates";
import { AppError } from "@/lib/errors";
import {
  listDistinctPairs,
  markDistinct,
} from "@/server/leads/distinct-leads/distinct-leads.service";
import { GONE, listCandidates } from "@/server/leads/merges/merge-candidates.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./duplicates.repository";

const MOST_LIKE = 10;

interface Cursor {
  reason: DuplicateReason;
  key: string | null;
}

interface FoundGroup {
  key: string;
  sure: boolean;
  leadIds: number[];
}

/**
 * A page of groups of leads that may be one company each, the most certain reason first. A page has one reason and may
 * be empty: each reason's keys are one pass over an index.
 */
export async function listDuplicates(
  { ownerId }: Actor,
  { after, per_page }: z.output<typeof duplicates.list.query>,
): Promise<{ groups: DuplicateGroup[]; next: string | null }> {
  const { reason, key: last } = decodeCursor(after);
  const keys = await repository.findSharedKeys(ownerId, reason, { after: last, limit: per_page });
  const found = await findGroups(ownerId, reason, keys);
  const end = keys.length < per_page ? undefined : keys.at(-1);
  const next = end === undefined ? nextReason(reason) : { reason, key: end };
  const candidates = await listCandidates(ownerId, [
    ...new Set(found.flatMap(({ leadIds }) => leadIds)),
  ]);
  const byId = new Map(candidates.map((lead) => [lead.id, lead]));
  return {
    groups: found.flatMap(({ key, sure, leadIds }) => {
      const leads = leadIds.flatMap((id) => byId.get(id) ?? []);
      return leads.length < 2 ? [] : [{ key: `${reason}:${key}`, reason, sure, leads }];
    }),
    next: next && encodeCursor(next),
  };
}

/** Leads that may be the same company as this one. @throws AppError not_found */
export async function listDuplicatesOfLead(
  actor: Actor,
  leadId: number,
): Promise<{ leads: SimilarLead[] }> {
  const { ownerId } = actor;
  if ((await repository.lockLeads(ownerId, [leadId])) === 0) {
    throw new AppError("not_found", "Lead não encontrado.");
  }
  const like = await repository.findLike(actor, leadId, MOST_LIKE);
  const candidates = await listCandidates(
    ownerId,
    like.map(({ id }) => id),
  );
  return {
    leads: like.flatMap(({ id, reason }) => {
      const lead = candidates.find((each) => each.id === id);
      return lead ? [{ ...lead, reason }] : [];
    }),
  };
}

/** Stores that each of these leads is a separate company. @throws AppError not_found */
export async function setDistinct(
  { ownerId }: Actor,
  { lead_ids, distinct }: z.output<typeof duplicates.setDistinct.body>,
): Promise<{ success: true }> {
  await transaction(async () => {
    const found = await repository.lockLeads(ownerId, lead_ids);
    if (found < lead_ids.length) throw new AppError("not_found", GONE);
    await markDistinct(ownerId, lead_ids, distinct);
  });
  publish(ownerId, "leads.changed", {});
  return { success: true };
}

/**
 * The groups of keys, without those that a user declared to be separate and those that a more certain reason shows
 * already.
 */
async function findGroups(
  ownerId: OwnerId,
  reason: DuplicateReason,
  keys: readonly string[],
): Promise<FoundGroup[]> {
  if (keys.length === 0) return [];
  const holders = await repository.findHolders(ownerId, reason, keys);
  const pairs = await listDistinctPairs(
    ownerId,
    holders.map(({ id }) => id),
  );
  const apart = new Set(pairs.map(({ low_id, high_id }) => `${low_id}-${high_id}`));
  const isApart = (a: number, b: number) => apart.has(`${Math.min(a, b)}-${Math.max(a, b)}`);
  return keys.flatMap((key) => {
    const all = holders.filter((holder) => holder.key === key);
    const leads = all.filter(({ id }) =>
      all.some((other) => other.id !== id && !isApart(id, other.id)),
    );
    if (leads.length < 2 || isShownBefore(reason, leads)) return [];
    const leadIds = leads.map(({ id }) => id);
    return [{ key, sure: areSurelyOne(reason, leads), leadIds }];
  });
}

function isShownBefore(reason: DuplicateReason, leads: readonly repository.KeyedLead[]): boolean {
  const share = (column: "site" | "email") =>
    leads[0]?.[column] !== null && leads.every((lead) => lead[column] === leads[0]?.[column]);
  const rank = DUPLICATE_REASONS.indexOf(reason);
  return (rank > 1 && share("site")) || (rank > 2 && share("email"));
}

function nextReason(reason: DuplicateReason): Cursor | null {
  const next = DUPLICATE_REASONS[DUPLICATE_REASONS.indexOf(reason) + 1];
  return next ? { reason: next, key: null } : null;
}

function encodeCursor({ reason, key }: Cursor): string {
  return Buffer.from(`${reason} ${key ?? ""}`).toString("base64url");
}

/** An invalid cursor means the beginning. */
function decodeCursor(text: string | undefined): Cursor {
  const decoded = Buffer.from(text ?? "", "base64url").toString();
  const [name, ...rest] = decoded.split(" ");
  const reason = DUPLICATE_REASONS.find((each) => each === name);
  if (!reason || decoded.includes("\0")) return { reason: DUPLICATE_REASONS[0], key: null };
  return { reason, key: rest.join(" ") || null };
}
