import type { ProfileChange, ProfileFieldInfo } from "@/lib/contracts/accounts/users";
import { PROFILE_FIELDS } from "@/lib/domain/accounts/profile";
import { ROLE_NEEDED, reaches } from "@/lib/domain/accounts/roles";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { updateBusiness } from "./accounts.repository";
import * as repository from "./users.repository";

/** @throws AppError not_found */
export async function getProfile(
  actor: Actor,
): Promise<{ success: boolean; user: repository.ProfileRow }> {
  return toAnswer(await repository.findProfile(actor.personId));
}

/**
 * Changes the fields sent and returns the whole profile.
 * @throws AppError not_found; forbidden to sellers, of what is said of the business
 */
export async function updateProfile(
  { ownerId, personId, role }: Actor,
  { email: _, name, ...business }: ProfileChange,
) {
  const isOfBusiness = Object.keys(business).length > 0;
  if (isOfBusiness && !reaches(role, "manager")) {
    throw new AppError("forbidden", ROLE_NEEDED.manager);
  }
  return transaction(async () => {
    if (name !== undefined) await repository.renamePerson(personId, name);
    if (isOfBusiness) await updateBusiness(ownerId, business);
    return toAnswer(await repository.findProfile(personId));
  });
}

export function listProfileFields() {
  const updatable_fields: ProfileFieldInfo[] = Object.entries(PROFILE_FIELDS).map(
    ([name, { description, minLength, maxLength }]) => ({
      name,
      description,
      min_length: minLength,
      max_length: maxLength,
    }),
  );
  return { success: true, fields: { updatable_fields } };
}

function toAnswer(row: repository.ProfileRow | null) {
  if (!row) throw new AppError("not_found");
  return { success: true, user: row };
}
