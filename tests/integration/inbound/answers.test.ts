import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { eventStory } from "@/lib/contracts/insights/event-story";
import { leads } from "@/lib/contracts/leads/leads";
import { answers } from "@/lib/contracts/messaging/answers";
import { chat } from "@/lib/contracts/messaging/chat";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NUMBER = "5551998877665";
const KEY = "555198877665";

async function say(hook: TestWebhook, text: string, { fromMe = false, at = 0 } = {}) {
  const answer = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe },
      message: { conversation: text },
      messageTimestamp: Math.floor(Date.now() / 1000) + at,
    },
  });
  expect(answer.status).toBe(200);
}

async function buildOwner() {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const readAll = async () => {
    const [found] = await rows(
      sql`SELECT l.status, c.intent, c.waiting_since IS NOT NULL AS waits,
                 (SELECT json_agg(m.intent ORDER BY m.id) FROM messages m WHERE m.conversation_id = c.id) AS messages
          FROM leads l JOIN conversations c ON c.owner_id = l.owner_id AND c.phone_key = ${KEY} WHERE l.id = ${lead.id}`,
    );
    return found;
  };
  return { user, hook, lead, readAll };
}

const ROBOT =
  "Olá! 👋 Seja bem-vindo à Padaria. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente";

test("a greeting robot has not answered, and the person behind it has", async () => {
  const { user, hook, readAll } = await buildOwner();
  const report = async () =>
    (await callApi(api, eventReports.report, { query: {} }, user.headers)).body.answers;
  await say(hook, ROBOT);
  expect(await readAll()).toEqual({
    ...{ status: "pending", intent: "automatic", waits: true, messages: ["automatic"] },
  });
  expect(await report()).toEqual([]);
  await say(hook, "Oi, quanto custa?", { at: 5 });
  expect(await readAll()).toMatchObject({
    ...{ status: "answered", intent: "question", messages: ["automatic", "question"] },
  });
  // The person waits since they wrote, not since their machine did.
  expect(
    await rows(
      sql`SELECT m.intent FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.sent_at = c.waiting_since
          WHERE c.owner_id = ${user.id}`,
    ),
  ).toEqual([{ intent: "question" }]);
  expect(await report()).toMatchObject([{ count: 1 }]);
  const story = await callApi(api, eventStory.lines, { query: {} }, user.headers);
  expect(story.body.lines.map(({ event_type, subject }) => [event_type, subject])).toEqual(
    expect.arrayContaining([
      ["message_received", ""],
      ["message_received", "automatic"],
    ]),
  );
});

test("a letter that reads like a machine's is a person's, unless it comes at once", async () => {
  const letter =
    "Boa tarde! Agradecemos a mensagem, o responsável está em viagem e retorna na próxima segunda-feira.";
  const { likelihood, kind } = readAnswer([letter]);
  expect([kind, likelihood < 0.99]).toEqual(["automatic", true]);
  for (const [delay, told] of [
    [3, { status: "contacted", intent: "automatic" }],
    [600, { status: "answered", intent: "unclear" }],
  ] as const) {
    const { hook, readAll } = await buildOwner();
    await say(hook, "Oi, podemos conversar?", { at: -delay, fromMe: true });
    await say(hook, letter);
    expect(await readAll()).toMatchObject({ ...told, messages: [null, told.intent] });
  }
  const { hook, readAll } = await buildOwner();
  await say(hook, "Oi, podemos conversar?", { at: -600, fromMe: true });
  await say(hook, "Seu atendimento foi encerrado por inatividade.");
  expect(await readAll()).toMatchObject({ status: "contacted", intent: "automatic" });
});

test("several messages in a row are one answer, and what we write ends it", async () => {
  const { hook, readAll } = await buildOwner();
  await say(hook, "oi");
  await say(hook, "agora não consigo", { at: 5 });
  await say(hook, "me tira da lista", { at: 10 });
  expect(await readAll()).toMatchObject({ intent: "opt_out" });
  await say(hook, "Tudo bem, até logo!", { at: 15, fromMe: true });
  await say(hook, "Obrigado pela compreensão", { at: 20 });
  expect(await readAll()).toMatchObject({ intent: "thanks" });
});

test("a campaign learns what its recipient answers, and a machine's answer is none", async () => {
  const { user, hook } = await buildOwner();
  const { recipientIds } = await buildCampaign(user, { status: "running", recipients: ["sent"] });
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${KEY}, number = ${NUMBER} WHERE id = ${recipientIds[0]}`,
  );
  const read = async () => {
    const [found] = await rows(
      sql`SELECT intent, answered_at IS NOT NULL AS answered FROM campaign_recipients WHERE id = ${recipientIds[0]}`,
    );
    return found;
  };
  await say(hook, ROBOT);
  expect(await read()).toEqual({ intent: "automatic", answered: false });
  await say(hook, "Tenho interesse sim, pode me mandar", { at: 5 });
  expect(await read()).toEqual({ intent: "interested", answered: true });
});

test("a lead says what its contact's words that wait say, in the table and on its page", async () => {
  const { user, hook, lead } = await buildOwner();
  const read = async () => {
    const list = await callApi(api, leads.list, { query: {} }, user.headers);
    const page = await callApi(api, leads.get, { params: { id: lead.id } }, user.headers);
    return [list.body.leads[0]?.answer, page.body.lead.answer];
  };
  expect(await read()).toEqual([null, null]);
  await say(hook, "Tenho interesse, me manda", { at: -20 });
  expect(await read()).toEqual(["interested", "interested"]);
  await say(hook, "Mando já!", { at: -15, fromMe: true });
  expect(await read()).toEqual([null, null]);
  await say(hook, "Quanto custa?", { at: -10 });
  expect(await read()).toEqual(["question", "question"]);
  const away = { body: { contactNumber: NUMBER, archived: true } };
  expect((await callApi(api, chat.archive, away, user.headers)).status).toBe(200);
  expect(await read()).toEqual([null, null]);
});

const settle = (user: TestUser, intent: AnswerKind) =>
  callApi(api, answers.settle, { params: { number: NUMBER }, body: { intent } }, user.headers);

test("a person says what an answer means: a machine has not answered, and anybody else has", async () => {
  const { user, hook, readAll } = await buildOwner();
  expect((await settle(user, "question")).status).toBe(404);
  await say(hook, "Tenho interesse, me manda");
  expect(await readAll()).toMatchObject({ status: "answered", intent: "interested" });
  expect((await settle(user, "automatic")).status).toBe(200);
  expect(await readAll()).toMatchObject({
    ...{ status: "contacted", intent: "automatic", messages: ["automatic"] },
  });
  expect((await settle(user, "interested")).status).toBe(200);
  expect(await readAll()).toMatchObject({ status: "answered", intent: "interested" });
  // An answer that was judged is not read together with later ones.
  await say(hook, "Quanto custa?", { at: 60 });
  expect(await readAll()).toMatchObject({
    intent: "question",
    messages: ["interested", "question"],
  });
});

test("what a person calls an opt-out is blocked, with the words, and what is none is let go of", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "vou abrir um processo no procon se vcs insistirem");
  const reviews = () => rows(sql`SELECT words FROM opt_out_reviews WHERE owner_id = ${user.id}`);
  expect(await reviews()).toHaveLength(1);
  await settle(user, "unclear");
  expect(await reviews()).toEqual([]);
  await settle(user, "opt_out");
  expect(await rows(sql`SELECT source, words FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([
    { source: "person", words: "vou abrir um processo no procon se vcs insistirem" },
  ]);
});

test("corrections can be read without names and numbers", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "Oi, é a Bia do 11 98888-7777, fala com ana@exemplo.com.br");
  await execute(sql`UPDATE conversations SET name = 'Bia Souza' WHERE owner_id = ${user.id}`);
  await settle(user, "wrong_person");
  const { body } = await callApi(api, answers.corrections, {}, user.headers);
  expect(body).toEqual({
    lines: [{ intent: "wrong_person", text: "Oi, é a Fulano do 0000, fala com x@x" }],
  });
});

const tasksOf = (user: TestUser) =>
  rows<{ what: string; day: string }>(
    sql`SELECT what, kind, to_char(due_on, 'YYYY-MM-DD') AS day FROM tasks WHERE owner_id = ${user.id} ORDER BY id`,
  );

test("'not now' with its day becomes one task, which later words move", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "Agora não, me chama amanhã");
  const made = await tasksOf(user);
  expect(made).toHaveLength(1);
  expect(made[0]?.what).toContain("me chama amanhã");
  await say(hook, "agora não dá, me chama em 3 dias por favor", { at: 5 });
  const moved = await tasksOf(user);
  expect(moved).toHaveLength(1);
});

test("whoever asks for no more messages is no longer to be talked to on the day that they named", async () => {
  const { user, hook } = await buildOwner();
  await say(hook, "Agora não, me chama amanhã");
  expect(await tasksOf(user)).toHaveLength(1);
  await say(hook, "SAIR", { at: 5 });
  expect(await tasksOf(user)).toEqual([]);
});

test("an account that decides itself is only proposed the task", async () => {
  const { user, hook } = await buildOwner();
  await callApi(api, optOuts.saveSettings, { body: { makes_tasks: false } }, user.headers);
  await say(hook, "Agora não, me chama amanhã");
  expect(await tasksOf(user)).toEqual([]);
  const read = async () =>
    (await callApi(api, chat.list, { query: { intent: "not_now" } }, user.headers)).body.data
      .chats[0]?.intent;
  const due = (await read())?.due;
  expect(due).not.toBeNull();
  const body = { day: due?.day ?? "", time: "10:00" };
  const planned = await callApi(
    api,
    answers.plan,
    { params: { number: NUMBER }, body },
    user.headers,
  );
  expect(planned.status).toBe(200);
  expect((await read())?.task).toMatchObject(body);
  await callApi(
    api,
    answers.plan,
    { params: { number: NUMBER }, body: { day: "2027-05-03" } },
    user.headers,
  );
  expect(await tasksOf(user)).toMatchObject([{ day: "2027-05-03" }]);
});

test("a machine whose clock is behind has not answered either, and who leaves late is asked about", async () => {
  const { user, hook, readAll } = await buildOwner();
  await say(hook, "Bom dia! Posso mandar a nossa tabela?", { fromMe: true });
  const before = (await readAll()) as { status: string };
  await say(hook, ROBOT, { at: -3 });
  expect(await readAll()).toMatchObject({ status: before.status, intent: null, waits: false });
  await say(hook, "vou abrir um processo no procon se vcs insistirem", { at: -2 });
  expect(await rows(sql`SELECT 1 FROM opt_out_reviews WHERE owner_id = ${user.id}`)).toHaveLength(
    1,
  );
  expect(await readAll()).toMatchObject({ status: "answered" });
});

test("a voice note behind a robot is a person's", async () => {
  const { hook, readAll } = await buildOwner();
  await say(hook, ROBOT);
  await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe: false },
      message: { audioMessage: { ptt: true, mimetype: "audio/ogg; codecs=opus" } },
      messageTimestamp: Math.floor(Date.now() / 1000) + 2,
    },
  });
  expect(await readAll()).toMatchObject({ status: "answered", intent: "unclear" });
});

test("what a robot answers in the second of our message is an answer, read and corrected as one", async () => {
  const { user, hook, readAll } = await buildOwner();
  const sent = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe: true },
      message: { conversation: "Oi, tudo bem?" },
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  });
  expect(sent.status).toBe(200);
  // As our own sends are dated.
  await execute(
    sql`UPDATE messages SET sent_at = sent_at + interval '900 milliseconds' WHERE owner_id = ${user.id}`,
  );
  await say(hook, ROBOT);
  await execute(
    sql`UPDATE messages SET sent_at = (SELECT date_trunc('second', max(sent_at)) FROM messages WHERE owner_id = ${user.id} AND direction = 'out')
        WHERE owner_id = ${user.id} AND direction = 'in'`,
  );
  await settle(user, "question");
  expect(await readAll()).toMatchObject({ intent: "question", messages: [null, "question"] });
  await settle(user, "automatic");
  expect(await readAll()).toMatchObject({ intent: "automatic", messages: [null, "automatic"] });
});
