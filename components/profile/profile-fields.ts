import * as z from "zod/mini";
import type { ProfileChange, ProfileFieldInfo, UserProfile } from "@/lib/contracts/users";
import type { ProfileField } from "@/lib/domain/accounts/profile";
import { profileFieldProblem } from "@/lib/domain/accounts/profile";

export type ProfileValues = Record<ProfileField, string>;

export function profileValues(profile: UserProfile): ProfileValues {
  return {
    name: profile.name,
    business_name: profile.business_name ?? "",
    business_description: profile.business_description ?? "",
    website: profile.website ?? "",
    conversion_objective: profile.conversion_objective ?? "",
  };
}

/** The form's rules, with the lengths the server names. */
export function profileSchema(fields: readonly ProfileFieldInfo[]) {
  const rule = (name: ProfileField) => {
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
    name: rule("name"),
    business_name: rule("business_name"),
    business_description: rule("business_description"),
    website: rule("website"),
    conversion_objective: rule("conversion_objective"),
  });
}

/** Only what differs from what is stored. */
export function changedFields(before: ProfileValues, after: ProfileValues): ProfileChange {
  const changed = Object.entries(after).filter(
    ([name, value]) => value.trim() !== before[name as ProfileField],
  );
  return Object.fromEntries(changed);
}
