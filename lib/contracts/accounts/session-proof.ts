import * as z from "zod/mini";
import { AccountProof, PROOF_LIMIT } from "@/lib/contracts/accounts/account-proof";
import { endpoint } from "@/lib/contracts/shared/endpoint";

export const sessionProof = {
  give: endpoint({
    method: "POST",
    path: "/api/sessions/prove",
    access: "member",
    scope: "session",
    summary:
      "Show again that the account is mine: for 15 minutes this session may do what answers `proof_required`",
    body: AccountProof,
    secretBody: true,
    response: z.object({ success: z.literal(true) }),
    rateLimit: PROOF_LIMIT,
  }),
};
