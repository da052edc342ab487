import { expect, test } from "vitest";
import { radars } from "@/lib/contracts/radar/radars";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildTeam } from "@/tests/factories/sellers";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { workOnRadars } from "@/tests/support/radar";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const pages = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };
const maps = { query: "padaria", raio: 5, latitude: -22.9056, longitude: -47.0608 };

type NewRadar = Parameters<typeof callApi<typeof radars.create>>[2]["body"];

async function createRadar(user: TestUser, body: Partial<NewRadar>) {
  const answer = await callApi(
    api,
    radars.create,
    { body: { name: "Padarias", ...body } },
    user.headers,
  );
  expect(answer.status).toBe(201);
  return answer.body.radar;
}

const of = (id: number) => ({ params: { id } });
const read = async (user: TestUser, id: number) =>
  (await callApi(api, radars.get, of(id), user.headers)).body.radar;
const runNow = (user: TestUser, id: number) => callApi(api, radars.run, of(id), user.headers);

const findingsOf = (id: number) =>
  rows<{ key: string; change: string }>(
    sql`SELECT key, change FROM radar_findings WHERE radar_id = ${id} ORDER BY id`,
  );
const spentBy = async (user: TestUser) =>
  (
    await firstRow<{ spent: number }>(
      sql`SELECT count(*)::int AS spent FROM credit_entries WHERE owner_id = ${user.id}`,
    )
  )?.spent;
const mailsOf = (user: TestUser) =>
  rows(sql`SELECT kind FROM mails WHERE user_id = ${user.personId} AND kind = 'radar_found'`);

test.each([{ killed: false }, { killed: true }])(
  "a search runs again within its budget, and charges nothing that it brought before, killed: $killed",
  async ({ killed }) => {
    const user = await buildUser({ plan: "pro" });
    const radar = await createRadar(user, { pages, cadence: "week", credit_budget: 3 });
    expect(radar).toMatchObject({ kind: "pages", words: "padaria em Campinas/SP", active: true });
    await workOnRadars({ killed });
    expect(await findingsOf(radar.id)).toEqual([]);

    expect((await runNow(user, radar.id)).status).toBe(202);
    await workOnRadars({ killed });
    const first = await findingsOf(radar.id);
    expect(first.map(({ change }) => change)).toEqual(["found", "found", "found"]);
    expect(await spentBy(user)).toBe(3);
    expect(await mailsOf(user)).toHaveLength(1);
    expect(await read(user, radar.id)).toMatchObject({
      running: false,
      note: expect.stringContaining("O limite de créditos do radar acabou"),
      unseen: [{ change: "found", count: 3 }],
    });

    // Deleted by the person: brought once is brought.
    await execute(sql`DELETE FROM leads WHERE owner_id = ${user.id}`);
    await runNow(user, radar.id);
    await workOnRadars({ killed });
    const second = await findingsOf(radar.id);
    // A site that did not answer is looked for again the next time.
    expect(second.length).toBeGreaterThan(3);
    expect(new Set(second.map(({ key }) => key)).size).toBe(second.length);
    expect(await spentBy(user)).toBe(second.length);
    expect(await mailsOf(user)).toHaveLength(2);
    const { body } = await callApi(
      api,
      radars.findings,
      { ...of(radar.id), query: {} },
      user.headers,
    );
    expect(body.findings.map(({ lead_id }) => lead_id !== null)).toEqual(
      second.map((_, at) => at < second.length - 3),
    );
  },
);

test("companies that the account has already are no news and cost nothing", async () => {
  const user = await buildUser({ plan: "pro" });
  const one = await createRadar(user, { maps, credit_budget: 500 });
  const other = await createRadar(user, { maps, credit_budget: 500 });
  await runNow(user, one.id);
  await workOnRadars();
  const spent = await spentBy(user);
  expect(spent).toBeGreaterThan(0);
  await runNow(user, other.id);
  await workOnRadars();
  expect(await spentBy(user)).toBe(spent);
  expect(new Set((await findingsOf(other.id)).map(({ change }) => change))).toEqual(
    new Set(["known"]),
  );
  expect(await read(user, other.id)).toMatchObject({ unseen: [] });
  expect(await mailsOf(user)).toHaveLength(1);
});

test("without credits it waits and says so, and goes on when there are some", async () => {
  const user = await buildUser({ dailyLimit: 0 });
  const radar = await createRadar(user, { pages, credit_budget: 2 });
  await runNow(user, radar.id);
  await workOnRadars();
  expect(await read(user, radar.id)).toMatchObject({
    running: true,
    note: "Seus créditos de hoje acabaram: o radar continua amanhã.",
  });
  // Asked for again while it waits, it is the same run.
  await runNow(user, radar.id);
  expect(await rows(sql`SELECT 1 FROM radar_runs WHERE radar_id = ${radar.id}`)).toHaveLength(1);
  await execute(sql`UPDATE accounts SET daily_limit = 50 WHERE id = ${user.id}`);
  await execute(sql`UPDATE radar_runs SET resume_at = NULL WHERE radar_id = ${radar.id}`);
  await workOnRadars();
  expect(await spentBy(user)).toBe(2);
  expect(await findingsOf(radar.id)).toHaveLength(2);
});

test("what is of the PRO plan runs for PRO accounts alone", async () => {
  const user = await buildUser({ plan: "pro" });
  const advanced = { ...maps, com_telefone: true };
  const radar = await createRadar(user, { maps: advanced, credit_budget: 500 });
  await execute(sql`UPDATE accounts SET plan = 'free', daily_limit = 500 WHERE id = ${user.id}`);
  await runNow(user, radar.id);
  await workOnRadars();
  expect(await findingsOf(radar.id)).toEqual([]);
  expect(await read(user, radar.id)).toMatchObject({
    running: false,
    note: expect.stringContaining("é do plano PRO"),
  });
  await execute(sql`UPDATE accounts SET plan = 'pro' WHERE id = ${user.id}`);
  await runNow(user, radar.id);
  await workOnRadars();
  expect((await findingsOf(radar.id)).length).toBeGreaterThan(0);
});

test("the numbers of new leads are looked for on WhatsApp where one is connected", async () => {
  const user = await buildUser({ plan: "pro" });
  await pairWhatsapp(api, sandbox, user);
  const radar = await createRadar(user, { pages, credit_budget: 5 });
  await runNow(user, radar.id);
  await workOnRadars();
  const { body } = await callApi(
    api,
    radars.findings,
    { ...of(radar.id), query: {} },
    user.headers,
  );
  const asked = body.findings.filter(({ on_whatsapp }) => on_whatsapp !== null);
  expect(asked.length).toBeGreaterThan(0);
});

test("a deleted list is made anew; a deleted radar takes its findings along and leaves its leads", async () => {
  const user = await buildUser({ plan: "pro" });
  const radar = await createRadar(user, { pages, credit_budget: 2 });
  await execute(sql`DELETE FROM lists WHERE id = ${radar.list_id}`);
  expect(await read(user, radar.id)).toMatchObject({ list_id: null });
  await runNow(user, radar.id);
  await workOnRadars();
  expect((await read(user, radar.id)).list_id).toEqual(expect.any(Number));
  expect((await callApi(api, radars.remove, of(radar.id), user.headers)).status).toBe(200);
  expect(await findingsOf(radar.id)).toEqual([]);
  expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).toHaveLength(2);
});

test("what cannot be done to a radar is refused with a sentence", async () => {
  const user = await buildUser();
  const ofWeb = await createRadar(user, { pages });
  const ofRegistry = await createRadar(user, { registry: { uf: "SP", cnae_primario: "4721102" } });
  const update = (id: number, body: object) =>
    callApi(api, radars.update, { ...of(id), body }, user.headers);
  expect(await runNow(user, ofRegistry.id)).toMatchObject({
    status: 409,
    body: { error: "Este radar roda a cada mês da Receita." },
  });
  expect(await update(ofRegistry.id, { cadence: "week" })).toMatchObject({ status: 400 });
  expect(await update(ofWeb.id, { changes: ["opened"] })).toMatchObject({ status: 400 });
  expect(await update(ofWeb.id, { active: false, name: "Outro" })).toMatchObject({
    status: 200,
    body: { radar: { name: "Outro", active: false } },
  });
  expect(await runNow(user, ofWeb.id)).toMatchObject({
    status: 409,
    body: { error: "Ligue o radar para rodá-lo." },
  });
});

test("what a seller's radar brings is theirs, and they are told of it; an owner's is nobody's", async () => {
  const { owner, seller } = await buildTeam("own", { plan: "pro" });
  const sellersOfLeads = async () =>
    (
      await rows<{ seller_id: number | null }>(
        sql`SELECT DISTINCT seller_id FROM leads WHERE owner_id = ${owner.id}`,
      )
    ).map(({ seller_id }) => seller_id);
  for (const [user, whose] of [
    [seller, seller.personId],
    [owner, null],
  ] as const) {
    const radar = await createRadar(user, { pages, cadence: "week", credit_budget: 3 });
    await runNow(user, radar.id);
    await workOnRadars();
    expect(await sellersOfLeads()).toEqual([whose]);
    const asked = { ...of(radar.id), query: {} };
    const { findings } = (await callApi(api, radars.findings, asked, seller.headers)).body;
    expect(findings).toHaveLength(3);
    expect(findings.every(({ lead_id }) => (lead_id !== null) === (user === seller))).toBe(true);
    await execute(sql`DELETE FROM leads WHERE owner_id = ${owner.id}`);
  }
});
