import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { api as contracts } from "@/lib/contracts";
import { WEBHOOK_PAUSES_S } from "@/lib/domain/webhooks/webhook-events";
import { webhookWork } from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { enqueueMail, enqueueNotice } from "@/server/platform/mail/mail.service";
import { TEST_SECRET } from "@/tests/factories/owned-rows";
import { callApi } from "@/tests/support/api";
import { runOutgoing, URL_OF_OWNER } from "@/tests/support/outgoing-webhooks";

const outgoing = runOutgoing();
const { api, build, deliveriesOf, webhooksOf, tryNow, tryAsWorkers, announceOne, mailsOf } =
  outgoing;
const { webhooks } = contracts;

describe("a delivery that fails", () => {
  test("is tried ten times in three days, under one id, and then given up", async () => {
    outgoing.reply = (nth) => ({
      status: nth % 2 ? 500 : 302,
      headers: { location: "/" },
      body: "caiu",
    });
    const webhook = await build();
    const id = await announceOne(webhook);
    const pauses: number[] = [];
    for (let nth = 1; nth <= 10; nth += 1) {
      const later = await tryNow(id);
      expect(outgoing.requests).toHaveLength(nth);
      if (later) pauses.push((later.resumeAt.getTime() - Date.now()) / 1000);
      // What waits for its time is not tried before.
      await tryAsWorkers(id);
      expect(outgoing.requests).toHaveLength(nth);
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
    expect(new Set(outgoing.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const { body, headers } of outgoing.requests) {
      new Verifier(TEST_SECRET).verify(body, headers as Record<string, string>);
    }
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      state: "failed",
      tries: 10,
      last_status: 302,
      last_answer: "caiu",
    });
    await tryNow(id);
    expect(outgoing.requests).toHaveLength(10);
  });

  test("is taken at a later try, and its address has no failure any more", async () => {
    outgoing.reply = (nth) => (nth < 3 ? { status: 503, body: "" } : { status: 204, body: "" });
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
    outgoing.reply = () => ({ status: 500, body: "" });
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
    expect(outgoing.requests).toHaveLength(2);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      state: "failed",
      last_answer: "O webhook está desligado.",
    });
    // Switched on again it begins afresh.
    const body = { url: URL_OF_OWNER, events: ["lead.created" as const], active: true };
    await callApi(api, webhooks.update, { params: { id: webhook }, body }, outgoing.owner.headers);
    expect((await webhooksOf())[0]).toMatchObject({
      active: true,
      disabled_reason: null,
      failing_since: null,
    });
  });

  test("with 410 switches its address off at once", async () => {
    outgoing.reply = () => ({ status: 410, body: "" });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    expect((await webhooksOf())[0]).toMatchObject({ active: false, disabled_reason: "gone" });
    expect(await mailsOf()).toEqual(["webhook_off"]);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "failed", tries: 1 });
  });

  test("waits five seconds for the first answer, fifteen for a later one, and no longer", async () => {
    const webhook = await build();
    outgoing.reply = () => new Promise(() => undefined);
    const id = await announceOne(webhook);
    for (const limit of [5, 15]) {
      const startedAt = Date.now();
      await tryNow(id);
      const seconds = (Date.now() - startedAt) / 1000;
      expect(seconds).toBeGreaterThan(limit - 0.5);
      expect(seconds).toBeLessThan(limit + 10);
      expect((await deliveriesOf(webhook))[0]).toMatchObject({
        state: "waiting",
        last_status: null,
        last_answer: `Não respondeu em ${limit} segundos.`,
      });
    }
  });

  test("keeps the beginning of a long answer, without what cannot be stored", async () => {
    outgoing.reply = () => ({ status: 500, body: `a\0${"é".repeat(1_000_000)}` });
    const webhook = await build();
    await tryNow(await announceOne(webhook));
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery?.last_answer).toMatch(/^aé+/);
    expect(delivery?.last_answer?.length).toBeLessThanOrEqual(500);
  });

  test("whose worker ends meanwhile counts no try", async () => {
    const webhook = await build();
    const shutdown = new AbortController();
    outgoing.reply = () => new Promise(() => undefined);
    const id = await announceOne(webhook);
    const trying = workOnRow(webhookWork, id, shutdown.signal);
    await expect.poll(() => outgoing.requests.length).toBe(1);
    shutdown.abort();
    await trying;
    // An ending worker counts no try; another one makes it.
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "waiting", tries: 0 });
  });
});

test("the mail about it stays when a password is asked for, whose older mails do not", async () => {
  const mail = { personId: outgoing.owner.personId, link: "https://app.example/profile" };
  const expiresAt = new Date(Date.now() + 60_000);
  await enqueueNotice({ ...mail, kind: "webhook_off", expiresAt });
  await enqueueMail({ ...mail, kind: "password_reset", expiresAt });
  await enqueueMail({ ...mail, kind: "password_reset", expiresAt });
  const states = await rows(
    sql`SELECT kind, failed_at IS NULL AS open FROM mails WHERE user_id = ${outgoing.owner.id} ORDER BY id`,
  );
  expect(states).toEqual([
    { kind: "webhook_off", open: true },
    { kind: "password_reset", open: false },
    { kind: "password_reset", open: true },
  ]);
});
