import { beforeEach, expect, test } from "vitest";
import { getCreditStatus, reserveCredits } from "@/server/accounts/credits/credits.service";
import { type Finding, settleGroup } from "@/server/discovery/searches/search-findings.service";
import {
  addResults,
  findPendingResults,
} from "@/server/discovery/searches/search-results.repository";
import type { Run } from "@/server/discovery/searches/search-run.service";
import { toFoundCompany } from "@/server/discovery/searches/search-visits.service";
import { findSearch, type SearchRow } from "@/server/discovery/searches/searches.repository";
import type { SiteCompany } from "@/server/discovery/sites/sites.gateway";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";

let user: TestUser;
beforeEach(async () => {
  user = await buildUser({ dailyLimit: 20 });
});

interface OpenSearch {
  run: Run;
  row: SearchRow;
}

async function openSearch(owner = user): Promise<OpenSearch> {
  const made = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${owner.id}, 'x', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page, lease_no)
        SELECT ${owner.id}, id, 'pages', 'x', 'Campinas', 'SP', 1, 1, 1, 1 FROM list RETURNING id`,
  );
  const row = made && (await findSearch(owner.id, made.id));
  if (!row) throw new Error("no search");
  const signal = new AbortController().signal;
  const run = { id: row.id, ownerId: owner.id, leaseNo: 1, attempts: 0, signal };
  return { row, run: { ...run, reportProgress: () => undefined } };
}

const NOTHING: SiteCompany = {
  ...{ name: "Empresa", whatsapp: null, phone: null, email: null, cnpj: null, address: null },
  ...{ profiles: [], evidence: {} },
};

/** One result per company, in order, each on its own site by default. */
async function findings(
  { run, row: search }: OpenSearch,
  companies: (Partial<SiteCompany> & { host?: string })[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [
    index,
    { host = `loja-${run.id}-${index}.com.br`, ...company },
  ] of companies.entries()) {
    const url = `http://${host}/`;
    const row = await firstRow<{ id: number }>(
      sql`INSERT INTO search_results (search_id, owner_id, url, result_key, title)
          VALUES (${run.id}, ${run.ownerId}, ${url}, ${`${host} ${index}`}, 'x') RETURNING id`,
    );
    const result = {
      ...{ id: row?.id ?? 0, url, result_key: `${host} ${index}` },
      ...{ title: "x", place: null },
    };
    const visited = { ...NOTHING, name: `Empresa ${index}`, ...company };
    found.push({ result, found: { company: toFoundCompany(search, result, visited) } });
  }
  return found;
}

const settle = ({ run, row }: OpenSearch, group: Finding[]) => settleGroup(run, row, group);

const mobile = (nth: number) => `551998${String(1_000_000 + nth)}`;
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => ({ whatsapp: mobile(from + nth) }));

const outcomes = async ({ run }: OpenSearch) =>
  (
    await rows<{ outcome: string }>(
      sql`SELECT outcome FROM search_results WHERE search_id = ${run.id} ORDER BY id`,
    )
  ).map(({ outcome }) => outcome);

const leads = () =>
  rows<{ id: number; name: string; whatsapp: string | null; phone: string | null }>(
    sql`SELECT id, name, whatsapp, phone FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
  );

/** What must be consistent in any case: leads, ledger, balance and events. */
async function expectCharged(count: number) {
  const [counts] = await rows(
    sql`SELECT (SELECT count(*)::int FROM credit_entries WHERE owner_id = ${user.id}) AS entries,
               (SELECT count(*)::int FROM events WHERE owner_id = ${user.id} AND event_type = 'lead_created') AS events`,
  );
  expect(counts).toEqual({ entries: count, events: count });
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: count });
}

test("a company found twice in one group is one lead, once charged, twice in no list", async () => {
  const search = await openSearch();
  const group = await findings(search, [
    { whatsapp: mobile(1), cnpj: "11222333000181" },
    { whatsapp: "551981000001" },
    { host: "a.com.br", email: "a@a.com.br" },
    { host: "a.com.br", phone: "551933334444" },
    { cnpj: "11222333000181", whatsapp: mobile(9) },
    // The first one's number with a different CNPJ: another company.
    { whatsapp: mobile(1), cnpj: "11444777000161" },
  ]);
  expect(await settle(search, group)).toBe("settled");
  expect(await outcomes(search)).toEqual([
    ...["created", "linked", "created", "linked", "linked", "created"],
  ]);
  expect(await leads()).toMatchObject([
    { name: "Empresa 0", whatsapp: mobile(1) },
    { name: "Empresa 2", whatsapp: null },
    { name: "Empresa 5", whatsapp: null, phone: mobile(1) },
  ]);
  await expectCharged(3);
  const listed = await rows(
    sql`SELECT lead_id FROM list_leads WHERE list_id = ${search.row.list_id}`,
  );
  expect(listed).toHaveLength(3);
});

test("credits for three of ten: the first three are leads, what is known is linked, the rest is left out", async () => {
  user = await buildUser({ dailyLimit: 3 });
  const known = await buildLead(user.id, { whatsapp: mobile(9) });
  const search = await openSearch();
  await transaction(() => reserveCredits(user.id, search.run.id, 1));
  const group = await findings(search, many(10));
  // In any order.
  expect(await settle(search, group.toReversed())).toBe("limit reached");
  expect(await outcomes(search)).toEqual([
    ...["created", "created", "created"],
    ...Array.from({ length: 6 }, () => "left_out"),
    "linked",
  ]);
  expect((await leads()).map(({ name }) => name)).toEqual([
    known.name,
    ...["Empresa 0", "Empresa 1", "Empresa 2"],
  ]);
  await expectCharged(3);
  expect(await findSearch(user.id, search.run.id)).toMatchObject({
    ...{
      status: "completed",
      left_out: 6,
      note: "Seus créditos acabaram: 6 resultados ficaram de fora.",
    },
  });
  expect(await getCreditStatus(user.id)).toMatchObject({
    remaining_credits: 0,
    reserved_credits: 0,
  });
});

test("a group all of whose companies are leads already costs nothing, even with no credit left", async () => {
  user = await buildUser({ dailyLimit: 0 });
  const search = await openSearch();
  for (let nth = 0; nth < 3; nth += 1) await buildLead(user.id, { whatsapp: mobile(nth) });
  expect(await settle(search, await findings(search, many(3)))).toBe("settled");
  expect(await outcomes(search)).toEqual(["linked", "linked", "linked"]);
  await expectCharged(0);
});

test("what is settled stays settled, and nothing is charged again", async () => {
  const search = await openSearch();
  const group = await findings(search, many(4));
  await settle(search, group.slice(0, 3));
  expect(await settle(search, group)).toBe("settled");
  expect(await outcomes(search)).toEqual(["created", "created", "created", "created"]);
  await expectCharged(4);
});

test("a worker that lost the lease writes nothing", async () => {
  const search = await openSearch();
  const group = await findings(search, many(2));
  await execute(sql`UPDATE searches SET lease_no = lease_no + 1 WHERE id = ${search.run.id}`);
  expect(await settle(search, group)).toBe("not held");
  expect(await outcomes(search)).toEqual(["pending", "pending"]);
  expect(await leads()).toEqual([]);
  await expectCharged(0);
});

test("text the database rejects does not affect the others", async () => {
  const search = await openSearch();
  const group = await findings(search, [
    { whatsapp: mobile(1), name: "Padaria \0do Zé" },
    { whatsapp: mobile(2), name: "Flores \u{1F33A}".slice(0, -1) },
    ...many(3, 10),
    // Longer than an index entry may be: only the database detects it.
    { whatsapp: mobile(3), cnpj: Array.from({ length: 9_000 }, () => Math.random()).join("") },
  ]);
  expect(await settle(search, group)).toBe("settled");
  expect(await outcomes(search)).toEqual([
    ...["created", "created", "created", "created", "created", "failed"],
  ]);
  const names = (await leads()).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["Padaria do Zé", "Flores \uFFFD"]);
  await expectCharged(5);
});

test("results with text the database rejects are cleaned and stored, once each", async () => {
  const open = await openSearch();
  const found = (title: string, place: unknown = null) => ({
    ...{ key: title, url: null, title, place, outcome: "pending" as const },
  });
  await addResults(open.run, [found("a\0b"), found("c\ud800", { name: "\0" }), found("d")]);
  await addResults(open.run, [found("d")]);
  const kept = await findPendingResults(open.run.ownerId, open.run.id);
  expect(kept).toMatchObject([
    { title: "ab", place: null },
    { title: "c\uFFFD", place: { name: "" } },
    { title: "d", place: null },
  ]);
});

test("two searches of one owner that find the same companies concurrently save each once, never beyond the credits", async () => {
  for (let round = 0; round < 15; round += 1) {
    user = await buildUser({ dailyLimit: 12 });
    const [one, other] = [await openSearch(), await openSearch()];
    const same = [...many(10), { host: `so-o-site-${round}.com.br`, email: "x@y.com.br" }];
    const groups: [OpenSearch, Finding[]][] = [
      [one, await findings(one, same)],
      [other, await findings(other, [...same.toReversed(), ...many(6, 100)])],
    ];
    // Split in halves, so that both settle concurrently more than once, while a lead is created by hand.
    await Promise.all([
      ...groups.map(async ([search, group]) => {
        const half = Math.ceil(group.length / 2);
        if ((await settle(search, group.slice(0, half))) === "settled") {
          await settle(search, group.slice(half));
        }
      }),
      buildLead(user.id, { whatsapp: mobile(5) }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: "23505" }),
      ),
    ]);
    const kept = await leads();
    const numbers = kept.flatMap(({ whatsapp }) => whatsapp ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
    const created = [...(await outcomes(one)), ...(await outcomes(other))].filter(
      (outcome) => outcome === "created",
    ).length;
    expect(created).toBeLessThanOrEqual(12);
    expect(kept.length - created).toBeLessThanOrEqual(1);
    await expectCharged(created);
    const unlisted = await rows(
      sql`SELECT r.id FROM search_results r JOIN searches s ON s.id = r.search_id
          WHERE r.owner_id = ${user.id} AND r.lead_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM list_leads l WHERE l.list_id = s.list_id AND l.lead_id = r.lead_id)`,
    );
    expect(unlisted).toEqual([]);
  }
});

test("a lead deleted while its group is settled is not referenced", async () => {
  for (let round = 0; round < 15; round += 1) {
    user = await buildUser({ dailyLimit: 20 });
    const search = await openSearch();
    const lead = await buildLead(user.id, { whatsapp: mobile(1) });
    const group = await findings(search, many(3));
    const [settlement] = await Promise.all([
      settle(search, group),
      execute(sql`DELETE FROM leads WHERE owner_id = ${user.id} AND id = ${lead.id}`),
    ]);
    expect(settlement).toBe("settled");
    expect(await outcomes(search)).not.toContain("pending");
    expect(await outcomes(search)).not.toContain("failed");
  }
});
