import type { ProfileChange, ProfileFieldInfo } from "@/lib/contracts/accounts/users";
import { PROFILE_FIELDS } from "@/lib/domain/accounts/profile";
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

/** Changes the fields sent and returns the whole profile. @throws AppError not_found */
export async function updateProfile(
  { ownerId, personId }: Actor,
  { email: _, name, ...business }: ProfileChange,
) {
  return transaction(async () => {
    if (name !== undefined) await repository.renamePerson(personId, name);
    if (Object.keys(business).length > 0) await updateBusiness(ownerId, business);
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
