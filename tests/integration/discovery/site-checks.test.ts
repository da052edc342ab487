import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { beforeAll, describe, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { isCertificateError, type SiteVerdict } from "@/lib/domain/companies/site-verdict";
import type { SiteTruth } from "@/sandbox/companies/company";
import { listenLocally } from "@/sandbox/listening";
import { claimChecks } from "@/server/discovery/site-checks/site-checks.repository";
import {
  checkSite,
  checkSites,
  MOST_WAITING,
} from "@/server/discovery/site-checks/site-checks.service";
import { createSiteVisitor } from "@/server/discovery/sites/site-visitor.http";
import { saveFoundCompanies } from "@/server/leads/leads/found-leads.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
let sites: SiteTruth[];
let serial = 0;

beforeAll(async () => {
  sites = await sandbox.control<SiteTruth[]>("GET", "/sites");
});

function hostWith(quirk: string): string {
  const site = sites.find(({ quirks }) => quirks.includes(quirk));
  if (!site) throw new Error(`No site with ${quirk}.`);
  return site.host;
}

async function createLead(user: TestUser, name: string, website: string | null): Promise<number> {
  serial += 1;
  const body = { name, website, whatsapp: `55119${70_000_000 + serial}` };
  const answer = await callApi(api, leads.create, { body }, user.headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return (answer.body as { lead: { id: number } }).lead.id;
}

const requestChecks = (user: TestUser, lead_ids: number[]) =>
  callApi(api, leadBulk.checkSites, { body: { lead_ids } }, user.headers);

async function listNames(user: TestUser, site: string, search = ""): Promise<string[]> {
  const query = { site, sort: "name" as const, ...(search && { search }) };
  const answer = await callApi(api, leads.list, { query }, user.headers);
  expect(answer.status, site).toBe(200);
  return (answer.body as { leads: { name: string }[] }).leads.map(({ name }) => name);
}

async function readVerdict(user: TestUser, id: number): Promise<SiteVerdict | null> {
  const answer = await callApi(api, leads.get, { params: { id } }, user.headers);
  return (answer.body as { lead: { site_verdict: SiteVerdict | null } }).lead.site_verdict;
}

const countQueued = async (user: TestUser) =>
  (await rows(sql`SELECT 1 FROM site_checks WHERE owner_id = ${user.id}`)).length;

test("sites of leads from anywhere are visited on request; each verdict is a column and a filter", async () => {
  const [user, stranger] = [await buildUser(), await buildUser()];
  const addresses: [string, string | null, string][] = [
    ["Sem", null, "none"],
    ["Rede", "https://instagram.com/padaria", "social"],
    ["Fora", `http://${hostWith("responde 500")}`, "broken"],
    ["Sumida", `http://${hostWith("página inicial 404")}`, "broken"],
    ["À venda", `http://${hostWith("domínio à venda")}`, "broken"],
    ["Recusa robôs", `http://${hostWith("robots Disallow: /")}`, "unknown"],
    ["Antiga", `http://${hostWith("frames")}`, "not_mobile"],
  ];
  const ids = new Map<string, number>();
  for (const [name, website] of addresses) ids.set(name, await createLead(user, name, website));
  expect(await listNames(user, "unknown")).toHaveLength(5);

  const all = [...ids.values()];
  expect((await requestChecks(stranger, all)).body).toEqual({ queued: 0, waiting: 0 });
  expect((await requestChecks(user, all)).body).toEqual({ queued: 5, waiting: 5 });
  expect((await requestChecks(user, all)).body).toEqual({ queued: 0, waiting: 5 });
  await checkSites.run();
  expect(await countQueued(user)).toBe(0);
  for (const verdict of ["none", "social", "broken", "unknown", "not_mobile"]) {
    const expected = addresses.filter((each) => each[2] === verdict).map(([name]) => name);
    expect((await listNames(user, verdict)).toSorted(), verdict).toEqual(expected.toSorted());
  }
  expect(await listNames(user, "none,broken", "fora")).toEqual(["Fora"]);
  expect(await listNames(stranger, "none,broken,unknown")).toEqual([]);
  const wrong = await callApi(api, leads.list, { query: { site: "feio" } }, user.headers);
  expect(wrong.status).toBe(400);
});

test("a site whose turn never came waits for another, and for six hours at most", async () => {
  const user = await buildUser();
  const website = `http://${hostWith("responde 500")}`;
  const id = await createLead(user, "Na fila", website);
  await requestChecks(user, [id]);
  const claimed = { owner_id: user.id, lead_id: id, name: "Na fila", website };
  await checkSite(claimed, AbortSignal.abort());
  expect([await countQueued(user), await readVerdict(user, id)]).toEqual([1, null]);
  await execute(
    sql`UPDATE site_checks SET queued_at = now() - interval '7 hours' WHERE lead_id = ${id}`,
  );
  await checkSite(claimed, AbortSignal.abort());
  expect([await countQueued(user), await readVerdict(user, id)]).toEqual([0, null]);
});

test("a verdict goes with the site: another site has none, and a late one changes nothing", async () => {
  const user = await buildUser();
  const id = await createLead(user, "Padaria", `http://${hostWith("responde 500")}`);
  await requestChecks(user, [id]);
  await checkSites.run();
  expect(await readVerdict(user, id)).toBe("broken");
  const change = { params: { id }, body: { website: "http://outra-padaria.example" } };
  expect((await callApi(api, leads.update, change, user.headers)).status).toBe(200);
  expect(await readVerdict(user, id)).toBeNull();
  // The one who was claimed with the site before.
  const { setSiteCheck } = await import("@/server/leads/leads/site-check.service");
  const late = { leadId: id, website: "http://antes.example", check: "broken" as const };
  await setSiteCheck(user.id as never, late);
  expect(await readVerdict(user, id)).toBeNull();
  await callApi(api, leads.update, { params: { id }, body: { website: null } }, user.headers);
  expect(await readVerdict(user, id)).toBe("none");
});

test("deleting a lead and taking that back keeps its verdict", async () => {
  const user = await buildUser();
  const id = await createLead(user, "Padaria", "http://padaria-lenta.example");
  await execute(sql`UPDATE leads SET site_check = 'slow' WHERE id = ${id}`);
  await callApi(api, leadBulk.remove, { body: { lead_ids: [id] } }, user.headers);
  const deletion = await firstRow<{ id: number }>(
    sql`SELECT id FROM lead_deletions WHERE owner_id = ${user.id}`,
  );
  const params = { id: deletion?.id ?? 0 };
  expect((await callApi(api, leads.restore, { params }, user.headers)).status).toBe(200);
  expect(await readVerdict(user, id)).toBe("slow");
});

describe("the queue", () => {
  test("is bounded, and one owner's sites do not keep another's waiting", async () => {
    const [many, few] = [await buildUser(), await buildUser()];
    await fill(
      sql`INSERT INTO leads (owner_id, name, source, website, site_host)
          SELECT ${many.id}, 'Empresa ' || n, 'import', 'http://e' || n || '.example', 'e' || n || '.example'
          FROM generate_series(1, ${MOST_WAITING + 100}::int) AS n`,
    );
    const body = { filter: {} };
    const asked = await callApi(api, leadBulk.checkSites, { body }, many.headers);
    expect(asked.body).toEqual({ queued: MOST_WAITING, waiting: MOST_WAITING });
    await requestChecks(few, [await createLead(few, "Padaria", "http://padaria-1.example")]);
    const claimed = await transaction(() => claimChecks(4, 60));
    expect(claimed.map(({ owner_id }) => owner_id)).toContain(few.id);
    expect(claimed).toHaveLength(4);
    const next = await transaction(() => claimChecks(4, 60));
    const isSame = (one: { lead_id: number }) =>
      claimed.some((each) => each.lead_id === one.lead_id);
    expect(next.filter(isSame)).toEqual([]);
    await execute(
      sql`UPDATE site_checks SET claimed_until = now() - interval '1 second' WHERE owner_id = ${few.id}`,
    );
    const again = await transaction(() => claimChecks(4, 60));
    expect(again.map(({ owner_id }) => owner_id)).toContain(few.id);
    await execute(sql`DELETE FROM site_checks WHERE owner_id = ${many.id}`);
  });

  test("leaves out accounts that are not active", async () => {
    const user = await buildUser();
    await requestChecks(user, [await createLead(user, "Padaria", "http://padaria-2.example")]);
    const isClaimed = async () =>
      (await transaction(() => claimChecks(100, 1))).some(({ owner_id }) => owner_id === user.id);
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
    expect(await isClaimed()).toBe(false);
    await execute(sql`UPDATE accounts SET is_active = true WHERE id = ${user.id}`);
    expect(await isClaimed()).toBe(true);
  });
});

test("what a search's visit found of the site comes with its lead", async () => {
  const user = await buildUser();
  const company = {
    ...{ source: "google_maps", whatsapp: null, email: null, address: null, city: null },
    ...{ state: null, cnpj: null, evidence: {}, profiles: [], phone: "551133334444" },
  };
  const found = [
    { ...company, name: "A", website: "http://a.example", siteHost: "a.example" },
    { ...company, name: "B", website: null, siteHost: null },
  ];
  await transaction(() =>
    saveFoundCompanies(
      user.id as never,
      found.map((each) => ({ ...each, site_check: each.website ? "certificate" : null })),
      { all: 2, reachable: 2 },
    ),
  );
  expect(await listNames(user, "certificate")).toEqual(["A"]);
  expect(await listNames(user, "none")).toEqual(["B"]);
});

test("a certificate that browsers warn of is told from other failures", async () => {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const ask = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=x"];
  execFileSync("openssl", [...ask, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(folder, { recursive: true });
  const port = await listenLocally(server);
  const failure = (url: string) =>
    request(url).then(
      () => null,
      (error: unknown) => error,
    );
  expect(isCertificateError(await failure(`https://127.0.0.1:${port}/`))).toBe(true);
  const visit = createSiteVisitor({ delayMs: 0, sandboxUrl: `http://127.0.0.1:${port}` });
  const options = { signal: AbortSignal.timeout(20_000), fallbackName: "", onlyHome: true };
  expect(await visit("https://padaria-segura.example/", options)).toMatchObject({
    ok: false,
    check: "certificate",
  });
  await new Promise((resolve) => server.close(resolve));
  const closed = await failure(`https://127.0.0.1:${port}/`);
  expect(closed).toBeInstanceOf(Error);
  expect(isCertificateError(closed)).toBe(false);
});
