import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, raw, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const LANDLINE = "551144744512";
const MOBILE = "5511944744512";
const OLD_MOBILE = "5511976278539";
const LID = "123456789012345@lid";

test("a landline and a mobile with the same eight digits are two people", async () => {
  expect(getPhoneKey(LANDLINE)).not.toBe(getPhoneKey(MOBILE));
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const bakery = await buildLead(user.id, { whatsapp: LANDLINE });
  const workshop = await buildLead(user.id, { whatsapp: MOBILE });
  const say = (number: string, text: string) =>
    postWebhook(api, hook, {
      event: "messages.upsert",
      data: {
        key: { id: `${number} ${text}`, remoteJid: `${number}@s.whatsapp.net`, fromMe: false },
        message: { conversation: text },
        messageTimestamp: Math.floor(Date.now() / 1000),
      },
    });
  await say(LANDLINE, "SAIR");
  await say(MOBILE, "Quanto custa?");
  const states = await rows(
    sql`SELECT id, status FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
  );
  expect(states).toEqual([
    { id: bakery.id, status: "opted_out" },
    { id: workshop.id, status: "answered" },
  ]);
  const { body } = await callApi(api, chat.list, { query: {} }, user.headers);
  expect(body.data.chats.map(({ number }) => number).sort()).toEqual([LANDLINE, MOBILE].sort());
});

test("an old account's number is shown with its ninth digit", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await postWebhook(api, hook, {
    event: "messages.upsert",
    data: {
      key: { id: "1", remoteJid: "551176278539:12@s.whatsapp.net", fromMe: false },
      message: { conversation: "SAIR" },
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  });
  expect(await rows(sql`SELECT number FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([
    { number: OLD_MOBILE },
  ]);
  const { body } = await callApi(api, chat.list, { query: {} }, user.headers);
  // The shown number has the ninth digit; the address for WhatsApp has neither it nor a device.
  expect(body.data.chats).toMatchObject([
    { number: OLD_MOBILE, contactNumber: "551176278539@s.whatsapp.net" },
  ]);
});

/** Rows as they were while both had the landline's key. */
async function buildJoined(
  user: TestUser,
  { numbers, chatId, optedOut }: { numbers: string[]; chatId: string; optedOut?: boolean },
) {
  const [number, contact] = numbers;
  const lead = await buildLead(user.id, { whatsapp: number ?? "" });
  // Only one of two leads could have the key; the other number is one of the phone's contacts.
  if (contact) {
    await execute(
      sql`INSERT INTO whatsapp_contacts (owner_id, phone_key, number, jid)
          VALUES (${user.id}, ${LANDLINE}, ${contact}, ${`${contact}@s.whatsapp.net`})`,
    );
  }
  if (number === MOBILE)
    await execute(sql`UPDATE leads SET phone_key = ${LANDLINE} WHERE id = ${lead.id}`);
  await execute(
    sql`WITH chat AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at)
          VALUES (${user.id}, ${LANDLINE}, ${chatId}, 'Oi', now()) RETURNING id)
        INSERT INTO contact_identities (owner_id, chat_id, phone_key) SELECT ${user.id}, ${LID}, ${LANDLINE} FROM chat`,
  );
  if (optedOut) {
    await execute(sql`INSERT INTO opt_outs (owner_id, phone_key) VALUES (${user.id}, ${LANDLINE})`);
  }
}

const stateOf = async ({ id }: TestUser) => ({
  leads: await rows(
    sql`SELECT whatsapp, phone_key FROM leads WHERE owner_id = ${id} ORDER BY whatsapp`,
  ),
  chats: await rows(sql`SELECT phone_key, mixed_with FROM conversations WHERE owner_id = ${id}`),
  blocked: await rows(
    sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${id} ORDER BY phone_key`,
  ),
  identities: await rows(sql`SELECT phone_key FROM contact_identities WHERE owner_id = ${id}`),
});

test("what was joined is told apart by its own number, and listed where it cannot be told", async () => {
  const [mobile, landline, both] = [await buildUser(), await buildUser(), await buildUser()];
  await buildJoined(mobile, {
    numbers: [MOBILE],
    chatId: `${MOBILE}@s.whatsapp.net`,
    optedOut: true,
  });
  await buildJoined(landline, { numbers: [LANDLINE], chatId: `${LANDLINE}@s.whatsapp.net` });
  await buildJoined(both, {
    numbers: [MOBILE, LANDLINE],
    chatId: `${MOBILE}@s.whatsapp.net`,
    optedOut: true,
  });
  await execute(sql`ALTER TABLE conversations DROP COLUMN mixed_with`);
  const folder = join(
    import.meta.dirname,
    "../../../prisma/migrations/20261123123000_landlines_apart",
  );
  const migration = readFileSync(join(folder, "migration.sql"), "utf8");
  for (const statement of migration.replaceAll(/^--.*$/gm, "").split(";")) {
    if (statement.trim()) await execute(raw(statement.replace("TEMP TABLE", "TABLE")));
  }
  expect(await stateOf(mobile)).toEqual({
    leads: [{ whatsapp: MOBILE, phone_key: MOBILE }],
    chats: [{ phone_key: MOBILE, mixed_with: null }],
    blocked: [{ phone_key: MOBILE }],
    identities: [{ phone_key: MOBILE }],
  });
  expect(await stateOf(landline)).toEqual({
    leads: [{ whatsapp: LANDLINE, phone_key: LANDLINE }],
    chats: [{ phone_key: LANDLINE, mixed_with: null }],
    blocked: [],
    identities: [{ phone_key: LANDLINE }],
  });
  // One person asked for no more messages: neither number gets any.
  expect(await stateOf(both)).toEqual({
    leads: [{ whatsapp: MOBILE, phone_key: MOBILE }],
    chats: [{ phone_key: MOBILE, mixed_with: LANDLINE }],
    blocked: [{ phone_key: LANDLINE }, { phone_key: MOBILE }],
    identities: [],
  });
  const unread = await callApi(api, chat.unread, {}, both.headers);
  expect(unread.body.data.mixed).toBe(1);
  const listed = await callApi(api, chat.list, { query: { filter: "mixed" } }, both.headers);
  expect(listed.body.data.chats).toHaveLength(1);
  const others = await callApi(api, chat.list, { query: { filter: "mixed" } }, mobile.headers);
  expect(others.body.data.chats).toEqual([]);
});
