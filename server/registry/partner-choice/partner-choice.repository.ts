import type { RegistryChoice } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

export type ChoiceRow = Pick<RegistryChoice, "shows_partners" | "reason" | "changed_at">;

/** Null if it was never changed. */
export function findChoice(): Promise<ChoiceRow | null> {
  return prisma.registryChoice.findFirst({
    select: { shows_partners: true, reason: true, changed_at: true },
  });
}

/** Returns null where nothing would change; without a row nothing is shown. */
export function saveChoice(shown: boolean, reason: string): Promise<ChoiceRow | null> {
  return firstRow(
    sql`INSERT INTO registry_choices (shows_partners, reason)
        SELECT ${shown}::boolean, ${reason}::text
        WHERE ${shown}::boolean OR EXISTS (SELECT 1 FROM registry_choices)
        ON CONFLICT (id) DO UPDATE
          SET shows_partners = EXCLUDED.shows_partners, reason = EXCLUDED.reason, changed_at = now()
          WHERE registry_choices.shows_partners <> EXCLUDED.shows_partners
        RETURNING shows_partners, reason, changed_at`,
  );
}
