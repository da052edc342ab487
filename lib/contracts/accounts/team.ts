import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { emailAddress, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { ROLES } from "@/lib/domain/accounts/roles";
import { VISIBILITIES } from "@/lib/domain/accounts/visibility";
import { requiredText } from "@/lib/domain/text/required-text";
import { NewPassword } from "./auth";

const NO_ROLE = "Escolha o que a pessoa pode fazer.";
const GivenRole = z.enum(ROLES, { error: NO_ROLE });

export const TeamPerson = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  is_you: z.boolean(),
  /** Null for somebody who may sign in. */
  suspended_at: z.nullable(Instant),
  /** To some minutes; null when the person has not signed in yet, or long ago. */
  last_seen_at: z.nullable(Instant),
});
export type TeamPerson = z.infer<typeof TeamPerson>;

export const TeamInvitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  created_at: Instant,
  expires_at: Instant,
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

export const NewInvitation = z.strictObject({
  email: emailAddress("Informe o e-mail da pessoa."),
  role: GivenRole,
});
export type NewInvitation = z.infer<typeof NewInvitation>;

export const PersonChange = z.strictObject({
  role: z.optional(GivenRole),
  suspended: z.optional(z.boolean({ error: "Informe verdadeiro ou falso." })),
});
export type PersonChange = z.infer<typeof PersonChange>;

const SellersSee = z.enum(VISIBILITIES, { error: "Escolha o que os vendedores veem." });

const Token = z
  .string({ error: "Convite inválido ou vencido." })
  .check(
    z.minLength(1, "Convite inválido ou vencido."),
    z.maxLength(200, "Convite inválido ou vencido."),
  );

export const Joining = z.strictObject({
  token: Token,
  name: requiredText("Informe seu nome.", 120),
  password: NewPassword,
});
export type Joining = z.infer<typeof Joining>;

const Invitation = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  business_name: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof Invitation>;

const byManagers = { access: "member", role: "manager", scope: "session" } as const;

export const team = {
  list: endpoint({
    method: "GET",
    path: "/api/team",
    access: "member",
    summary: "Who works in the account, and how many may",
    response: z.object({
      people: z.array(TeamPerson),
      /** Nobody who is suspended takes one. */
      seats: z.object({ used: z.number(), total: z.number() }),
      visibility: SellersSee,
    }),
  }),
  setVisibility: endpoint({
    ...byManagers,
    method: "PUT",
    path: "/api/team/visibility",
    summary: "Which leads and conversations of the account its sellers see",
    body: z.strictObject({ visibility: SellersSee }),
    response: z.object({ success: z.literal(true) }),
  }),
  change: endpoint({
    ...byManagers,
    method: "PATCH",
    path: "/api/team/{id}",
    summary: "Change what a person may do, suspend them, or let them in again",
    params: IdParam,
    body: PersonChange,
    errors: ["quota_reached"],
    recentProof: true,
    response: z.object({ success: z.literal(true) }),
  }),
  invitations: endpoint({
    ...byManagers,
    method: "GET",
    path: "/api/team/invitations",
    summary: "Invitations that nobody accepted yet, newest first, also those that are over",
    response: z.object({ invitations: z.array(TeamInvitation) }),
  }),
  invite: endpoint({
    ...byManagers,
    method: "POST",
    path: "/api/team/invitations",
    summary:
      "Mail somebody an invitation; a newer one for the same e-mail takes the place of the one before",
    body: NewInvitation,
    recentProof: true,
    status: 201,
    response: z.object({ invitation: TeamInvitation }),
    errors: ["email_taken", "quota_reached"],
    rateLimit: { points: 20, windowSeconds: 600 },
    dailyLimit: 60,
  }),
  revoke: endpoint({
    ...byManagers,
    method: "DELETE",
    path: "/api/team/invitations/{id}",
    summary: "Take an invitation back: its link opens nothing from then on",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  read: endpoint({
    method: "POST",
    path: "/api/invitation",
    access: "public",
    summary: "What a mailed invitation is for",
    body: z.strictObject({ token: Token }),
    secretBody: true,
    response: Invitation,
    rateLimit: { points: 30, windowSeconds: 60 },
    invalidInput: ({ token }) => token ?? "",
  }),
  join: endpoint({
    method: "POST",
    path: "/api/invitation/accept",
    access: "public",
    summary: "Join the account that an invitation names, as its e-mail's holder",
    body: Joining,
    secretBody: true,
    status: 201,
    response: z.object({ email: z.string() }),
    errors: ["email_taken", "quota_reached"],
    rateLimit: { points: 20, windowSeconds: 60 },
    invalidInput: ({ token }) => token ?? "",
  }),
};
