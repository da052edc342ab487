import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { contacts } from "@/lib/contracts/messaging/contacts";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { toScopedChatId } from "@/lib/domain/messages/chat-key";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { connectNumber, postSigned, toWebhook } from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithCloud();

const api = runApi({ withoutLimits: true });
runSandbox();
const OLD = "5511988887777";
const NEW = "5521977776666";
/** The sandbox's id of a phone that it knows. */
const KNOWN_ID = `BR.${BigInt(OLD) * 13n + 1_000_000_000_000_003n}`;
let told = 0;

async function connect() {
  const user = await buildUser();
  return { user, phoneId: await connectNumber(api, user) };
}

/** A message as Meta sends it, with any fields that name its sender. */
function write(phoneId: string, sender: object, text: string, contact?: object) {
  told += 1;
  const message = {
    id: `wamid.P${told}-${Date.now()}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text: { body: text },
    ...sender,
  };
  const contactList = contact ? [contact] : [];
  return postSigned(api, toWebhook({ phoneId, messages: [message], contacts: contactList }));
}

function move(phoneId: string, sender: object, system: object) {
  told += 1;
  const message = {
    id: `wamid.M${told}-${Date.now()}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "system",
    system,
    ...sender,
  };
  return postSigned(api, toWebhook({ phoneId, messages: [message] }));
}

const listChats = async (user: TestUser, search = "") =>
  (await callApi(api, chat.list, { query: { search } }, user.headers)).body.data.chats;

const countLetters = async (user: TestUser) =>
  (await rows(sql`SELECT 1 FROM webhook_dead_letters WHERE owner_id = ${user.id}`)).length;

test("who hides the number is shown by the user name, found, a contact, and answered by the id", async () => {
  const { user, phoneId } = await connect();
  const person = { profile: { name: "Bia", username: "bia.doces" }, user_id: KNOWN_ID };
  expect(await write(phoneId, { from_user_id: KNOWN_ID }, "Oi", person)).toBe(200);
  const [found] = await listChats(user, "bia.doces");
  expect(found).toMatchObject({ name: "Bia", number: null, username: "bia.doces" });
  const list = await callApi(api, contacts.list, { query: { search: "doces" } }, user.headers);
  expect(list.body.contacts).toMatchObject([
    { name: "Bia", number: null, username: "bia.doces", remoteJid: `${KNOWN_ID}@bsuid` },
  ]);
  const body = { to: `${KNOWN_ID}@bsuid`, content: "Olá, Bia" };
  const sent = await callApi(api, chat.send, { body }, user.headers);
  expect(sent.status).toBe(200);
});

test.each([
  ["another form of the id", { from_user_id: "user:77/ção" }],
  ["an id where the number stands", { from: "CO.abcdef" }],
  ["a very short id", { from_user_id: "x" }],
  ["a number with a plus", { from: `+${OLD}` }],
])("%s is stored, and its opt-out holds for the person", async (_, sender) => {
  const { user, phoneId } = await connect();
  expect(await write(phoneId, sender, "Oi")).toBe(200);
  expect(await write(phoneId, sender, "SAIR")).toBe(200);
  expect(await countLetters(user)).toBe(0);
  const chats = await listChats(user);
  expect(chats).toHaveLength(1);
  expect(chats[0]).toMatchObject({ unreadCount: 2, lastMessage: "SAIR" });
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toHaveLength(1);
});

test("the number that is told later joins contact, conversation and opt-out", async () => {
  const { user, phoneId } = await connect();
  const lead = await buildLead(user.id, { whatsapp: OLD });
  const person = { profile: { username: "joao" }, user_id: "BR.7" };
  await write(phoneId, { from_user_id: "BR.7" }, "SAIR", person);
  await write(phoneId, { from: OLD, from_user_id: "BR.7" }, "Sou eu");
  const chats = await listChats(user);
  expect(chats).toMatchObject([{ number: OLD, leadId: lead.id, username: "joao" }]);
  const list = await callApi(api, contacts.list, { query: {} }, user.headers);
  expect(list.body.contacts).toMatchObject([{ number: OLD, username: "joao" }]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
});

test("a changed number moves conversation, lead and opt-out, and the chat tells it", async () => {
  const { user, phoneId } = await connect();
  const lead = await buildLead(user.id, { whatsapp: OLD });
  await write(phoneId, { from: OLD, from_user_id: "BR.1" }, "SAIR");
  const changed = { type: "user_changed_number", wa_id: NEW, user_id: "BR.2", body: "…" };
  expect(await move(phoneId, { from: OLD, from_user_id: "BR.1" }, changed)).toBe(200);
  const chats = await listChats(user);
  expect(chats).toMatchObject([{ number: NEW, leadId: lead.id, moved: { from: OLD } }]);
  const row = await firstRow<{ whatsapp: string; status: string }>(
    sql`SELECT whatsapp, status FROM leads WHERE id = ${lead.id}`,
  );
  expect(row).toEqual({ whatsapp: NEW, status: "opted_out" });
  const left = await rows<{ phone_key: string }>(
    sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id} ORDER BY phone_key`,
  );
  // Both stay: the old number requested it too.
  expect(left).toHaveLength(2);

  // What follows under either id is the same conversation.
  await write(phoneId, { from: NEW, from_user_id: "BR.2" }, "Novo número");
  await write(phoneId, { from_user_id: "BR.1" }, "Id antigo");
  expect(await listChats(user)).toMatchObject([{ number: NEW, lastMessage: "Id antigo" }]);
});

test("told twice, or in the wrong order, a move is one", async () => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from: OLD }, "Oi");
  const changed = { type: "user_changed_number", wa_id: NEW };
  await Promise.all([1, 2, 3].map(() => move(phoneId, { from: OLD }, changed)));
  expect(await listChats(user)).toMatchObject([{ number: NEW, moved: { from: OLD } }]);
});

test("a number that another lead has is left to it", async () => {
  const { user, phoneId } = await connect();
  const [one, other] = [
    await buildLead(user.id, { whatsapp: OLD }),
    await buildLead(user.id, { whatsapp: NEW }),
  ];
  await write(phoneId, { from: OLD }, "Oi");
  await move(phoneId, { from: OLD }, { type: "user_changed_number", wa_id: NEW });
  const kept = await rows(
    sql`SELECT id, whatsapp FROM leads WHERE owner_id = ${user.id} ORDER BY id`,
  );
  expect(kept).toEqual([
    { id: one.id, whatsapp: OLD },
    { id: other.id, whatsapp: NEW },
  ]);
  expect(await listChats(user)).toMatchObject([{ number: NEW, leadId: other.id }]);
});

test("a changed id of somebody without a number moves the conversation and the opt-out", async () => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from_user_id: "BR.old" }, "PARAR");
  const changed = { type: "user_changed_user_id", previous_user_id: "BR.old", user_id: "BR.new" };
  await move(phoneId, { from_user_id: "BR.old" }, changed);
  await write(phoneId, { from_user_id: "BR.new" }, "Voltei");
  const chats = await listChats(user);
  expect(chats).toMatchObject([{ contactNumber: "BR.new@bsuid", moved: { from: null } }]);
  const optOuts = await rows(
    sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id} AND phone_key = 'BR.new@bsuid'`,
  );
  expect(optOuts).toHaveLength(1);
});

test.each([
  ["of an unknown kind", { type: "customer_identity_changed" }],
  ["that does not say where to", { type: "user_changed_number" }],
  ["to nonsense", { type: "user_changed_number", wa_id: { a: 1 } }],
  ["without a kind", {}],
])("an entry of the system %s changes nothing and is no dead letter", async (_, system) => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from: OLD }, "Oi");
  expect(await move(phoneId, { from: OLD }, system)).toBe(200);
  expect(await listChats(user)).toMatchObject([{ number: OLD, moved: null }]);
  expect(await countLetters(user)).toBe(0);
});

test("an opt-in goes along with the person, and leaves the old number", async () => {
  const { user, phoneId } = await connect();
  const allow = (number: string, source: string) =>
    execute(
      sql`INSERT INTO opt_ins (owner_id, phone_key, source, note, recorded_at)
          VALUES (${user.id}, ${getPhoneKey(number)}, ${source}, 'dito', '2026-01-02T03:04:05Z')`,
    );
  const readOptIns = () =>
    rows(
      sql`SELECT phone_key, source, note, recorded_at FROM opt_ins WHERE owner_id = ${user.id} ORDER BY phone_key`,
    );
  const stands = (number: string, source: string) => ({
    phone_key: getPhoneKey(number),
    source,
    note: "dito",
    recorded_at: new Date("2026-01-02T03:04:05Z"),
  });
  const neighbour = await buildUser();
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source) VALUES (${neighbour.id}, ${getPhoneKey(OLD)}, 'message')`,
  );
  await allow(OLD, "campaign:1");
  await write(phoneId, { from: OLD }, "Oi");
  await move(phoneId, { from: OLD }, { type: "user_changed_number", wa_id: NEW });
  expect(await readOptIns()).toEqual([stands(NEW, "campaign:1")]);
  expect(
    await rows(sql`SELECT phone_key FROM opt_ins WHERE owner_id = ${neighbour.id}`),
  ).toHaveLength(1);
  // What is stored for a number stays as it was recorded.
  await allow(OLD, "campaign:2");
  await move(phoneId, { from: OLD }, { type: "user_changed_number", wa_id: NEW });
  expect(await readOptIns()).toEqual([stands(NEW, "campaign:1")]);
});

test("what is scheduled for a number goes to the one that its person has now", async () => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from: OLD }, "Oi");
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { to: OLD, content: "Bom dia", send_at, stays: true };
  expect((await callApi(api, scheduledMessages.create, { body }, user.headers)).status).toBe(201);
  await move(phoneId, { from: OLD }, { type: "user_changed_number", wa_id: NEW });
  const listed = await callApi(api, scheduledMessages.list, { query: { to: NEW } }, user.headers);
  expect(listed.body.scheduled_messages).toMatchObject([
    { content: "Bom dia", state: "scheduled" },
  ]);
  expect(
    await rows(
      sql`SELECT c.phone_key FROM scheduled_messages s LEFT JOIN conversations c ON c.owner_id = s.owner_id AND c.phone_key = s.phone_key
          WHERE s.owner_id = ${user.id}`,
    ),
  ).toEqual([{ phone_key: getPhoneKey(NEW) }]);
});

test("an opt-in under an id alone follows to the number that is learned", async () => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from_user_id: "BR.70" }, "Oi");
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source) VALUES (${user.id}, 'BR.70@bsuid', 'message')`,
  );
  await write(phoneId, { from: OLD, from_user_id: "BR.70" }, "Sou eu");
  expect(await rows(sql`SELECT phone_key FROM opt_ins WHERE owner_id = ${user.id}`)).toEqual([
    { phone_key: getPhoneKey(OLD) },
  ]);
});

const report = (phoneId: string, recipient: object, status = "delivered") => {
  told += 1;
  const of = { id: `wamid.S${told}`, status, timestamp: String(Math.floor(Date.now() / 1000)) };
  return postSigned(api, toWebhook({ phoneId, statuses: [{ ...of, ...recipient }] }));
};

test("who was written to by the number and answers by the id alone is one conversation", async () => {
  const { user, phoneId } = await connect();
  const lead = await buildLead(user.id, { whatsapp: OLD });
  await write(phoneId, { from: OLD }, "Oi");
  expect(await report(phoneId, { recipient_id: OLD, recipient_user_id: "BR.80" })).toBe(200);
  await write(phoneId, { from_user_id: "BR.80" }, "SAIR");
  expect(await listChats(user)).toMatchObject([
    { number: OLD, leadId: lead.id, lastMessage: "SAIR" },
  ]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
});

test("a status of long ago does not bring the old number of a person back", async () => {
  const { user, phoneId } = await connect();
  await write(phoneId, { from: OLD, from_user_id: "BR.81" }, "Oi");
  await move(
    phoneId,
    { from: OLD, from_user_id: "BR.81" },
    { type: "user_changed_number", wa_id: NEW },
  );
  await report(phoneId, { recipient_id: OLD, recipient_user_id: "BR.81" }, "read");
  await write(phoneId, { from_user_id: "BR.81" }, "Novo número");
  expect(await listChats(user)).toMatchObject([{ number: NEW, lastMessage: "Novo número" }]);
});

test.each([
  ["without the number", { recipient_user_id: "BR.82" }],
  ["without the id", { recipient_id: OLD }],
  ["with nonsense for both", { recipient_id: { a: 1 }, recipient_user_id: ["x"] }],
])("a status %s teaches nothing and is no dead letter", async (_, recipient) => {
  const { user, phoneId } = await connect();
  expect(await report(phoneId, recipient)).toBe(200);
  expect(await countLetters(user)).toBe(0);
  expect(
    await rows(sql`SELECT 1 FROM contact_identities WHERE owner_id = ${user.id}`),
  ).toHaveLength(0);
});

test("another owner's person of the same number is not moved", async () => {
  const [mine, theirs] = [await connect(), await connect()];
  await write(mine.phoneId, { from: OLD }, "Oi");
  await write(theirs.phoneId, { from: OLD }, "Oi");
  await move(mine.phoneId, { from: OLD }, { type: "user_changed_number", wa_id: NEW });
  expect(await listChats(theirs.user)).toMatchObject([{ number: OLD, moved: null }]);
});

test("an id of any form goes to Meta as it came", async () => {
  const { user, phoneId } = await connect();
  const id = "user:77/ção";
  await write(phoneId, { from_user_id: id }, "Oi");
  const body = { to: toScopedChatId(id), content: "Olá" };
  const sent = await callApi(api, chat.send, { body }, user.headers);
  // The sandbox knows nobody of that form, and says so as Meta does.
  expect(sent.status).toBe(400);
});
