import type { z } from "zod/mini";
import type { LeadChange } from "@/lib/contracts/leads/lead-form";
import type { Lead, leads } from "@/lib/contracts/leads/leads";
import type { GivenOwnValues } from "@/lib/contracts/leads/own-fields";
import type { Result } from "@/lib/contracts/shared/endpoint";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getCompanyHost } from "@/lib/domain/companies/company-host";
import { listChanges, showEditedValues } from "@/lib/domain/leads/lead-change";
import type { NewLead } from "@/lib/domain/leads/lead-fields";
import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import type { LeadRow, LeadValues } from "@/lib/domain/leads/lead-row";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { parseChatTarget } from "@/lib/domain/messages/chat-key";
import { AppError } from "@/lib/errors";
import { requireColleague } from "@/server/accounts/users/people.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { countContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { findListsOfLead } from "@/server/leads/lists/lists.service";
import {
  changeOwnValues,
  checkOwnValues,
  findOwnValues,
  writeOwnValues,
} from "@/server/leads/own-fields/own-values.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { requireLossReason } from "@/server/leads/stages/stages.service";
import { findTagIds } from "@/server/leads/tags/tags.repository";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { requireNotErased } from "@/server/platform/erased-keys/erased-keys.service";
import { publish } from "@/server/platform/live/publish";
import { isSeen } from "@/server/platform/sight/unseen.service";
import { deleteLeads, openDeletion } from "./lead-deletions.service";
import { recordEdit } from "./lead-edits.repository";
import { findLastContact } from "./lead-history.repository";
import { requireLeadQuota } from "./lead-quota.service";
import { assignLeads } from "./lead-sellers.service";
import { lockForMove, moveLead } from "./lead-stages.service";
import { toLead, toLeadDetails } from "./leads.mapper";
import * as repository from "./leads.repository";
import { findSurvivor, findSurvivorByKey } from "./redirects.repository";
import { omitStored } from "./stored-values.rule";
import { requireKeptNumber } from "./whatsapp-number.rule";

/**
 * Creates a lead by hand.
 * @throws AppError invalid_whatsapp_number; lead_exists with the id of the lead that has the number or the CNPJ;
 * quota_reached; person_erased
 */
export async function createLead(
  actor: Actor,
  {
    stage_id,
    own,
    ...input
  }: z.output<typeof NewLead> & {
    stage_id?: number | undefined;
    own?: GivenOwnValues | undefined;
  },
): Promise<{ lead: Lead }> {
  const values = toValues(input);
  const lead = { ...values, name: input.name, source: "manual" };
  const leadId = await transaction(async () => {
    await requireNotErased(actor.ownerId, values);
    const checked = await checkOwnValues(actor.ownerId, own);
    const [id] = await repository.insertLeads(actor.ownerId, [lead]);
    if (id) {
      await requireLeadQuota(actor.ownerId);
      await writeOwnValues(actor.ownerId, [id], checked);
      if (stage_id !== undefined) await moveLead(actor, id, { stage_id });
      // What a seller adds is theirs; who runs the team gives it to somebody.
      if (actor.role === "seller") await assignLeads(actor, [id], [actor.personId]);
      await recordEvent(actor.ownerId, "lead_created", {
        metadata: { lead_id: id, name: lead.name, source: lead.source },
        told: () => tellLead(actor.ownerId, id),
      });
      publish(actor.ownerId, "leads.changed", {});
    }
    return id;
  });
  if (!leadId) throw await findDuplicateError(actor, values, null);
  const row = await repository.findLead(actor.ownerId, leadId);
  if (!row) throw new AppError("not_found", LEAD_NOT_FOUND);
  return { lead: toLead(row) };
}

/**
 * Changes the fields present in `input`. With a new stage, the lead goes to the top of that stage. A merged lead's id
 * changes the lead that it became part of.
 * @throws AppError not_found, also of the stage or the reason; invalid_input; invalid_whatsapp_number; lead_exists as
 * in createLead
 */
export async function updateLead(
  actor: Actor,
  leadId: number,
  input: z.output<typeof LeadChange>,
): Promise<{ lead: Lead; merged_into?: number }> {
  try {
    return await changeLead(actor, leadId, input);
  } catch (error) {
    // It may have been merged while this call waited for its row.
    if (!(error instanceof AppError && error.message === LEAD_NOT_FOUND)) throw error;
    const survivorId = await requireSurvivor(actor.ownerId, leadId);
    return { ...(await changeLead(actor, survivorId, input)), merged_into: survivorId };
  }
}

async function changeLead(
  actor: Actor,
  leadId: number,
  input: z.output<typeof LeadChange>,
): Promise<{ lead: Lead }> {
  const { ownerId } = actor;
  const before = await repository.findLead(ownerId, leadId);
  if (!before) throw new AppError("not_found", LEAD_NOT_FOUND);
  const { stage_id, value_cents, expected_close, loss_reason_id, seller_id, own, ...fields } =
    input;
  const values = toValues(omitStored(fields, before));
  try {
    return await transaction(async () => {
      await requireNotErased(ownerId, values);
      const checked = await checkOwnValues(ownerId, own);
      const newStage = stage_id === before.stage_id ? undefined : stage_id;
      // Own values change before the move, whose event reports them; so the move's locks are taken first.
      if (checked.fieldIds.length > 0) await lockForMove(ownerId, leadId, newStage);
      const ownChanges = await changeOwnValues(ownerId, leadId, checked);
      if (newStage !== undefined) {
        await moveLead(actor, leadId, { stage_id: newStage, loss_reason_id });
      }
      if (loss_reason_id) await requireLossReason(ownerId, loss_reason_id);
      if (seller_id !== undefined && seller_id !== before.seller_id) {
        const seller = seller_id === null ? null : await requireColleague(ownerId, seller_id);
        await assignLeads(actor, [leadId], seller === null ? [] : [seller]);
      }
      const deal = { value_cents, expected_close, loss_reason_id };
      const updated = await repository.updateLead(ownerId, leadId, { ...values, ...deal });
      if (!updated) throw new AppError("not_found", LEAD_NOT_FOUND);
      // The refused statement has aborted the transaction.
      if (updated === "duplicate") throw new AppError("lead_exists");
      const row = updated.after;
      await recordEdit(actor, leadId, [
        ...listChanges(showEditedValues(updated.before), showEditedValues(row)),
        ...ownChanges,
      ]);
      // The database keeps the status of a lead whose number is blocked.
      if (values.status && values.status !== row.status) {
        throw new AppError("contact_blocked", STATUS_LOCKED, { fields: { status: STATUS_LOCKED } });
      }
      if (stage_id === undefined && isClosed(row) && !isClosed(before)) {
        const metadata = { lead_id: leadId, name: row.name };
        await recordEvent(ownerId, "lead_closed", { metadata });
      }
      publish(ownerId, "leads.changed", {});
      return { lead: toLead(row) };
    });
  } catch (error) {
    const exists = error instanceof AppError && error.code === "lead_exists";
    throw exists ? await findDuplicateError(actor, values, leadId) : error;
  }
}

const STATUS_LOCKED =
  "Este contato pediu para não receber mensagens. Desbloqueie o número para mudar o status.";

const isClosed = ({ status }: { status: string }) => status === "closed";

/** Can be undone for some minutes. @throws AppError not_found */
export async function deleteLead(actor: Actor, leadId: number): Promise<{ deleted: number }> {
  return transaction(async () => {
    const deletionId = await openDeletion(actor);
    const deleted = await deleteLeads(actor, [leadId], deletionId);
    if (deleted === 0) throw new AppError("not_found", LEAD_NOT_FOUND);
    return { deleted };
  });
}

/** @throws AppError not_found */
export async function getLead(actor: Actor, leadId: number): Promise<Result<typeof leads.get>> {
  const [row, lists, tagIds, own, lastContact, contacts] = await Promise.all([
    repository.findLead(actor.ownerId, leadId),
    findListsOfLead(actor.ownerId, leadId),
    findTagIds(actor.ownerId, leadId),
    findOwnValues(actor.ownerId, leadId),
    findLastContact(actor, leadId),
    countContacts(actor.ownerId, leadId),
  ]);
  if (!row) {
    const survivorId = await requireSurvivor(actor.ownerId, leadId);
    return { ...(await getLead(actor, survivorId)), merged_into: survivorId };
  }
  return { lead: toLeadDetails(row, { lists, tagIds, own, lastContact, contacts }) };
}

/** The lead that a merged one became part of. @throws AppError not_found for one that was never merged */
async function requireSurvivor(ownerId: OwnerId, leadId: number): Promise<number> {
  const survivorId = await findSurvivor(ownerId, leadId);
  if (survivorId === null) throw new AppError("not_found", LEAD_NOT_FOUND);
  return survivorId;
}

/**
 * Finds the lead of a number in any spelling: with or without 55, the trunk 0 and the ninth digit.
 * @throws AppError invalid_whatsapp_number; not_found
 */
export async function findLeadByNumber(
  actor: Actor,
  number: string,
): Promise<{ data: { lead: Lead } }> {
  const target = parseChatTarget(number);
  if ("problem" in target) throw new AppError("invalid_whatsapp_number", target.problem);
  const { keys } = target;
  for (const key of keys) {
    const row = await repository.findLeadByKey(actor.ownerId, key);
    if (row) return showFound(actor, row);
  }
  for (const key of keys) {
    const survivorId = await findSurvivorByKey(actor.ownerId, key);
    const row = survivorId && (await repository.findLead(actor.ownerId, survivorId));
    if (row) return showFound(actor, row);
  }
  throw new AppError("not_found", LEAD_NOT_FOUND);
}

async function showFound(actor: Actor, row: LeadRow): Promise<{ data: { lead: Lead } }> {
  if (!(await isSeen(actor, "lead", row.id))) throw new AppError("not_found", LEAD_NOT_FOUND);
  return { data: { lead: toLead(row) } };
}

/** The lead of a number's key; null when there is none. */
export function findLeadByKey(ownerId: OwnerId, phoneKey: string) {
  return repository.findLeadByKey(ownerId, phoneKey);
}

const LEAD_NOT_FOUND = "Lead não encontrado.";

function toValues(
  input: Partial<Omit<z.output<typeof NewLead>, "name" | "whatsapp">> & {
    name?: string | undefined;
    whatsapp?: string | null | undefined;
  },
): Partial<LeadValues> {
  const { name, whatsapp, website, cnpj, status, ...texts } = input;
  const values: Partial<LeadValues> = {};
  for (const [field, text] of Object.entries(texts)) {
    if (text !== undefined) values[field as keyof typeof texts] = text || null;
  }
  if (name !== undefined) values.name = name;
  if (website !== undefined) {
    values.website = website || null;
    values.site_host = getCompanyHost(website);
  }
  if (cnpj !== undefined) values.cnpj = normalizeCnpj(cnpj);
  if (status) values.status = status;
  if (whatsapp === null) Object.assign(values, { whatsapp: null, phone_key: null });
  else if (whatsapp !== undefined) {
    Object.assign(values, requireKeptNumber(whatsapp));
  }
  return values;
}

const DUPLICATE = {
  cnpj: "Você já tem um lead com este CNPJ.",
  whatsapp: "Você já tem um lead com este WhatsApp.",
};

async function findDuplicateError(
  actor: Actor,
  values: Partial<LeadValues>,
  except: number | null,
): Promise<AppError> {
  const holder = await repository.findHolder(actor.ownerId, {
    cnpj: values.cnpj ?? null,
    phoneKey: values.phone_key ?? null,
    except,
  });
  // The conflicting lead was deleted meanwhile.
  if (!holder) return new AppError("conflict");
  const shown = await isSeen(actor, "lead", holder.id);
  return new AppError("lead_exists", "", {
    existingId: shown ? holder.id : undefined,
    fields: { [holder.field]: DUPLICATE[holder.field] },
  });
}

export { toLead } from "./leads.mapper";

/**
 * Inserts leads. Returns the new ids in the same order, null for each whose number or CNPJ another lead has. The caller
 * checks the quota.
 */
export function insertLeads(ownerId: OwnerId, leads: readonly repository.NewLead[]) {
  return repository.insertLeads(ownerId, leads);
}

/**
 * Updates leads with the values given. Returns what changed; null when another lead has a key: the transaction must
 * then be rolled back.
 */
export function overwriteLeads(ownerId: OwnerId, updates: readonly repository.LeadUpdate[]) {
  return repository.updateLeads(ownerId, updates);
}

/**
 * Sets the status of leads that the current transaction has locked, as chosen by the user. Returns what changed, and
 * how many keep theirs because their number is blocked.
 */
export async function setLeadStatus(
  ownerId: OwnerId,
  leadIds: readonly number[],
  status: LeadStatus,
): Promise<{ changes: LeadOverwrite[]; kept: number }> {
  const changes = await repository.setStatus(ownerId, leadIds, status);
  const changed = changes.length;
  if (changed > 0) publish(ownerId, "leads.changed", {});
  if (changed > 0 && isClosed({ status })) {
    await recordEvent(ownerId, "lead_closed", { quantity: changed, metadata: {} });
  }
  const kept = status === "opted_out" ? 0 : await repository.countOptedOut(ownerId, leadIds);
  return { changes, kept };
}

/** Records that a user changed leads that the current transaction has locked. */
export function markLeadsEdited(ownerId: OwnerId, leadIds: readonly number[]): Promise<void> {
  return repository.markEdited(ownerId, leadIds);
}
