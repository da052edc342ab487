import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const biome = join(root, "node_modules/.bin/biome");

function lint(folder: string) {
  const { stdout } = spawnSync(
    biome,
    [
      "lint",
      "--only=style/noRestrictedImports",
      "--only=suspicious/noImportCycles",
      "--reporter=json",
      "--max-diagnostics=none",
      ".",
    ],
    { cwd: folder, encoding: "utf8", maxBuffer: 50_000_000 },
  );
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics.map((diagnostic) => ({
    file: diagnostic.location.path,
    sentence: JSON.stringify(diagnostic.message),
  }));
}

interface Diagnostic {
  message: unknown;
  location: { path: string };
}

/** A file, an import it must not have, and the message shown. */
const PLANTED: [file: string, imports: string, sentence: string][] = [
  ["lib/domain/planted.ts", "@/server/platform/env", "lib is the ground floor"],
  ["lib/domain/planted.ts", "@/components/ui/button", "lib is the ground floor"],
  ["lib/contracts/planted.ts", "react", "lib runs in the browser"],
  ["lib/domain/planted.ts", "node:fs", "lib runs in the browser"],
  ["lib/domain/planted.ts", "bullmq", "lib runs in the browser"],
  [
    "components/leads/leads/planted.tsx",
    "@/server/leads/leads/leads.service",
    "Screens reach the server",
  ],
  [
    "components/leads/leads/planted.tsx",
    "@/server/platform/auth/page-session.service",
    "Screens reach the server",
  ],
  ["components/leads/leads/planted.tsx", "../shared/data-table", "Relative imports stay inside"],
  ["components/ui/planted.tsx", "@/lib/contracts/leads/leads", "ship in another product"],
  [
    "components/shared/planted.tsx",
    "@/components/leads-screen/leads-screen",
    "ship in another product",
  ],
  ["app/(app)/planted/page.tsx", "@/server/leads/leads/leads.service", "A page checks the session"],
  ["app/(app)/planted/page.tsx", "@/server/platform/db/sql", "A page checks the session"],
  [
    "app/api/planted/route.ts",
    "@/server/leads/leads/leads.repository",
    "A route joins one contract",
  ],
  ["app/api/planted/route.ts", "@/server/platform/db/sql", "A route joins one contract"],
  [
    "server/leads/leads/planted.service.ts",
    "@/server/accounts/credits/credits.mapper",
    "rows are private",
  ],
  [
    "server/leads/leads/planted.service.ts",
    "@/server/platform/db/sql",
    "Only a repository speaks SQL",
  ],
  ["server/leads/leads/planted.service.ts", "pg", "Only a repository speaks SQL"],
  [
    "server/leads/leads/planted.service.ts",
    "@/server/platform/http/route",
    "A service knows no HTTP",
  ],
  ["server/leads/leads/planted.service.ts", "next/headers", "server knows nothing of screens"],
  ["server/leads/leads/planted.service.ts", "@/workers/run", "server knows nothing of screens"],
  ["server/leads/leads/planted.service.ts", "@/sandbox/world", "server knows nothing of screens"],
  [
    "server/leads/leads/planted.repository.ts",
    "@/server/accounts/credits/credits.service",
    "nothing above them",
  ],
  ["server/messaging/whatsapp/planted.gateway.ts", "@/server/platform/db/sql", "not our rows"],
  ["server/platform/mail/planted.smtp.ts", "@/server/leads/leads/leads.service", "not our rows"],
  [
    "server/messaging/whatsapp/planted.evolution.ts",
    "@/server/leads/leads/leads.service",
    "not our rows",
  ],
  ["server/discovery/sites/planted.thread.ts", "@/server/platform/env", "no database, no secrets"],
  [
    "server/leads/imports/planted.thread.ts",
    "@/server/leads/leads/leads.service",
    "no database, no secrets",
  ],
  ["server/leads/imports/planted.rule.ts", "@/server/platform/env", "its arguments alone"],
  ["server/inbound/inbox/planted.parse.ts", "./inbox.service", "its arguments alone"],
  ["workers/planted.ts", "@/server/leads/leads/leads.repository", "A handler calls a service"],
  ["workers/planted.ts", "@/server/platform/db/sql", "A handler calls a service"],
  ["sandbox/planted.ts", "@/lib/domain/phone", "The sandbox is the outside world"],
];

/** Imports that must stay allowed. */
const WANTED: [file: string, imports: string][] = [
  ["components/leads/leads/planted.tsx", "@/lib/contracts/leads/leads"],
  ["app/(app)/planted/page.tsx", "@/server/platform/auth/page-session.service"],
  ["app/api/planted/route.ts", "@/server/leads/leads/leads.service"],
  ["server/leads/leads/planted.service.ts", "@/server/accounts/credits/credits.service"],
  ["server/leads/leads/planted.service.ts", "@/server/platform/db/transaction"],
  ["server/leads/leads/planted.repository.ts", "@/server/platform/db/sql"],
  ["server/leads/imports/planted.thread.ts", "@/server/platform/spreadsheets/xlsx-reader"],
  ["server/discovery/sites/planted.http.ts", "@/server/platform/threads/thread-pool"],

  ["workers/planted.ts", "@/server/leads/leads/leads.service"],
];

describe("a planted import", () => {
  const garden = mkdtempSync(join(tmpdir(), "walls-"));
  const name = (file: string, serial: number) => file.replace("planted", `planted-${serial}`);
  let found: ReturnType<typeof lint>;

  beforeAll(() => {
    cpSync(join(root, "biome.json"), join(garden, "biome.json"));
    for (const [serial, [file, imports]] of [...PLANTED, ...WANTED].entries()) {
      const path = join(garden, name(file, serial));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import * as planted from "${imports}";\nexport default planted;\n`);
    }
    found = lint(garden);
  });
  afterAll(() => rmSync(garden, { recursive: true }));

  test.each(PLANTED.map((plant, serial) => [serial, ...plant] as const))(
    "%i: %s may not import %s",
    (serial, file, _imports, sentence) => {
      const caught = found.filter((each) => each.file.endsWith(name(file, serial)));
      expect(caught).toHaveLength(1);
      expect(caught[0]?.sentence).toContain(sentence);
    },
  );

  test.each(WANTED.map((plant, at) => [PLANTED.length + at, ...plant] as const))(
    "%i: %s may import %s",
    (serial, file) => {
      expect(found.filter((each) => each.file.endsWith(name(file, serial)))).toEqual([]);
    },
  );
});
