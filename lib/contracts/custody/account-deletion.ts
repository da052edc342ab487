import * as z from "zod/mini";
import { AccountProof, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { DELETION_WORD } from "@/lib/domain/custody/account-deletion";

const CONFIRMATION = `Digite ${DELETION_WORD} para confirmar.`;

export const DeletionRequest = z.extend(AccountProof, {
  confirmation: z
    .literal(DELETION_WORD, { error: CONFIRMATION })
    .check(z.describe(`The word ${DELETION_WORD}, as a person types it.`)),
});
export type DeletionRequest = z.infer<typeof DeletionRequest>;

export const AccountDeletion = z.object({
  requested_at: Instant,
  /** From then on it cannot be taken back. */
  due_at: Instant,
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

const Waiting = z.object({ deletion: z.nullable(AccountDeletion) });

export const accountDeletion = {
  get: endpoint({
    method: "GET",
    path: "/api/account/deletion",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Whether the account waits for its deletion, and when that is due",
    response: z.object({
      deletion: z.nullable(AccountDeletion),
      keeps_payments: z.boolean(),
      has_subscription: z.boolean(),
    }),
  }),
  request: endpoint({
    method: "POST",
    path: "/api/account/deletion",
    access: "member",
    role: "owner",
    scope: "session",
    summary:
      "Have the account deleted in 7 days; until then nothing is sent or changed, and it can be taken back",
    body: DeletionRequest,
    secretBody: true,
    status: 202,
    response: Waiting,
    rateLimit: PROOF_LIMIT,
  }),
  cancel: endpoint({
    method: "DELETE",
    path: "/api/account/deletion",
    access: "member",
    role: "owner",
    scope: "session",
    whileLeaving: true,
    summary: "Take the deletion back; campaigns stay paused, and what was due meanwhile is missed",
    response: z.object({
      deletion: z.null(),
      paused_campaigns: z.number(),
      missed_campaigns: z.number(),
      missed_messages: z.number(),
    }),
  }),
};
