import * as z from "zod/mini";
import { ActiveSession } from "@/lib/contracts/platform/sessions";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Id, IdParam, Instant, Pagination, pageQuery } from "@/lib/contracts/shared/fields";
import { ALERT_KINDS } from "@/lib/domain/billing/alerts";
import { PLANS } from "@/lib/domain/plans/plan";
import { Billing, ManualRecord, nameMissingFields } from "./billing";

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
  seats: z
    .object({ used: z.number(), total: z.number(), own: z.nullable(z.number()) })
    .check(
      z.describe(
        "How many people work in the account, and how many may; `own` is what the administrator set.",
      ),
    ),
  billings: z.array(Billing),
  required_issuer: z
    .nullable(z.string())
    .check(
      z.describe("Whom the account wants to vouch for its owner; null when the password opens it."),
    ),
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

const UserIdParam = z.object({ userId: Id });
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
  linkEvent: endpoint({
    ...ofTheAdministrator,
    method: "POST",
    path: "/api/admin/billing/events/{id}/link",
    summary: "Say whose payments a notice that matches no account is about, and try it again",
    params: IdParam,
    body: z.strictObject({ user_id: Id }),
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
    params: UserIdParam,
    response: Person,
  }),
  createRecord: endpoint({
    ...ofTheAdministrator,
    method: "POST",
    path: "/api/admin/users/{userId}/billings",
    summary:
      "Write an account's billing record by hand: of a subscription, or settled without the provider",
    params: UserIdParam,
    body: ManualRecord,
    status: 201,
    response: z.object({ success: z.boolean(), billing_id: z.number() }),
    invalidInput: nameMissingFields,
  }),
  updateRecord: endpoint({
    ...ofTheAdministrator,
    method: "PUT",
    path: "/api/admin/billings/{id}",
    summary: "Change a billing record that was written by hand",
    params: IdParam,
    body: ManualRecord,
    response: success,
    invalidInput: nameMissingFields,
  }),
  sessions: endpoint({
    ...ofTheAdministrator,
    method: "GET",
    path: "/api/admin/users/{userId}/sessions",
    summary: "Where an account is logged in, last used first, at most 50",
    params: UserIdParam,
    response: z.object({ sessions: z.array(ActiveSession) }),
  }),
  liftIssuer: endpoint({
    ...ofTheAdministrator,
    method: "DELETE",
    path: "/api/admin/users/{userId}/required_issuer",
    summary: "Have an account's password open it again, for somebody whose issuer no longer does",
    params: UserIdParam,
    recentProof: true,
    response: success,
  }),
  endSessions: endpoint({
    ...ofTheAdministrator,
    method: "DELETE",
    path: "/api/admin/users/{userId}/sessions",
    summary: "End every session of an account at once, but the one that asks",
    params: UserIdParam,
    response: success,
  }),
};
