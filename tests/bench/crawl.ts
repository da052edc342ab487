/**
 * Sites per second of a pages search over the sandbox's sites, from results to leads, credits and progress, against a
 * bare undici fetch and htmlparser2 pass over the same pages at the same concurrency. Crawl delays are off for both;
 * sites that are slow, silent or endless on purpose are excluded. The sandbox is its own process; rounds alternate.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { Parser } from "htmlparser2";
import { Agent, buildConnector, fetch, request } from "undici";
import { listenLocally } from "@/sandbox/listening";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import { createSiteVisitor } from "@/server/discovery/sites/site-visitor.http";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildUser } from "../factories/users";
import { type Measurement, median } from "./measurement";

const ROUNDS = 5;
const SITES_AT_ONCE = 10;
const SLOW_MS = 1_500;

const sandboxUrl = new URL(env.SANDBOX_URL ?? "");
const dataDir = mkdtempSync(join(tmpdir(), "bench-crawl-"));
const sandbox = await startSandboxProcess();
const user = await buildUser({ plan: "pro" });
const weights: number[] = [];
const sites = await recordPages();
const pages = sites.flatMap((site) => site.pages);

const rates = { reference: [] as number[], ours: [] as number[] };
for (let round = -1; round < ROUNDS; round += 1) {
  for (const [name, work] of [["reference", fetchAndParse] as const, ["ours", search] as const]) {
    const searchId = await startSearch();
    const startedAt = performance.now();
    await work(searchId);
    const rate = sites.length / ((performance.now() - startedAt) / 1000);
    // The first round is a warm-up.
    if (round >= 0) rates[name].push(rate);
  }
}
sandbox.kill("SIGKILL");
rmSync(dataDir, { recursive: true, force: true });

const [reference, ours] = [median(rates.reference), median(rates.ours)];
const measurements: Measurement[] = [
  {
    what: `crawl: pages search, ${sites.length} sites, ${pages.length} pages, ${median(weights)} KB each`,
    unit: "sites/s",
    reference,
    ours,
    ratio: ours / reference,
    target: "≥ 0.75",
  },
];
process.send?.(measurements, () => process.exit(0));

/** Creates a search whose only page of results is already stored; deletes its leads first. */
async function startSearch(): Promise<number> {
  await execute(sql`DELETE FROM leads WHERE owner_id = ${user.id}`);
  const row = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'bench', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${user.id}, id, 'pages', 'bench', 'Campinas', 'SP', 1, 1, 1 FROM list RETURNING id`,
  );
  const searchId = row?.id ?? 0;
  for (const { url } of sites) {
    await execute(
      sql`INSERT INTO search_results (search_id, owner_id, url, result_key, title)
          VALUES (${searchId}, ${user.id}, ${url}, ${url}, 'Empresa')`,
    );
  }
  return searchId;
}

async function search(searchId: number) {
  await workOnRow(searchWork, searchId, new AbortController().signal);
  const left = await firstRow(
    sql`SELECT 1 FROM searches WHERE owner_id = ${ownerOfRow(user.id)} AND id = ${searchId} AND status <> 'completed'`,
  );
  if (left) throw new Error("The search did not complete.");
}

async function fetchAndParse() {
  const connect = buildConnector({});
  const dispatcher = new Agent({
    connections: 1,
    connect: (options, callback) =>
      connect({ ...options, hostname: sandboxUrl.hostname, port: sandboxUrl.port }, callback),
  });
  const waiting = [...pages];
  await Promise.all(
    Array.from({ length: SITES_AT_ONCE }, async () => {
      for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
        const response = await fetch(page, { dispatcher });
        if (!response.ok) throw new Error(`${page}: ${response.status}`);
        const parser = new Parser({});
        const html = await response.text();
        weights.push(Math.round(html.length / 1000));
        parser.write(html);
        parser.end();
      }
    }),
  );
  await dispatcher.destroy();
}

/** Records which pages a visit of each site reads, through a logging proxy. */
async function recordPages(): Promise<{ url: string; pages: string[] }[]> {
  const asked = new Map<string, string[]>();
  const proxy = createServer(async (incoming, response) => {
    const host = incoming.headers.host ?? "";
    const answer = await request(`${sandboxUrl.origin}${incoming.url}`, {
      headers: { host, accept: incoming.headers.accept ?? "*/*" },
    }).catch(() => null);
    if (!answer) return response.destroy();
    const type = String(answer.headers["content-type"] ?? "");
    if (answer.statusCode === 200 && type.includes("html")) {
      const site = host.replace(/^www\./, "");
      asked.set(site, [...(asked.get(site) ?? []), `http://${host}${incoming.url}`]);
    }
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>);
    // One site never ends: pipeline also closes it when the visitor disconnects.
    pipeline(answer.body, response, () => undefined);
    return undefined;
  });
  const port = await listenLocally(proxy);
  const visit = createSiteVisitor({
    delayMs: 0,
    sandboxUrl: `http://127.0.0.1:${port}`,
  });
  const response = await fetch(`${sandboxUrl.origin}/control/sites`);
  const hosts = ((await response.json()) as { host: string; quirks: string[] }[])
    .filter(({ quirks }) => !quirks.includes("página sem fim"))
    .map(({ host }) => host);
  const kept: { url: string; pages: string[] }[] = [];
  await Promise.all(
    Array.from({ length: SITES_AT_ONCE }, async () => {
      for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
        const url = `http://${host}/`;
        const startedAt = performance.now();
        const outcome = await visit(url, {
          signal: AbortSignal.timeout(SLOW_MS),
          fallbackName: "",
        });
        if (outcome.ok && performance.now() - startedAt < SLOW_MS) {
          kept.push({ url, pages: asked.get(host) ?? [] });
        }
      }
    }),
  );
  proxy.closeAllConnections();
  proxy.close();
  return kept;
}

function startSandboxProcess(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "../../sandbox/main.ts"), [], {
    execArgv: ["--import", "tsx"],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      SANDBOX_PORT: sandboxUrl.port,
      SANDBOX_SMTP_PORT: "0",
      SANDBOX_DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`The sandbox ended (${code}).`)));
  });
}
