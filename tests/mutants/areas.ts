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
};
