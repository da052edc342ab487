import type { LeadCompletion } from "@/lib/contracts/leads/lead-bulk";
import { findMissingValues } from "@/lib/domain/leads/lead-completion";
import { AppError } from "@/lib/errors";
import {
  addFoundContacts,
  toFoundContacts,
} from "@/server/leads/lead-contacts/lead-contacts.service";
import {
  forEachBatchWithCnpj,
  type LeadToComplete,
  type SelectedLeads,
} from "@/server/leads/lead-table/lead-batches.service";
import { openEdit } from "@/server/leads/lead-table/lead-edits-undo.service";
import { overwriteLeads } from "@/server/leads/leads/leads.service";
import type { Actor } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import { findRegistryCompanies } from "./registry-leads.service";

const MOST_SHOWN = 20;

/** What the registry would add to the selected leads with a CNPJ. Changes nothing. */
export async function previewCompletion(
  actor: Actor,
  selected: SelectedLeads,
): Promise<{ completion: LeadCompletion }> {
  const completion: LeadCompletion = { with_cnpj: 0, found: 0, changed: 0, changes: [] };
  await forEachBatchWithCnpj(actor, selected, async (leads) => {
    const batch = await findChanges(leads);
    completion.with_cnpj += leads.length;
    completion.found += batch.found;
    completion.changed += batch.changes.length;
    const shown = batch.changes.slice(0, MOST_SHOWN - completion.changes.length);
    for (const { lead, values } of shown) {
      const fields = Object.entries(values).map(([field, value]) => ({ field, value }));
      completion.changes.push({
        lead_id: lead.id,
        name: lead.name,
        fields: fields as LeadCompletion["changes"][number]["fields"],
      });
    }
  });
  return { completion };
}

/** Adds missing data of the selected leads from the registry. @throws AppError conflict */
export async function completeLeads(
  actor: Actor,
  selected: SelectedLeads,
): Promise<{ completed: number; undo_id: number }> {
  let completed = 0;
  const edit = await openEdit(actor);
  await forEachBatchWithCnpj(actor, selected, async (leads) => {
    const { changes, others } = await findChanges(leads);
    const updates = changes.map(({ lead, values }) => ({ id: lead.id, ...values }));
    const fields = updates.length > 0 ? await overwriteLeads(actor.ownerId, updates) : [];
    if (!fields) throw new AppError("conflict");
    // Values used for the fields are not added to other contacts.
    const contacts = await addFoundContacts(actor.ownerId, others, "receita");
    if (fields.length + contacts.length === 0) return;
    await edit.record({ fields, contacts });
    completed += updates.length;
    publish(actor.ownerId, "leads.changed", {});
  });
  return { completed, undo_id: edit.id };
}

async function findChanges(leads: LeadToComplete[]) {
  const companies = await findRegistryCompanies(leads.map(({ cnpj }) => cnpj));
  const changes = leads.flatMap((lead) => {
    const company = companies.get(lead.cnpj);
    const values = company ? findMissingValues(lead, company) : {};
    return Object.keys(values).length > 0 ? [{ lead, values }] : [];
  });
  const others = leads.flatMap(({ id, cnpj }) => {
    const company = companies.get(cnpj);
    if (!company) return [];
    const emails = company.email ? [company.email] : [];
    return toFoundContacts(id, { phones: company.phones, emails });
  });
  return { found: companies.size, changes, others };
}
