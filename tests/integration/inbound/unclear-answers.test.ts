import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { clarifyAnswers } from "@/server/inbound/answers/unclear-answers.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { runWithModel } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithModel();
runSandbox();
const api = runApi({ withoutLimits: true });

async function say(hook: TestWebhook, number: string, text: string, at = -120) {
  const answer = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: `${number}@s.whatsapp.net`, fromMe: false },
      message: { conversation: text },
      messageTimestamp: Math.floor(Date.now() / 1000) + at,
    },
  });
  expect(answer.status).toBe(200);
}

const [ONE, TWO, THREE, FOUR, FIVE] = [1, 2, 3, 4, 5].map((at) => `551199888770${at}`) as [
  ...[string, string, string, string, string],
];
/** Nobody can say what these mean; the brackets contain the judgement of the sandbox's model. */
const UNCLEAR = {
  [ONE]: "xkcjv [interested: qwpoie] zmnx qwpoie",
  [TWO]: "zmnx [opt_out: brgh wqx] xkcjv brgh wqx",
  [THREE]: "brgh [not_now: 20/12/2030] wqx 20/12/2030",
  [FOUR]: "wqx brgh zmnx xkcjv pqow",
  [FIVE]: "pqow [automatic: zmnx] zmnx brgh",
};

async function buildOwner(plan: "pro" | "free" = "pro") {
  const user = await buildUser({ plan });
  const hook = await buildWebhook(user.id);
  for (const [number, text] of Object.entries(UNCLEAR)) await say(hook, number, text);
  // This tests unclear answers, not what the reader makes of such letters.
  await execute(sql`UPDATE conversations SET intent = 'unclear' WHERE owner_id = ${user.id}`);
  await execute(sql`UPDATE messages SET intent = 'unclear' WHERE owner_id = ${user.id}`);
  return { user, hook };
}

const read = (user: TestUser) =>
  rows(
    sql`SELECT c.intent, c.intent_words AS words, c.intent_day::text AS day, m.intent AS alone, c.intent_task_id AS task,
               EXISTS (SELECT 1 FROM opt_out_reviews r WHERE r.owner_id = c.owner_id AND r.phone_key = c.phone_key) AS asked
        FROM conversations c JOIN messages m ON m.conversation_id = c.id WHERE c.owner_id = ${user.id} ORDER BY c.phone_key, m.id`,
  );
const callsOf = async ({ id }: TestUser) =>
  (await firstRow<{ calls: number }>(sql`SELECT calls FROM suggestion_days WHERE owner_id = ${id}`))
    ?.calls ?? 0;

test("a model sorts what nobody can tell: it asks, proposes, and believes no words that were not written", async () => {
  const { user } = await buildOwner();
  await clarifyAnswers.run();
  const none = { day: null, task: null, asked: false };
  const unclear = { ...none, intent: "unclear", alone: "unclear" };
  expect(await read(user)).toMatchObject([
    { ...none, intent: "interested", words: "qwpoie", alone: "interested" },
    { ...none, intent: "opt_out", words: "brgh wqx", alone: "opt_out", asked: true },
    { ...none, intent: "not_now", words: "20/12/2030", alone: "not_now", day: "2030-12-20" },
    unclear,
    unclear,
  ]);
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([]);
  expect(await rows(sql`SELECT 1 FROM tasks WHERE owner_id = ${user.id}`)).toEqual([]);
  // All in one call, and each once.
  await clarifyAnswers.run();
  expect(await callsOf(user)).toBe(1);
});

test("it is asked a quarter of the day's calls, and again about what is new", async () => {
  const { user, hook } = await buildOwner();
  await clarifyAnswers.run();
  await say(hook, FOUR, "wqx [question: brgh?] brgh?", -70);
  await execute(sql`UPDATE conversations SET intent = 'unclear' WHERE owner_id = ${user.id}`);
  await clarifyAnswers.run();
  expect(await callsOf(user)).toBe(1);
  await execute(sql`UPDATE suggestion_days SET calls = 0 WHERE owner_id = ${user.id}`);
  await say(hook, FIVE, "xkcjv [question: wqx?] wqx?", -65);
  await execute(
    sql`UPDATE conversations SET intent = 'unclear' WHERE owner_id = ${user.id} AND phone_key LIKE '%05'`,
  );
  await clarifyAnswers.run();
  expect((await read(user)).at(-1)).toMatchObject({ intent: "question", words: "wqx?" });
});

test("nobody is asked about what is new, old, judged, put away, or of a free or closed account", async () => {
  const { user: free } = await buildOwner("free");
  const { user: closed } = await buildOwner();
  await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${closed.id}`);
  const { user, hook } = await buildOwner();
  await say(hook, ONE, "xkcjv [interested: zmnx] zmnx", 0);
  await execute(
    sql`UPDATE conversations SET intent = 'unclear', intent_settled = phone_key LIKE '%02',
          waiting_since = CASE WHEN phone_key LIKE '%03' THEN now() - interval '2 days'
                               WHEN phone_key LIKE '%04' THEN NULL ELSE waiting_since END,
          archived_at = CASE WHEN phone_key LIKE '%05' THEN now() END WHERE owner_id = ${user.id}`,
  );
  await clarifyAnswers.run();
  for (const each of [free, closed, user]) {
    expect(new Set((await read(each)).map(({ intent }) => intent))).toEqual(new Set(["unclear"]));
    expect(await callsOf(each)).toBe(0);
  }
});
