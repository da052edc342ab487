/** Mutants that change nothing a test could see, each with the reason. */
export const EQUIVALENT: { file: string; line: number; change: string; because: string }[] = [
  ...["ObjectLiteral: {}", "BooleanLiteral: false"].map((change) => ({
    file: "server/jobs/leased-work.ts",
    line: 156,
    change,
    because: "The lease was lost: the release that follows changes no row.",
  })),
  {
    file: "server/db/lease-queries.ts",
    line: 49,
    change: "greatest becomes least",
    because: "A claim clears resume_at and a release lease_until: one of the two is always null.",
  },
  {
    file: "server/db/lease-queries.ts",
    line: 49,
    change: ">= becomes >",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/db/lease-queries.ts",
    line: 74,
    change: "< becomes <=",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/db/lease-queries.ts",
    line: 75,
    change: "<= becomes <",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  ...["Regex: /[0-9A-Z]{12}\\d{2}$/", "Regex: /^[0-9A-Z]{12}\\d{2}/"].map((change) => ({
    file: "lib/domain/companies/cnpj.ts",
    line: 10,
    change,
    because: "The check digits are compared with everything after the twelfth character.",
  })),
  {
    file: "server/auth/session-cookie.service.ts",
    line: 27,
    change: "ConditionalExpression: false",
    because: "Decrypting again gives the same id, more slowly.",
  },
  {
    file: "server/auth/sessions.service.ts",
    line: 52,
    change: "ConditionalExpression: true",
    because: "Nobody listens to the end of a session without a user.",
  },
  {
    file: "server/auth/credentials.service.ts",
    line: 26,
    change: "EqualityOperator: Date.now() - session.last_seen_at.getTime() >= SEEN_EVERY_MS",
    because: "One millisecond in five minutes.",
  },
  {
    file: "server/auth/sessions.repository.ts",
    line: 24,
    change: "> becomes >=",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/auth/sessions.repository.ts",
    line: 90,
    change: "> becomes >=",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/auth/sessions.repository.ts",
    line: 104,
    change: "> becomes >=",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/auth/sessions.repository.ts",
    line: 117,
    change: "< becomes <=",
    because: "The columns hold milliseconds and now() microseconds: they are never equal.",
  },
  {
    file: "server/billing/subscription-sync.service.ts",
    line: 109,
    change: "ConditionalExpression: true",
    because: "The earlier of a time and no time is the time.",
  },
  ...[
    { line: 110, change: "ConditionalExpression: true" },
    { line: 153, change: "ConditionalExpression: false" },
  ].map((each) => ({
    file: "server/billing/subscription-sync.service.ts",
    ...each,
    because: "A duplicate is looked for again at other readings, and an order exists once.",
  })),
];
