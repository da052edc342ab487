import type { z } from "zod/mini";
import type { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import type { Lead, LeadDetails } from "@/lib/contracts/leads/leads";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { CAUSE_LABEL } from "@/lib/domain/campaigns/results-summary";
import { getNameKind } from "@/lib/domain/leads/lead-name";
import type { LeadRow } from "@/lib/domain/leads/lead-row";
import type { OwnValues } from "@/lib/domain/leads/own-fields";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { countWord } from "@/lib/domain/text/known-words";
import type { LeadHistoryRow } from "./lead-history.repository";
import type { LeadDetailsRow } from "./leads.repository";

/** The response schema strips columns that are not part of it. */
export function toLead(row: LeadRow): Lead {
  return {
    ...row,
    name_kind: getNameKind(row),
    created_at: row.created_at.toISOString(),
    value_cents: toCents(row.value_cents),
    expected_close: toDay(row.expected_close),
  };
}

/** The database never contains more than a number can hold. */
function toCents(value: string | bigint | null): number | null {
  return value === null ? null : Number(value);
}

function toDay(value: string | Date | null): string | null {
  return value instanceof Date ? value.toISOString().slice(0, 10) : value;
}

export function toLeadDetails(
  row: LeadDetailsRow,
  beside: {
    lists: { id: number; name: string }[];
    tagIds: number[];
    own: OwnValues;
    lastContact: { at: Date | null; answer: AnswerKind | null };
    /** How many contacts there are besides the main one. */
    contacts: number;
  },
): z.input<typeof LeadDetails> {
  return {
    ...toLead(row),
    contacted_at: row.contacted_at,
    updated_at: row.updated_at,
    lists: beside.lists,
    other_contacts: beside.contacts,
    tag_ids: beside.tagIds,
    own: beside.own,
    last_contact_at: beside.lastContact.at,
    answer: beside.lastContact.answer,
    evidence: toEvidence(row.evidence),
    profiles: toProfiles(row.evidence),
  };
}

/** Per field { url, method, confidence }; anything else stored is ignored. */
function toEvidence(evidence: unknown): LeadDetails["evidence"] {
  if (typeof evidence !== "object" || evidence === null) return [];
  return Object.entries(evidence as Record<string, Record<string, unknown>>).flatMap(
    ([field, found]) => {
      const { url, method, confidence } = found ?? {};
      return typeof url === "string" && typeof method === "string" && typeof confidence === "number"
        ? [{ field, url, method, confidence }]
        : [];
    },
  );
}

/** Social profiles, which a search stores in the same column. */
function toProfiles(evidence: unknown): LeadDetails["profiles"] {
  const { profiles } = (evidence ?? {}) as { profiles?: LeadDetails["profiles"] };
  return Array.isArray(profiles) ? profiles : [];
}

const STATUS_OF_RANK = new Map<number, string>(
  Object.entries(MESSAGE_RANK).map(([status, rank]) => [rank, status]),
);

/** `leadId` is that of all entries. */
export function toHistoryEntry(
  row: LeadHistoryRow,
  leadId: number,
): z.input<typeof LeadHistoryEntry> {
  return {
    ...row,
    id: `${row.branch}-${row.id}`,
    from: row.from_status,
    to: row.to_status,
    outcome: row.status_rank === null ? row.outcome : (STATUS_OF_RANK.get(row.status_rank) ?? null),
    variant: row.variant === null ? null : row.variant + 1,
    reason:
      row.outcome === "skipped" || row.outcome === "failed"
        ? (row.detail ?? (row.cause && countWord(CAUSE_LABEL, row.cause, 1)))
        : null,
    note:
      row.kind === "note"
        ? {
            id: row.id,
            lead_id: leadId,
            text: row.text ?? "",
            pinned_at: row.pinned_at,
            created_at: row.at,
            edited_at: row.edited_at,
          }
        : null,
  };
}
