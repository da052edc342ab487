import { type FactorRequiredOf, isFactorRequired } from "@/lib/domain/accounts/required-factor";
import { AppError } from "@/lib/errors";
import { type Actor, isAdminId, type PersonId } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { transaction } from "@/server/platform/db/transaction";
import { findFactorRequiredOf, setFactorRequiredOf } from "./system.repository";

export async function getRequiredFactor(): Promise<{ required_of: FactorRequiredOf }> {
  return { required_of: await findFactorRequiredOf() };
}

/** From then on, users who must have a second factor but have none can do nothing else. */
export async function requireFactorOf(actor: Actor, requiredOf: FactorRequiredOf) {
  await transaction(async () => {
    if (!(await setFactorRequiredOf(requiredOf))) throw new AppError("unavailable");
    await recordAuditEntry(actor, "second_factor.required", {
      targetUserId: null,
      details: { required_of: requiredOf },
    });
  });
  return { required_of: requiredOf };
}

export async function isFactorRequiredOf(personId: PersonId): Promise<boolean> {
  return isFactorRequired(await findFactorRequiredOf(), isAdminId(personId));
}
