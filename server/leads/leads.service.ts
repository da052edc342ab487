import type { z } from "zod/mini";
import type { LeadQuery, LeadStatistics } from "@/lib/contracts/leads";
import type { LeadStatus } from "@/lib/domain/lead-status";
import { internationalDigits, whatsappKey } from "@/lib/domain/phone";
import type { Actor, UserId } from "@/server/auth/actor";
import { toLead } from "./leads.mapper";
import * as repository from "./leads.repository";

/** One page of the actor's leads, newest first; totals above 10,000 are not counted further. */
export async function listLeads(actor: Actor, query: z.output<typeof LeadQuery>) {
  const { page, per_page, search } = query;
  const [rows, total] = await Promise.all([
    repository.findLeads(actor.userId, {
      search,
      limit: per_page,
      offset: Math.min((page - 1) * per_page, repository.COUNTED_LEADS),
    }),
    repository.countLeads(actor.userId, search),
  ]);
  return {
    leads: rows.map(toLead),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

const STATISTIC: Record<LeadStatus, keyof LeadStatistics | null> = {
  pending: "pending",
  new: "pending",
  sent: "sent",
  contacted: "sent",
  answered: "answered",
  responded: "answered",
  closed: "closed",
  failed: "failed",
  opted_out: null,
};

export async function getLeadStatistics(actor: Actor): Promise<{ statistics: LeadStatistics }> {
  const statistics = { total: 0, sent: 0, answered: 0, closed: 0, pending: 0, failed: 0 };
  for (const { status, count } of await repository.countLeadsByStatus(actor.userId)) {
    const group = STATISTIC[status];
    statistics.total += count;
    if (group) statistics[group] += count;
  }
  return { statistics };
}

export interface FoundCompany {
  name: string;
  source: string;
  website: string | null;
  /** Host the company is recognised by; null when it is not its own. */
  siteHost: string | null;
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  /** Per field: source URL, method, confidence. */
  evidence: unknown;
}

/**
 * Keeps a company that a search found as the owner's lead, once. Call inside the transaction that charges for it.
 * A number that another company (other CNPJ) already holds is kept as `phone` only.
 */
export async function keepFoundCompany(
  ownerId: UserId,
  company: FoundCompany,
): Promise<{ leadId: number; created: boolean }> {
  const key = whatsappKey(company.whatsapp);
  const keys = { cnpj: company.cnpj, whatsappKey: key, siteHost: company.siteHost };
  const existing = await repository.findDuplicate(ownerId, keys);
  if (existing) return { leadId: existing, created: false };

  const shared = key !== null && (await repository.numberTaken(ownerId, key));
  const leadId = await repository.insertLead(ownerId, {
    ...company,
    whatsapp: company.whatsapp && key && !shared ? internationalDigits(company.whatsapp) : null,
    whatsappKey: shared ? null : key,
    phone: company.phone ?? (shared ? company.whatsapp : null),
  });
  if (leadId) return { leadId, created: true };
  // Somebody inserted the same company between the look and the insert: now it is there to be found.
  const winner = await repository.findDuplicate(ownerId, keys);
  if (!winner) throw new Error("A lead was refused as a duplicate of none.");
  return { leadId: winner, created: false };
}

/** Records what came of writing to a lead. */
export function markLeadContacted(ownerId: UserId, leadId: number, status: "sent" | "failed") {
  return repository.markContacted(ownerId, leadId, status);
}

/** The lead that wrote to us, if the number is one. */
export function markLeadAnswered(
  ownerId: UserId,
  numberKey: string,
  status: "answered" | "opted_out",
) {
  return repository.markAnswered(ownerId, numberKey, status);
}

export function markNumberContacted(ownerId: UserId, numberKey: string) {
  return repository.markContactedByNumber(ownerId, numberKey);
}
