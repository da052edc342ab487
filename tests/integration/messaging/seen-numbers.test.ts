import { describe, expect, test } from "vitest";
import { answers } from "@/lib/contracts/messaging/answers";
import { contacts } from "@/lib/contracts/messaging/contacts";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildTeam, give, NARROWED, type Team, WHOSE, type Whose } from "@/tests/factories/sellers";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const numberOf = (whose: Whose) => `551198888770${WHOSE.indexOf(whose)}`;

/** Somebody in the phone's address book, with a text that waits for them, and words to be decided about. */
async function buildPerson({ owner }: Team, number: string, name: string) {
  const key = getPhoneKey(number);
  await execute(
    sql`WITH contact AS (
          INSERT INTO whatsapp_contacts (owner_id, phone_key, number, jid, name)
          VALUES (${owner.id}, ${key}, ${number}, ${`${number}@s.whatsapp.net`}, ${name})),
        review AS (
          INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at)
          VALUES (${owner.id}, ${key}, 'chega', 'M', now()))
        INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
        VALUES (${owner.id}, ${key}, ${`${number}@s.whatsapp.net`}, ${name}, now() + interval '1 day')`,
  );
}

/** The conversation of a number, with a message whose file is in the store. Returns the message. */
async function buildChat({ owner }: Team, number: string, seller: number | null): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`WITH c AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at, seller_id)
          VALUES (${owner.id}, ${getPhoneKey(number)}, ${`${number}@s.whatsapp.net`}, now(), ${seller}::int) RETURNING id)
        INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
        SELECT ${owner.id}, c.id, i.id, ${number}, 'in', 'Oi', 4, now() FROM c, whatsapp_instances i
        WHERE i.owner_id = ${owner.id} RETURNING id`,
  );
  const id = row?.id ?? 0;
  await execute(
    sql`INSERT INTO message_media (owner_id, message_id, state, mime, bytes, storage_key, stored_at)
        VALUES (${owner.id}, ${id}, 'stored', 'image/png', 1, ${`key-${id}`}, now())`,
  );
  return id;
}

/** What the seller finds out by themselves: the names in the lists, and the numbers that answer. */
async function look({ seller: { headers } }: Team) {
  const book = (await callApi(api, contacts.list, { query: {} }, headers)).body;
  const waiting = (await callApi(api, scheduledMessages.list, { query: {} }, headers)).body;
  const answering = { contact: [] as Whose[], review: [] as Whose[], waiting: [] as Whose[] };
  for (const whose of WHOSE) {
    const number = numberOf(whose);
    const contact = await callApi(api, contacts.get, { params: { number } }, headers);
    if (contact.status === 200) answering.contact.push(whose);
    else expect(contact).toMatchObject({ status: 404, body: { error: "Contato não encontrado." } });
    const { body } = await callApi(api, optOuts.review, { params: { number } }, headers);
    if (body.review) answering.review.push(whose);
    const ofChat = await callApi(api, scheduledMessages.list, { query: { to: number } }, headers);
    if (ofChat.body.scheduled_messages.length > 0) answering.waiting.push(whose);
  }
  return {
    ...answering,
    book: book.contacts.map(({ name }) => name).sort(),
    total: book.pagination.total,
    texts: waiting.scheduled_messages.map(({ content }) => content).sort(),
  };
}

const only = (seen: readonly Whose[]) => ({
  ...{ contact: seen, review: seen, waiting: seen, total: seen.length },
  ...{ book: [...seen].sort(), texts: [...seen].sort() },
});

describe.each(NARROWED)("in '%s' a seller", (visibility, seen) => {
  test("finds the people of conversations that are theirs to see, whosever the leads are", async () => {
    const team = await buildTeam(visibility);
    await buildInstance(team.owner);
    for (const whose of WHOSE) {
      await buildPerson(team, numberOf(whose), whose);
      const lead = await buildLead(team.owner.id, { whatsapp: numberOf(whose) });
      await give("leads", lead.id, team.people["a colleague's"]);
      await buildChat(team, numberOf(whose), team.people[whose]);
    }
    // What nobody took is its lead's seller's.
    expect(await look(team)).toEqual(only(["mine"]));
    const book = await callApi(api, contacts.list, { query: {} }, team.seller.headers);
    expect(book.body.contacts.map(({ leadId }) => leadId)).toEqual([null]);
    const all = await callApi(api, contacts.list, { query: {} }, team.owner.headers);
    expect(all.body.contacts.map(({ leadId }) => leadId)).not.toContain(null);
  });

  test.each(["main", "other"])(
    "finds the people without a conversation by their lead, of its %s contact",
    async (which) => {
      const team = await buildTeam(visibility);
      for (const whose of WHOSE) {
        await buildPerson(team, numberOf(whose), whose);
        const whatsapp = which === "main" ? numberOf(whose) : null;
        const { id } = await buildLead(team.owner.id, { whatsapp });
        await give("leads", id, team.people[whose]);
        if (which === "main") continue;
        await execute(
          sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
            VALUES (${team.owner.id}, ${id}, 'Bia', ${numberOf(whose)}, ${getPhoneKey(numberOf(whose))}, 'manual')`,
        );
      }
      expect(await look(team)).toEqual(only(seen));
    },
  );

  test("reads the files of messages that are theirs to see", async () => {
    const team = await buildTeam(visibility);
    await buildInstance(team.owner);
    for (const whose of WHOSE) {
      const id = await buildChat(team, numberOf(whose), team.people[whose]);
      const { status } = await fetch(`${api.url}/api/whatsapp/media/${id}`, {
        headers: { ...team.seller.headers, "if-none-match": `"key-${id}"` },
      });
      expect(status, whose).toBe(seen.includes(whose) ? 304 : 404);
    }
  });

  test("schedules nothing for others, and decides nothing of theirs", async () => {
    const team = await buildTeam(visibility);
    await buildInstance(team.owner);
    const { headers } = team.seller;
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    for (const whose of WHOSE) {
      const number = numberOf(whose);
      await buildChat(team, number, team.people[whose]);
      const [ours, theirs] = seen.includes(whose) ? [201, 200] : [404, 404];
      const body = { to: number, content: "Oi", send_at };
      expect((await callApi(api, scheduledMessages.create, { body }, headers)).status).toBe(ours);
      await buildPerson(team, number, whose);
      const params = { number };
      const decided = { params, body: { opt_out: false } };
      expect((await callApi(api, optOuts.decideReview, decided, headers)).status).toBe(theirs);
    }
    const lead = await buildLead(team.owner.id);
    await give("leads", lead.id, team.people["a colleague's"]);
    const body = { to: lead.whatsapp ?? "", content: "Oi {{nome}}", send_at };
    expect(await callApi(api, scheduledMessages.create, { body }, headers)).toMatchObject({
      status: 404,
      body: { error: "Você não tem acesso a esta conversa." },
    });
    const waiting = await rows(
      sql`SELECT 1 FROM scheduled_messages WHERE owner_id = ${team.owner.id} AND content LIKE 'Oi%'`,
    );
    expect(waiting).toHaveLength(seen.length);
  });
});

test("what a contact is blocked for does not name a lead of a colleague's", async () => {
  const team = await buildTeam("own");
  const { owner, seller, people } = team;
  const number = numberOf("mine");
  await buildInstance(owner);
  await buildChat(team, number, seller.personId);
  const { id } = await buildLead(owner.id, { whatsapp: number, name: "Padaria Sol" });
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source) VALUES (${owner.id}, ${getPhoneKey(number)}, 'person')`,
  );
  const read = async () =>
    (await callApi(api, optOuts.review, { params: { number } }, seller.headers)).body.blocked;
  await give("leads", id, people["a colleague's"]);
  expect(await read()).toMatchObject({ lead_id: null, name: null });
  await give("leads", id, seller.personId);
  expect(await read()).toMatchObject({ lead_id: id, name: "Padaria Sol" });

  const other = await buildLead(owner.id, { name: "Mercado Lua" });
  await execute(
    sql`WITH freed AS (UPDATE leads SET whatsapp = NULL, phone_key = NULL WHERE id = ${id})
        INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
        VALUES (${owner.id}, ${other.id}, 'Bia', ${number}, ${getPhoneKey(number)}, 'manual')`,
  );
  await buildPerson(team, number, "Bia");
  const getLead = async () =>
    (await callApi(api, contacts.get, { params: { number } }, seller.headers)).body.contact.leadId;
  await give("leads", other.id, people["a colleague's"]);
  expect([(await read())?.lead_id, await getLead()]).toEqual([null, null]);
  await give("leads", other.id, seller.personId);
  expect([(await read())?.lead_id, await getLead()]).toEqual([other.id, other.id]);

  await execute(sql`UPDATE conversations SET seller_id = NULL WHERE owner_id = ${owner.id}`);
  await give("leads", other.id, null);
  expect(await read()).toBeNull();
});

test("a task made of a contact's words names no lead of a colleague's", async () => {
  const team = await buildTeam("own_and_unassigned");
  const { owner, seller, people } = team;
  const number = numberOf("mine");
  await buildInstance(owner);
  await buildChat(team, number, seller.personId);
  const { id } = await buildLead(owner.id, { whatsapp: number, name: "Padaria Sol" });
  await give("leads", id, people["a colleague's"]);
  const plan = (day: string) =>
    callApi(api, answers.plan, { params: { number }, body: { day } }, seller.headers);
  const made = await plan("2030-01-31");
  expect(made.body.task).toMatchObject({ lead: null });
  expect(JSON.stringify(made.body)).not.toContain("Padaria");
  // The one that a colleague has of those words is not theirs to move.
  await execute(
    sql`UPDATE tasks SET person_id = ${people["a colleague's"]}, lead_id = ${id}, what = 'Retomar com Padaria' WHERE owner_id = ${owner.id}`,
  );
  const moved = await plan("2030-02-01");
  expect(moved.body.task).toMatchObject({ day: "2030-02-01", lead: null });
  expect(moved.body.task.id).not.toBe(made.body.task.id);
});
