import type { OwnerId } from "@/server/platform/actor";
import * as repository from "./message-changes.repository";

export type { NamedMessage } from "./message-changes.repository";
export { moveChanges } from "./message-changes.repository";

/** A message that was changed. */
export interface ChangedMessage {
  id: number;
  phoneKey: string;
}

/**
 * Gives a message a new text and keeps the old one; an edit that arrives before its message is kept. Returns null for a
 * message of another chat or side, and for one that is not stored. Call inside a transaction.
 */
export async function editMessage(
  named: repository.NamedMessage,
  { text, editedAt }: { text: string | null; editedAt: Date },
): Promise<ChangedMessage | null> {
  return toChanged(await repository.editMessage(named, text, editedAt));
}

/**
 * Marks a message as deleted for everyone; its content stays stored. Returns null for a message of another chat or
 * side, when it is not stored yet, in which case the deletion is kept, or was deleted before. Call inside a
 * transaction.
 */
export async function markMessageDeleted(
  named: repository.NamedMessage,
): Promise<ChangedMessage | null> {
  return toChanged(await repository.markDeleted(named, new Date()));
}

export interface EarlyEdit {
  text: string | null;
  editedAt: Date;
  /** Whether the provider confirms that the change came from the message's own chat and side. */
  authenticated: boolean;
}

/**
 * Applies edits that arrived before their message, which was just stored, and returns them. Call inside a transaction.
 */
export async function applyEarlyEdits(named: repository.NamedMessage): Promise<EarlyEdit[]> {
  const edits = await repository.takeEarlyEdits(named);
  for (const { content, changed_at } of edits) {
    await repository.editMessage(named, content, changed_at);
  }
  return edits.map(({ content, changed_at, phone_key }) => ({
    text: content,
    editedAt: changed_at,
    authenticated: phone_key !== "",
  }));
}

/**
 * Applies the changes kept for a contact under an address that was not known to be the contact's. Call inside a
 * transaction.
 */
export async function applyEarlyChanges(ownerId: OwnerId, phoneKey: string): Promise<void> {
  for (const change of await repository.takeChangesOf(ownerId, phoneKey)) {
    const named = {
      instanceId: change.instance_id,
      providerMessageId: change.provider_message_id,
      phoneKey,
      fromMe: change.from_me,
    };
    if (change.kind === "edit") {
      await repository.editMessage(named, change.content, change.changed_at);
    } else {
      await repository.markDeleted(named, change.changed_at);
    }
  }
}

function toChanged(row: repository.ChangedMessage | null): ChangedMessage | null {
  return row && { id: row.id, phoneKey: row.phone_key };
}
