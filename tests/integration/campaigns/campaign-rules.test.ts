import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { firstContact } from "@/lib/contracts/campaigns/first-contact";
import { steps } from "@/lib/contracts/campaigns/steps";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { tags } from "@/lib/contracts/leads/tags";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** What may be started, changed and ended. No worker runs here: nothing is sent. */
const api = runApi({ withoutLimits: true });
const DAY_MS = 86_400_000;

async function buildSeller(plan: "free" | "pro" = "pro"): Promise<TestUser> {
  const user = await buildUser({ plan });
  await buildInstance(user);
  return user;
}

const start = (user: TestUser, body: Partial<StartProspecting>) =>
  callApi(api, campaigns.start, { body: { messages: ["Oi"], ...body } }, user.headers);
const activitiesOf = async (user: TestUser) =>
  (await callApi(api, activities.list, { query: {} }, user.headers)).body.activities;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function buildList(user: TestUser, leadIds: number[]): Promise<number> {
  const list = await firstRow<{ id: number }>(
    sql`INSERT INTO lists (owner_id, name, source, status) VALUES (${user.id}, 'Lista', 'manual', 'completed') RETURNING id`,
  );
  await execute(
    sql`INSERT INTO list_leads (list_id, lead_id, owner_id) SELECT ${list?.id}, id, ${user.id} FROM unnest(${leadIds}::int[]) AS id`,
  );
  return list?.id ?? 0;
}

const recipientsOf = (user: TestUser) =>
  rows<{ lead_id: number; variant: number }>(
    sql`SELECT lead_id, variant FROM campaign_recipients WHERE owner_id = ${user.id} ORDER BY id`,
  );

const eventsOf = (user: TestUser) =>
  rows<{ event_type: string; metadata: object }>(
    sql`SELECT event_type, metadata FROM events WHERE owner_id = ${user.id} AND event_type LIKE 'campaign%' ORDER BY id`,
  );

test("a campaign that goes on is listed behind a hundred later ones", async () => {
  const user = await buildUser({ plan: "pro" });
  const daily = await buildCampaign(user, {
    nextRunAt: new Date(Date.now() + 3_600_000),
    recurrence: "daily",
  });
  const running = await buildCampaign(user, { status: "running", recipients: ["pending"] });
  const over = await buildCampaign(user, { status: "completed" });
  for (let later = 0; later < 100; later += 1) await buildCampaign(user, { status: "completed" });
  const { body } = await callApi(api, activities.list, { query: {} }, user.headers);
  const ids = body.activities.map(({ id }) => id);
  expect(ids.slice(-2).toSorted()).toEqual([daily.id, running.id].toSorted());
  expect([ids.length, ids.includes(over.id)]).toEqual([102, false]);
  const before = body.next ?? 0;
  expect(before).toBe(ids[99]);
  const rest = await callApi(api, activities.list, { query: { before } }, user.headers);
  expect(rest.body.activities.map(({ id }) => id)).toEqual([over.id, running.id, daily.id]);
  expect(rest.body.next).toBeNull();
  const stranger = await buildUser();
  const stolen = await callApi(api, activities.list, { query: { before } }, stranger.headers);
  expect(stolen.body).toEqual({ activities: [], next: null });
});

test("campaigns are numbered per person and named by their number", async () => {
  const user = await buildSeller();
  await buildLead(user.id);
  await start(user, { scheduled: true, scheduled_datetime: inDays(1) });
  await start(user, { scheduled: true, scheduled_datetime: inDays(1), name: "  Padarias  " });
  expect((await activitiesOf(user)).map(({ name }) => name)).toEqual(["Padarias", "Campanha 1"]);
  const both = await Promise.all([
    start(user, { scheduled: true, scheduled_datetime: inDays(1) }),
    start(user, { scheduled: true, scheduled_datetime: inDays(2) }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const names = (await activitiesOf(user)).map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(["Padarias", "Campanha 1", "Campanha 3", "Campanha 4"]));
});

test("messages are stored trimmed, without the blank ones", async () => {
  const user = await buildSeller();
  const lead = await buildLead(user.id);
  expect((await start(user, { messages: [" Oi ", " "] })).status).toBe(202);
  const [activity] = await activitiesOf(user);
  expect(activity?.message).toBe('["Oi"]');
  expect(await recipientsOf(user)).toEqual([{ lead_id: lead.id, variant: 0 }]);
});

test("scheduling, repeated leads and lists are for PRO", async () => {
  const user = await buildSeller("free");
  const lead = await buildLead(user.id);
  const list = await buildList(user, [lead.id]);
  for (const [body, feature] of [
    [{ scheduled: true, scheduled_datetime: inDays(1) }, "agendamento"],
    [{ repeat_leads: true }, "repetição de leads"],
    [{ list_ids: [list] }, "escolha de listas"],
  ] as const) {
    const answer = await start(user, body as Partial<StartProspecting>);
    expect(answer).toMatchObject({ status: 403, body: { code: "pro_required" } });
    expect(answer.body).toMatchObject({ error: `PRO feature: ${feature}.` });
  }
  expect(await activitiesOf(user)).toEqual([]);
  expect(await start(user, { repeat_leads: false, scheduled: false, list_ids: [] })).toMatchObject({
    status: 202,
  });
});

test.each([
  ["no date", { scheduled: true }, "Selecione uma data e hora para agendar a prospecção!"],
  [
    "a date without its time",
    { scheduled: true, scheduled_datetime: "2026-12-24T" },
    "Selecione uma data e hora para agendar a prospecção!",
  ],
  [
    "a time without its date",
    { scheduled: true, scheduled_datetime: "T09:00" },
    "Selecione uma data e hora para agendar a prospecção!",
  ],
  [
    "a recurrence without a schedule",
    { recurrence_type: "daily" },
    "Selecione uma data e hora para agendar a prospecção!",
  ],
  [
    "a date that is none",
    { scheduled: true, scheduled_datetime: "2026-02-30T10:00" },
    "Data e hora inválidas! Por favor, selecione uma data válida.",
  ],
  [
    "the past",
    { scheduled: true, scheduled_datetime: inDays(-1) },
    "A data e hora agendada deve ser no futuro!",
  ],
  [
    "beyond a year",
    { scheduled: true, scheduled_datetime: inDays(366) },
    "Agende para no máximo um ano à frente.",
  ],
] as const)("a schedule with %s is refused", async (_, body, message) => {
  const user = await buildSeller();
  const answer = await start(user, body as Partial<StartProspecting>);
  expect(answer).toMatchObject({ status: 400, body: { fields: { scheduled_datetime: message } } });
});

test("a wall-clock time is São Paulo's, and weekly_scheduled is the weekly recurrence", async () => {
  const user = await buildSeller();
  const day = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  const answer = await start(user, {
    scheduled: true,
    scheduled_datetime: `${day}T09:00`,
    weekly_scheduled: true,
  });
  expect(answer).toMatchObject({
    status: 201,
    body: { scheduled_datetime: `${day}T12:00:00.000Z`, recipients: null },
  });
  expect(await activitiesOf(user)).toMatchObject([
    { status: "scheduled", scheduled: true, weekly_scheduled: true, recurrence_type: "weekly" },
  ]);
});

test("only the chosen lists are written to, and another owner's list is a 404", async () => {
  const user = await buildSeller();
  const leads = [];
  for (let lead = 0; lead < 4; lead += 1) leads.push(await buildLead(user.id));
  const chosen = [leads[1]?.id ?? 0, leads[3]?.id ?? 0];
  const list = await buildList(user, chosen);
  const stranger = await buildUser({ plan: "pro" });
  const others = await buildList(stranger, [(await buildLead(stranger.id)).id]);
  for (const list_ids of [[others], [list, others], [2_147_483_647]]) {
    expect(await start(user, { list_ids })).toMatchObject({ status: 404 });
  }
  const answer = await start(user, { list_ids: [list, list], num_leads: 10 });
  expect(answer).toMatchObject({ status: 202, body: { recipients: 2 } });
  expect((await recipientsOf(user)).map(({ lead_id }) => lead_id)).toEqual(chosen);
});

test("repeat takes contacted leads too, but neither failed nor opted-out ones", async () => {
  const user = await buildSeller();
  const [fresh, contacted, failed, left, flagged] = [
    await buildLead(user.id),
    await buildLead(user.id, { status: "sent" }),
    await buildLead(user.id, { status: "failed" }),
    await buildLead(user.id, { status: "opted_out" }),
    await buildLead(user.id),
  ];
  await execute(sql`UPDATE leads SET contacted_at = now() WHERE id = ${contacted.id}`);
  await execute(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id) SELECT owner_id, phone_key, NULL FROM leads WHERE id = ${flagged.id}`,
  );
  const preview = await callApi(api, campaigns.audience, { body: { num_leads: 10 } }, user.headers);
  expect(preview.body).toMatchObject({
    leads: 5,
    eligible: 1,
    recipients: 1,
    left_out: {
      no_whatsapp: 1,
      contacted: 1,
      failed: 1,
      opted_out: 1,
      in_review: 0,
      in_campaign: 0,
    },
    sample_lead_id: fresh.id,
  });
  const named = await callApi(api, campaigns.people, { body: { num_leads: 10 } }, user.headers);
  expect(named.body).toMatchObject({ people: [{ lead_id: fresh.id }], left_out_total: 4 });
  const repeated = await start(user, { repeat_leads: true, num_leads: 10 });
  expect(repeated).toMatchObject({ status: 202, body: { recipients: 2 } });
  expect((await recipientsOf(user)).map(({ lead_id }) => lead_id)).toEqual([
    fresh.id,
    contacted.id,
  ]);
  expect(left.id).toBeGreaterThan(failed.id);
});

test("leads that a running campaign is to write to are left out of the next one's audience", async () => {
  const user = await buildSeller();
  for (let lead = 0; lead < 3; lead += 1) await buildLead(user.id);
  expect(await start(user, { num_leads: 2 })).toMatchObject({ body: { recipients: 2 } });
  const preview = await callApi(api, campaigns.audience, { body: { num_leads: 10 } }, user.headers);
  expect(preview.body).toMatchObject({
    leads: 3,
    eligible: 1,
    recipients: 1,
    left_out: { in_campaign: 2 },
  });
});

test("nobody left is a 400 that says why, and leaves nothing behind", async () => {
  const user = await buildSeller();
  await buildLead(user.id, { whatsapp: null });
  await buildLead(user.id, { status: "opted_out" });
  const answer = await start(user, {});
  const error = "Nenhum lead para prospectar: 1 sem WhatsApp, 1 pediu para sair.";
  expect(answer).toMatchObject({ status: 400, body: { error, fields: { num_leads: error } } });
  expect(await activitiesOf(user)).toEqual([]);
});

test("a pacing that never opens is refused on its field", async () => {
  const user = await buildSeller();
  await buildLead(user.id);
  const answer = await start(user, { pacing: { window_from: "10:00", window_to: "09:00" } });
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { "pacing.window_from": expect.stringContaining("nada pode ser enviado") } },
  });
  expect(await start(user, { pacing: { window_from: "25:00" } })).toMatchObject({ status: 400 });
});

test("a scheduled campaign is changed, then cancelled, and neither twice", async () => {
  const user = await buildSeller();
  const { id } = await buildLead(user.id);
  const { body } = await start(user, { scheduled: true, scheduled_datetime: inDays(1) });
  const params = { id: body.activity_id };
  const list_ids = [await buildList(user, [id])];
  const change = {
    messages: ["Outro texto"],
    name: "Outra",
    num_leads: 3,
    scheduled: true,
    scheduled_datetime: inDays(3),
    recurrence_type: "weekly" as const,
    list_ids,
  };
  const edited = await callApi(api, activities.edit, { params, body: change }, user.headers);
  expect(edited).toMatchObject({
    status: 200,
    body: {
      activity: {
        ...{ ...params, name: "Outra", num_leads: 3, total_leads: 3, leads_count: 0 },
        ...{ leads_processed: 0, repeat_count: 0, repeats_completed: 0, list_ids },
        ...{ status: "scheduled", scheduled: true, scheduled_datetime: change.scheduled_datetime },
        ...{ weekly_scheduled: true, recurrence_type: "weekly", message: '["Outro texto"]' },
        ...{ error_message: null, created_at: expect.any(String), completed_at: null },
      },
    },
  });
  const cancelled = await callApi(api, activities.cancel, { params }, user.headers);
  expect(cancelled.body.activity).toMatchObject({ status: "stopped" });
  expect((await eventsOf(user)).at(-1)).toEqual({
    event_type: "campaign_cancelled",
    metadata: { activity_id: params.id },
  });
  for (const again of [
    await callApi(api, activities.cancel, { params }, user.headers),
    await callApi(api, activities.edit, { params, body: change }, user.headers),
    await callApi(api, activities.stop, { params }, user.headers),
    await callApi(api, activities.resume, { params }, user.headers),
  ]) {
    expect(again).toMatchObject({ status: 409, body: { code: "activity_over" } });
  }
});

test("what the texts before brought does not count for those that a recurring campaign has now", async () => {
  const user = await buildSeller();
  const { id } = await buildCampaign(user, {
    ...{ status: "completed", recipients: ["sent", "sent"], messages: ["Oi", "Olá"] },
    ...{ nextRunAt: new Date(Date.now() + DAY_MS), recurrence: "daily" },
  });
  const params = { id };
  const edit = (messages: string[]) => {
    const when = {
      scheduled: true,
      scheduled_datetime: inDays(2),
      recurrence_type: "daily" as const,
    };
    const body = { ...{ messages, num_leads: 3 }, ...when };
    return callApi(api, activities.edit, { params, body }, user.headers);
  };
  const read = async () =>
    (await callApi(api, activities.results, { params, query: {} }, user.headers)).body;

  expect((await edit(["Oi", "Olá"])).status).toBe(200);
  expect(await read()).toMatchObject({
    texts_since: null,
    variants: [
      { text: "Oi", sent: 2 },
      { text: "Olá", sent: 0 },
    ],
  });
  expect((await edit(["Outro texto", "Olá"])).status).toBe(200);
  expect(await read()).toMatchObject({
    ...{ texts_since: expect.any(String), summary: { sent: 2 } },
    variants: [
      { text: "Outro texto", sent: 0 },
      { text: "Olá", sent: 0 },
    ],
  });
});

test("what a step said before does not count for what it says now; the other steps keep theirs", async () => {
  const user = await buildSeller();
  const { id, runId } = await buildCampaign(user, { status: "running", recipients: ["sent"] });
  const change = (...texts: string[]) =>
    callApi(
      api,
      steps.replace,
      {
        params: { id },
        body: { steps: texts.map((text) => ({ messages: [text], wait_days: 2 })) },
      },
      user.headers,
    );
  const read = async () =>
    (await callApi(api, activities.results, { params: { id }, query: {} }, user.headers)).body;
  expect((await change("Ainda?", "E agora?")).status).toBe(200);
  for (const step of [2, 3]) {
    await execute(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, due_at, state, text, settled_at, claimed_at)
          SELECT run_id, owner_id, lead_id, phone_key, number, 0, ${step}, now(), 'sent', 'x', now(), now()
          FROM campaign_recipients WHERE run_id = ${runId} AND step = 1
          ON CONFLICT (run_id, phone_key, step) DO UPDATE SET state = 'sent', settled_at = now(), claimed_at = now()`,
    );
  }
  expect(await read()).toMatchObject({ texts_since: null });
  expect((await read()).steps.map(({ sent }) => sent)).toEqual([1, 1, 1]);
  expect((await change("Ainda?", "Outra pergunta")).status).toBe(200);
  expect(await read()).toMatchObject({ texts_since: expect.any(String) });
  expect((await read()).steps.map(({ sent }) => sent)).toEqual([1, 1, 0]);
});

test("a running campaign is not deleted; another is, with what is scheduled of it", async () => {
  const user = await buildSeller();
  for (const status of ["pending", "running"] as const) {
    const { id } = await buildCampaign(user, { status, recipients: ["pending"] });
    const params = { id };
    const busy = await callApi(api, activities.remove, { params }, user.headers);
    expect(busy).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await callApi(api, activities.stop, { params }, user.headers)).status).toBe(200);
    const removed = await callApi(api, activities.remove, { params }, user.headers);
    expect(removed).toMatchObject({
      status: 200,
      body: { message: "Atividade excluída com sucesso!" },
    });
    for (const gone of [
      await callApi(api, activities.get, { params }, user.headers),
      await callApi(api, activities.remove, { params }, user.headers),
      await callApi(api, activities.recipients, { params, query: {} }, user.headers),
    ]) {
      expect(gone.status).toBe(404);
    }
  }
  expect(await activitiesOf(user)).toEqual([]);
  const scheduled = await buildCampaign(user, { nextRunAt: new Date(Date.now() + DAY_MS) });
  await callApi(api, activities.remove, { params: { id: scheduled.id } }, user.headers);
  expect(
    await rows(sql`SELECT 1 FROM campaigns WHERE id = ${scheduled.id} AND next_run_at IS NOT NULL`),
  ).toEqual([]);
});

test("a run that no worker holds stops at once, and what was not sent says so", async () => {
  const user = await buildSeller();
  const { id } = await buildCampaign(user, {
    status: "running",
    recipients: ["sent", "pending", "pending"],
    nextRunAt: new Date(Date.now() + DAY_MS),
    recurrence: "daily",
  });
  const stopped = await callApi(api, activities.stop, { params: { id } }, user.headers);
  expect(stopped.body.activity).toMatchObject({
    status: "stopped",
    stopping: false,
    sent: 1,
    skipped: 2,
    completed_at: expect.any(String),
  });
  expect(await eventsOf(user)).toEqual([
    { event_type: "campaign_completed", metadata: { activity_id: id, status: "stopped" } },
  ]);
  // Stopping a recurring campaign cancels its later occurrences.
  expect(
    await rows(sql`SELECT 1 FROM campaigns WHERE id = ${id} AND next_run_at IS NOT NULL`),
  ).toEqual([]);
  const { body } = await callApi(
    api,
    activities.results,
    { params: { id }, query: {} },
    user.headers,
  );
  expect(body).toMatchObject({
    summary: { recipients: 3, sent: 1, skipped: 2, lost: 0, waiting: 0, duplicated: 0 },
    skipped: [{ cause: "stopped", count: 2 }],
  });
});

test("those that failed are tried once more, in a run of their own", async () => {
  const user = await buildSeller();
  const { id, recipientIds } = await buildCampaign(user, {
    status: "completed",
    recipients: ["sent", "failed", "failed", "unknown"],
  });
  const params = { id };
  const answers = await Promise.all([
    callApi(api, activities.retryFailed, { params }, user.headers),
    callApi(api, activities.retryFailed, { params }, user.headers),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  expect(answers.find(({ status }) => status === 202)?.body).toMatchObject({ recipients: 2 });
  const unknown = { params: { id: recipientIds[3] ?? 0 } };
  // One run at a time.
  expect(await callApi(api, activities.resend, unknown, user.headers)).toMatchObject({
    status: 409,
  });
  await callApi(api, activities.stop, { params }, user.headers);
  expect(await callApi(api, activities.resend, unknown, user.headers)).toMatchObject({
    status: 202,
    body: { recipients: 1 },
  });
  await callApi(api, activities.stop, { params }, user.headers);
  expect(await callApi(api, activities.resend, unknown, user.headers)).toMatchObject({
    status: 404,
  });
  expect(await callApi(api, activities.retryFailed, { params }, user.headers)).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  const { body } = await callApi(api, activities.get, { params }, user.headers);
  expect(body.runs.map(({ kind, total }) => [kind, total])).toEqual([
    ["unknown", 1],
    ["failed", 2],
    ["audience", 4],
  ]);
});

test("recipients are listed by state and search, and downloaded", async () => {
  const user = await buildSeller();
  const { id, recipientIds } = await buildCampaign(user, {
    status: "completed",
    recipients: ["sent", "failed", "skipped"],
  });
  await execute(
    sql`UPDATE leads SET name = 'Pão & Açúcar' WHERE id = (SELECT lead_id FROM campaign_recipients WHERE id = ${recipientIds[0]})`,
  );
  const list = async (query: object) =>
    (await callApi(api, activities.recipients, { params: { id }, query }, user.headers)).body;
  expect(await list({})).toMatchObject({
    counts: { sent: 1, failed: 1, skipped: 1 },
    pagination: { total: 3 },
  });
  expect((await list({ search: "acucar" })).recipients).toMatchObject([
    { id: recipientIds[0], name: "Pão & Açúcar", state: "sent", variant: 1 },
  ]);
  expect((await list({ search: "açúcar pão" })).recipients).toHaveLength(1);
  const [{ number = "" } = {}] = (await list({ state: "sent" })).recipients;
  expect((await list({ search: `${number.slice(4)} acucar` })).recipients).toHaveLength(1);
  expect((await list({ search: `${number.slice(4)} padaria` })).recipients).toEqual([]);
  expect((await list({ state: "failed" })).pagination.total).toBe(1);
  expect((await list({ per_page: 2, page: 2 })).recipients).toHaveLength(1);
  const file = await fetch(
    `${api.url}/api/prospecting/activities/${id}/recipients/export?state=sent`,
    { headers: user.headers },
  );
  expect(file.headers.get("content-type")).toContain("text/csv");
  const text = await file.text();
  expect(text.split("\r\n").filter(Boolean)).toHaveLength(2);
  expect(text).toContain("Pão & Açúcar");
  const stranger = await buildUser();
  const refused = await fetch(`${api.url}/api/prospecting/activities/${id}/recipients/export`, {
    headers: stranger.headers,
  });
  expect(refused.status).toBe(404);
  const wrong = await request(
    api,
    "GET",
    `/api/prospecting/activities/${id}/recipients/export?format=pdf`,
    undefined,
    user.headers,
  );
  expect(wrong.status).toBe(400);
});

test("a campaign goes to the leads that were picked, or have a tag, as far as they may get it", async () => {
  const user = await buildUser({ plan: "pro" });
  const [one, other, third] = [
    (await buildLead(user.id)).id,
    (await buildLead(user.id)).id,
    (await buildLead(user.id)).id,
  ];
  const stranger = await buildUser({ plan: "pro" });
  const theirs = await buildLead(stranger.id);
  const pick = async (choice: object) => {
    const body = { num_leads: 10, ...choice };
    const named = await callApi(api, campaigns.people, { body }, user.headers);
    return named.body.people.map(({ lead_id }) => lead_id);
  };
  // A deleted lead, or another account's, is not in the audience.
  const lead_ids = [one, third, theirs.id, 999_999_999];
  expect(await pick({ lead_ids })).toEqual([one, third]);
  expect(await pick({ lead_ids: [theirs.id] })).toEqual([]);
  await callApi(
    api,
    tags.onLeads,
    { body: { lead_ids: [other, third].map(String), add: ["Feira"] } },
    user.headers,
  );
  const { body: listed } = await callApi(api, tags.list, {}, user.headers);
  const tag_ids = listed.tags.map(({ id }) => id);
  expect(await pick({ tag_ids })).toEqual([other, third]);
  expect(await pick({ tag_ids, lead_ids })).toEqual([third]);
  const refused = await request(
    api,
    "POST",
    campaigns.people.path,
    { num_leads: 10, tag_ids },
    stranger.headers,
  );
  expect(refused.status).toBe(404);

  const at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { messages: ["Oi"], scheduled: true, scheduled_datetime: at, tag_ids, lead_ids };
  const scheduled = await callApi(api, campaigns.start, { body }, user.headers);
  const { activity_id: id } = scheduled.body;
  const stored = await callApi(api, activities.get, { params: { id } }, user.headers);
  expect(stored.body.activity).toMatchObject({ tag_ids, lead_ids });
  const free = await buildUser();
  for (const choice of [{ lead_ids: [1] }, { tag_ids: [1] }]) {
    const locked = await request(
      api,
      "POST",
      campaigns.start.path,
      { messages: ["Oi"], ...choice },
      free.headers,
    );
    expect(locked.status).toBe(403);
  }
});

test("a start is undone until the first message is decided upon, and leaves nothing behind", async () => {
  const user = await buildSeller();
  await buildLead(user.id);
  const begin = async () => {
    const { body } = await start(user, { num_leads: 1, name: "Retorno", undo_seconds: 10 });
    return body.activity_id;
  };
  const undo = (id: number) =>
    request(api, "POST", `/api/prospecting/activities/${id}/undo`, undefined, user.headers);
  const first = await begin();
  const [waiting] = await activitiesOf(user);
  expect(waiting).toMatchObject({ id: first, waits_for: "undo" });
  expect(Date.parse(waiting?.next_send_at ?? "")).toBeGreaterThan(Date.now() + 5_000);
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source) VALUES (${user.id}, '551187654321', ${`campaign:${first}`})`,
  );
  const undone = await undo(first);
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({ activity: { id: first, name: "Retorno" } });
  expect(await activitiesOf(user)).toEqual([]);
  expect(await recipientsOf(user)).toEqual([]);
  expect(await rows(sql`SELECT 1 FROM opt_ins WHERE owner_id = ${user.id}`)).toEqual([]);
  expect((await undo(first)).status).toBe(404);

  // Its lead is free for another start, which a claimed message makes final.
  const second = await begin();
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sending', claimed_at = now(), message_id = 'M1', text = 'Oi' WHERE owner_id = ${user.id}`,
  );
  expect(await undo(second)).toMatchObject({ status: 409, body: { code: "activity_over" } });
  expect(await activitiesOf(user)).toMatchObject([{ id: second }]);

  const other = await buildSeller();
  const scheduled = await start(other, { scheduled: true, scheduled_datetime: inDays(1) });
  const { activity_id } = scheduled.body;
  const path = `/api/prospecting/activities/${activity_id}/undo`;
  expect((await request(api, "POST", path, undefined, other.headers)).status).toBe(409);
});

test("a lead's first contact tells who wrote first, from which campaign, on what ground, and where it was found", async () => {
  const user = await buildSeller();
  const lead = await buildLead(user.id, { source: "google_maps" });
  const ask = async (who: TestUser) =>
    callApi(api, firstContact.get, { params: { id: lead.id } }, who.headers);
  expect((await ask(user)).body).toMatchObject({
    first: null,
    found: { source: "google_maps", url: null },
  });
  const started = await start(user, { name: "Padarias", legal_basis: "legitimate_interest" });
  const { activity_id: id } = started.body;
  expect((await ask(user)).body.first).toBeNull();
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sent', claimed_at = now(), settled_at = now() WHERE owner_id = ${user.id}`,
  );
  const campaign = { id, name: "Padarias" };
  expect((await ask(user)).body.first).toMatchObject({
    ...{ by: "campaign", campaign, legal_basis: "legitimate_interest" },
  });
  // A message of an earlier day, either way, goes before.
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id)
        SELECT ${user.id}, phone_key, phone_key || '@s.whatsapp.net' FROM leads WHERE id = ${lead.id}`,
  );
  const write = (direction: "in" | "out", daysAgo: number) =>
    execute(
      sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
          SELECT ${user.id}, v.id, i.id, ${`${direction}-${daysAgo}`}, ${direction}, 'Oi', ${new Date(Date.now() - daysAgo * DAY_MS)}
          FROM conversations v JOIN whatsapp_instances i ON i.owner_id = v.owner_id WHERE v.owner_id = ${user.id}`,
    );
  await write("out", 1);
  expect((await ask(user)).body.first).toMatchObject({ by: "person", campaign: null });
  await write("in", 2);
  expect((await ask(user)).body.first).toMatchObject({ by: "lead", legal_basis: null });
  const stranger = await buildUser();
  const path = `/api/leads/${lead.id}/first-contact`;
  expect((await request(api, "GET", path, undefined, stranger.headers)).status).toBe(404);
});

test("a lead in which a picked or unticked one ends is picked or unticked, too, while the campaign waits", async () => {
  const user = await buildUser({ plan: "pro" });
  const [picked, unticked, survivor, other] = [
    (await buildLead(user.id)).id,
    (await buildLead(user.id)).id,
    (await buildLead(user.id)).id,
    (await buildLead(user.id)).id,
  ];
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const body = {
    ...{ messages: ["Oi"], scheduled: true, scheduled_datetime: at },
    ...{ lead_ids: [picked], except_lead_ids: [unticked] },
  };
  const scheduled = await callApi(api, campaigns.start, { body }, user.headers);
  for (const [kept, gone] of [
    [survivor, picked],
    [other, unticked],
  ] as const) {
    await callApi(
      api,
      leadMerges.merge,
      { body: { lead_ids: [kept, gone], survivor_id: kept } },
      user.headers,
    );
  }
  const { activity_id: id } = scheduled.body;
  const stored = await callApi(api, activities.get, { params: { id } }, user.headers);
  expect(stored.body.activity.lead_ids).toEqual([picked, survivor]);
  expect(stored.body.activity.except_lead_ids).toEqual([unticked, other]);
});

test("whom the person took out gets no message, is counted and named, now and at a later time", async () => {
  const user = await buildUser({ plan: "pro" });
  const leads = [await buildLead(user.id), await buildLead(user.id), await buildLead(user.id)];
  const except_lead_ids = [leads[1]?.id ?? 0];
  const body = { num_leads: 10, except_lead_ids };
  const counted = await callApi(api, campaigns.audience, { body }, user.headers);
  expect(counted.body).toMatchObject({ recipients: 2, left_out: { unticked: 1 } });
  const named = await callApi(api, campaigns.people, { body }, user.headers);
  expect(named.body.people.map(({ lead_id }) => lead_id)).toEqual([leads[0]?.id, leads[2]?.id]);
  expect(named.body.left_out).toMatchObject([{ lead_id: leads[1]?.id, reason: "unticked" }]);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await callApi(
    api,
    campaigns.start,
    { body: { ...body, messages: ["Oi"], scheduled: true, scheduled_datetime: at } },
    user.headers,
  );
  const id = scheduled.body.activity_id;
  const stored = await callApi(api, activities.get, { params: { id } }, user.headers);
  expect(stored.body.activity.except_lead_ids).toEqual(except_lead_ids);
  // A stranger's lead is nobody of this audience.
  const stranger = await buildUser();
  const theirs = await callApi(api, campaigns.people, { body }, stranger.headers);
  expect(theirs.body).toEqual({ people: [], left_out: [], left_out_total: 0 });
});
