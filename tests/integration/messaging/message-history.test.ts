import { expect, test } from "vitest";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { until } from "@/sandbox/testing";
import { sweepHistories } from "@/server/inbound/inbox/history.service";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { disconnectInstance } from "@/server/messaging/whatsapp/pairing.service";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi();

const NUMBER = "5511988887777";

test("what was said before the pairing is taken in as read and sets nothing off but an opt-out", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  const say = (text: string) =>
    sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text });
  for (let at = 0; at < 250; at += 1) await say(at === 7 ? "SAIR" : `mensagem ${at}`);
  const stored = () =>
    rows<{ content: string }>(
      sql`SELECT content FROM messages WHERE owner_id = ${user.id} ORDER BY sent_at, id`,
    );
  await until(async () => (await stored()).length === 250, "the webhooks");

  // As on a first pairing: none of it is known, and the phone has it all, from before.
  const pairLater = () =>
    rows(
      sql`UPDATE whatsapp_instances SET connected_at = now() + interval '1 minute' WHERE owner_id = ${user.id} RETURNING id`,
    );
  await rows(sql`DELETE FROM conversations WHERE owner_id = ${user.id} RETURNING id`);
  await rows(sql`DELETE FROM opt_outs WHERE owner_id = ${user.id} RETURNING phone_key`);
  await rows(sql`DELETE FROM opt_out_events WHERE owner_id = ${user.id} RETURNING phone_key`);
  await rows(sql`DELETE FROM events WHERE owner_id = ${user.id} RETURNING id`);
  await rows(sql`UPDATE leads SET status = 'new' WHERE id = ${lead.id} RETURNING id`);
  await pairLater();
  await sweepHistories.run();
  expect(await stored()).toHaveLength(250);
  expect(
    await rows(sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual([{ unread_count: 0 }]);
  expect(await rows(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual([
    { status: "opted_out" },
  ]);
  // Too late for a confirmation.
  expect(
    await rows(sql`SELECT words, confirm_by FROM opt_outs WHERE owner_id = ${user.id}`),
  ).toEqual([{ words: "SAIR", confirm_by: null }]);
  expect(await rows(sql`SELECT event_type FROM events WHERE owner_id = ${user.id}`)).toEqual([
    { event_type: "opted_out" },
  ]);

  // Read once, until the phone is paired again.
  await rows(sql`DELETE FROM conversations WHERE owner_id = ${user.id} RETURNING id`);
  await sweepHistories.run();
  expect(await stored()).toEqual([]);
  await disconnectInstance(user.id, "default");
  await pairWhatsapp(api, sandbox, user);
  await pairLater();
  await sweepHistories.run();
  expect(await stored()).toHaveLength(250);
});

test("what is said since the pairing is left to the webhook, which has its effects", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  // The reading of the history overtakes the webhook.
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "reorder-webhooks",
    path: "messages.upsert",
    delayMs: 1_500,
  });
  await sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text: "SAIR" });
  await sweepHistories.run();
  await sandbox.control("DELETE", "/faults");
  await until(async () => {
    const [row] = await rows<{ status: string }>(
      sql`SELECT status FROM leads WHERE id = ${lead.id}`,
    );
    return row?.status === "opted_out";
  }, "the opt-out");
});

/** Receives what a person wrote a day ago, as the phone's history reports it. */
async function receiveHistory(
  user: TestUser,
  texts: readonly string[],
  { newestFirst = false, name = "first" } = {},
) {
  const [instance] = await rows<{ id: number }>(
    sql`UPDATE whatsapp_instances SET connected_at = now() WHERE owner_id = ${user.id} RETURNING id`,
  );
  const said = texts.map((text, at) => ({
    ...{ type: "message", id: `${user.id}-${name}-${at}`, chatId: `${NUMBER}@s.whatsapp.net` },
    ...{ number: NUMBER, lid: null, fromMe: false, name: null, mediaSource: null, kind: "text" },
    ...{ text, quotedId: null, media: null, location: null, contacts: [], origin: "history" },
    sentAt: new Date(Date.now() - 86_400_000 + at * 1_000),
  })) as WhatsappEvent[];
  const found = await getRow(user.id, instance?.id ?? 0);
  await receiveEvents(found, newestFirst ? said.reverse() : said);
}

test.each([
  ["SAIR", ["oi", "obrigado"], "opted_out"],
  ["SAIR", ["voltar"], "free"],
  ["não me mande mais boletos", [], "review"],
])(
  "%j in a history with %j after it, whichever page comes first: %s",
  async (first, later, wanted) => {
    for (const newestFirst of [true, false]) {
      const user = await buildUser();
      await buildWebhook(user.id);
      const lead = await buildLead(user.id, { whatsapp: NUMBER });
      await receiveHistory(user, [first, ...later], { newestFirst });
      const [row] = await rows<{ status: string; reviews: number }>(
        sql`SELECT status, (SELECT count(*)::int FROM opt_out_reviews WHERE owner_id = ${user.id}) AS reviews
          FROM leads WHERE id = ${lead.id}`,
      );
      const state = row?.status === "opted_out" ? "opted_out" : "free";
      expect(row?.reviews === 1 ? "review" : state).toBe(wanted);
    }
  },
);

test("an opt-out that a person took back since then stays so, whatever a history says again", async () => {
  const user = await buildUser();
  await buildWebhook(user.id);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const statusOf = () => rows(sql`SELECT status FROM leads WHERE id = ${lead.id}`);
  await receiveHistory(user, ["SAIR"]);
  expect(await statusOf()).toEqual([{ status: "opted_out" }]);
  const { opt_outs: listed } = (await callApi(api, optOuts.list, { query: {} }, user.headers)).body;
  const body = { reason: "Pediu por telefone para receber de novo" };
  const params = { id: listed[0]?.id ?? 0 };
  expect(await callApi(api, optOuts.remove, { params, body }, user.headers)).toMatchObject({
    status: 200,
  });
  const [free] = await statusOf();
  expect(free).not.toEqual({ status: "opted_out" });
  await receiveHistory(user, ["pare", "Não quero mais receber"], { name: "again" });
  expect(await statusOf()).toEqual([free]);
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([]);
});
