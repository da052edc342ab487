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
  "tests/integration/campaigns/campaign-pace.test.ts",
  "tests/integration/campaigns/campaign-recipients.test.ts",
  "tests/integration/campaigns/campaign-states.test.ts",
  "tests/integration/campaigns/campaign-step-records.test.ts",
  "tests/integration/campaigns/campaign-writes.test.ts",
  "tests/integration/campaigns/due-campaigns.test.ts",
  "tests/integration/campaigns/campaign-gates.test.ts",
  "tests/integration/campaigns/campaign-outcomes.test.ts",
  "tests/integration/campaigns/campaign-rules.test.ts",
  "tests/integration/campaigns/number-paces.test.ts",
  "tests/integration/campaigns/run-records.test.ts",
  "tests/integration/campaigns/template-prices.test.ts",
  "tests/integration/campaigns/template-campaign.test.ts",
  "tests/integration/campaigns/sequences.test.ts",
];

export const AREAS: Record<string, Area> = {
  leases: {
    code: ["server/platform/jobs/leased-work.ts", "server/platform/jobs/progress.ts"],
    sql: ["server/platform/db/lease-queries.ts"],
    tests: [
      "tests/integration/accounts/owner-shares.test.ts",
      "tests/integration/platform/leased-work.test.ts",
      "tests/integration/platform/leased-work-engine.test.ts",
      "tests/integration/platform/lease-queries.test.ts",
    ],
    target: 0.9,
  },
  credits: {
    code: ["server/accounts/credits/credits.service.ts"],
    sql: ["server/accounts/credits/credits.repository.ts"],
    tests: [
      "tests/integration/accounts/credits.test.ts",
      "tests/integration/discovery/search-findings.test.ts",
    ],
    target: 0.9,
  },
  "campaign-rules": {
    code: [
      "lib/domain/campaigns/daily-cap.ts",
      "lib/domain/campaigns/estimate-end.ts",
      "lib/domain/campaigns/new-chats.ts",
      "lib/domain/campaigns/pacing.ts",
      "lib/domain/campaigns/recurrence.ts",
      "lib/domain/campaigns/sequence.ts",
      "lib/domain/campaigns/spread.ts",
      "lib/domain/whatsapp/hearing.ts",
      "lib/domain/whatsapp/new-chat-quota.ts",
    ],
    sql: [],
    tests: ["lib/domain/campaigns/*.test.ts", "lib/domain/whatsapp/*.test.ts"],
    target: 0.9,
  },
  campaigns: {
    code: [
      "server/campaigns/campaigns/plan/campaign-schedule.service.ts",
      "server/campaigns/campaigns/engine/delivery-outcome.service.ts",
      "server/campaigns/campaigns/engine/claim-sends.service.ts",
      "server/campaigns/campaigns/engine/next-step.service.ts",
      "server/campaigns/campaigns/engine/open-sends.service.ts",
      "server/campaigns/campaigns/engine/run-waits.service.ts",
    ],
    sql: [],
    tests: [
      "tests/integration/campaigns/campaign-caution.test.ts",
      "tests/integration/campaigns/campaign-credits.test.ts",
      "tests/integration/campaigns/campaign-next-steps.test.ts",
      "tests/integration/campaigns/campaign-pace.test.ts",
      "tests/integration/campaigns/campaign-shared-phone.test.ts",
      "tests/integration/campaigns/campaign-settlements.test.ts",
      "tests/integration/campaigns/campaign-gates.test.ts",
      "tests/integration/campaigns/campaign-outcomes.test.ts",
      "tests/integration/campaigns/portfolio-room.test.ts",
      "tests/integration/campaigns/template-outcomes.test.ts",
    ],
    target: 0.9,
  },
  // What WhatsApp itself allows, and what it says of templates.
  "campaign-limits": {
    code: [
      "server/campaigns/campaigns/gates/new-chats.service.ts",
      "server/campaigns/campaigns/gates/portfolio-room.service.ts",
      "server/campaigns/campaigns/engine/refusals.service.ts",
      "server/campaigns/campaigns/engine/reported-outcome.service.ts",
      "server/campaigns/campaigns/gates/template-gates.service.ts",
      "server/messaging/portfolios/portfolios.service.ts",
      "server/messaging/whatsapp/new-chat-quotas.service.ts",
    ],
    sql: [
      "server/campaigns/campaigns/portfolio-room.repository.ts",
      "server/messaging/portfolios/portfolios.repository.ts",
      "server/messaging/whatsapp/new-chat-quotas.repository.ts",
    ],
    tests: [
      "tests/integration/campaigns/campaign-new-chats.test.ts",
      "tests/integration/campaigns/portfolio-room.test.ts",
      "tests/integration/campaigns/template-outcomes.test.ts",
    ],
    target: 0.9,
  },
  hearing: {
    code: ["server/inbound/socket-owner/hearing.service.ts"],
    sql: ["server/messaging/whatsapp/gaps.repository.ts"],
    // The time of a real connection is tried apart, by baileys-hearing.test.
    tests: [
      "tests/integration/inbound/hearing-watch.test.ts",
      "tests/integration/messaging/connection-gaps.test.ts",
    ],
    target: 0.9,
  },
  // By files that need no worker: hundreds of runs take minutes.
  "campaign-records": {
    code: [],
    sql: [
      "server/campaigns/campaigns/audience.repository.ts",
      "server/campaigns/campaigns/campaign-answers.repository.ts",
      "server/campaigns/campaigns/campaigns.repository.ts",
      "server/campaigns/campaigns/due-campaigns.repository.ts",
    ],
    tests: CAMPAIGN_RECORDS,
    target: 0.9,
  },
  "delivery-records": {
    code: [],
    sql: [
      "server/campaigns/campaigns/delivery.repository.ts",
      "server/campaigns/campaigns/pace.repository.ts",
      "server/campaigns/campaigns/runs.repository.ts",
    ],
    tests: CAMPAIGN_RECORDS,
    target: 0.9,
  },
  outbox: {
    code: ["server/messaging/whatsapp/open-sends.service.ts"],
    sql: ["server/messaging/sends/sends.repository.ts"],
    tests: ["tests/integration/messaging/sends.test.ts"],
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
      "server/messaging/opt-outs/opt-outs.service.ts",
      "server/inbound/inbox/opt-out-replies.service.ts",
      "server/messaging/chat/opt-out-confirmation.service.ts",
      "server/messaging/chat/opt-out-review.service.ts",
    ],
    sql: [
      "server/messaging/opt-outs/confirmations.repository.ts",
      "server/messaging/opt-outs/opt-outs.repository.ts",
      "server/messaging/opt-outs/reviews.repository.ts",
    ],
    tests: [
      "tests/integration/accounts/quotas.test.ts",
      "tests/integration/campaigns/template-outcomes.test.ts",
      "tests/integration/integrations/outgoing-webhook-messages.test.ts",
      "tests/integration/messaging/message-history.test.ts",
      "tests/integration/messaging/opt-outs-apart.test.ts",
      "tests/integration/messaging/opt-out-confirmation.test.ts",
      "tests/integration/inbound/opt-out-replies.test.ts",
      "tests/integration/messaging/opt-outs.test.ts",
    ],
    target: 0.9,
  },
  sessions: {
    code: [
      "server/platform/auth/credentials.service.ts",
      "server/platform/auth/session-cookie.service.ts",
      "server/platform/auth/sessions.service.ts",
    ],
    sql: ["server/platform/auth/sessions.repository.ts"],
    tests: [
      "tests/integration/accounts/required-factor.test.ts",
      "tests/integration/platform/auth.test.ts",
      "tests/integration/platform/retention.test.ts",
      "tests/integration/platform/secret-rotation.test.ts",
      "tests/integration/platform/sessions.test.ts",
      "tests/integration/platform/stream.test.ts",
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
      "server/billing/billing/endings.service.ts",
      "server/billing/billing/plan.service.ts",
      "server/billing/billing/subscription-history.service.ts",
      "server/billing/billing/subscription-sync.service.ts",
    ],
    sql: [],
    tests: [
      "tests/integration/billing/billing-accounts.test.ts",
      "tests/integration/billing/billing-endings.test.ts",
      "tests/integration/billing/billing-event-work.test.ts",
      "tests/integration/billing/billing-events.test.ts",
      "tests/integration/billing/billing-sync.test.ts",
    ],
    target: 0.9,
  },
  "billing-records": {
    code: [],
    sql: [
      "server/billing/billing/accounts.repository.ts",
      "server/billing/billing/subscriptions.repository.ts",
    ],
    tests: [
      "tests/integration/billing/billing-accounts.test.ts",
      "tests/integration/billing/billing-endings.test.ts",
      "tests/integration/billing/billing-records.test.ts",
    ],
    target: 0.9,
  },
  "billing-events": {
    code: [
      "server/billing/billing-events/billing-events.service.ts",
      "server/billing/billing-events/event-work.service.ts",
    ],
    sql: ["server/billing/billing-events/billing-events.repository.ts"],
    tests: [
      "tests/integration/billing/billing-event-work.test.ts",
      "tests/integration/billing/billing-events.test.ts",
    ],
    target: 0.9,
  },
  "api-tokens": {
    code: ["server/platform/api-tokens/api-tokens.service.ts", "server/platform/http/identify.ts"],
    sql: ["server/platform/api-tokens/api-tokens.repository.ts"],
    tests: [
      "tests/integration/platform/api-tokens.test.ts",
      "tests/integration/platform/rate-limits.test.ts",
    ],
    target: 0.9,
  },
  idempotency: {
    code: [
      "server/platform/http/idempotent.ts",
      "server/platform/idempotency/idempotency.service.ts",
    ],
    sql: ["server/platform/idempotency/idempotency.repository.ts"],
    tests: ["tests/integration/platform/idempotency.test.ts"],
    target: 0.9,
  },
  webhooks: {
    code: [
      "server/integrations/webhook-deliveries/post-webhook.http.ts",
      "server/integrations/webhook-deliveries/webhook-deliveries.service.ts",
      "server/integrations/webhook-deliveries/webhook-delivery.service.ts",
      "server/integrations/webhook-endpoints/webhook-endpoints.service.ts",
    ],
    sql: [
      "server/integrations/webhook-deliveries/webhook-deliveries.repository.ts",
      "server/integrations/webhook-endpoints/webhook-endpoints.repository.ts",
    ],
    tests: [
      "tests/integration/integrations/outgoing-webhook-addresses.test.ts",
      "tests/integration/integrations/outgoing-webhook-failures.test.ts",
      "tests/integration/integrations/outgoing-webhook-log.test.ts",
      "tests/integration/integrations/outgoing-webhook-messages.test.ts",
    ],
    target: 0.9,
  },
  erasure: {
    code: [
      "server/custody/account-deletions/account-deletions.service.ts",
      "server/custody/account-deletions/deletion-work.service.ts",
    ],
    sql: [
      "server/custody/account-deletions/account-deletions.repository.ts",
      "server/custody/account-deletions/account-rows.repository.ts",
    ],
    tests: [
      "tests/integration/custody/account-deletion-records.test.ts",
      "tests/integration/custody/account-deletion.test.ts",
      "tests/integration/custody/account-tables.test.ts",
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
    target: 0.9,
  },
};
