import { beforeAll, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { countWorkingSeconds } from "@/lib/domain/time/working-time";
import { joinConversations } from "@/server/messaging/messages/identities.repository";
import { insertSend } from "@/server/messaging/messages/outgoing-messages.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildColleague, type Colleague } from "@/tests/factories/team-work";
import { callApi, request } from "@/tests/support/api";
import { buildSeller, type Seller } from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

let account: Seller;
let ana: Colleague;
beforeAll(async () => {
  account = await buildSeller(api, sandbox, 0);
  ana = await buildColleague(account.user.id, "Ana");
});

let numbers = 0;
/** Somebody who has waited for nine days, unless nobody waits. */
async function buildWaiting({ waits = true, intent = null as string | null } = {}) {
  numbers += 1;
  const number = `55119778${String(numbers).padStart(5, "0")}`;
  const key = `${number.slice(0, 4)}${number.slice(-8)}`;
  const chatId = `${number}@s.whatsapp.net`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at, waiting_since, intent)
        VALUES (${account.user.id}, ${key}, ${chatId}, 'Oi', now() - interval '9 days',
                CASE WHEN ${waits} THEN now() - interval '9 days' END, ${intent}) RETURNING id`,
  );
  return { number, key, chatId, id: row?.id ?? 0 };
}

const send = (to: string) => callApi(api, chat.send, { body: { to, content: "Olá" } }, ana.headers);
const answersOf = (id: number) =>
  rows<{ person_id: number; waiting_since: Date; answered_at: Date; working_s: number }>(
    sql`SELECT person_id, waiting_since, answered_at, working_s FROM first_answers
        WHERE owner_id = ${account.user.id} AND conversation_id = ${id}`,
  );

test("a person's answer records how long the contact waited, and further messages nothing", async () => {
  const { id, number } = await buildWaiting();
  expect((await send(number)).status).toBe(200);
  expect((await send(number)).status).toBe(200);
  const [answer, ...others] = await answersOf(id);
  expect(others).toEqual([]);
  expect(answer?.person_id).toBe(ana.personId);
  // The report finds by this time whether the message went out.
  expect(
    await rows(
      sql`SELECT 1 FROM messages WHERE conversation_id = ${id} AND person_id = ${ana.personId} AND sent_at = ${answer?.answered_at}`,
    ),
  ).toHaveLength(1);
  const { waiting_since = new Date(0), answered_at = new Date(0), working_s } = answer ?? {};
  expect(working_s).toBeGreaterThan(5 * 36_000);
  expect(Math.abs((working_s ?? 0) - countWorkingSeconds(waiting_since, answered_at))).toBeLessThan(
    60,
  );
});

test("nothing is recorded where nobody waits, where a machine wrote, or of what goes out by itself", async () => {
  const [nobody, machine, unasked] = [
    await buildWaiting({ waits: false }),
    await buildWaiting({ intent: "automatic" }),
    await buildWaiting(),
  ];
  for (const { number } of [nobody, machine]) expect((await send(number)).status).toBe(200);
  const instance = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${account.user.id}`,
  );
  await insertSend(
    account.user.id,
    {
      ...{ instanceId: instance?.id ?? 0, messageId: "BY-ITSELF", kind: "text", text: "Olá" },
      ...{ phoneKey: unasked.key, chatId: unasked.chatId, quotedId: null, rank: 1 },
    },
    { personId: null, over: null },
  );
  for (const { id } of [nobody, machine, unasked]) expect(await answersOf(id)).toEqual([]);
});

test("an answer that did not go out and is sent again counts once, from when it was sent again", async () => {
  const { id, number } = await buildWaiting();
  // Nothing is delivered: a receipt would overrule the failure.
  await sandbox.control("PUT", `/phones/${number}`, { behaviour: "off", lid: false });
  await execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
        SELECT c.owner_id, c.id, i.id, 'WAITS-' || c.id, 'in', 'Oi', c.waiting_since
        FROM conversations c JOIN whatsapp_instances i ON i.owner_id = c.owner_id WHERE c.id = ${id}`,
  );
  expect((await send(number)).status).toBe(200);
  await execute(
    sql`UPDATE first_answers SET answered_at = now() - interval '1 hour', working_s = 0 WHERE conversation_id = ${id}`,
  );
  const message = await firstRow<{ id: number }>(
    sql`UPDATE messages SET status_rank = 3 WHERE conversation_id = ${id} AND direction = 'out' RETURNING id`,
  );
  const again = await request(
    api,
    "POST",
    `/api/whatsapp/send_message/${message?.id}/resend`,
    undefined,
    ana.headers,
  );
  expect(again.status).toBe(200);
  const answers = await answersOf(id);
  expect(answers).toHaveLength(1);
  expect(answers[0]?.working_s).toBeGreaterThan(5 * 36_000);
});

test("goes to the conversation that another one becomes, and with the conversation", async () => {
  const { id, number } = await buildWaiting();
  expect((await send(number)).status).toBe(200);
  await execute(
    sql`UPDATE conversations SET phone_key = '777@lid', chat_id = '777@lid' WHERE id = ${id}`,
  );
  const other = await buildWaiting({ waits: false });
  await transaction(() => joinConversations(account.user.id, "777@lid", other.key));
  expect(await answersOf(other.id)).toHaveLength(1);
  await execute(sql`DELETE FROM conversations WHERE id = ${other.id}`);
  expect(await answersOf(other.id)).toEqual([]);
});
