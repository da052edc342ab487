import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { answers } from "@/lib/contracts/messaging/answers";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** What a person's word about an answer reaches, and what it has to leave. */
const api = runApi({ withoutLimits: true });

const NUMBER = "5551998877665";
const KEY = "555198877665";
/** A text without any meaning. */
const UNCLEAR = "qwpo zmnx brgh";

async function buildOwner() {
  const user = await buildUser({ plan: "pro" });
  const hook = await buildWebhook(user.id);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  let second = -300;
  const say = async (text: string, { fromMe = false } = {}) => {
    second += 5;
    const answer = await postWebhook(api, hook, {
      event: "messages.upsert",
      instance: "x",
      data: {
        key: { id: randomUUID(), remoteJid: `${NUMBER}@s.whatsapp.net`, fromMe },
        message: { conversation: text },
        messageTimestamp: Math.floor(Date.now() / 1000) + second,
      },
    });
    expect(answer.status).toBe(200);
  };
  const params = { number: NUMBER };
  const settle = (intent: AnswerKind) =>
    callApi(api, answers.settle, { params, body: { intent } }, user.headers);
  const plan = (day: string) => callApi(api, answers.plan, { params, body: { day } }, user.headers);
  const statusOf = async () =>
    (await firstRow<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${lead.id}`))
      ?.status;
  return { user, lead, say, settle, plan, statusOf };
}

test("what is judged after our reply is the contact's words, never ours", async () => {
  const { user, say, settle, plan, statusOf } = await buildOwner();
  await say(UNCLEAR);
  await say("Isto escrevemos nós", { fromMe: true });
  expect((await plan("2027-05-03")).body.task.what).toContain(UNCLEAR);
  await settle("automatic");
  expect(await statusOf()).toBe("contacted");
  await settle("opt_out");
  expect(await rows(sql`SELECT words FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([
    { words: UNCLEAR },
  ]);
});

test("a machine that answers before its message is settled has not answered either", async () => {
  const { user, lead, say, settle, statusOf } = await buildOwner();
  await say(UNCLEAR);
  await markLeadContacted(user.id, lead.id, "sent");
  expect(await statusOf()).toBe("answered");
  await settle("automatic");
  expect(await statusOf()).toBe("contacted");
});

test("a machine's answer to one campaign leaves what somebody has answered to another", async () => {
  const { user, say, settle } = await buildOwner();
  const write = async (seconds: number) => {
    const { recipientIds } = await buildCampaign(user, {
      ...{ status: "completed", recipients: ["sent"] },
    });
    await execute(
      sql`UPDATE campaign_recipients SET phone_key = ${KEY}, number = ${NUMBER}, claimed_at = now() - make_interval(secs => ${seconds})
          WHERE id = ${recipientIds[0]}`,
    );
  };
  await write(3_600);
  await say("Tenho interesse sim, pode me mandar");
  await say("Mando já!", { fromMe: true });
  await write(288);
  await say(UNCLEAR);
  await settle("automatic");
  expect(
    await rows(
      sql`SELECT intent, answered_at IS NOT NULL AS answered FROM campaign_recipients WHERE owner_id = ${user.id} ORDER BY id`,
    ),
  ).toEqual([
    { intent: "interested", answered: true },
    { intent: "automatic", answered: false },
  ]);
});

test("it is told whether a number is blocked by it, or was before", async () => {
  const { say, settle } = await buildOwner();
  await say("SAIR");
  await say("Tudo bem", { fromMe: true });
  await say("quanto custa?");
  expect((await settle("opt_out")).body.blocked).toBe(false);
  const other = await buildOwner();
  await other.say("quanto custa?");
  expect((await other.settle("opt_out")).body.blocked).toBe(true);
});

test("what was planned goes when a person says that nobody waits for it, and what is done stays", async () => {
  const { user, say, settle, plan } = await buildOwner();
  const tasksOf = () =>
    rows<{ id: number; done: boolean }>(
      sql`SELECT id, done_at IS NOT NULL AS done FROM tasks WHERE owner_id = ${user.id} ORDER BY id`,
    );
  await say("Agora não, me chama amanhã");
  expect(await tasksOf()).toHaveLength(1);
  await settle("interested");
  expect(await tasksOf()).toHaveLength(1);
  await settle("not_interested");
  expect(await tasksOf()).toEqual([]);
  await plan("2099-12-30");
  await execute(sql`UPDATE tasks SET done_at = now() WHERE owner_id = ${user.id}`);
  await settle("opt_out");
  expect(await tasksOf()).toMatchObject([{ done: true }]);
});
