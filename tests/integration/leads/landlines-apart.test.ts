import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const LANDLINE = "551144744512";
const MOBILE = "5511944744512";
const OLD_MOBILE = "5511976278539";

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
