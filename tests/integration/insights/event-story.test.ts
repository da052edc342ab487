import { expect, test } from "vitest";
import { eventStory, STORY_ENTRIES } from "@/lib/contracts/insights/event-story";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { recountHours } from "@/server/integrations/events/event-rollup.repository";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildEvent } from "@/tests/factories/events";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildFailedMessage, buildImport, buildSearch } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi({ withoutLimits: true });
const MINUTE_MS = 60_000;
/** Noon in São Paulo, some days ago, so that minutes earlier or later are the same day. */
const noon = (daysAgo: number) =>
  new Date(`${getSaoPauloDay(new Date(Date.now() - daysAgo * 1440 * MINUTE_MS))}T15:00:00Z`);
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const story = async (user: TestUser, query: object = {}) =>
  (await callApi(api, eventStory.lines, { query }, user.headers)).body;

/** Sums up what is over, or nothing at all. */
async function sumUp(user: TestUser, through: Date): Promise<void> {
  await execute(sql`UPDATE event_rollup SET through = date_trunc('hour', ${through}::timestamptz)`);
  await transaction(() => recountHours(user.id));
}

test("a day is a line for each type and thing, whether its hours are summed up or not", async () => {
  const user = await buildUser();
  const campaign = await buildCampaign(user, { status: "completed", recipients: ["sent", "sent"] });
  const list = await buildList(user.id, { name: "padarias em Campinas", source: "google_pages" });
  const day = noon(2);
  const lead = await buildLead(user.id, { name: "Padaria Central" });
  for (let n = 0; n < 37; n += 1) {
    await buildEvent(user.id, {
      type: "message_sent",
      at: after(day, n),
      metadata: { activity_id: campaign.id, lead_id: lead.id },
    });
  }
  await buildEvent(user.id, { type: "message_sent", at: day, metadata: { by: "person" } });
  for (let n = 0; n < 12; n += 1) {
    await buildEvent(user.id, {
      at: after(day, -90 + n),
      credits: 1,
      metadata: { list_id: list, lead_id: lead.id, source: "google_pages" },
    });
  }
  await buildEvent(user.id, { at: noon(3), metadata: { list_id: list } });
  await execute(
    sql`UPDATE campaign_recipients SET answered_at = ${after(day, 60)} WHERE run_id = ${campaign.runId}`,
  );
  const expected = [
    {
      day: getSaoPauloDay(day),
      event_type: "message_sent",
      subject: `campaign ${campaign.id}`,
      about: { kind: "campaign", name: "Campanha 1", activity_id: campaign.id, list_id: null },
      entries: 37,
      count: 37,
      answers: 2,
      first_at: day.toISOString(),
      last_at: after(day, 36).toISOString(),
    },
    { event_type: "message_sent", subject: "", about: null, entries: 1, answers: 0 },
    {
      event_type: "lead_created",
      about: { kind: "list", name: "padarias em Campinas", activity_id: null, list_id: list },
      entries: 12,
      credits_used: 12,
      lead: { id: lead.id, name: "Padaria Central" },
    },
    { day: getSaoPauloDay(noon(3)), event_type: "lead_created", entries: 1 },
  ];
  // In the middle of the campaign's hour, before everything, and after it.
  for (const through of [after(day, 30), noon(10), new Date()]) {
    await sumUp(user, through);
    expect(await story(user)).toMatchObject({
      lines: expected,
      pagination: { total: 4, total_pages: 1 },
    });
  }
});

test("lines are filtered and paged, and what they are about is named while it exists", async () => {
  const user = await buildUser();
  const day = noon(1);
  const search = await buildSearch(user);
  const imported = await buildImport(user, "completed");
  await buildEvent(user.id, { type: "search_completed", at: day, metadata: { search_id: search } });
  await buildEvent(user.id, {
    at: after(day, 1),
    quantity: 500,
    metadata: { import_id: imported, source: "import" },
  });
  await buildEvent(user.id, {
    type: "list_deleted",
    at: after(day, 2),
    metadata: { list_id: 999_999, name: "Antiga" },
  });
  // Of another shape than ours.
  await buildEvent(user.id, {
    type: "message_received",
    at: after(day, 3),
    metadata: { lead_id: "x", activity_id: "12; DROP", list_id: null },
  });
  await sumUp(user, new Date());
  const { lines } = await story(user);
  expect(lines).toMatchObject([
    { event_type: "message_received", subject: "", about: null, lead: null },
    { event_type: "list_deleted", about: null, metadata: { name: "Antiga" } },
    { subject: `import ${imported}`, about: { kind: "import", name: "x.csv" }, count: 500 },
    { subject: `search ${search}`, about: { kind: "search", name: "x" } },
  ]);
  expect(lines[3]?.about?.list_id).toEqual(expect.any(Number));
  expect(await story(user, { per_page: 3, page: 2 })).toMatchObject({
    lines: [{ event_type: "search_completed" }],
    pagination: { total: 4, total_pages: 2 },
  });
  expect(await story(user, { per_page: 3, page: 9 })).toMatchObject({
    lines: [],
    pagination: { total: 4 },
  });
  expect(await story(user, { event_type: "list_deleted" })).toMatchObject({
    lines: [{ event_type: "list_deleted" }],
    pagination: { total: 1 },
  });
  const other = getSaoPauloDay(noon(5));
  expect((await story(user, { start_date: other, end_date: other })).lines).toEqual([]);
  await execute(sql`DELETE FROM searches WHERE id = ${search}`);
  expect((await story(user, { event_type: "search_completed" })).lines[0]?.about).toBeNull();
});

test("nothing of another owner is named, whatever an event says", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const theirs = await buildCampaign(stranger);
  const lead = await buildLead(stranger.id);
  const metadata = { activity_id: theirs.id, lead_id: lead.id };
  await buildEvent(user.id, { type: "message_sent", metadata });
  expect((await story(user)).lines).toMatchObject([{ about: null, lead: null, answers: 0 }]);
});

test("a line opens to its single events, page by page", async () => {
  const user = await buildUser();
  const day = noon(1);
  const campaign = await buildCampaign(user);
  const lead = await buildLead(user.id, { name: "Mercado" });
  for (let n = 0; n < STORY_ENTRIES + 2; n += 1) {
    await buildEvent(user.id, {
      type: "message_failed",
      at: after(day, n),
      metadata: { activity_id: campaign.id, lead_id: lead.id, detail: `Erro ${n}` },
    });
  }
  await buildEvent(user.id, { type: "message_failed", at: day });
  await buildEvent(user.id, {
    type: "message_failed",
    at: noon(2),
    metadata: { activity_id: campaign.id },
  });
  const line = {
    day: getSaoPauloDay(day),
    event_type: "message_failed" as const,
    subject: `campaign ${campaign.id}`,
  };
  const entries = async (query: typeof line & { page?: number }) =>
    (await callApi(api, eventStory.entries, { query }, user.headers)).body;
  const first = await entries(line);
  expect(first.entries).toHaveLength(STORY_ENTRIES);
  expect(first).toMatchObject({
    entries: [
      { metadata: { detail: `Erro ${STORY_ENTRIES + 1}` }, lead: { id: lead.id, name: "Mercado" } },
      { metadata: { detail: `Erro ${STORY_ENTRIES}` } },
    ].concat(Array(STORY_ENTRIES - 2).fill({})),
    has_more: true,
  });
  expect(await entries({ ...line, page: 2 })).toMatchObject({
    entries: [{ metadata: { detail: "Erro 1" } }, { metadata: { detail: "Erro 0" } }],
    has_more: false,
  });
  expect((await entries({ ...line, subject: "" })).entries).toHaveLength(1);
  await execute(sql`DELETE FROM leads WHERE id = ${lead.id}`);
  expect((await entries(line)).entries[0]?.lead).toBeNull();
});

test("a message that a person sent leads to the lead of its conversation", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const sent = await buildFailedMessage(user);
  const theirs = await buildFailedMessage(stranger);
  const numberOf = async (message: number) =>
    (
      await firstRow<{ number: string }>(
        sql`SELECT split_part(chat_id, '@', 1) AS number FROM conversations
            WHERE id = (SELECT conversation_id FROM messages WHERE id = ${message})`,
      )
    )?.number ?? "";
  const lead = await buildLead(user.id, { whatsapp: await numberOf(sent) });
  await buildLead(user.id, { whatsapp: await numberOf(theirs) });
  await buildEvent(user.id, { type: "message_sent", metadata: { message_id: sent } });
  const day = getSaoPauloDay(new Date());
  expect((await story(user)).lines).toMatchObject([{ lead: { id: lead.id } }]);
  await buildEvent(user.id, { type: "message_sent", metadata: { message_id: theirs } });
  const query = { day, event_type: "message_sent" as const };
  const { body } = await callApi(api, eventStory.entries, { query }, user.headers);
  // The message of another account leads nowhere.
  expect(body.entries.map((entry) => entry.lead?.id ?? null)).toEqual([null, lead.id]);
});

test.each([
  ["story?per_page=201", "per_page"],
  ["story?event_type=nothing", "event_type"],
  ["story?start_date=2026-02-30", "start_date"],
  ["story/entries?day=2026-02-30&event_type=lead_created", "day"],
  ["story/entries?day=2026-02-03&event_type=lead_created&subject=user+4", "subject"],
  ["story/entries?day=2026-02-03&event_type=lead_created&page=201", "page"],
])("%s is refused on its field", async (query, field) => {
  const user = await buildUser();
  const answer = await request(api, "GET", `/api/events/${query}`, undefined, user.headers);
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
});

test("who answers after three steps is one answer", async () => {
  const user = await buildUser();
  const campaign = await buildCampaign(user, { status: "completed", recipients: ["sent"] });
  const day = noon(2);
  await buildEvent(user.id, {
    type: "message_sent",
    at: day,
    metadata: { activity_id: campaign.id },
  });
  await execute(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, state, text, settled_at, claimed_at, step, due_at)
        SELECT run_id, owner_id, lead_id, phone_key, number, variant, state, text, settled_at, claimed_at, n, now()
        FROM campaign_recipients, generate_series(2, 3) AS n WHERE run_id = ${campaign.runId}`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET answered_at = ${after(day, 60)} WHERE run_id = ${campaign.runId}`,
  );
  await sumUp(user, after(day, 24 * 60));
  expect((await story(user)).lines).toMatchObject([{ answers: 1 }]);
});

test("no page is promised behind the lines that may be skipped", async () => {
  const user = await buildUser();
  await fill(
    sql`INSERT INTO events (owner_id, event_type, occurred_at, metadata)
        SELECT ${user.id}, 'lead_created', now(), jsonb_build_object('list_id', n)
        FROM generate_series(1, 10300) AS n`,
  );
  const { pagination } = await story(user, { per_page: 100 });
  expect(pagination).toMatchObject({ total: 10_300, total_pages: 101 });
  const last = await story(user, { per_page: 100, page: 101 });
  const before = await story(user, { per_page: 100, page: 100 });
  const subjects = ({ lines }: typeof last) => lines.map(({ subject }) => subject);
  expect(subjects(last).filter((subject) => subjects(before).includes(subject))).toEqual([]);
});

test("what an event is about is told by its metadata alone", async () => {
  const subjectOf = async (metadata: object) =>
    (
      await firstRow<{ subject: string }>(
        sql`SELECT event_subject(${JSON.stringify(metadata)}::jsonb) AS subject`,
      )
    )?.subject;
  expect(await subjectOf({ activity_id: 3, list_id: 4 })).toBe("campaign 3");
  expect(await subjectOf({ search_id: 5, list_id: 4 })).toBe("search 5");
  expect(await subjectOf({ import_id: 6 })).toBe("import 6");
  expect(await subjectOf({ list_id: 4, lead_id: 9 })).toBe("list 4");
  expect(await subjectOf({ lead_id: 9 })).toBe("");
  expect(await subjectOf({ activity_id: 12_345_678_901 })).toBe("");
});
