import { beforeAll, describe, expect, test } from "vitest";
import { today } from "@/lib/contracts/insights/today";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leads } from "@/lib/contracts/leads/leads";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { joinConversations } from "@/server/messaging/messages/identities.repository";
import type { PersonId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { buildSeller, type Seller } from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

interface Colleague {
  personId: PersonId;
  headers: TestUser["headers"];
}

let account: Seller;
let ana: Colleague;
let bia: Colleague;
beforeAll(async () => {
  account = await buildSeller(api, sandbox, 0);
  await execute(sql`UPDATE accounts SET visibility = 'all' WHERE id = ${account.user.id}`);
  ana = await buildColleague("Ana");
  bia = await buildColleague("Bia");
});

async function buildColleague(name: string): Promise<Colleague> {
  const personId = await buildMember(account.user.id, undefined, "seller");
  await execute(sql`UPDATE users SET name = ${name} WHERE id = ${personId}`);
  return { personId, headers: (await signIn(personId)).headers };
}

let numbers = 0;
function nextNumber(): string {
  numbers += 1;
  return `55119777${String(numbers).padStart(5, "0")}`;
}

const send = (by: Colleague, to: string, expected_seller_id?: number) =>
  callApi(
    api,
    chat.send,
    {
      body: { to, content: `De ${by.personId}`, ...(expected_seller_id && { expected_seller_id }) },
    },
    by.headers,
  );
const assign = (
  by: Colleague,
  contactNumber: string,
  seller_id: number | null,
  expected_seller_id: number | null,
  note?: string,
) =>
  callApi(
    api,
    chatAssignments.assign,
    { body: { contactNumber, seller_id, expected_seller_id, ...(note && { note }) } },
    by.headers,
  );
const listChats = async (by: Colleague, filter: "all" | "mine" | "unassigned") =>
  (await callApi(api, chat.list, { query: { filter } }, by.headers)).body.data.chats;
const keyOf = (number: string) => `${number.slice(0, 4)}${number.slice(-8)}`;
const holderOf = async (number: string) => {
  const [row] = await rows<{ seller_id: number | null }>(
    sql`SELECT seller_id FROM conversations WHERE owner_id = ${account.user.id} AND phone_key = ${keyOf(number)}`,
  );
  return row?.seller_id ?? null;
};
const historyOf = (number: string) =>
  rows(
    sql`SELECT a.from_id, a.to_id, a.person_id, a.reason, a.note FROM conversation_assignments a
        JOIN conversations c ON c.id = a.conversation_id
        WHERE a.owner_id = ${account.user.id} AND c.phone_key = ${keyOf(number)} ORDER BY a.id`,
  );

const TAKEN = { status: 409, body: { code: "conversation_taken" } };

describe("the first answer", () => {
  test("makes the conversation whose it is, and a colleague's asks first", async () => {
    const number = nextNumber();
    expect((await send(ana, number)).status).toBe(200);
    expect(await holderOf(number)).toBe(ana.personId);
    expect(await send(bia, number)).toMatchObject({
      ...TAKEN,
      body: { error: "Ana está atendendo esta conversa.", existing_id: ana.personId },
    });
    expect((await send(ana, number)).status).toBe(200);
    // Whom Bia did not name still answers it.
    expect(await send(bia, number, bia.personId)).toMatchObject(TAKEN);
    expect((await send(bia, number, ana.personId)).status).toBe(200);
    expect(await holderOf(number)).toBe(bia.personId);
    expect(await historyOf(number)).toEqual([
      {
        from_id: null,
        to_id: ana.personId,
        person_id: ana.personId,
        reason: "claimed",
        note: null,
      },
      {
        ...{ from_id: ana.personId, to_id: bia.personId, person_id: bia.personId },
        ...{ reason: "taken", note: null },
      },
    ]);
    const messages = await callApi(
      api,
      chat.messages,
      { params: { number }, query: {} },
      ana.headers,
    );
    expect(messages.body.data.messages.map(({ personId }) => personId)).toEqual([
      ana.personId,
      ana.personId,
      bia.personId,
    ]);
  });

  test("of 200 pairs who answer in the same moment, one message each goes out", async () => {
    const pairs = Array.from({ length: 200 }, nextNumber);
    // Half of the people wrote first, so that their conversation is there.
    await execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at)
          SELECT ${account.user.id}::int, left(n, 4) || right(n, 8), n || '@s.whatsapp.net', now()
          FROM unnest(${pairs.slice(0, 100)}::text[]) AS n`,
    );
    const before = (await readLedger(sandbox, account.instance)).length;
    const outcomes: number[][] = [];
    for (let at = 0; at < pairs.length; at += 10) {
      await execute(sql`DELETE FROM rate_limits`);
      const some = pairs.slice(at, at + 10).map(async (number) => {
        const both = await Promise.all([send(ana, number), send(bia, number)]);
        return both.map(({ status }) => status).sort();
      });
      outcomes.push(...(await Promise.all(some)));
    }
    expect(outcomes).toEqual(Array(200).fill([200, 409]));
    const sent = (await readLedger(sandbox, account.instance)).slice(before);
    expect(sent).toHaveLength(200);
    expect(new Set(sent.map(({ toKey }) => toKey)).size).toBe(200);
  }, 240_000);

  test("takes what a suspended person answered", async () => {
    const number = nextNumber();
    const gone = await buildColleague("Caio");
    await send(gone, number);
    await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${gone.personId}`);
    expect((await send(ana, number)).status).toBe(200);
    expect(await holderOf(number)).toBe(ana.personId);
  });
});

test("a conversation is given on with a word, unless somebody else answers it meanwhile", async () => {
  const number = nextNumber();
  await send(ana, number);
  const given = await assign(
    ana,
    number,
    bia.personId,
    ana.personId,
    "Pediu o preço do plano anual",
  );
  expect(given.status).toBe(200);
  expect(await assign(ana, number, null, ana.personId)).toMatchObject({
    ...TAKEN,
    body: { error: "Bia está atendendo esta conversa.", existing_id: bia.personId },
  });
  expect((await listChats(bia, "mine")).find((each) => each.number === number)).toMatchObject({
    sellerId: bia.personId,
  });
  expect((await assign(bia, number, null, bia.personId)).status).toBe(200);
  const free = await listChats(ana, "unassigned");
  expect(free.find((each) => each.number === number)).toMatchObject({ sellerId: null });
  expect((await historyOf(number)).at(1)).toMatchObject({
    reason: "given",
    note: "Pediu o preço do plano anual",
  });
  expect(await assign(ana, number, 2_147_483_647, null)).toMatchObject({
    status: 400,
    body: { fields: { seller_id: "Esta pessoa não está na equipe, ou está sem acesso." } },
  });
});

test("who answers a hidden number goes on answering when the number is learned", async () => {
  const { id: ownerId } = account.user;
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at, seller_id)
        VALUES (${ownerId}, '999@lid', '999@lid', now(), ${ana.personId})`,
  );
  const number = nextNumber();
  await transaction(() => joinConversations(ownerId, "999@lid", keyOf(number)));
  expect(await holderOf(number)).toBe(ana.personId);
});

test("what waits and what is unread are counted for whoever answers, or could", async () => {
  const owner = await buildUser();
  const personId = await buildMember(owner.id, undefined, "seller");
  const seller = { personId, headers: (await signIn(personId)).headers };
  const [hers, free] = [nextNumber(), nextNumber()];
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at, waiting_since, unread_count, seller_id)
        SELECT ${owner.id}::int, left(n, 4) || right(n, 8), n || '@s.whatsapp.net', now(), now(), 3, s
        FROM (VALUES (${hers}::text, ${personId}::int), (${free}::text, NULL)) AS given (n, s)`,
  );
  const waiting = async (by: Colleague) =>
    (await callApi(api, today.get, {}, by.headers)).body.replies.groups
      .flatMap(({ chats }) => chats.map(({ number }) => number))
      .sort();
  const unread = async (by: Colleague) =>
    (await callApi(api, chat.unread, {}, by.headers)).body.data.chats;
  expect([await unread(seller), await unread(owner)]).toEqual([2, 1]);
  expect(await waiting(seller)).toEqual([hers, free]);
  expect(await waiting(owner)).toEqual([free]);
  await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${personId}`);
  expect(await waiting(owner)).toEqual([hers, free]);
});

describe("a conversation that nobody took", () => {
  const look = async (by: Colleague, number: string) =>
    (await callApi(api, chat.messages, { params: { number }, query: {} }, by.headers)).body.data
      .messages.length;

  /** A lead of Ana's whose contact wrote, each of its kind of number. */
  async function buildLeadWithChat(kind: "main" | "other") {
    const number = nextNumber();
    const lead = await buildLead(account.user.id, kind === "main" ? { whatsapp: number } : {});
    if (kind === "other") {
      await execute(
        sql`INSERT INTO lead_contacts (owner_id, lead_id, name, whatsapp, phone_key, source)
            VALUES (${account.user.id}, ${lead.id}, 'Caio', ${number}, ${getPhoneKey(number)}, 'manual')`,
      );
    }
    await execute(
      sql`WITH c AS (
            INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at)
            VALUES (${account.user.id}, ${getPhoneKey(number)}, ${`${number}@s.whatsapp.net`}, now()) RETURNING id)
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
          SELECT ${account.user.id}, c.id, i.id, ${number}, 'in', 'Oi', 4, now() FROM c, whatsapp_instances i
          WHERE i.owner_id = ${account.user.id}`,
    );
    const give = (to: PersonId | null) =>
      execute(sql`UPDATE leads SET seller_id = ${to} WHERE id = ${lead.id}`);
    return { number, give };
  }
  const see = (visibility: string) =>
    execute(sql`UPDATE accounts SET visibility = ${visibility} WHERE id = ${account.user.id}`);

  test.each(["main", "other"] as const)(
    "is seen by whoever sees its lead, by the %s number of it",
    async (kind) => {
      const { number, give } = await buildLeadWithChat(kind);
      for (const visibility of ["own_and_unassigned", "own"]) {
        await see(visibility);
        await give(ana.personId);
        expect([await look(ana, number), await look(bia, number)]).toEqual([1, 0]);
        await give(null);
        const nobodys = visibility === "own" ? 0 : 1;
        expect([await look(ana, number), await look(bia, number)]).toEqual([nobodys, nobodys]);
      }
      await give(ana.personId);
      expect((await send(bia, number)).status).toBe(404);
      expect((await send(ana, number)).status).toBe(200);
      // It is hers now, whosever the lead is.
      await give(bia.personId);
      expect([await look(ana, number), await look(bia, number)]).toEqual([2, 0]);
      await see("all");
    },
  );

  test("is not read through a lead of one's own that has its number", async () => {
    const { number, give } = await buildLeadWithChat("main");
    await give(ana.personId);
    await see("own_and_unassigned");
    const { id } = await buildLead(account.user.id);
    await execute(sql`UPDATE leads SET seller_id = ${bia.personId} WHERE id = ${id}`);
    const body = { name: "Caio", whatsapp: number };
    const added = await callApi(api, leadContacts.create, { params: { id }, body }, bia.headers);
    expect(added).toMatchObject({ status: 201, body: { contact: { has_conversation: false } } });
    const history = { params: { id }, query: {} };
    const { body: read } = await callApi(api, leadHistory.list, history, bia.headers);
    expect(read.history.map(({ kind }) => kind)).not.toContain("message_received");
    const { body: lead } = await callApi(api, leads.get, { params: { id } }, bia.headers);
    expect(lead.lead).toMatchObject({ last_contact_at: null, answer: null });
    const { body: own } = await callApi(api, leads.get, { params: { id } }, account.user.headers);
    expect(own.lead.last_contact_at).not.toBeNull();
    await see("all");
  });
});
