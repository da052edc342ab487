import type { SiteTruth } from "../../sandbox/sites/company";
import { discard, startTestSandbox } from "../../sandbox/testing";

const FIELDS = ["phone", "whatsapp", "email", "cnpj", "name"] as const;
const SITES_AT_ONCE = 24;
const GOAL = 0.95;

type Field = (typeof FIELDS)[number];
interface Score {
  right: number;
  wrong: number;
  missed: number;
}

const sandbox = await startTestSandbox();
Object.assign(process.env, {
  DATABASE_URL: "postgresql://unused@127.0.0.1:1/unused",
  AUTH_SECRET: "x".repeat(32),
  SANDBOX_URL: sandbox.url,
  CRAWLER_DELAY_MS: "0",
});
const { visitCompanySite } = await import("@/server/sites/sites.http");

const sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
const scores = new Map<Field, Score>(
  FIELDS.map((field) => [field, { right: 0, wrong: 0, missed: 0 }]),
);
const misses: string[] = [];
const outcomes = new Map<string, number>();
const startedAt = performance.now();
const waiting = [...sites];
await Promise.all(
  Array.from({ length: SITES_AT_ONCE }, async () => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift())
      await measure(site);
  }),
);
const tookS = (performance.now() - startedAt) / 1000;
await discard(sandbox);

async function measure(truth: SiteTruth) {
  const visit = await visitCompanySite(`http://${truth.host}/`, {
    signal: new AbortController().signal,
    fallbackName: "",
  });
  const outcome = visit.ok ? "ok" : visit.reason;
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  for (const field of FIELDS) {
    // A site that cannot be read tells no name; the other fields' truth is already null there.
    if (field === "name" && !(visit.ok && tellsItsName(truth))) continue;
    count(field, truth, visit.ok ? visit.company[field] : null);
  }
}

function tellsItsName({ quirks }: SiteTruth): boolean {
  return !quirks.includes("domínio à venda") && !quirks.includes("página sem fim");
}

function count(field: Field, truth: SiteTruth, found: string | null) {
  const score = scores.get(field);
  const expected = truth[field];
  if (score === undefined) return;
  if (found !== null && expected !== null && keyOf(field, found) === keyOf(field, expected)) {
    score.right += 1;
    return;
  }
  if (found !== null) score.wrong += 1;
  if (expected !== null) score.missed += 1;
  if (found !== expected) {
    misses.push(`${field} ${truth.host}: ${found} for ${expected} (${truth.quirks.join(", ")})`);
  }
}

function keyOf(field: Field, value: string): string {
  return field === "name" ? value.toLocaleLowerCase("pt-BR") : value.replace(/^\+/, "");
}

const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const rows = [...scores].map(([field, { right, wrong, missed }]) => ({
  field,
  precision: ratio(right, right + wrong),
  recall: ratio(right, right + missed),
  right,
  wrong,
  missed,
}));
console.log(`${sites.length} sites in ${tookS.toFixed(1)} s:`, Object.fromEntries(outcomes));
console.log("field     precision  recall  right  wrong  missed");
for (const { field, precision, recall, right, wrong, missed } of rows) {
  console.log(
    `${field.padEnd(9)} ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}  ${[right, wrong, missed].map((each) => String(each).padStart(5)).join("  ")}`,
  );
}
for (const miss of misses) console.log(`- ${miss}`);
if (rows.some(({ precision, recall }) => precision < GOAL || recall < GOAL)) process.exitCode = 1;
