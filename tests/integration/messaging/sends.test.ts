import { afterEach, describe, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { claimOverdue, insertSends } from "@/server/messaging/sends/sends.repository";
import { askAboutSends } from "@/server/messaging/whatsapp/open-sends.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  passTime,
  type Seller,
  setPhone,
  startCampaign,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { readLedger } from "@/tests/support/whatsapp";

/** The outbox: every message on its way, from any sender in the product. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(async () => {
  await sandbox.control("DELETE", "/faults");
  await execute(sql`DELETE FROM sends`);
});

const send = ({ user }: Seller, to: string, content: string) =>
  callApi(api, chat.send, { body: { to, content } }, user.headers);
const openSends = ({ user }: Seller) =>
  rows<{ content: string }>(
    sql`SELECT content, chat_message_id IS NOT NULL AS of_chat FROM sends WHERE owner_id = ${user.id} ORDER BY id`,
  );
const textsSent = async ({ instance }: Seller) =>
  (await readLedger(sandbox, instance)).map(({ text }) => text).sort();

/** The provider takes the message; its answer and its report are lost. */
async function loseAnswers() {
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "lost-webhooks",
    path: "send.message",
  });
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: "sendText",
    kind: "lost-answer",
  });
}

/** A campaign to three leads and a message of the chat, whose answers are lost. */
async function buildOpenSends() {
  const seller = await buildSeller(api, sandbox, 3);
  await setPhone(sandbox, "5511988887799", "receives");
  await loseAnswers();
  const run = await startCampaign(api, seller);
  await workOn(run);
  await send(seller, "5511988887799", "Bom dia");
  await sandbox.control("DELETE", "/faults");
  return { seller, run };
}

test("what is on its way is in it until its outcome is recorded, and out of it then", async () => {
  const { seller, run } = await buildOpenSends();
  expect(await openSends(seller)).toEqual([
    { content: "Oi", of_chat: false },
    { content: "Bom dia", of_chat: true },
  ]);
  await ageSends(seller.user.id);
  await settleOpenSends.run();
  expect(await openSends(seller)).toEqual([{ content: "Oi", of_chat: false }]);
  await settleCampaignSends.run();
  expect(await openSends(seller)).toEqual([]);
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await openSends(seller)).toEqual([]);
  expect(await textsSent(seller)).toEqual(["Bom dia", "Oi", "Oi", "Oi"]);
});

test("what is surely refused or taken at once leaves nothing in it", async () => {
  const seller = await buildSeller(api, sandbox, 0);
  await setPhone(sandbox, "5511988887798", "receives");
  expect(await send(seller, "5511988887798", "Olá")).toMatchObject({ status: 200 });
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: "sendText",
    kind: "status",
    status: 429,
    retryAfterSeconds: 7,
    times: 1,
  });
  expect(await send(seller, "5511988887798", "De novo")).toMatchObject({ status: 429 });
  expect(await openSends(seller)).toEqual([]);
});

test("what WhatsApp took, and cannot be recorded now, is on its way and is found out, not sent again", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const [lead] = seller.leads;
  await setPhone(sandbox, lead?.whatsapp ?? "", "receives");
  await transaction(async () => {
    await execute(sql`SELECT 1 FROM leads WHERE id = ${lead?.id} FOR UPDATE`);
    expect(await send(seller, lead?.whatsapp ?? "", "Bom dia")).toMatchObject({
      status: 200,
      body: { data: { status: "sending" } },
    });
  });
  await ageSends(seller.user.id);
  await settleOpenSends.run();
  expect(await openSends(seller)).toEqual([]);
  expect(await textsSent(seller)).toEqual(["Bom dia"]);
});

describe("claims", () => {
  const DUE = { text: 20, file: 240 };

  async function buildOwner(count: number, over: { kind?: "image" } = {}) {
    const user = await buildUser();
    const { runId } = await buildCampaign(user, {
      status: "running",
      recipients: Array.from({ length: count }, () => "pending" as const),
    });
    const instance = await firstRow<{ id: number }>(
      sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
          VALUES (${user.id}, 'evolution', ${`of ${user.id}`}, ${Buffer.from(`of ${user.id}`)}) RETURNING id`,
    );
    const recipients = await rows<{ id: number }>(
      sql`SELECT id FROM campaign_recipients WHERE run_id = ${runId}`,
    );
    await insertSends(
      "campaign",
      recipients.map(({ id }) => ({
        ownerId: user.id,
        instanceId: instance?.id ?? 0,
        messageId: `M${id}`,
        refId: id,
        address: "5511988887777",
        kind: over.kind ?? "text",
        content: "Oi",
        bytes: null,
      })),
    );
    return user.id;
  }

  const ownersOf = (sends: { owner_id: number }[]) => sends.map(({ owner_id }) => owner_id);

  test("are few of one owner, so that nobody waits behind another's outage", async () => {
    const [many, one] = [await buildOwner(30), await buildOwner(1)];
    await ageSends(many, "2 minutes");
    await ageSends(one, "1 minute");
    const claimed = await claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 });
    expect(ownersOf(claimed).sort((a, b) => a - b)).toEqual([many, many, many, many, many, one]);
  });

  test("give a send to one of those who look at once, and not again before its time", async () => {
    const owner = await buildOwner(3);
    expect(await claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 })).toEqual([]);
    await ageSends(owner);
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 })),
    );
    expect(claims.flat()).toHaveLength(3);
    expect(await claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 })).toEqual([]);
  });

  test("leave a file the time that it takes, and another purpose's sends alone", async () => {
    const owner = await buildOwner(1, { kind: "image" });
    await ageSends(owner, "1 minute");
    expect(await claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 })).toEqual([]);
    await ageSends(owner, "5 minutes");
    expect(await claimOverdue("chat", DUE, { limit: 10, ofOneOwner: 5 })).toEqual([]);
    expect(await claimOverdue("campaign", DUE, { limit: 10, ofOneOwner: 5 })).toHaveLength(1);
  });

  test("of one that cannot be settled do not keep the others", async () => {
    const owner = await buildOwner(3);
    await ageSends(owner);
    const settled: number[] = [];
    await askAboutSends("campaign", async ({ ref_id }) => {
      settled.push(ref_id);
      if (settled.length === 1) throw new Error("not this one");
    });
    expect(settled).toHaveLength(3);
  });
});

test("a message has one place in it: none goes out twice at once", async () => {
  const { seller } = await buildOpenSends();
  await expect(
    execute(
      sql`INSERT INTO sends (owner_id, instance_id, message_id, recipient_id, address, kind)
          SELECT owner_id, instance_id, 'another id', recipient_id, address, kind FROM sends
          WHERE owner_id = ${seller.user.id} AND recipient_id IS NOT NULL`,
    ),
  ).rejects.toThrow();
});
