import { beforeAll, describe, expect, test } from "vitest";
import { searches } from "@/lib/contracts/discovery/searches";
import { today } from "@/lib/contracts/insights/today";
import { radars } from "@/lib/contracts/radar/radars";
import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { MOST_RADARS } from "@/lib/domain/radar/radar";
import type { SearchPlan } from "@/lib/domain/registry/search-plan";
import { execute, firstRow, rows, searchRows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { radarWork } from "@/server/radar/radars/radar-execution.service";
import { startDueRadars } from "@/server/radar/radars/radar-schedule.service";
import { buildAppeared, buildClosed } from "@/server/registry/registry/registry-changes.repository";
import { requireFollowable } from "@/server/registry/registry/registry-changes.service";
import { toRegistrySearch } from "@/server/registry/registry/registry-filter.service";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { erase } from "@/tests/support/privacy";
import { type Company, cnpjOf, importMonth, workOnRadars } from "@/tests/support/radar";
import { returnToMonthBefore } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

beforeAll(async () => {
  await buildUser({ id: env.ADMIN_USER_ID });
});

type NewRadar = Parameters<typeof callApi<typeof radars.create>>[2]["body"];

const QUESTION = { cidade: "3550308", cnae_primario: "4721102" };

async function createRadar(user: TestUser, body: Partial<NewRadar> = {}) {
  const { status, body: answer } = await callApi(
    api,
    radars.create,
    { body: { name: "Padarias", registry: QUESTION, ...body } },
    user.headers,
  );
  expect(status).toBe(201);
  return answer.radar;
}

const findingsOf = (radarId: number) =>
  rows<{ name: string; change: string; month: string }>(
    sql`SELECT f.name, f.change, r.month FROM radar_findings f JOIN radar_runs r ON r.id = f.run_id
        WHERE f.radar_id = ${radarId} ORDER BY r.month, f.change, f.name`,
  );

const mailsOf = (user: TestUser) =>
  rows(sql`SELECT kind FROM mails WHERE user_id = ${user.personId} AND kind = 'radar_found'`);

const membersOf = (listId: number | null) =>
  rows<{ name: string }>(
    sql`SELECT l.name FROM list_leads m JOIN leads l ON l.id = m.lead_id WHERE m.list_id = ${listId} ORDER BY l.name`,
  );

const A: Company = { base: 101, name: "ANDORINHA" };
const B: Company = { base: 102, name: "BETA", status: "08", statusOn: "20240101" };
const C: Company = { base: 103, name: "CENTRAL", place: "parati" };
const D: Company = { base: 104, name: "DOCE" };
const E: Company = { base: 105, name: "ESTRELA", opened: "20260928" };
const F: Company = { base: 106, name: "FORNO", opened: "20261020" };
/** In the files for the first time, years after it opened: nothing that just happened. */
const LATE: Company = { base: 107, name: "LATE", opened: "20100101" };

const MONTHS: Record<string, Company[]> = {
  "2026-09": [A, B, C, D],
  "2026-10": [
    { ...A, phone: "911112222" },
    { ...B, status: "02", statusOn: "20261001" },
    { ...C, place: "sp" },
    { ...D, status: "08", statusOn: "20261002" },
    E,
    LATE,
  ],
  "2026-11": [
    { ...A, phone: "911112222", status: "08", statusOn: "20261101" },
    { ...B, status: "02", statusOn: "20261001", email: "novo@beta.example" },
    { ...C, place: "parati" },
    { ...D, status: "02", statusOn: "20261103" },
    E,
    LATE,
    F,
  ],
};
const importGenerated = (month: string) => importMonth(month, MONTHS[month] ?? []);

test("before there is a month to compare with, what just opened is news, and nothing else", async () => {
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user);
  await importMonth("2026-11", [A, F]);
  await workOnRadars();
  expect(await findingsOf(radar.id)).toEqual([
    { name: "FORNO", change: "opened", month: "2026-11" },
  ]);
});

test.each([{ killed: false }, { killed: true }])(
  "three months with all five kinds of change, each found once, killed between its steps: $killed",
  async ({ killed }) => {
    await importGenerated("2026-09");
    const user = await buildUser({ plan: "pro" });
    // A company that is a lead already is linked.
    const known = await buildLead(user.id);
    await execute(
      sql`UPDATE leads SET cnpj = ${cnpjOf(105)}, name = 'ESTRELA' WHERE id = ${known.id}`,
    );
    const radar = await createRadar(user);
    await workOnRadars({ killed });
    expect(await findingsOf(radar.id)).toEqual([]);

    await importGenerated("2026-10");
    await workOnRadars({ killed });
    const october = [
      { name: "DOCE", change: "closed", month: "2026-10" },
      { name: "ANDORINHA", change: "contact_changed", month: "2026-10" },
      { name: "CENTRAL", change: "moved", month: "2026-10" },
      { name: "ESTRELA", change: "opened", month: "2026-10" },
      { name: "BETA", change: "reopened", month: "2026-10" },
    ];
    expect(await findingsOf(radar.id)).toEqual(october);
    expect(await mailsOf(user)).toHaveLength(1);
    const leads = ["ANDORINHA", "BETA", "CENTRAL", "ESTRELA"];
    expect((await membersOf(radar.list_id)).map(({ name }) => name)).toEqual(leads);
    await workOnRadars({ killed });
    expect(await mailsOf(user)).toHaveLength(1);

    await importGenerated("2026-11");
    await workOnRadars({ killed });
    const november = [
      { name: "ANDORINHA", change: "closed", month: "2026-11" },
      { name: "BETA", change: "contact_changed", month: "2026-11" },
      { name: "FORNO", change: "opened", month: "2026-11" },
      { name: "DOCE", change: "reopened", month: "2026-11" },
    ];
    expect(await findingsOf(radar.id)).toEqual([...october, ...november]);
    expect(await mailsOf(user)).toHaveLength(2);
    expect((await membersOf(radar.list_id)).map(({ name }) => name)).toEqual(
      [...leads, "DOCE", "FORNO"].sort(),
    );
    // The lead that was known cost nothing, the others one each.
    expect(
      await firstRow(
        sql`SELECT count(*)::int AS spent FROM credit_entries WHERE owner_id = ${user.id}`,
      ),
    ).toEqual({ spent: 5 });

    // Returning to a month, and importing one again, brings nothing twice.
    await returnToMonthBefore();
    await workOnRadars({ killed });
    await importGenerated("2026-11");
    await workOnRadars({ killed });
    expect(await findingsOf(radar.id)).toEqual([...october, ...november]);
    expect(await mailsOf(user)).toHaveLength(2);
  },
);

test("only the changes that it follows, and nothing while it is off", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const closed = await createRadar(user, { changes: ["closed"] });
  const off = await createRadar(user);
  await callApi(
    api,
    radars.update,
    { params: { id: off.id }, body: { active: false } },
    user.headers,
  );
  await importGenerated("2026-10");
  await workOnRadars();
  expect(await findingsOf(closed.id)).toEqual([
    { name: "DOCE", change: "closed", month: "2026-10" },
  ]);
  // What closed is no lead.
  expect(await membersOf(closed.list_id)).toEqual([]);
  expect(await findingsOf(off.id)).toEqual([]);
});

test("a number that asked for no messages is marked, and its lead is not to be contacted", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user, { changes: ["opened"] });
  await importGenerated("2026-10");
  const [lead] = await rows<{ phone1: string }>(
    sql`SELECT phone1 FROM registry.establishments WHERE cnpj = ${cnpjOf(105)}`,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, number, source)
        VALUES (${user.id}, ${getPhoneKey(lead?.phone1)}, ${lead?.phone1}, 'person')`,
  );
  await workOnRadars();
  const { body } = await callApi(
    api,
    radars.findings,
    { params: { id: radar.id }, query: {} },
    user.headers,
  );
  expect(body.findings).toMatchObject([
    {
      ...{ change: "opened", name: "ESTRELA", cnpj: cnpjOf(105), city: "São Paulo", state: "SP" },
      ...{ month: "2026-10", opted_out: true, on_whatsapp: null, unseen: true },
      lead_id: expect.any(Number),
    },
  ]);
  expect(await rows(sql`SELECT status FROM leads WHERE owner_id = ${user.id}`)).toEqual([
    { status: "opted_out" },
  ]);
});

test("what the credits do not cover is told at once and becomes leads on another day; what was a lead is none again", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ dailyLimit: 3 });
  const radar = await createRadar(user);
  await importGenerated("2026-10");
  await workOnRadars();
  const stateOf = async () => {
    const { body } = await callApi(api, radars.get, { params: { id: radar.id } }, user.headers);
    return body.radar;
  };
  expect(await membersOf(radar.list_id)).toHaveLength(3);
  expect(await mailsOf(user)).toHaveLength(1);
  expect(await stateOf()).toMatchObject({
    running: true,
    note: "1 empresa ainda não virou lead: faltaram créditos ou espaço. O radar continua amanhã.",
  });
  await execute(sql`DELETE FROM leads WHERE owner_id = ${user.id}`);
  await execute(sql`UPDATE accounts SET daily_limit = 100 WHERE id = ${user.id}`);
  await execute(sql`UPDATE radar_runs SET resume_at = NULL WHERE owner_id = ${user.id}`);
  await workOnRadars();
  expect(await membersOf(radar.list_id)).toHaveLength(1);
  expect(await stateOf()).toMatchObject({ running: false });
  expect(await mailsOf(user)).toHaveLength(1);

  // Its contact changed: news, but no lead and no credit again.
  await importGenerated("2026-11");
  await workOnRadars();
  expect(await findingsOf(radar.id)).toHaveLength(9);
  expect((await membersOf(radar.list_id)).map(({ name }) => name)).not.toContain("ANDORINHA");
  expect(
    await firstRow(
      sql`SELECT count(*)::int AS spent FROM credit_entries WHERE owner_id = ${user.id}`,
    ),
  ).toEqual({ spent: 6 });
});

test("whoever was erased is no finding, and holds up no other", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user);
  await erase(api, user, { cnpjs: [cnpjOf(105)] });
  await importGenerated("2026-10");
  await workOnRadars();
  const found = (await findingsOf(radar.id)).map(({ name }) => name);
  expect(found).not.toContain("ESTRELA");
  expect(found.length).toBeGreaterThan(2);
  const { body } = await callApi(api, radars.get, { params: { id: radar.id } }, user.headers);
  expect(body.radar).toMatchObject({ running: false, note: null });
});

test("what a person stops is not taken for saved, and waits for the next day", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user);
  await importGenerated("2026-10");
  await startDueRadars.run();
  const run = await firstRow<{ id: number }>(
    sql`SELECT id FROM radar_runs WHERE owner_id = ${user.id} AND status = 'processing'`,
  );
  const never = new AbortController().signal;
  await workOnRow(radarWork, run?.id ?? 0, never);
  const search = await firstRow<{ id: number }>(
    sql`SELECT id FROM searches WHERE owner_id = ${user.id} AND status = 'processing'`,
  );
  await callApi(api, searches.stop, { params: { id: search?.id ?? 0 } }, user.headers);
  await workOnRadars();
  expect(await membersOf(radar.list_id)).toEqual([]);
  const { body } = await callApi(api, radars.get, { params: { id: radar.id } }, user.headers);
  expect(body.radar).toMatchObject({
    running: true,
    note: expect.stringContaining("O radar continua amanhã."),
  });
  await execute(sql`UPDATE radar_runs SET resume_at = NULL WHERE owner_id = ${user.id}`);
  await workOnRadars();
  expect(await membersOf(radar.list_id)).toHaveLength(4);
});

test("a radar spends no more than its budget in a run", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user, { credit_budget: 2 });
  await importGenerated("2026-10");
  await workOnRadars();
  expect(await membersOf(radar.list_id)).toHaveLength(2);
  const { body } = await callApi(api, radars.get, { params: { id: radar.id } }, user.headers);
  expect(body.radar).toMatchObject({
    running: false,
    note: "2 empresas ficaram sem virar lead: o limite de créditos do radar acabou.",
    unseen: [
      { change: "opened", count: 1 },
      { change: "reopened", count: 1 },
      { change: "moved", count: 1 },
      { change: "contact_changed", count: 1 },
      { change: "closed", count: 1 },
    ],
  });
});

test("a worker that lost its lease writes nothing", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user);
  await importGenerated("2026-10");
  await startDueRadars.run();
  const run = await firstRow<{ id: number; lease_no: number }>(
    sql`UPDATE radar_runs SET lease_no = 7, lease_until = now() + interval '1 minute'
        WHERE radar_id = ${radar.id} AND status = 'processing' RETURNING id, lease_no`,
  );
  const lost = { ownerId: user.id, leaseNo: 6, attempts: 0, signal: new AbortController().signal };
  const reportProgress = () => undefined;
  await radarWork.advance({ ...lost, id: run?.id ?? 0, reportProgress });
  await radarWork.end({ ...lost, id: run?.id ?? 0, reportProgress }, "error", "parou");
  expect(await findingsOf(radar.id)).toEqual([]);
  expect(await mailsOf(user)).toEqual([]);
  expect(await rows(sql`SELECT status, step FROM radar_runs WHERE id = ${run?.id}`)).toEqual([
    { status: "processing", step: "appeared" },
  ]);
  await execute(sql`UPDATE radar_runs SET lease_until = NULL WHERE id = ${run?.id}`);
  await workOnRadars();
});

test("findings are new until they are seen, for the list, the radar and Hoje", async () => {
  await importGenerated("2026-09");
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user);
  await importGenerated("2026-10");
  await workOnRadars();
  const newsOf = async () =>
    (await callApi(api, today.get, {}, user.headers)).body.radars.map(({ id, unseen }) => ({
      id,
      unseen: unseen.length,
    }));
  expect(await newsOf()).toEqual([{ id: radar.id, unseen: 5 }]);
  const { body } = await callApi(
    api,
    radars.findings,
    { params: { id: radar.id }, query: { change: "closed" } },
    user.headers,
  );
  expect(body).toMatchObject({ pagination: { total: 1 }, findings: [{ name: "DOCE" }] });
  const latest = await firstRow<{ id: number }>(
    sql`SELECT max(id)::int AS id FROM radar_findings WHERE radar_id = ${radar.id}`,
  );
  const seen = await callApi(
    api,
    radars.see,
    { params: { id: radar.id }, body: { up_to: latest?.id ?? 0 } },
    user.headers,
  );
  expect(seen.body.radar.unseen).toEqual([]);
  expect(await newsOf()).toEqual([]);
});

describe("a radar is refused", () => {
  const create = async (user: TestUser, body: object) =>
    callApi(api, radars.create, { body: { name: "x", ...body } as NewRadar }, user.headers);

  test("with more than one search or none, or a situation beside active", async () => {
    const user = await buildUser();
    const pages = { query: "padaria", city: "Campinas", state: "SP", startPage: 1, endPage: 1 };
    const maps = { query: "padaria", raio: 50, latitude: -22, longitude: -47 };
    const wrong: [object, object][] = [
      [{}, { registry: "Informe registry, pages ou maps." }],
      [{ registry: QUESTION, pages }, { registry: "Informe registry, pages ou maps." }],
      [
        { registry: { ...QUESTION, situacao: "baixada" } },
        { registry: expect.stringContaining("empresas ativas") },
      ],
      [{ registry: { situacao: "ativa" } }, { registry: expect.stringContaining("filtro") }],
      [{ registry: QUESTION, changes: [] }, { changes: "Escolha ao menos uma mudança." }],
      [{ registry: QUESTION, credit_budget: 0 }, { credit_budget: "Use de 1 a 500 créditos." }],
      [
        { maps, credit_budget: 5 },
        { credit_budget: expect.stringContaining("reserva 6 créditos") },
      ],
      [{ registry: QUESTION, name: " " }, { name: "Dê um nome ao radar." }],
    ];
    for (const [body, fields] of wrong) {
      expect(await create(user, body)).toMatchObject({ status: 400, body: { fields } });
    }
  });

  test("when its companies are too many to compare", async () => {
    await importGenerated("2026-09");
    await expect(requireFollowable({ cnae_primario: ["47"] }, 5)).rejects.toMatchObject({
      code: "invalid_input",
      message: "Escolha um estado ou parte do nome: são empresas demais.",
    });
    await requireFollowable({ cnae_primario: ["47"] }, 50);
  });

  test("beyond the twentieth, also when many are saved at once", async () => {
    const user = await buildUser();
    const answers = await Promise.all(
      Array.from({ length: MOST_RADARS + 3 }, () => create(user, { registry: QUESTION })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_RADARS);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      body: { code: "quota_reached", error: expect.stringContaining("até 20 radares") },
    });
  });
});

test("no comparison scans a month", async () => {
  await importGenerated("2026-09");
  const { id: beforeId } = await importGenerated("2026-10");
  const { id: importId } = await importGenerated("2026-11");
  const filters: RegistryFilter[] = [
    { uf: ["SP"] },
    { cidade: ["3550308"], cnae_primario: ["4721102"], bairro: ["centro"] },
    { nome_fantasia: "padaria", cep: ["01310"], aberta_dias: 90 },
  ];
  const plans: SearchPlan[] = [
    { way: "walk", byActivity: false },
    { way: "index", words: new Set(), keys: new Set(["area", "cnae", "cep", "opened"]) },
  ];
  for (const filter of filters) {
    for (const plan of plans) {
      const search = toRegistrySearch(filter);
      const range = { plan, after: 5, limit: 2_000 };
      const statements = [
        buildAppeared(search, { ...range, importId }, { beforeId, openedSince: "2026-08-31" }),
        buildClosed(search, { ...range, importId: beforeId }, importId),
      ];
      for (const statement of statements) {
        const lines = await searchRows<{ "QUERY PLAN": string }>(sql`EXPLAIN ${statement}`);
        const text = lines.map((line) => line["QUERY PLAN"]).join("\n");
        expect(text, JSON.stringify({ filter, way: plan.way })).not.toMatch(/Seq Scan on establ/);
      }
    }
  }
});
