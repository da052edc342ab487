import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./partner-choice.repository";

/** Whether this installation shows the partners of companies: only where the administrator chose that. */
export async function showsPartners(): Promise<boolean> {
  return (await repository.findChoice())?.shows_partners ?? false;
}

export async function getPartnersChoice() {
  return { choice: toChoice(await repository.findChoice()) };
}

/** @throws AppError conflict when nothing would change */
export function setPartnersChoice(
  actor: Actor,
  { shown, reason }: { shown: boolean; reason: string },
) {
  return transaction(async () => {
    const saved = await repository.saveChoice(shown, reason);
    if (!saved) {
      throw new AppError(
        "conflict",
        shown ? "Os sócios já são mostrados." : "Os sócios já não são mostrados.",
      );
    }
    await recordAuditEntry(actor, shown ? "registry.partners_shown" : "registry.partners_hidden", {
      targetUserId: null,
      details: { reason },
    });
    return { choice: toChoice(saved) };
  });
}

function toChoice(row: repository.ChoiceRow | null) {
  return {
    shown: row?.shows_partners ?? false,
    reason: row?.reason ?? null,
    changed_at: row?.changed_at ?? null,
  };
}
