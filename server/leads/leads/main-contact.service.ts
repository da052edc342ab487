import type { Lead } from "@/lib/contracts/leads/leads";
import {
  type LeadFieldChange,
  listChanges,
  showEditedValues,
} from "@/lib/domain/leads/lead-change";
import type { LeadValues } from "@/lib/domain/leads/lead-row";
import { AppError } from "@/lib/errors";
import type { Actor, Doer } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import { isSeen } from "@/server/platform/sight/unseen.service";
import { recordEdit } from "./lead-edits.repository";
import { markOptedOut, unmark } from "./lead-marks.repository";
import { toLead } from "./leads.mapper";
import * as repository from "./leads.repository";

const LEAD_NOT_FOUND = "Lead não encontrado.";

/** Records a user's changes besides the values of a lead, which the current transaction has locked, in the history. */
export async function recordLeadEdit(
  by: Doer,
  leadId: number,
  changes: readonly LeadFieldChange[],
): Promise<void> {
  await recordEdit(by, leadId, changes);
  await repository.markEdited(by.ownerId, [leadId]);
}

/**
 * Gives a lead, which the current transaction has locked, another main contact. The lead becomes opted out when the new
 * number is blocked, and stops being so when only the former one was.
 * @throws AppError lead_exists under whatsapp when another lead has the number
 */
export async function setMainContact(
  actor: Actor,
  leadId: number,
  { whatsapp, phone_key, ...contact }: MainContactValues,
  isBlocked: { before: boolean; after: boolean },
): Promise<Lead> {
  const { ownerId } = actor;
  const holder = await repository.findHolder(ownerId, {
    cnpj: null,
    phoneKey: phone_key,
    except: leadId,
  });
  if (holder) throw await nameHolder(actor, holder.id);
  const values = { ...contact, whatsapp, phone_key };
  const updated = await repository.updateLead(ownerId, leadId, values);
  if (!updated) throw new AppError("not_found", LEAD_NOT_FOUND);
  // Another lead has got the number meanwhile: the next call names that lead.
  if (updated === "duplicate") throw new AppError("conflict");
  await recordEdit(
    actor,
    leadId,
    listChanges(showEditedValues(updated.before), showEditedValues(updated.after)),
  );
  if (isBlocked.after) await markOptedOut(ownerId, [phone_key]);
  else if (isBlocked.before)
    await unmark(ownerId, phone_key, { status: "opted_out", by: "person" });
  publish(ownerId, "leads.changed", {});
  const row = await repository.findLead(ownerId, leadId);
  if (!row) throw new AppError("not_found", LEAD_NOT_FOUND);
  return toLead(row);
}

type MainContactValues = Pick<LeadValues, "contact_name" | "contact_role" | "phone" | "email"> & {
  whatsapp: string;
  phone_key: string;
};

async function nameHolder(actor: Actor, holderId: number): Promise<AppError> {
  const shown = await isSeen(actor, "lead", holderId);
  const holder = shown && (await repository.findLead(actor.ownerId, holderId));
  const message = `O WhatsApp deste contato já é o principal de ${holder ? holder.name : "outro lead"}.`;
  return new AppError("lead_exists", message, {
    existingId: shown ? holderId : undefined,
    fields: { whatsapp: message },
  });
}
