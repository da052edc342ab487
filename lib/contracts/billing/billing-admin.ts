import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Id, IdParam, Instant, Pagination, pageQuery } from "@/lib/contracts/shared/fields";
import { ALERT_KINDS } from "@/lib/domain/billing/alerts";
import { PLANS } from "@/lib/domain/plans/plan";
import { Billing } from "./billing";

const Account = z.nullable(z.object({ id: z.number(), email: z.nullable(z.string()) }));

export const BillingAlert = z.object({
  id: z.number(),
  kind: z.enum(ALERT_KINDS),
  /** The provider's id of what it is about. */
  subject: z.string(),
  account: Account,
  detail: z.string(),
  created_at: Instant,
});
export type BillingAlert = z.infer<typeof BillingAlert>;

const StuckEvent = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(["unmatched", "failed"]),
  customer_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  created_at: Instant,
});

/** Money is what stayed after refunds. */
const Month = z.object({
  month: z.string().check(z.describe("A month of São Paulo: `2026-01`.")),
  revenue: z.array(z.object({ plan: z.string(), amount: z.number() })),
  active: z.number(),
  started: z.number(),
  ended: z.number(),
});
export type BillingMonth = z.infer<typeof Month>;

const Person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  is_active: z.boolean(),
  created_at: Instant,
  last_seen_at: z.nullable(Instant),
  credits_used_30_days: z.number(),
  leads: z.number(),
  searches: z.number(),
  campaigns: z.number(),
  messages_sent: z.number(),
  billings: z.array(Billing),
});
export type BillingPerson = z.infer<typeof Person>;

const PersonEntry = z.pick(Person, {
  id: true,
  name: true,
  email: true,
  plan: true,
  is_active: true,
  last_seen_at: true,
  credits_used_30_days: true,
  leads: true,
});
export type PersonEntry = z.infer<typeof PersonEntry>;

const { page, per_page } = pageQuery({ default: 10, max: 100 });

const ofTheAdministrator = { access: "admin", unauthenticated: NOT_SIGNED_IN } as const;
const success = z.object({ success: z.literal(true) });

export const billingAdmin = {
  alerts: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/billing/alerts",
    summary: "Open alerts of payments, newest first, at most 100",
    response: z.object({ alerts: z.array(BillingAlert) }),
  }),
  resolveAlert: endpoint({
    ...ofTheAdministrator,
    method: "POST",
    path: "/api/admin/billing/alerts/{id}/resolve",
    summary: "Close an alert",
    params: IdParam,
    response: success,
  }),
  events: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/billing/events",
    summary: "Notices of payments that match no account or could not be processed, at most 100",
    response: z.object({ events: z.array(StuckEvent) }),
  }),
  retryEvent: endpoint({
    ...ofTheAdministrator,
    method: "POST",
    path: "/api/admin/billing/events/{id}/retry",
    summary: "Try such a notice again",
    params: IdParam,
    response: success,
  }),
  report: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/billing/report",
    summary: "Revenue and subscriptions of the last twelve months",
    response: z.object({ months: z.array(Month) }),
  }),
  people: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/users",
    summary: "Accounts with their plan, use and last visit, newest first",
    query: z.object({
      page,
      per_page,
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    response: z.object({ users: z.array(PersonEntry), pagination: Pagination }),
  }),
  person: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/users/{userId}",
    summary: "An account's plan, use and billing records",
    params: z.object({ userId: Id }),
    response: Person,
  }),
};
