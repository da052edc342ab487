/**
 * Compares what the crawler extracts from the sandbox's sites with their true data: precision and recall per field.
 * The rules were developed on these same sites.
 */

import type { SiteTruth } from "@/sandbox/companies/company";
import { DIRECTORY_HOST } from "@/sandbox/search";
import { DIRECTORY_PATHS } from "@/sandbox/sites/directory";
import { discard, startTestSandbox } from "@/sandbox/testing";
import { toAddressKey } from "@/server/discovery/extraction/addresses.rule";
import { visitCompanySite } from "@/server/discovery/sites/sites.http";
import { env } from "@/server/platform/env";
import type { Measurement } from "./measurement";

const FIELDS = ["phone", "whatsapp", "email", "cnpj", "name", "address"] as const;
/** Also compared: the address with its town; and whether a page lists other companies. */
const ASPECTS = [...FIELDS, "town", "directory"] as const;
const SITES_AT_ONCE = 24;

type Aspect = (typeof ASPECTS)[number];
interface Score {
  right: number;
  wrong: number;
  missed: number;
}

const sandbox = await startTestSandbox({ port: Number(new URL(env.SANDBOX_URL ?? "").port) });
const sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
const scores = new Map<Aspect, Score>(
  ASPECTS.map((aspect) => [aspect, { right: 0, wrong: 0, missed: 0 }]),
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
for (const path of DIRECTORY_PATHS) await measureDirectory(`http://${DIRECTORY_HOST}${path}`);
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
    // An unreadable site has no name to find; its other true values are already null.
    if (field === "name" && !(visit.ok && hasName(truth))) continue;
    count(field, truth, truth[field], visit.ok ? visit.company[field] : null);
  }
  const address = visit.ok ? visit.company.address : null;
  const hasTown = truth.address?.includes(truth.city) === true;
  const town = address?.includes(truth.city) ? truth.city : null;
  if (hasTown) count("town", truth, truth.city, town);
  count("directory", truth, null, outcome === "directory" ? "directory" : null);
}

async function measureDirectory(url: string) {
  const visit = await visitCompanySite(url, {
    signal: new AbortController().signal,
    fallbackName: "",
  });
  const found = !visit.ok && visit.reason === "directory" ? "directory" : null;
  count("directory", { host: url, quirks: [] }, "directory", found);
}

function hasName({ quirks }: SiteTruth): boolean {
  return !quirks.includes("domínio à venda") && !quirks.includes("página sem fim");
}

function count(
  field: Aspect,
  { host, quirks }: Pick<SiteTruth, "host" | "quirks">,
  expected: string | null,
  found: string | null,
) {
  const score = scores.get(field);
  if (score === undefined) return;
  if (found !== null && expected !== null && keyOf(field, found) === keyOf(field, expected)) {
    score.right += 1;
    return;
  }
  if (found !== null) score.wrong += 1;
  if (expected !== null) score.missed += 1;
  if (found !== expected) {
    misses.push(`${field} ${host}: ${found} for ${expected} (${quirks.join(", ")})`);
  }
}

function keyOf(field: Aspect, value: string): string {
  if (field === "address") return toAddressKey(value);
  return field === "name" ? value.toLocaleLowerCase("pt-BR") : value.replace(/^\+/, "");
}

const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
for (const miss of misses) console.log(`- ${miss}`);
console.log(`${sites.length} sites in ${tookS.toFixed(1)} s:`, Object.fromEntries(outcomes));
const measurements: Measurement[] = [...scores].map(([field, { right, wrong, missed }]) => {
  const [precision, recall] = [ratio(right, right + wrong), ratio(right, right + missed)];
  return {
    what: `extraction: ${field} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${right} right)`,
    unit: "of 1",
    reference: 1,
    ours: Math.min(precision, recall),
    ratio: Math.min(precision, recall),
    target: "≥ 0.95",
  };
});
process.send?.(measurements, () => process.exit(0));
