import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant, Pagination, pageQuery } from "@/lib/contracts/shared/fields";
import { ACCOUNT_ACTIONS } from "@/lib/domain/accounts/account-actions";

const ActionEntry = z.object({
  id: z.number(),
  action: z.enum(ACCOUNT_ACTIONS),
  details: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .check(z.describe("What it was about: `ip` and `user_agent`, `name`, `count`.")),
  /** The name of whoever did it; null for what no person did, and for old entries. */
  person: z.nullable(z.string()),
  occurred_at: Instant,
});

const { page, per_page } = pageQuery({ default: 20, max: 100 });

export const accountActions = {
  list: endpoint({
    method: "GET",
    path: "/api/account_actions",
    access: "member",
    role: "manager",
    scope: "session",
    summary:
      "What was done in the account in the last 12 months, newest first: log-ins, exports, deletions",
    query: z.object({ page, per_page }),
    response: z.object({ actions: z.array(ActionEntry), pagination: Pagination }),
  }),
};

export const AccountActionsExport = z.object({
  format: z._default(z.enum(["csv", "xlsx"]), "csv"),
});
