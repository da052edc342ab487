import type { ProfileChange, ProfileFieldInfo } from "@/lib/contracts/accounts/users";
import { PROFILE_FIELDS } from "@/lib/domain/accounts/profile";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import * as repository from "./users.repository";

/** @throws AppError not_found */
export async function getProfile(
  actor: Actor,
): Promise<{ success: boolean; user: repository.ProfileRow }> {
  return toAnswer(await repository.findProfile(actor.personId));
}

/** Changes the fields sent and returns the whole profile. @throws AppError not_found */
export async function updateProfile(actor: Actor, change: ProfileChange) {
  return toAnswer(await repository.updateProfile(actor.personId, change));
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
