import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { applyPreference } from "@/server/inbound/inbox/opt-out-replies.service";
import { identifyContact } from "@/server/messaging/messages/identities.service";
import { flagReply } from "@/server/messaging/opt-outs/opt-outs.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NUMBER = "5551998877665";
const KEY = "555198877665";
const PHONE_CHAT = `${NUMBER}@s.whatsapp.net`;
const LID = "123456789012345@lid";

interface Said {
  id?: string;
  from?: string;
  alt?: string;
  /** Seconds from now. */
  at?: number;
}

async function say(hook: TestWebhook, text: string, said: Said = {}) {
  const { id = randomUUID(), from = PHONE_CHAT, alt, at = 0 } = said;
  const answer = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id, remoteJid: from, remoteJidAlt: alt, fromMe: false },
      message: { conversation: text },
      messageTimestamp: Math.floor(Date.now() / 1000) + at,
    },
  });
  expect(answer.status).toBe(200);
}

const edit = (hook: TestWebhook, id: string, text: string) =>
  postWebhook(api, hook, {
    event: "messages.update",
    instance: "x",
    data: {
      ...{ keyId: id, remoteJid: PHONE_CHAT, fromMe: false },
      message: { editedMessage: { message: { conversation: text } } },
    },
  });

/** An account with a lead of the number, and its webhook. */
async function buildOwner() {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const statusOf = async () => {
    const [row] = await rows<{ status: string }>(
      sql`SELECT status FROM leads WHERE id = ${lead.id}`,
    );
    return row?.status;
  };
  return { user, hook, lead, statusOf };
}

const blockedOf = ({ id }: TestUser) =>
  rows(
    sql`SELECT phone_key, source, words, provider_message_id AS message FROM opt_outs WHERE owner_id = ${id}
        ORDER BY phone_key`,
  );
const reviewsOf = ({ id }: TestUser) =>
  rows(sql`SELECT phone_key, words FROM opt_out_reviews WHERE owner_id = ${id} ORDER BY phone_key`);
const logOf = async ({ id }: TestUser) =>
  (
    await rows<{ kind: string }>(
      sql`SELECT kind FROM opt_out_events WHERE owner_id = ${id} ORDER BY id`,
    )
  ).map(({ kind }) => kind);
const dueOf = ({ id }: TestUser) =>
  rows(
    sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${id} AND confirm_by > now() ORDER BY phone_key`,
  );

test("an opt-out is stored with its words, its message and its time, for its owner alone", async () => {
  const { user, hook, statusOf } = await buildOwner();
  const other = await buildOwner();
  await say(hook, "Me tira da lista, por favor", { id: "M1", at: -30 });
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toEqual([
    { phone_key: KEY, source: "reply", words: "Me tira da lista, por favor", message: "M1" },
  ]);
  const [row] = await rows<{ number: string; age: number }>(
    sql`SELECT number, extract(epoch FROM now() - said_at)::float8 AS age FROM opt_outs WHERE owner_id = ${user.id}`,
  );
  expect(row?.number).toBe(NUMBER);
  expect(row?.age).toBeGreaterThan(25);
  expect(await logOf(user)).toEqual(["opted_out"]);
  expect(await blockedOf(other.user)).toEqual([]);
  expect(await other.statusOf()).toBe("pending");
});

test("twenty copies of one opt-out in parallel are one row, one entry of the log and one confirmation", async () => {
  const { user, hook } = await buildOwner();
  await Promise.all(Array.from({ length: 20 }, () => say(hook, "SAIR", { id: "SAME" })));
  expect(await blockedOf(user)).toHaveLength(1);
  expect(await logOf(user)).toEqual(["opted_out"]);
  expect(await dueOf(user)).toHaveLength(1);
});

test("VOLTAR from a number that left takes it back, and the lead has answered", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "SAIR", { at: -60 });
  await say(hook, "quero voltar", { at: -40 });
  expect(await statusOf()).toBe("opted_out");
  await say(hook, "Vóltar!", { at: -20 });
  expect(await statusOf()).toBe("answered");
  expect(await blockedOf(user)).toEqual([]);
  expect(await logOf(user)).toEqual(["opted_out", "returned"]);
  // Nothing is left to be confirmed, and a second opt-out counts again.
  expect(await dueOf(user)).toEqual([]);
  await say(hook, "parar");
  expect(await statusOf()).toBe("opted_out");
  expect(await logOf(user)).toEqual(["opted_out", "returned", "opted_out"]);
});

test("VOLTAR without an opt-out is an answer", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "voltar");
  expect(await statusOf()).toBe("answered");
  expect(await logOf(user)).toEqual([]);
});

test("VOLTAR takes nothing back that a person blocked", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await callApi(api, optOuts.add, { body: { number: `+${NUMBER}` } }, user.headers);
  await say(hook, "SAIR", { at: -10 });
  await say(hook, "VOLTAR");
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toMatchObject([{ source: "person", words: null }]);
});

test("a VOLTAR that arrives after a later opt-out comes too late", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "sair", { at: -90 });
  await say(hook, "parar", { at: -10 });
  await say(hook, "voltar", { at: -50 });
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toMatchObject([{ words: "sair" }]);
});

test("VOLTAR takes back only its own owner's and its own number's opt-out", async () => {
  const mine = await buildOwner();
  const theirs = await buildOwner();
  const other = "5551998877000@s.whatsapp.net";
  await say(mine.hook, "sair", { at: -9 });
  await say(theirs.hook, "sair", { at: -9 });
  await say(mine.hook, "sair", { from: other, at: -9 });
  await say(mine.hook, "voltar");
  expect(await blockedOf(mine.user)).toMatchObject([{ phone_key: "555198877000" }]);
  expect(await blockedOf(theirs.user)).toHaveLength(1);
  expect(await theirs.statusOf()).toBe("opted_out");
});

test("an edit may opt out, return or complain, each once however often it is reported", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "oi", { id: "E1", at: -60 });
  await edit(hook, "E1", "sair");
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toMatchObject([{ words: "sair", message: "E1" }]);
  await say(hook, "hmm", { id: "E2", at: 1 });
  await edit(hook, "E2", "voltar");
  expect(await statusOf()).toBe("answered");
  // The first edit is reported again, without its time.
  await edit(hook, "E1", "sair");
  expect(await statusOf()).toBe("answered");
  expect(await blockedOf(user)).toEqual([]);
  await say(hook, "SAIR", { id: "E3", at: 2 });
  await edit(hook, "E2", "voltar");
  expect(await statusOf()).toBe("opted_out");
  expect(await logOf(user)).toEqual(["opted_out", "returned", "opted_out"]);
});

test("an opt-out under an opaque id counts for the number, is confirmed once and taken back under both", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "SAIR", { from: LID, id: "L1", at: -60 });
  expect(await dueOf(user)).toEqual([{ phone_key: LID }]);
  await transaction(() => identifyContact(user.id, { chatId: LID, number: NUMBER, lid: null }));
  expect(await blockedOf(user)).toEqual([
    { phone_key: LID, source: "reply", words: "SAIR", message: "L1" },
    { phone_key: KEY, source: "reply", words: "SAIR", message: "L1" },
  ]);
  expect(await dueOf(user)).toEqual([{ phone_key: KEY }]);
  const { body } = await callApi(api, optOuts.list, { query: {} }, user.headers);
  expect(body.opt_outs).toMatchObject([{ words: "SAIR" }]);
  await say(hook, "voltar", { from: LID });
  expect(await blockedOf(user)).toEqual([]);
  expect(await statusOf()).not.toBe("opted_out");
});

test("what a message tells of its sender's number makes an earlier opt-out the lead's", async () => {
  const { hook, statusOf } = await buildOwner();
  await say(hook, "SAIR", { from: LID, at: -60 });
  await say(hook, "obrigado", { from: LID, alt: PHONE_CHAT });
  expect(await statusOf()).toBe("opted_out");
});

test("a number that was blocked under both its ids keeps its own opt-out", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "sair", { id: "A", at: -50 });
  await say(hook, "parar", { id: "B", from: LID, at: -40 });
  await transaction(() => identifyContact(user.id, { chatId: LID, number: NUMBER, lid: null }));
  expect(await blockedOf(user)).toMatchObject([
    { phone_key: LID, words: "parar" },
    { phone_key: KEY, words: "sair" },
  ]);
  // One person, one confirmation.
  expect(await dueOf(user)).toEqual([{ phone_key: KEY }]);
});

const review = (user: TestUser, number = NUMBER) =>
  callApi(api, optOuts.review, { params: { number } }, user.headers);
const decide = (user: TestUser, opt_out: boolean, number = NUMBER) =>
  callApi(api, optOuts.decideReview, { params: { number }, body: { opt_out } }, user.headers);

test("a complaint is no opt-out: it waits for a person, who may say that it was nothing", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "não me mande mais boletos", { id: "C1" });
  expect(await statusOf()).toBe("answered");
  expect(await blockedOf(user)).toEqual([]);
  expect((await review(user)).body.review).toMatchObject({ words: "não me mande mais boletos" });
  expect((await review(user, "(51) 99887-7665")).body.review).not.toBeNull();
  expect((await decide(user, false)).status).toBe(200);
  expect((await review(user)).body.review).toBeNull();
  expect(await statusOf()).toBe("answered");
  expect((await decide(user, false)).status).toBe(404);
  // The same message, reported again, asks nothing again; another one does.
  await edit(hook, "C1", "não me mande mais boletos");
  expect(await reviewsOf(user)).toEqual([]);
  await say(hook, "pare de mandar e-mail");
  expect(await reviewsOf(user)).toEqual([{ phone_key: KEY, words: "pare de mandar e-mail" }]);
  expect(await logOf(user)).toEqual(["flagged", "dismissed", "flagged"]);
});

test("whoever leaves, and then asks for erasure, is a case for the requests of persons", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "SAIR");
  expect((await review(user)).body).toMatchObject({
    blocked: { words: "SAIR" },
    asks_erasure: false,
  });
  await say(hook, "apaguem meus dados");
  expect((await review(user)).body).toMatchObject({
    blocked: { words: "apaguem meus dados" },
    asks_erasure: true,
  });
  await say(hook, "parar");
  expect((await review(user)).body.asks_erasure).toBe(true);
});

test("a button that a program named SAIR is an opt-out, whatever it shows", async () => {
  const { user, hook, statusOf } = await buildOwner();
  const chosen = { selectedButtonId: "SAIR", selectedDisplayText: "Agora não, me chama amanhã" };
  await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: PHONE_CHAT, fromMe: false },
      message: { buttonsResponseMessage: chosen },
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  });
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toMatchObject([{ words: "SAIR" }]);
  expect(await rows(sql`SELECT 1 FROM tasks WHERE owner_id = ${user.id}`)).toEqual([]);
});

test("a person is asked about whoever leaves in words that no rule knows", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "Quanto custa a instalação?");
  expect((await review(user)).body.review).toBeNull();
  const words = "vou abrir um processo no procon se vcs insistirem";
  await say(hook, words);
  expect(await blockedOf(user)).toEqual([]);
  expect((await review(user)).body.review).toMatchObject({ words });
});

test("in a longer talk only who leaves surely is asked about, until a campaign writes again", async () => {
  const { user, hook } = await buildOwner();
  const words = "cansei de vocês";
  for (const text of ["Oi", "Quanto custa?", "E o frete?", "Pode ser na terça", "Recebi"]) {
    await say(hook, text);
  }
  await say(hook, words);
  expect((await review(user)).body.review).toBeNull();
  const { recipientIds } = await buildCampaign(user, { status: "completed", recipients: ["sent"] });
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${KEY} WHERE id = ${recipientIds[0]}`,
  );
  await say(hook, words, { id: "again" });
  expect((await review(user)).body.review).toMatchObject({ words });
});

test("a person may take a complaint for an opt-out, with its words", async () => {
  const { user, hook, statusOf } = await buildOwner();
  await say(hook, "não me mande mais boletos");
  // However the number is written, the one that WhatsApp knows is kept.
  expect((await decide(user, true, "(51) 9887-7665")).status).toBe(200);
  const [kept] = (await callApi(api, optOuts.list, { query: {} }, user.headers)).body.opt_outs;
  expect(kept?.number).toBe(NUMBER);
  expect(await statusOf()).toBe("opted_out");
  expect(await blockedOf(user)).toMatchObject([
    { phone_key: KEY, source: "person", words: "não me mande mais boletos" },
  ]);
  expect(await reviewsOf(user)).toEqual([]);
  expect(await dueOf(user)).toEqual([]);
  expect(await logOf(user)).toEqual(["flagged", "added"]);
});

test("a decision is told to the account's other windows, with its chat", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "não me mande mais boletos");
  const stream = await openStream(api, user);
  await decide(user, false);
  await expect.poll(() => stream.text).toContain(`"chat":"${PHONE_CHAT}"`);
  stream.close();
});

test("promotions switched off and on again have their effect once, and none on a blocked number", async () => {
  const { user, statusOf } = await buildOwner();
  /** Chosen so many minutes after the first one. */
  const choose = (allowed: boolean, minutes: number) => {
    const saidAt = new Date(1_790_000_000_000 + minutes * 60_000);
    const chosen = { phoneKey: KEY, number: NUMBER, messageId: `P${minutes}`, saidAt };
    return transaction(() => applyPreference(user.id, chosen, allowed));
  };
  const eventsOf = async () =>
    (
      await rows<{ event_type: string }>(
        sql`SELECT event_type FROM events WHERE owner_id = ${user.id} AND event_type LIKE 'opt%' ORDER BY id`,
      )
    ).map(({ event_type }) => event_type);
  await choose(true, 1);
  expect(await eventsOf()).toEqual([]);
  await choose(false, 2);
  expect(await statusOf()).toBe("opted_out");
  await choose(false, 3);
  expect(await eventsOf()).toEqual(["opted_out"]);
  // Chosen between the two, and reported late.
  await choose(true, 2.5);
  expect(await eventsOf()).toEqual(["opted_out"]);
  await choose(true, 4);
  await choose(true, 5);
  expect(await statusOf()).toBe("contacted");
  expect(await eventsOf()).toEqual(["opted_out", "opt_out_removed"]);

  await callApi(api, optOuts.add, { body: { number: NUMBER } }, user.headers);
  const before = await eventsOf();
  await choose(false, 6);
  await choose(true, 7);
  expect(await statusOf()).toBe("opted_out");
  expect(await eventsOf()).toEqual(before);
});

test("the latest complaint is shown, an opt-out settles it, and a blocked number asks nothing", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "não me ligue mais", { at: -60 });
  await say(hook, "não me mande mais boletos", { at: -80 });
  expect(await reviewsOf(user)).toEqual([{ phone_key: KEY, words: "não me ligue mais" }]);
  await say(hook, "sair", { at: -20 });
  expect(await reviewsOf(user)).toEqual([]);
  await say(hook, "pare de mandar e-mail");
  expect(await reviewsOf(user)).toEqual([]);
});

test("of two complaints of the same second the later one is shown", async () => {
  const { user, hook } = await buildOwner();
  const saidAt = new Date(1_790_000_000_000);
  await say(hook, "não me ligue mais");
  await execute(sql`UPDATE opt_out_reviews SET said_at = ${saidAt} WHERE owner_id = ${user.id}`);
  await transaction(() =>
    flagReply(user.id, {
      ...{ phoneKey: KEY, number: NUMBER, words: "pare de mandar e-mail" },
      ...{ messageId: "LATER", saidAt },
    }),
  );
  expect(await reviewsOf(user)).toEqual([{ phone_key: KEY, words: "pare de mandar e-mail" }]);
});

test("a complaint under an opaque id is asked about under the number", async () => {
  const { user, hook } = await buildOwner();
  const theirs = await buildOwner();
  await say(hook, "não me mande mais boletos", { from: LID });
  expect((await review(user, LID)).body.review).not.toBeNull();
  await transaction(() => identifyContact(user.id, { chatId: LID, number: NUMBER, lid: null }));
  expect(await reviewsOf(user)).toEqual([{ phone_key: KEY, words: "não me mande mais boletos" }]);
  expect((await review(user, LID)).body.review).not.toBeNull();
  expect((await review(theirs.user)).body.review).toBeNull();
  expect((await decide(theirs.user, true)).status).toBe(404);
});

test("words too long to keep are cut, and the message keeps them all", async () => {
  const { user, hook } = await buildOwner();
  const long = `Pare de mandar boleto. ${"x".repeat(3_000)}`;
  await say(hook, long);
  const [row] = await rows<{ words: string }>(
    sql`SELECT words FROM opt_out_reviews WHERE owner_id = ${user.id}`,
  );
  expect(row?.words).toBe(long.slice(0, 500));
  const [stored] = await rows<{ content: string }>(
    sql`SELECT content FROM messages WHERE owner_id = ${user.id}`,
  );
  expect(stored?.content).toBe(long);
});
