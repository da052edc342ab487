import * as z from "zod/mini";
import { AccountProof, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";

export const EXPORT_FILE_PATH = "/api/account/exports/{id}/file";

export const AccountExport = z.object({
  id: z.number(),
  status: z.enum(["processing", "ready", "error", "expired"]),
  /** Of the work, in percent. */
  progress: z.number(),
  /** Of the archive; null before it is ready. */
  bytes: z.nullable(z.number()),
  requested_at: Instant,
  completed_at: z.nullable(Instant),
  /** Until when it can be downloaded; null before it is ready. */
  expires_at: z.nullable(Instant),
  /** A person in it was erased after the request, and the archive was deleted with them. */
  outdated: z.boolean(),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const accountExports = {
  list: endpoint({
    method: "GET",
    path: "/api/account/exports",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "The latest archives of all that the account holds, newest first",
    response: z.object({
      exports: z.array(AccountExport),
      /** The day from which the next one can be requested, in São Paulo; null when it can be requested now. */
      next_on: z.nullable(z.string()),
    }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/account/exports",
    access: "member",
    role: "owner",
    scope: "session",
    whileLeaving: true,
    summary:
      "Have an archive made of all that the account holds; one a day, to be downloaded for 24 hours",
    body: AccountProof,
    secretBody: true,
    status: 202,
    response: z.object({ export: AccountExport }),
    rateLimit: PROOF_LIMIT,
  }),
};
