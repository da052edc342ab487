import type { BillingPerson } from "@/lib/contracts/billing-admin";
import { AppError } from "@/lib/errors";
import { ownerOfRow } from "@/server/actor";
import { listRecordsOf } from "@/server/billing/billing.service";
import { findPerson } from "./people.repository";

/** Limits counting, so that the cost does not grow with the account. */
const COUNTED = 100_000;

/** An account's plan, use and billing records. @throws AppError not_found */
export async function readPerson(userId: number): Promise<BillingPerson> {
  const [person, billings] = await Promise.all([
    findPerson(userId, COUNTED),
    listRecordsOf(ownerOfRow(userId)),
  ]);
  if (!person) throw new AppError("not_found", "Usuário não encontrado.");
  return {
    ...person,
    created_at: person.created_at.toISOString(),
    last_seen_at: person.last_seen_at?.toISOString() ?? null,
    billings,
  };
}
