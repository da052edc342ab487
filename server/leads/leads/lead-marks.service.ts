import { moveContactNumber } from "@/server/leads/lead-contacts/lead-contacts.service";
import type { OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-marks.repository";
import { findSurvivor } from "./redirects.repository";

/** The effects of messages and replies on leads: contacted, answered, opted out, number changed. */

/** Records the outcome of contacting a lead. */
export function markLeadContacted(ownerId: OwnerId, leadId: number, status: "sent" | "failed") {
  return markContacted([{ ownerId, leadId }], status);
}

/** Records that leads, of several owners, were sent a message. */
export function markLeadsSent(leads: readonly { ownerId: OwnerId; leadId: number }[]) {
  return markContacted(leads, "sent");
}

/** A lead may be merged while a message to it is being sent: then the surviving lead was contacted. */
async function markContacted(
  leads: readonly { ownerId: OwnerId; leadId: number }[],
  status: "sent" | "failed",
): Promise<void> {
  const marked = await repository.markContacted(leads, status);
  if (marked === leads.length) return;
  const survivors: { ownerId: OwnerId; leadId: number }[] = [];
  for (const { ownerId, leadId } of leads) {
    const survivorId = await findSurvivor(ownerId, leadId);
    if (survivorId !== null) survivors.push({ ownerId, leadId: survivorId });
  }
  if (survivors.length > 0) await repository.markContacted(survivors, status);
}

/** Records a reply from a number; an automatic one does not count. Returns its lead, if there is one. */
export function markLeadAnswered(
  ownerId: OwnerId,
  phoneKey: string,
  status: "answered" | "opted_out" | "automatic",
) {
  return repository.markAnswered(ownerId, phoneKey, status);
}

/** The lead that a number answers for, if there is one. */
export function findLeadOfNumber(ownerId: OwnerId, phoneKey: string) {
  return repository.markAnswered(ownerId, phoneKey, "automatic");
}

/** Marks the leads of numbers that must never be written to. */
export function markLeadsOptedOut(ownerId: OwnerId, phoneKeys: readonly string[]) {
  return repository.markOptedOut(ownerId, phoneKeys);
}

/** Marks the lead of a number that may be written to again: answered, contacted or pending. */
export function unmarkLeadOptedOut(ownerId: OwnerId, phoneKey: string, by: "person" | "reply") {
  return repository.unmark(ownerId, phoneKey, { status: "opted_out", by });
}

/** Withdraws that the lead of a number has answered: a machine wrote it. */
export function unmarkLeadAnswered(ownerId: OwnerId, phoneKey: string) {
  return repository.unmark(ownerId, phoneKey, { status: "answered", by: "person" });
}

export function markNumberContacted(ownerId: OwnerId, phoneKey: string) {
  return repository.markContactedByNumber(ownerId, phoneKey);
}

/** Records a message from before the pairing. */
export function markNumberWrittenTo(ownerId: OwnerId, phoneKey: string, at: Date) {
  return repository.markWrittenTo(ownerId, phoneKey, at);
}

/**
 * Replaces the number of a lead, and of every other contact that has it, by the person's new one. Call inside a
 * transaction.
 */
export async function moveLeadNumber(
  ownerId: OwnerId,
  fromKey: string,
  to: { number: string; phoneKey: string },
): Promise<void> {
  const moved = await repository.moveNumber(ownerId, fromKey, {
    whatsapp: to.number,
    phoneKey: to.phoneKey,
  });
  const others = await moveContactNumber(ownerId, fromKey, to);
  if (moved || others > 0) publish(ownerId, "leads.changed", {});
}
