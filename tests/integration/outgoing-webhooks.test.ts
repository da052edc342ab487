import type { LookupAddress } from "node:dns";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api as contracts } from "@/lib/contracts";
import { MOST_WEBHOOKS, WEBHOOK_PAUSES_S } from "@/lib/domain/webhooks/webhook-events";
import { execute, firstRow, rows, sql } from "@/server/db/sql";
import { transaction } from "@/server/db/transaction";
import { env } from "@/server/env";
import { recordEvent } from "@/server/events/events.service";
import { sweepRows, workOnRow } from "@/server/jobs/leased-work";
import { enqueueMail, enqueueNotice } from "@/server/mail/mail.service";
import { postWebhook } from "@/server/webhook-deliveries/post-webhook.http";
import {
  announce,
  deleteOldDeliveries,
} from "@/server/webhook-deliveries/webhook-deliveries.service";
import { webhookDelivery } from "@/server/webhook-deliveries/webhook-delivery.service";
import { buildLead } from "../factories/leads";
import { buildWebhook, TEST_SECRET } from "../factories/owned-rows";
import { buildUser, type TestUser } from "../factories/users";
import * as provider from "../factories/webhooks";
import { callApi, request } from "../support/api";
import { checkToldWebhook } from "../support/documented-answers";
import { startRecordedServer } from "../support/recorded-server";
import { runApi } from "../support/running";

const api = runApi({ withoutLimits: true });
const { webhooks } = contracts;

type Receiver = Awaited<ReturnType<typeof startRecordedServer>>;
type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

/** Where names under .example lead to in development and tests. */
let receiver: Receiver;
let reply: (nth: number) => Reply | Promise<Reply>;
let owner: TestUser;

beforeAll(async () => {
  const port = Number(new URL(env.SANDBOX_URL ?? "").port);
  receiver = await startRecordedServer((_request, nth) => reply(nth), port);
});
afterAll(() => receiver.close());
beforeEach(async () => {
  reply = () => ({ body: "ok" });
  receiver.requests.length = 0;
  owner = await buildUser();
});

const URL_OF_OWNER = "http://recebe.example/ganchos?x=1";
const build = (user = owner) => buildWebhook(user, { url: URL_OF_OWNER });
const createLead = (name = "Padaria") =>
  request<{ lead: { id: number } }>(
    api,
    "POST",
    "/api/leads",
    { name, whatsapp: "11987654321" },
    owner.headers,
  );
/** Each payload is checked against the document. */
const deliveriesOf = async (id: number, user = owner) => {
  const deliveries = await findDeliveries(id, user);
  for (const { event_type, payload } of deliveries) {
    if (event_type !== "webhook.test" && payload !== "{}") checkToldWebhook(payload);
  }
  return deliveries;
};
const findDeliveries = async (id: number, user: TestUser) =>
  (await callApi(api, webhooks.deliveries, { params: { id }, query: {} }, user.headers)).body
    .deliveries;
const webhooksOf = async (user = owner) =>
  (await callApi(api, webhooks.list, {}, user.headers)).body.webhook_endpoints;
/** Makes a worker's one try now. */
const tryNow = async (id: number) => {
  await execute(sql`UPDATE webhook_deliveries SET resume_at = NULL WHERE id = ${id}`);
  return workOnRow(webhookDelivery, id, new AbortController().signal);
};
const announceOne = async (webhookId: number, facts: object = { lead_id: 1 }) => {
  await transaction(() => announce(owner.id, "lead.created", [facts]));
  return (await deliveriesOf(webhookId))[0]?.id ?? 0;
};

const mailsOf = async () =>
  (await rows<{ kind: string }>(sql`SELECT kind FROM mails WHERE user_id = ${owner.id}`)).map(
    ({ kind }) => kind,
  );

describe("a message", () => {
  test("is signed as the Standard Webhooks library verifies it, and says what happened", async () => {
    const id = await build();
    const { body } = await createLead();
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ event_type: "lead.created", state: "waiting", tries: 0 });
    await tryNow(delivery?.id ?? 0);
    const [received] = receiver.requests;
    expect(received).toMatchObject({ method: "POST", path: "/ganchos" });
    const headers = received?.headers as Record<string, string>;
    const verified = new Verifier(TEST_SECRET).verify(received?.body ?? "", headers);
    expect(verified).toEqual({
      type: "lead.created",
      timestamp: expect.any(String),
      data: { lead_id: body.lead.id, name: "Padaria", source: "manual", quantity: 1 },
    });
    expect(headers["webhook-id"]).toBe(delivery?.message_id);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: "delivered",
      tries: 1,
      last_status: 200,
      last_answer: "ok",
      next_try_at: null,
    });
    // One byte changed, another secret, another time.
    expect(() => new Verifier(TEST_SECRET).verify(`${received?.body} `, headers)).toThrow();
    expect(() =>
      new Verifier(`whsec_${"A".repeat(43)}=`).verify(received?.body ?? "", headers),
    ).toThrow();
    const old = {
      ...headers,
      "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1),
    };
    expect(() => new Verifier(TEST_SECRET).verify(received?.body ?? "", old)).toThrow();
  });

  test("is recorded with what happened, or not at all", async () => {
    const id = await build();
    const failing = transaction(async () => {
      await announce(owner.id, "lead.created", [{ lead_id: 1 }]);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("goes to the owner's addresses that are on and want the event", async () => {
    const [wants, other, off] = [await build(), await build(), await build()];
    const stranger = await buildUser();
    const theirs = await build(stranger);
    await execute(
      sql`UPDATE webhook_endpoints SET events = '{search.finished}' WHERE id = ${other}`,
    );
    await execute(sql`UPDATE webhook_endpoints SET active = false WHERE id = ${off}`);
    await createLead();
    expect(await deliveriesOf(wants)).toHaveLength(1);
    expect(await deliveriesOf(other)).toEqual([]);
    expect(await deliveriesOf(off)).toEqual([]);
    expect(await deliveriesOf(theirs, stranger)).toEqual([]);
  });

  test("tells of a message, of the lead's answer, and of its opt-out", async () => {
    const id = await build();
    const lead = await buildLead(owner.id, { whatsapp: "5511988887777" });
    const hook = await provider.buildWebhook(owner.id);
    const receive = (messageId: string, text: string) =>
      provider.postWebhook(api, hook, {
        event: "messages.upsert",
        instance: "x",
        data: {
          key: { id: messageId, remoteJid: "5511988887777@s.whatsapp.net", fromMe: false },
          message: { conversation: text },
          messageTimestamp: Math.floor(Date.now() / 1000),
        },
      });
    await receive("A", "Quanto custa?");
    const told = async () =>
      (await deliveriesOf(id)).map(({ event_type, payload }) => ({
        event_type,
        ...(JSON.parse(payload) as { data: object }).data,
      }));
    const message = { event_type: "message.received", lead_id: lead.id, number: "5511988887777" };
    expect(await told()).toEqual([
      { event_type: "lead.answered", lead_id: lead.id, name: expect.any(String) },
      {
        ...message,
        chat: "5511988887777@s.whatsapp.net",
        kind: "text",
        text: "Quanto custa?",
        quantity: 1,
      },
    ]);
    // The words are the webhook's alone: the history does not keep them.
    const [event] = await rows<{ metadata: object }>(
      sql`SELECT metadata FROM events WHERE owner_id = ${owner.id} AND event_type = 'message_received'`,
    );
    expect(event?.metadata).toEqual({ lead_id: lead.id });
    await receive("B", "SAIR");
    expect((await told()).map(({ event_type }) => event_type)).toEqual([
      ...["message.received", "lead.opted_out"],
      ...["lead.answered", "message.received"],
    ]);
  });

  test.each([
    ["campaign_completed", "campaign.finished", { activity_id: 7, status: "stopped" }],
    ["search_completed", "search.finished", { search_id: 7, status: "completed", source: "maps" }],
  ] as const)("tells %s as %s", async (event, name, metadata) => {
    const id = await build();
    await recordEvent(owner.id, event, { metadata });
    const [told] = await deliveriesOf(id);
    expect(told?.event_type).toBe(name);
    expect(JSON.parse(told?.payload ?? "")).toMatchObject({ type: name, data: metadata });
  });

  test("is not told of what no webhook is about", async () => {
    const id = await build();
    await recordEvent(owner.id, "list_created", { metadata: { list_id: 1 } });
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("to an address with ten thousand that wait is left out", async () => {
    const id = await build();
    await execute(
      sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
          SELECT ${owner.id}, ${id}, 'lead.created', '{}' FROM generate_series(1, 10000)`,
    );
    await createLead();
    const row = await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE endpoint_id = ${id}`,
    );
    expect(row?.count).toBe(10_000);
  });
});

describe("a delivery that fails", () => {
  test("is tried ten times in three days, under one id, and then given up", async () => {
    reply = (nth) => ({ status: nth % 2 ? 500 : 302, headers: { location: "/" }, body: "caiu" });
    const webhook = await build();
    const id = await announceOne(webhook);
    const pauses: number[] = [];
    for (let nth = 1; nth <= 10; nth += 1) {
      const later = await tryNow(id);
      expect(receiver.requests).toHaveLength(nth);
      if (later) pauses.push((later.resumeAt.getTime() - Date.now()) / 1000);
      // What waits for its time is not tried before.
      await workOnRow(webhookDelivery, id, new AbortController().signal);
      expect(receiver.requests).toHaveLength(nth);
    }
    expect(pauses).toHaveLength(WEBHOOK_PAUSES_S.length);
    for (const [at, seconds] of pauses.entries()) {
      const expected = WEBHOOK_PAUSES_S[at] ?? 0;
      expect(seconds).toBeGreaterThan(expected - 2);
      expect(seconds).toBeLessThan(expected * 1.1 + 2);
    }
    const days = WEBHOOK_PAUSES_S.reduce((sum, pause) => sum + pause, 0) / 86_400;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of receiver.requests) {
      new Verifier(TEST_SECRET).verify(body, headers as Record<string, string>);
    }
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      state: "failed",
      tries: 10,
      last_status: 302,
      last_answer: "caiu",
    });
    await tryNow(id);
    expect(receiver.requests).toHaveLength(10);
  });

  test("is taken at a later try, and its address has no failure any more", async () => {
    reply = (nth) => (nth < 3 ? { status: 503, body: "" } : { status: 204, body: "" });
    const webhook = await build();
    const id = await announceOne(webhook);
    await tryNow(id);
    expect((await webhooksOf())[0]?.failing_since).not.toBeNull();
    await tryNow(id);
    await tryNow(id);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "delivered", tries: 3 });
    expect((await webhooksOf())[0]).toMatchObject({ failing_since: null, active: true });
  });

  test("survives its worker: another one tries it, with the same id", async () => {
    const webhook = await build();
    const id = await announceOne(webhook);
    await execute(
      sql`UPDATE webhook_deliveries SET lease_no = 7, lease_until = now() - interval '3 seconds' WHERE id = ${id}`,
    );
    await tryNow(id);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "delivered", tries: 1 });
  });

  test("by an address that has failed for three days switches it off, with its reason", async () => {
    reply = () => ({ status: 500, body: "" });
    const webhook = await build();
    const [first, second] = [await announceOne(webhook), await announceOne(webhook)];
    await tryNow(first);
    expect((await webhooksOf())[0]).toMatchObject({ active: true, disabled_reason: null });
    await execute(
      sql`UPDATE webhook_endpoints SET failing_since = now() - interval '71 hours 1 minute' WHERE id = ${webhook}`,
    );
    await tryNow(first);
    expect((await webhooksOf())[0]).toMatchObject({ active: false, disabled_reason: "failing" });
    expect(await mailsOf()).toEqual(["webhook_off"]);
    await tryNow(second);
    expect(receiver.requests).toHaveLength(2);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      state: "failed",
      last_answer: "O webhook está desligado.",
    });
    // Switched on again it begins afresh.
    const body = { url: URL_OF_OWNER, events: ["lead.created" as const], active: true };
    await callApi(api, webhooks.update, { params: { id: webhook }, body }, owner.headers);
    expect((await webhooksOf())[0]).toMatchObject({
      active: true,
      disabled_reason: null,
      failing_since: null,
    });
  });

  test("with 410 switches its address off at once", async () => {
    reply = () => ({ status: 410, body: "" });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    expect((await webhooksOf())[0]).toMatchObject({ active: false, disabled_reason: "gone" });
    expect(await mailsOf()).toEqual(["webhook_off"]);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "failed", tries: 1 });
  });

  test("waits fifteen seconds for an answer, and no longer", async () => {
    const webhook = await build();
    reply = () => new Promise(() => undefined);
    const id = await announceOne(webhook);
    const startedAt = Date.now();
    await tryNow(id);
    const seconds = (Date.now() - startedAt) / 1000;
    expect(seconds).toBeGreaterThan(14.5);
    expect(seconds).toBeLessThan(25);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      state: "waiting",
      last_status: null,
      last_answer: "Não respondeu em 15 segundos.",
    });
  });

  test("keeps the beginning of a long answer, without what cannot be stored", async () => {
    reply = () => ({ status: 500, body: `a\0${"é".repeat(1_000_000)}` });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery?.last_answer).toMatch(/^aé+/);
    expect(delivery?.last_answer?.length).toBeLessThanOrEqual(500);
  });

  test("whose worker ends meanwhile counts no try", async () => {
    const webhook = await build();
    const shutdown = new AbortController();
    reply = () => new Promise(() => undefined);
    const id = await announceOne(webhook);
    const trying = workOnRow(webhookDelivery, id, shutdown.signal);
    await expect.poll(() => receiver.requests.length).toBe(1);
    shutdown.abort();
    await trying;
    // An ending worker counts no try; another one makes it.
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "waiting", tries: 0 });
  });
});

test("the mail about it stays when a password is asked for, whose older mails do not", async () => {
  const mail = { userId: owner.id, link: "https://app.example/profile" };
  const expiresAt = new Date(Date.now() + 60_000);
  await enqueueNotice({ ...mail, kind: "webhook_off", expiresAt });
  await enqueueMail({ ...mail, kind: "password_reset", expiresAt });
  await enqueueMail({ ...mail, kind: "password_reset", expiresAt });
  const states = await rows(
    sql`SELECT kind, failed_at IS NULL AS open FROM mails WHERE user_id = ${owner.id} ORDER BY id`,
  );
  expect(states).toEqual([
    { kind: "webhook_off", open: true },
    { kind: "password_reset", open: false },
    { kind: "password_reset", open: true },
  ]);
});

describe("a delivery that is over", () => {
  test("is replayed under its id, with all its tries", async () => {
    const webhook = await build();
    const id = await announceOne(webhook);
    const replay = (user = owner) =>
      callApi(api, webhooks.replay, { params: { id } }, user.headers);
    expect(await replay()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await tryNow(id);
    const again = await replay();
    expect(again).toMatchObject({ status: 202, body: { delivery: { id, state: "waiting" } } });
    await tryNow(id);
    const [first, second] = receiver.requests;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "delivered", tries: 2 });
  });

  test("is listed page by page, and deleted after 30 days", async () => {
    const webhook = await build();
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await announceOne(webhook));
    const seen: number[] = [];
    let after: string | undefined;
    for (let page = 0; page === 0 || after; page += 1) {
      expect(page).toBeLessThan(4);
      const query = { per_page: 2, ...(after && { after }) };
      const { body } = await callApi(
        api,
        webhooks.deliveries,
        { params: { id: webhook }, query },
        owner.headers,
      );
      seen.push(...body.deliveries.map(({ id }) => id));
      after = body.next ?? undefined;
    }
    expect(seen).toEqual(ids);
    await tryNow(ids[0] ?? 0);
    await execute(
      sql`UPDATE webhook_deliveries SET created_at = now() - interval '30 days 1 minute' WHERE owner_id = ${owner.id}`,
    );
    await deleteOldDeliveries();
    // What still waits stays.
    expect((await deliveriesOf(webhook)).map(({ id }) => id)).toEqual(ids.slice(1));
  });
});

describe("an address", () => {
  const create = (url: string, events = ["lead.created"]) =>
    request<{ secret: string; webhook_endpoint: { id: number } }>(
      api,
      "POST",
      "/api/webhook_endpoints",
      { url, events },
      owner.headers,
    );

  test("is added with a secret that is shown once and stored encrypted", async () => {
    const { status, body } = await create("https://recebe.example/gancho");
    expect(status).toBe(201);
    expect(Buffer.from(body.secret.replace("whsec_", ""), "base64")).toHaveLength(32);
    const row = await firstRow<{ text: string }>(
      sql`SELECT e::text AS text FROM webhook_endpoints e WHERE owner_id = ${owner.id}`,
    );
    expect(row?.text).not.toContain(body.secret.slice(6));
    expect(JSON.stringify(await webhooksOf())).not.toContain(body.secret.slice(6));
  });

  test("is tried out with a test event, which is not repeated", async () => {
    reply = () => ({ status: 500, body: "não" });
    const { body } = await create("http://recebe.example/");
    const id = body.webhook_endpoint.id;
    const test = await callApi(api, webhooks.test, { params: { id } }, owner.headers);
    expect(test.status).toBe(202);
    await tryNow(test.body.delivery.id);
    const [received] = receiver.requests;
    const headers = received?.headers as Record<string, string>;
    expect(new Verifier(body.secret).verify(received?.body ?? "", headers)).toMatchObject({
      type: "webhook.test",
    });
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: "failed", tries: 1 });
  });

  test("is one of at most ten", async () => {
    const made = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 3 }, (_, at) => create(`https://recebe.example/${at}`)),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MOST_WEBHOOKS);
  });

  test.each([
    ...["http://127.0.0.1/", "http://localhost:8080/", "https://10.0.0.1/", "https://[::1]/"],
    ...["https://169.254.169.254/latest/meta-data", "https://0x7f.1/", "https://2130706433/"],
    ...[
      "https://[::ffff:10.0.0.1]/",
      "https://pessoa:senha@recebe.example/",
      "ftp://recebe.example/",
    ],
    ...["https://recebe.example:5432/", "javascript:alert(1)", "recebe.example", "https://"],
    ...["https://[64:ff9b::7f00:1]/", "https://100.64.0.1/", "https://0.0.0.0/"],
  ])("%s is refused", async (url) => {
    const answer = await create(url);
    expect(answer).toMatchObject({ status: 400, body: { fields: { url: expect.any(String) } } });
  });

  test("is never connected to at a private address, whatever its name resolves to and when", async () => {
    const target = await startRecordedServer(() => ({ body: "segredo" }), 0);
    const answers: LookupAddress[][] = [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.5", family: 4 },
      ],
      [{ address: "::ffff:127.0.0.1", family: 6 }],
    ];
    for (const addresses of answers) {
      let asked = 0;
      const answer = await postWebhook(
        "http://rebind.test/",
        { id: "msg", payload: "{}", secret: TEST_SECRET },
        {
          signal: new AbortController().signal,
          lookup: (_hostname, _options, callback) => {
            asked += 1;
            callback(null, addresses as never);
          },
        },
      );
      expect(asked).toBe(1);
      expect(answer).toEqual({ status: null, answer: "O endereço não é público." });
    }
    const literal = await postWebhook(
      target.url,
      { id: "msg", payload: "{}", secret: TEST_SECRET },
      { signal: new AbortController().signal },
    );
    expect(literal).toEqual({ status: null, answer: "O endereço não é público." });
    expect(target.requests).toEqual([]);
    await target.close();
  });

  test("that redirects to a private one is not followed", async () => {
    reply = () => ({ status: 307, headers: { location: "http://127.0.0.1:1/" }, body: "" });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "waiting", last_status: 307 });
  });
});

describe("the turns of an owner", () => {
  const lease = (id: number) =>
    execute(
      sql`UPDATE webhook_deliveries SET lease_until = now() + interval '20 seconds' WHERE id = ${id}`,
    );

  test("are two at once, and what waits for its next try takes none", async () => {
    const webhook = await build();
    reply = (nth) => (nth <= 5 ? { status: 500, body: "" } : { body: "ok" });
    for (let count = 0; count < 5; count += 1) await tryNow(await announceOne(webhook));
    const [one, two, three] = [
      await announceOne(webhook),
      await announceOne(webhook),
      await announceOne(webhook),
    ];
    await tryNow(one);
    expect((await deliveriesOf(webhook)).find(({ id }) => id === one)?.state).toBe("delivered");
    await lease(two);
    const other = await announceOne(webhook);
    await lease(other);
    await tryNow(three);
    expect(receiver.requests).toHaveLength(6);
    const found = await webhookDelivery.leases.findUnclaimed(50);
    expect(found.map(({ id }) => id)).not.toContain(three);
    await execute(sql`UPDATE webhook_deliveries SET lease_until = NULL WHERE id = ${other}`);
    await tryNow(three);
    expect(receiver.requests).toHaveLength(7);
  });
});

test("what the queue lost is found by the sweep", async () => {
  const webhook = await build();
  const id = await announceOne(webhook);
  await execute(
    sql`UPDATE webhook_deliveries SET resume_at = now() - interval '3 seconds' WHERE id = ${id}`,
  );
  const found = await webhookDelivery.leases.findUnclaimed(50);
  expect(found.map((row) => row.id)).toContain(id);
  await sweepRows(webhookDelivery);
});
