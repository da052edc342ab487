import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import {
  PROFILE_FIELDS,
  type ProfileField,
  profileFieldProblem,
} from "@/lib/domain/accounts/profile";
import { PLANS } from "@/lib/domain/plans/plan";
import { CONFIRMATION_TEXT, NewPassword } from "./auth";

const Text = z.nullable(z.string());

/** Far more than any field: the message of a text that is a little too long names the field's own limit. */
const MAX_SENT_LENGTH = 10_000;

export const UserProfile = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  whatsapp: Text,
  plan: z.enum(PLANS),
  business_name: Text,
  business_description: Text,
  website: Text,
  conversion_objective: Text,
  is_active: z.boolean(),
  created_at: Instant,
});
export type UserProfile = z.infer<typeof UserProfile>;

const ProfileFieldInfo = z.object({
  name: z.string(),
  description: z.string(),
  min_length: z.number(),
  max_length: z.number(),
});
export type ProfileFieldInfo = z.infer<typeof ProfileFieldInfo>;

/** Only what is sent changes; blank or null clears. */
export const ProfileChange = z.strictObject({
  email: z.optional(z.never({ error: "O e-mail não pode ser alterado." })),
  name: z.optional(profileText("name")),
  business_name: z.optional(clearable("business_name")),
  business_description: z.optional(clearable("business_description")),
  website: z.optional(clearable("website")),
  conversion_objective: z.optional(clearable("conversion_objective")),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

function profileText(field: ProfileField) {
  const { minLength: min, maxLength: max } = PROFILE_FIELDS[field];
  return z.string({ error: "Valor inválido." }).check(
    z.maxLength(MAX_SENT_LENGTH, { error: "Texto longo demais.", abort: true }),
    z.trim(),
    z.superRefine((value, context) => {
      const problem = profileFieldProblem(field, value, { min, max });
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  );
}

function clearable(field: ProfileField) {
  return z.pipe(
    z.nullable(profileText(field)),
    z.transform((value: string | null) => value || null),
  );
}

const ProfileAnswer = z.object({ success: z.boolean(), user: UserProfile });

const CURRENT_PASSWORD = "Informe a senha atual.";

export const PasswordChange = z.strictObject({
  current_password: z
    .string({ error: CURRENT_PASSWORD })
    .check(z.minLength(1, CURRENT_PASSWORD), z.maxLength(200, "Senha atual incorreta.")),
  new_password: NewPassword,
});

/** The form: the confirmation is not sent. */
export const PasswordChangeForm = z.extend(PasswordChange, { confirmation: z.string() }).check(
  z.refine((form) => form.confirmation === form.new_password, {
    error: CONFIRMATION_TEXT,
    path: ["confirmation"],
    // Also checked when another field is wrong.
    when: () => true,
  }),
);

export const users = {
  me: endpoint({
    method: "GET",
    path: "/api/user",
    access: "member",
    summary: "The signed-in user's profile",
    response: ProfileAnswer,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/user",
    access: "member",
    summary: "Change the fields that are sent",
    body: ProfileChange,
    response: ProfileAnswer,
  }),
  fields: endpoint({
    method: "GET",
    path: "/api/user/fields",
    access: "member",
    summary: "Which profile fields may be changed, and how long each may be",
    response: z.object({
      success: z.boolean(),
      fields: z.object({ updatable_fields: z.array(ProfileFieldInfo) }),
    }),
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/api/user/password",
    access: "member",
    scope: "session",
    summary: "Set a new password; ends every other session of the account",
    body: PasswordChange,
    secretBody: true,
    response: z.object({ success: z.boolean() }),
    rateLimit: { points: 10, windowSeconds: 15 * 60 },
  }),
};
