/**
 * Twenty websites made to freeze or exhaust the crawler, visited by one owner's search while another owner searches
 * ordinary sites. Web and worker must stay alive, ready and small, and the other owner must not wait.
 */
import { createServer, request as requestHttp } from "node:http";
import { gzipSync } from "node:zlib";
import { searches } from "@/lib/contracts/discovery/searches";
import { listenLocally } from "@/sandbox/listening";
import { startTestSandbox, until } from "@/sandbox/testing";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "../factories/users";
import { callApi } from "../support/api";
import { measureLoad } from "./hostile-load";
import { report } from "./report";
import { startWebProcess } from "./web-process";
import { killProcess, startWorkerProcess } from "./worker-process";

const PAGE_LENGTH = 1_990_000;
const WITHIN_MS = 240_000;
/** The other owner's search takes seconds by itself. */
const MAX_OTHER_MS = 90_000;

const sandbox = await startTestSandbox();
const sites = buildSites();
const names = Object.keys(sites);
await startHostileWorld();
const worker = startWorkerProcess();
const web = await startWebProcess();
const api = { url: env.APP_URL };
await until(async () => (await fetch(`${api.url}/api/ready`)).ok, "the worker", WITHIN_MS);
const [hostile, other] = [await buildUser({ plan: "pro" }), await buildUser({ plan: "pro" })];

let [sitesS, otherMs] = [0, 0];
const figures = await measureLoad({ web, worker }, async () => {
  const startedAt = performance.now();
  await startHostileSearch(hostile);
  otherMs = await searchOrdinarySites(other);
  await until(async () => (await countPending()) === 0, "the hostile sites", WITHIN_MS);
  sitesS = (performance.now() - startedAt) / 1000;
});
await killProcess(worker);
await killProcess(web);
report({
  sites: { value: names.length, holds: names.length === 20 },
  "all sites s": { value: Math.round(sitesS), holds: sitesS <= WITHIN_MS / 1000 },
  "other's search ms": { value: Math.round(otherMs), holds: otherMs <= MAX_OTHER_MS },
  ...figures,
});

async function countPending(): Promise<number> {
  const row = await firstRow<{ pending: number }>(
    sql`SELECT count(*)::int AS pending FROM search_results
        WHERE owner_id = ${hostile.id} AND outcome = 'pending'`,
  );
  return row?.pending ?? 0;
}

/** Serves the hostile sites at the sandbox's address and passes other requests to the sandbox. */
async function startHostileWorld(): Promise<void> {
  const server = createServer((incoming, response) => {
    const { host = "", ...headers } = incoming.headers;
    const at = Number(/^hostil-(\d+)\.example/.exec(host)?.[1]);
    const site = sites[names[at] ?? ""];
    if (site) {
      const isRobots = incoming.url === "/robots.txt";
      const body = isRobots ? (site.robots ?? "") : site.page;
      response.writeHead(200, {
        "content-type": isRobots ? "text/plain" : "text/html; charset=utf-8",
        ...(typeof body !== "string" && { "content-encoding": "gzip" }),
      });
      response.end(body);
      return;
    }
    const passed = requestHttp(
      `${sandbox.url}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  await listenLocally(server, Number(new URL(env.SANDBOX_URL ?? "").port));
}

/** A search whose only page of results is already stored. The worker's sweep finds it. */
async function startHostileSearch(user: TestUser) {
  const search = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'hostis', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${user.id}, id, 'pages', 'hostis', 'Campinas', 'SP', 1, 1, 1 FROM list RETURNING id`,
  );
  for (const at of names.keys()) {
    const url = `http://hostil-${at}.example/`;
    await execute(
      sql`INSERT INTO search_results (search_id, owner_id, url, result_key, title)
          VALUES (${search?.id}, ${user.id}, ${url}, ${url}, 'Empresa')`,
    );
  }
}

/** Returns how long it took. */
async function searchOrdinarySites(user: TestUser): Promise<number> {
  const from = performance.now();
  const body = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };
  await callApi(api, searches.startPages, { body }, user.headers);
  await until(
    async () => {
      const { body: recent } = await callApi(api, searches.recent, {}, user.headers);
      return recent.searches[0]?.status === "completed";
    },
    "the other owner's search",
    WITHIN_MS,
  );
  return performance.now() - from;
}

interface Site {
  /** HTML, or compressed HTML. */
  page: string | Buffer;
  robots?: string;
}

function buildSites(): Record<string, Site> {
  const long = (unit: string, length = PAGE_LENGTH) =>
    unit.repeat(Math.floor(length / unit.length));
  const links =
    '<a href="/contato">Contato</a><a href="/sobre">Sobre</a><a href="/unidades">Lojas</a>';
  const page = (html: string): Site => ({ page: `<title>Loja</title>${links}${html}` });
  const jsonLd = (script: string) => page(`<script type="application/ld+json">${script}</script>`);
  return {
    "JSON-LD of blanks, 100 KB": jsonLd(`${long(" ", 100_000)}x`),
    "JSON-LD of blanks, 290 KB": jsonLd(`${long(" ", 290_000)}x`),
    "JSON-LD of brackets": jsonLd(long("[", 290_000)),
    "JSON-LD of commas": jsonLd(`[1${long(", ", 290_000)}]`),
    "JSON-LD of numbers": jsonLd(
      `{"@type":"Bakery","name":"x","telephone":[${long('"11987654321",', 280_000)}"1"]}`,
    ),
    "robots.txt of wildcards": {
      ...page(""),
      robots: `user-agent: *\n${long(`disallow: /${long("*a", 1_900)}b\n`, 500_000)}`,
    },
    "robots.txt of robots": {
      ...page(""),
      robots: `${long("user-agent: a\n", 250_000)}${long("disallow: /b\n", 250_000)}`,
    },
    "robots.txt of rules": {
      ...page(""),
      robots: `user-agent: *\n${long("disallow:/*a*b\n", 510_000)}`,
    },
    numbers: page(`<p>${long("(11) 98765-4321 / ")}</p>`),
    "at signs": page(`<p>${long("a@")}</p>`),
    dots: page(`<p>${long(".")}@a.com</p>`),
    CNPJs: page(`<p>${long("11.222.333/0001-81 ")}</p>`),
    "a long title": { page: `<title>${long(" - a")}</title>` },
    "open tags": page(long("<a ")),
    "deep elements": page(long("<div>")),
    links: page(long('<a href="mailto:a@a.co">WhatsApp</a>')),
    entities: page(`<p>${long("&amp;")}</p><i alt="1234 ${long("&quot;", 500_000)}">`),
    scripts: page(long('<script>whatsapp="1</script>')),
    "a long charset": page(`<meta charset=${long(" ", 1_000_000)}>`),
    "a compressed page": { page: gzipSync(long(" ", 200_000_000)) },
  };
}
