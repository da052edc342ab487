import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
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
  const { hook, readAll } = await buildOwner();
  await say(hook, ROBOT);
  expect(await readAll()).toEqual({
    ...{ status: "pending", intent: "automatic", waits: true, messages: ["automatic"] },
  });
  await say(hook, "Oi, quanto custa?", { at: 5 });
  expect(await readAll()).toMatchObject({
    ...{ status: "answered", intent: "question", messages: ["automatic", "question"] },
  });
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
