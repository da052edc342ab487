import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { messageTrace } from "@/lib/contracts/backoffice/message-trace";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const NUMBER = "(11) 98888-0001";
const DIGITS = "5511988880001";
const KEY = "551188880001";

let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  admin = await buildUser({ id: 4 });
});
beforeEach(async () => {
  user = await buildUser();
});

const trace = (number = NUMBER, by: TestUser = admin, of: TestUser = user) =>
  callApi(api, messageTrace.read, { params: { userId: of.id }, query: { number } }, by.headers);

/** One recipient at the number, in a separate run. */
async function buildRecipient(
  state: "pending" | "sent" | "failed" | "skipped" | "unknown",
  changes: { cause?: string; detail?: string; of?: TestUser; messageId?: string } = {},
) {
  const campaign = await buildCampaign(changes.of ?? user, {
    status: state === "pending" ? "running" : "completed",
    recipients: [state],
  });
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${KEY}, number = ${DIGITS}, cause = ${changes.cause ?? null},
               detail = ${changes.detail ?? null}, provider_message_id = ${changes.messageId ?? null},
               settled_at = CASE WHEN state = 'pending' THEN NULL ELSE settled_at END
        WHERE id = ${campaign.recipientIds[0]}`,
  );
  return campaign;
}

async function buildChatMessage(changes: {
  rank: number;
  id: string;
  failure?: string;
  unconfirmed?: boolean;
  direction?: "in" | "out";
}) {
  const instance = await firstRow<{ id: number }>(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, status)
        VALUES (${user.id}, 'evolution', ${`trace-${user.id}`}, ${Buffer.from(`trace-${user.id}`)}, 'CONNECTED')
        ON CONFLICT (owner_id) WHERE is_default DO UPDATE SET status = 'CONNECTED' RETURNING id`,
  );
  const chat = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations (owner_id, chat_id, phone_key) VALUES (${user.id}, ${`${DIGITS}@s.whatsapp.net`}, ${KEY})
        ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE SET chat_id = excluded.chat_id RETURNING id`,
  );
  await execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, failure, unconfirmed, sent_at)
        VALUES (${user.id}, ${chat?.id}, ${instance?.id}, ${changes.id}, ${changes.direction ?? "out"}, 'um segredo', ${changes.rank},
                ${changes.failure ?? null}, ${changes.unconfirmed ?? false}, now())`,
  );
}

test("each message says what became of it, why, and by which job, without its text", async () => {
  const skipped = await buildRecipient("skipped", { cause: "recent" });
  await buildRecipient("failed", { cause: "refused", detail: "O WhatsApp recusou o número." });
  await buildRecipient("sent", { messageId: "OF-CAMPAIGN" });
  await buildChatMessage({ rank: 2, id: "OF-CAMPAIGN" });
  await buildChatMessage({ rank: 3, id: "BY-HAND", failure: "Número inexistente." });
  await buildChatMessage({ rank: 1, id: "UNSURE", unconfirmed: true });
  await buildChatMessage({ rank: 4, id: "THEIRS", direction: "in" });
  await execute(
    sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at, state, settled_at, detail)
        VALUES (${user.id}, ${KEY}, ${`${DIGITS}@s.whatsapp.net`}, 'um segredo', now(), 'failed', now(), 'O WhatsApp estava desconectado.')`,
  );
  const requestId = randomUUID();
  await execute(
    sql`UPDATE campaign_runs SET request_id = ${requestId}::uuid WHERE id = ${skipped.runId}`,
  );
  const { status, body } = await trace();
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain("segredo");
  const told = body.messages.map(({ source, state, reason }) => [source, state, reason]);
  expect(told).toHaveLength(6);
  expect(told).toEqual(
    expect.arrayContaining([
      ["campaign", "skipped", "com mensagem há poucos dias"],
      ["campaign", "failed", "O WhatsApp recusou o número."],
      ["campaign", "sent", null],
      ["chat", "failed", "Número inexistente."],
      ["chat", "unknown", null],
      ["scheduled", "failed", "O WhatsApp estava desconectado."],
    ]),
  );
  expect(body.messages.find(({ state }) => state === "skipped")).toMatchObject({
    activity_id: skipped.id,
    run_id: skipped.runId,
    job: `campaigns.deliver-run-${skipped.runId}`,
    request_id: requestId,
    step: 1,
  });
});

test("what waits says what for", async () => {
  const { runId } = await buildRecipient("pending");
  const [message] = (await trace()).body.messages;
  expect(message).toMatchObject({ state: "waiting", at: null, reason: null });
  await execute(sql`UPDATE campaign_runs SET paused_at = now() WHERE id = ${runId}`);
  expect((await trace()).body.messages).toMatchObject([{ reason: "A campanha está pausada." }]);
  await execute(
    sql`UPDATE campaign_runs SET notice = 'Espera a janela', next_send_at = '2031-05-06T12:00:00Z' WHERE id = ${runId}`,
  );
  expect((await trace()).body.messages).toMatchObject([
    { reason: "Espera a janela", at: "2031-05-06T12:00:00.000Z" },
  ]);
});

test("what holds new messages back is named", async () => {
  expect((await trace()).body.held).toEqual(["A conta nunca conectou um WhatsApp."]);
  await buildChatMessage({ rank: 2, id: "FIRST" });
  expect((await trace()).body.held).toEqual([]);
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source, said_at) VALUES (${user.id}, ${KEY}, 'reply', '2026-01-31T15:00:00Z')`,
  );
  await execute(
    sql`UPDATE whatsapp_instances SET status = 'DISCONNECTED', restricted_until = '2031-05-06T12:00:00Z' WHERE owner_id = ${user.id}`,
  );
  await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
  expect((await trace()).body.held).toEqual([
    "A conta está desativada.",
    "O número pediu para sair em 31/01/2026 12:00: campanhas não escrevem para ele.",
    "O WhatsApp da conta está desconectado.",
    "O WhatsApp limita o número da conta até 06/05/2031 09:00: não escreve a quem nunca escreveu.",
  ]);
});

test("another account's messages, and those to another number, are not told", async () => {
  const other = await buildUser();
  await buildRecipient("sent", { of: other });
  await buildRecipient("sent");
  expect((await trace("(11) 97777-0001")).body.messages).toEqual([]);
  expect((await trace()).body.messages).toHaveLength(1);
  expect((await trace(NUMBER, admin, other)).body.messages).toHaveLength(1);
});

test("only the administrator looks, each look is audited, without the number", async () => {
  expect((await trace(NUMBER, user)).status).toBe(403);
  expect((await trace()).status).toBe(200);
  const entries = await rows(
    sql`SELECT action, actor_id, details FROM audit_entries WHERE target_user_id = ${user.id}`,
  );
  expect(entries).toEqual([{ action: "message.traced", actor_id: admin.id, details: {} }]);
});

test("what is no number and no account is refused, and audits nothing", async () => {
  expect(await trace("123")).toMatchObject({
    status: 400,
    body: { fields: { number: "Informe um número com DDD." } },
  });
  expect(
    (await trace(NUMBER, admin, { ...user, id: 2_000_000_000 as TestUser["id"] })).status,
  ).toBe(404);
  expect(await rows(sql`SELECT 1 FROM audit_entries WHERE target_user_id = ${user.id}`)).toEqual(
    [],
  );
});
