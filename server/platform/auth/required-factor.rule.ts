import type { FactorRequiredOf } from "@/lib/domain/accounts/required-factor";
import { isAdminId } from "@/server/platform/actor";

/** Whether the installation obliges the account to have a second factor. */
export function isFactorRequired(requiredOf: FactorRequiredOf | null, userId: number): boolean {
  return requiredOf === "everyone" || (requiredOf === "administrator" && isAdminId(userId));
}

/** Whether a session's account has none that must have one. */
export function lacksFactor(session: {
  user_id: number;
  factor_required_of: FactorRequiredOf | null;
  has_no_factor: boolean;
}): boolean {
  return session.has_no_factor && isFactorRequired(session.factor_required_of, session.user_id);
}
