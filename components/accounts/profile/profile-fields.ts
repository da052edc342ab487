import * as z from "zod/mini";
import type { ProfileChange, ProfileFieldInfo, UserProfile } from "@/lib/contracts/accounts/users";
import type { ProfileField } from "@/lib/domain/accounts/profile";
import { profileFieldProblem } from "@/lib/domain/accounts/profile";

export type ProfileValues = Record<ProfileField, string>;

export function toProfileValues(profile: UserProfile): ProfileValues {
  return {
    name: profile.name,
    business_name: profile.business_name ?? "",
    business_description: profile.business_description ?? "",
    website: profile.website ?? "",
    conversion_objective: profile.conversion_objective ?? "",
  };
}

/** Builds the form's schema with the length limits sent by the server. */
export function buildProfileSchema(fields: readonly ProfileFieldInfo[]) {
  const buildRule = (name: ProfileField) => {
    const info = fields.find((field) => field.name === name);
    const lengths = {
      min: info?.min_length ?? 0,
      max: info?.max_length ?? Number.MAX_SAFE_INTEGER,
    };
    return z.string().check(
      z.superRefine((value, context) => {
        const problem = profileFieldProblem(name, value, lengths);
        if (problem) context.addIssue({ code: "custom", message: problem, input: value });
      }),
    );
  };
  return z.object({
    name: buildRule("name"),
    business_name: buildRule("business_name"),
    business_description: buildRule("business_description"),
    website: buildRule("website"),
    conversion_objective: buildRule("conversion_objective"),
  });
}

/** Returns only the fields that differ from the stored values. */
export function pickChangedFields(before: ProfileValues, after: ProfileValues): ProfileChange {
  const changed = Object.entries(after).filter(
    ([name, value]) => value.trim() !== before[name as ProfileField],
  );
  return Object.fromEntries(changed);
}
