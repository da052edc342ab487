import type { z } from "zod/mini";
import type { firstContact } from "@/lib/contracts/campaigns/first-contact";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { type FirstContactRow, findFirstContact } from "./first-contact.repository";

type FirstContact = z.input<typeof firstContact.get.response>;

/** A provider dates messages by the second, and a claim comes before the message. */
const SAME_MS = 60_000;

/** Who wrote first between the lead and the account, and where the lead was found. @throws AppError not_found */
export async function getFirstContact(actor: Actor, leadId: number): Promise<FirstContact> {
  const row = await findFirstContact(actor, leadId);
  if (!row) throw new AppError("not_found", "Lead não encontrado.");
  const { created_at, source, url } = row;
  return { first: toFirst(row), found: { at: created_at, source, url } };
}

function toFirst(row: FirstContactRow): FirstContact["first"] {
  const { first_in, first_out, campaign_at } = row;
  const ours = earliest(first_out, campaign_at);
  if (first_in && (!ours || first_in < ours)) {
    return { at: first_in, by: "lead", campaign: null, legal_basis: null };
  }
  if (!ours) return null;
  const isCampaign = campaign_at && campaign_at.getTime() - ours.getTime() < SAME_MS;
  if (!isCampaign) return { at: ours, by: "person", campaign: null, legal_basis: null };
  return {
    at: ours,
    by: "campaign",
    legal_basis: row.legal_basis,
    campaign: row.campaign_name === null ? null : { id: row.campaign_id, name: row.campaign_name },
  };
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
