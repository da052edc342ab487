import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { answers } from "@/lib/contracts/messaging/answers";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** What a campaign's recipients answer, as its report counts and names it. */
const api = runApi({ withoutLimits: true });

const ROBOT =
  "Olá! 👋 Seja bem-vindo à Padaria. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente";

/** A campaign with two texts, each sent to four people. */
async function buildSent() {
  const user = await buildUser({ plan: "pro" });
  const hook = await buildWebhook(user.id);
  const { id, runId } = await buildCampaign(user, {
    status: "completed",
    messages: ["Oi", "Olá"],
    recipients: Array.from({ length: 8 }, () => "sent" as const),
  });
  await execute(sql`UPDATE campaign_recipients SET variant = id % 2 WHERE run_id = ${runId}`);
  await execute(
    sql`UPDATE leads SET status = 'contacted', contacted_at = now() WHERE owner_id = ${user.id}`,
  );
  const people = await rows<{ number: string; variant: number }>(
    sql`SELECT number, variant FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
  );
  let second = 0;
  const say = async (at: number, text: string, fromMe = false) => {
    second += 1;
    const answer = await postWebhook(api, hook, {
      event: "messages.upsert",
      instance: "x",
      data: {
        key: {
          id: randomUUID(),
          remoteJid: `${people[at]?.number}@s.whatsapp.net`,
          fromMe,
        },
        message: { conversation: text },
        messageTimestamp: Math.floor(Date.now() / 1000) + second,
      },
    });
    expect(answer.status).toBe(200);
  };
  const settle = (at: number, intent: AnswerKind) =>
    callApi(
      api,
      answers.settle,
      { params: { number: people[at]?.number ?? "" }, body: { intent } },
      user.headers,
    );
  const read = async () =>
    (await callApi(api, activities.results, { params: { id }, query: {} }, user.headers)).body;
  const list = async (query: { intent?: AnswerKind } = {}) =>
    (await callApi(api, activities.recipients, { params: { id }, query }, user.headers)).body;
  return { user, id, people, say, settle, read, list };
}

async function buildAnswered() {
  const sent = await buildSent();
  await sent.say(0, "Tenho interesse sim, pode me mandar");
  await sent.say(1, "Quanto custa?");
  await sent.say(2, "SAIR");
  await sent.say(3, ROBOT);
  // The same conversation is a person's, and then a machine's again.
  await sent.say(4, ROBOT);
  await sent.say(4, "Tenho interesse, me manda o catálogo");
  return sent;
}

test("answers are counted by what they say, interest by text, and a machine's apart", async () => {
  const { people, read } = await buildAnswered();
  const { summary, variants } = await read();
  expect(summary).toMatchObject({
    ...{ sent: 8, answered: 4, interested: 3, opted_out: 1, automatic: 1 },
    intents: [
      { kind: "interested", count: 2 },
      { kind: "opt_out", count: 1 },
      { kind: "question", count: 1 },
    ],
  });
  const warm = [0, 1, 4].map((at) => people[at]?.variant);
  expect(variants.map(({ interested }) => interested)).toEqual(
    [0, 1].map((variant) => warm.filter((each) => each === variant).length),
  );
});

test("who left is who is blocked: taken back, nobody is said to have", async () => {
  const { user, read } = await buildAnswered();
  await execute(sql`DELETE FROM opt_outs WHERE owner_id = ${user.id}`);
  const { summary } = await read();
  expect(summary).toMatchObject({ answered: 4, opted_out: 0 });
  expect(summary.intents).toContainEqual({ kind: "unclear", count: 1 });
  expect(summary.intents.map(({ kind }) => kind)).not.toContain("opt_out");
});

test("thanks for our reply, and a machine's words, do not take the place of an answer; a person's word does", async () => {
  const { say, settle, list } = await buildSent();
  const first = async () => (await list()).recipients[0]?.intent;
  await say(0, "Tenho interesse sim, pode me mandar");
  await say(0, "Segue o catálogo", true);
  await say(0, "Muito obrigado!");
  expect(await first()).toBe("interested");
  await say(0, "De nada", true);
  await say(0, ROBOT);
  expect(await first()).toBe("interested");
  await say(0, "De nada", true);
  await say(0, "Agora não, me chama mês que vem");
  expect(await first()).toBe("not_now");
  await settle(0, "thanks");
  expect(await first()).toBe("thanks");
  // Little after a machine's words is what the person says.
  await say(1, ROBOT);
  await say(1, "Muito obrigado!");
  expect((await list()).recipients[1]?.intent).toBe("thanks");
});

test("recipients name it, are filtered by it, and are exported with it", async () => {
  const { user, id, people, list } = await buildAnswered();
  const all = await list();
  expect(all.recipients.map(({ intent }) => intent)).toEqual([
    ...["interested", "question", "opt_out", "automatic", "interested", null, null, null],
  ]);
  const warm = await list({ intent: "interested" });
  expect(warm.recipients.map(({ number }) => number)).toEqual(
    [people[0], people[4]].map((each) => each?.number),
  );
  expect(warm).toMatchObject({ pagination: { total: 2 }, counts: { answered: 2 } });
  expect((await list({ intent: "automatic" })).recipients).toMatchObject([{ answered_at: null }]);
  const csv = await fetch(
    `${api.url}/api/prospecting/activities/${id}/recipients/export?intent=opt_out`,
    { headers: user.headers },
  );
  const [head, ...lines] = (await csv.text()).trim().split("\n");
  expect(head).toContain("O que respondeu");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Pede para sair");
});

test("report, funnel and list count the same people: who answered, of whom some left, and no machine", async () => {
  const { user, id, read } = await buildAnswered();
  const { summary } = await read();
  const funnel = await callApi(
    api,
    eventReports.funnel,
    { query: { activity_id: String(id) } },
    user.headers,
  );
  expect(funnel.body).toMatchObject({ contacted: summary.sent, answered: summary.answered });
  const { body } = await callApi(api, activities.get, { params: { id } }, user.headers);
  expect(body.activity.answered).toBe(summary.answered);
  expect(body.runs.map(({ answered }) => answered)).toEqual([summary.answered]);
});
