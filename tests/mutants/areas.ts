/** What must be noticed when it is broken, and the tests that are to notice. */
export interface Area {
  /** Files whose TypeScript is mutated. */
  code: string[];
  /** Repositories whose SQL is mutated. */
  sql: string[];
  tests: string[];
  /** Share of the mutants that a test must notice. */
  target: number;
}

const CAMPAIGN_RECORDS = [
  "tests/integration/campaign-pace.test.ts",
  "tests/integration/campaign-recipients.test.ts",
  "tests/integration/campaign-states.test.ts",
  "tests/integration/campaign-writes.test.ts",
  "tests/integration/campaign-gates.test.ts",
  "tests/integration/campaign-outcomes.test.ts",
  "tests/integration/campaign-rules.test.ts",
];

export const AREAS: Record<string, Area> = {
  leases: {
    code: ["server/jobs/leased-work.ts", "server/jobs/progress.ts"],
    sql: ["server/db/lease-queries.ts"],
    tests: [
      "tests/integration/leased-work.test.ts",
      "tests/integration/leased-work-engine.test.ts",
      "tests/integration/lease-queries.test.ts",
    ],
    target: 0.9,
  },
  credits: {
    code: ["server/credits/credits.service.ts"],
    sql: ["server/credits/credits.repository.ts"],
    tests: ["tests/integration/credits.test.ts", "tests/integration/search-findings.test.ts"],
    target: 0.9,
  },
  "campaign-rules": {
    code: ["lib/domain/campaigns/pacing.ts", "lib/domain/campaigns/recurrence.ts"],
    sql: [],
    tests: ["lib/domain/campaigns/*.test.ts"],
    target: 0.9,
  },
  campaigns: {
    code: [
      "server/campaigns/campaign-schedule.service.ts",
      "server/campaigns/delivery-outcome.service.ts",
      "server/campaigns/next-step.service.ts",
      "server/campaigns/run-waits.service.ts",
    ],
    sql: [],
    tests: [
      "tests/integration/campaign-next-steps.test.ts",
      "tests/integration/campaign-settlements.test.ts",
      "tests/integration/campaign-gates.test.ts",
      "tests/integration/campaign-outcomes.test.ts",
    ],
    target: 0.9,
  },
  // By files that need no worker: hundreds of runs take minutes.
  "campaign-records": {
    code: [],
    sql: ["server/campaigns/audience.repository.ts", "server/campaigns/campaigns.repository.ts"],
    tests: CAMPAIGN_RECORDS,
    target: 0.9,
  },
  "delivery-records": {
    code: [],
    sql: [
      "server/campaigns/delivery.repository.ts",
      "server/campaigns/pace.repository.ts",
      "server/campaigns/runs.repository.ts",
    ],
    tests: CAMPAIGN_RECORDS,
    target: 0.9,
  },
  "lead-keys": {
    code: [
      "lib/domain/companies/cnpj.ts",
      "lib/domain/companies/company-host.ts",
      "lib/domain/companies/known-companies.ts",
      "lib/domain/phone/phone.ts",
    ],
    sql: [],
    tests: ["lib/domain/companies/*.test.ts", "lib/domain/phone/*.test.ts"],
    target: 0.9,
  },
  "opt-out": {
    code: [
      "lib/domain/messages/opt-out.ts",
      "lib/domain/messages/plain-letters.ts",
      "lib/domain/messages/reply-words.ts",
    ],
    sql: [],
    tests: ["lib/domain/messages/opt-out.test.ts", "lib/domain/messages/opt-out-set.test.ts"],
    target: 0.9,
  },
  "opt-out-effects": {
    code: [
      "server/opt-outs/opt-outs.service.ts",
      "server/inbox/opt-out-replies.service.ts",
      "server/chat/opt-out-confirmation.service.ts",
      "server/chat/opt-out-review.service.ts",
    ],
    sql: [
      "server/opt-outs/confirmations.repository.ts",
      "server/opt-outs/opt-outs.repository.ts",
      "server/opt-outs/reviews.repository.ts",
    ],
    tests: [
      "tests/integration/opt-outs-apart.test.ts",
      "tests/integration/opt-out-confirmation.test.ts",
      "tests/integration/opt-out-replies.test.ts",
      "tests/integration/opt-outs.test.ts",
    ],
    target: 0.9,
  },
  sessions: {
    code: [
      "server/auth/credentials.service.ts",
      "server/auth/session-cookie.service.ts",
      "server/auth/sessions.service.ts",
    ],
    sql: ["server/auth/sessions.repository.ts"],
    tests: [
      "tests/integration/auth.test.ts",
      "tests/integration/retention.test.ts",
      "tests/integration/sessions.test.ts",
      "tests/integration/stream.test.ts",
    ],
    target: 0.9,
  },
  billing: {
    code: [
      "lib/domain/billing/doubles.ts",
      "lib/domain/billing/money.ts",
      "lib/domain/billing/pro-access.ts",
      "lib/domain/plans/plan-catalogue.ts",
    ],
    sql: [],
    tests: ["lib/domain/billing/*.test.ts", "lib/domain/plans/*.test.ts"],
    target: 0.9,
  },
  // By files of their own, which need no worker.
  "billing-sync": {
    code: [
      "server/billing/endings.service.ts",
      "server/billing/plan.service.ts",
      "server/billing/subscription-history.service.ts",
      "server/billing/subscription-sync.service.ts",
    ],
    sql: [],
    tests: [
      "tests/integration/billing-accounts.test.ts",
      "tests/integration/billing-endings.test.ts",
      "tests/integration/billing-event-work.test.ts",
      "tests/integration/billing-events.test.ts",
      "tests/integration/billing-sync.test.ts",
    ],
    target: 0.9,
  },
  "billing-records": {
    code: [],
    sql: ["server/billing/accounts.repository.ts", "server/billing/subscriptions.repository.ts"],
    tests: [
      "tests/integration/billing-accounts.test.ts",
      "tests/integration/billing-endings.test.ts",
      "tests/integration/billing-records.test.ts",
    ],
    target: 0.9,
  },
  "billing-events": {
    code: [
      "server/billing-events/billing-events.service.ts",
      "server/billing-events/event-work.service.ts",
    ],
    sql: ["server/billing-events/billing-events.repository.ts"],
    tests: [
      "tests/integration/billing-event-work.test.ts",
      "tests/integration/billing-events.test.ts",
    ],
    target: 0.9,
  },
  "api-tokens": {
    code: ["server/api-tokens/api-tokens.service.ts", "server/http/identify.ts"],
    sql: ["server/api-tokens/api-tokens.repository.ts"],
    tests: ["tests/integration/api-tokens.test.ts", "tests/integration/rate-limits.test.ts"],
    target: 0.9,
  },
  idempotency: {
    code: ["server/http/idempotent.ts", "server/idempotency/idempotency.service.ts"],
    sql: ["server/idempotency/idempotency.repository.ts"],
    tests: ["tests/integration/idempotency.test.ts"],
    target: 0.9,
  },
  webhooks: {
    code: [
      "server/webhook-deliveries/post-webhook.http.ts",
      "server/webhook-deliveries/webhook-deliveries.service.ts",
      "server/webhook-deliveries/webhook-delivery.service.ts",
      "server/webhook-endpoints/webhook-endpoints.service.ts",
    ],
    sql: [
      "server/webhook-deliveries/webhook-deliveries.repository.ts",
      "server/webhook-endpoints/webhook-endpoints.repository.ts",
    ],
    tests: [
      "tests/integration/outgoing-webhook-addresses.test.ts",
      "tests/integration/outgoing-webhook-failures.test.ts",
      "tests/integration/outgoing-webhook-log.test.ts",
      "tests/integration/outgoing-webhook-messages.test.ts",
    ],
    target: 0.9,
  },
  "registry-parsing": {
    code: [
      "lib/domain/registry/copy-text.ts",
      "lib/domain/registry/registry-files.ts",
      "lib/domain/registry/registry-line.ts",
      "lib/domain/registry/registry-name.ts",
      "lib/domain/registry/registry-rows.ts",
      "lib/domain/registry/registry-text.ts",
      "lib/domain/registry/registry-values.ts",
      "lib/domain/registry/staging-rows.ts",
    ],
    sql: [],
    tests: ["lib/domain/registry/*.test.ts"],
    target: 0.75,
  },
};
