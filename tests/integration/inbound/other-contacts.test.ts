import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { buildLead } from "@/tests/factories/leads";
import { buildLeadContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NUMBER = "5551998877665";

const say = (hook: TestWebhook, text: string, { fromMe = false, number = NUMBER } = {}) =>
  postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: `${number}@s.whatsapp.net`, fromMe },
      message: { conversation: text },
      pushName: "Mari",
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  });

/** An account with a lead whose buyer has the number. */
async function buildOwner() {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const lead = await buildLead(user.id, { name: "Padaria Sol" });
  const person = { name: "Maria", role: "compras", whatsapp: NUMBER };
  const contactId = await buildLeadContact(user, lead.id, person);
  return { user, hook, lead, contactId };
}

const readLead = async (user: TestUser, id: number) =>
  (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead;
const listContacts = async (user: TestUser, id: number) =>
  (await callApi(api, leadContacts.list, { params: { id } }, user.headers)).body;
const listChats = async (user: TestUser, search = "") =>
  (await callApi(api, chat.list, { query: { search, filter: "all" } }, user.headers)).body.data
    .chats;

test("a reply of another contact is the lead's, and its conversation says whose it is", async () => {
  const { user, hook, lead } = await buildOwner();
  await say(hook, "Pode mandar o orçamento");
  const answered = await readLead(user, lead.id);
  expect(answered).toMatchObject({ status: "answered", id: lead.id });
  expect(answered.last_contact_at).not.toBeNull();
  const [shown] = await listChats(user);
  expect(shown).toMatchObject({ name: "Maria, compras · Padaria Sol", leadId: lead.id });
  expect(await listChats(user, "maria")).toHaveLength(1);
  expect(await listChats(user, "joana")).toHaveLength(0);
  const found = await callApi(
    api,
    chatSearch.messages,
    { query: { query: "orçamento" } },
    user.headers,
  );
  expect(found.body.data.messages[0]).toMatchObject({ name: "Maria, compras · Padaria Sol" });
  const byNumber = await callApi(api, leads.byPhone, { params: { number: NUMBER } }, user.headers);
  expect(byNumber.body.data.lead.id).toBe(lead.id);
  const { history } = (
    await callApi(
      api,
      leadHistory.list,
      { params: { id: lead.id }, query: { show: "messages" } },
      user.headers,
    )
  ).body;
  expect(history).toEqual([
    expect.objectContaining({
      kind: "message_received",
      by: "Maria",
      text: "Pode mandar o orçamento",
    }),
  ]);
  const { main, contacts: others } = await listContacts(user, lead.id);
  expect([main.has_conversation, others[0]?.has_conversation]).toEqual([false, true]);
});

test("a message to another contact counts as written to the lead", async () => {
  const { user, hook, lead } = await buildOwner();
  await say(hook, "Bom dia!", { fromMe: true });
  expect(await readLead(user, lead.id)).toMatchObject({ status: "contacted" });
});

test("an opt-out of another contact is that one's, and its end too", async () => {
  const { user, hook, lead } = await buildOwner();
  await say(hook, "SAIR");
  expect(await readLead(user, lead.id)).toMatchObject({ status: "pending" });
  expect((await listContacts(user, lead.id)).contacts[0]?.opted_out).toBe(true);
  await say(hook, "VOLTAR");
  expect((await listContacts(user, lead.id)).contacts[0]?.opted_out).toBe(false);
});

test("a number that is one lead's main contact and another's is the first one's", async () => {
  const { user, hook, lead } = await buildOwner();
  const main = await buildLead(user.id, { name: "Contabilidade Lua", whatsapp: NUMBER });
  await say(hook, "Oi");
  expect(await readLead(user, main.id)).toMatchObject({ status: "answered" });
  expect(await readLead(user, lead.id)).toMatchObject({ status: "pending" });
  expect((await listChats(user))[0]).toMatchObject({
    name: "Contabilidade Lua",
    leadId: main.id,
  });
});

test("another account's contact of the same number stays out of it", async () => {
  const [{ hook, user }, other] = [await buildOwner(), await buildOwner()];
  await say(hook, "Oi");
  expect(await listChats(user)).toHaveLength(1);
  expect(await listChats(other.user)).toHaveLength(0);
  expect(await readLead(other.user, other.lead.id)).toMatchObject({ status: "pending" });
});
