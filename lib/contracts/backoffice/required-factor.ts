import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { FACTOR_REQUIRED_OF } from "@/lib/domain/accounts/required-factor";

const Rule = z.object({ required_of: z.enum(FACTOR_REQUIRED_OF) });

export const requiredFactor = {
  get: endpoint({
    method: "GET",
    path: "/api/admin/required_factor",
    access: "admin",
    summary: "Who must have a second factor: an app or a passkey",
    response: Rule,
  }),
  set: endpoint({
    method: "PUT",
    path: "/api/admin/required_factor",
    access: "admin",
    summary:
      "Require a second factor; whoever has none can do nothing but set one up, in open sessions too",
    body: z.strictObject({
      required_of: z.enum(FACTOR_REQUIRED_OF, { error: "Escolha de quem ela é exigida." }),
    }),
    recentProof: true,
    response: Rule,
  }),
};
