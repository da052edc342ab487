import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { findCandidateIds } from "@/server/campaigns/campaigns/audience.repository";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import { lockCreated } from "@/server/leads/leads/lead-changes.repository";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { createLead } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

/** A contact who got a message before there was a lead is no stranger: a campaign without repeats leaves them out. */
const api = runApi({ withoutLimits: true });

const NUMBER = "5511988887777";
const CHAT = `${NUMBER}@s.whatsapp.net`;
const HOUR_S = 3_600;

let user: TestUser;
let hook: TestWebhook;
beforeEach(async () => {
  user = await buildUser();
  hook = await buildWebhook(user.id);
});

/** As typed on the phone an hour ago. */
async function write() {
  const answer = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: randomUUID(), remoteJid: CHAT, fromMe: true },
      message: { conversation: "Bom dia" },
      messageTimestamp: Math.floor(Date.now() / 1000) - HOUR_S,
    },
  });
  expect(answer.status).toBe(200);
}

const create = async (whatsapp = NUMBER) =>
  (await createLead(api, user, { whatsapp })).body.lead.id as number;
const read = async (id: number) =>
  (await callApi(api, leads.get, { params: { id } }, user.headers)).body.lead;
const findStrangers = () =>
  findCandidateIds(actorOf(user), { listIds: [], repeatLeads: false }, 10);
const findAll = () => findCandidateIds(actorOf(user), { listIds: [], repeatLeads: true }, 10);

test("a lead made after its number was written to is contacted, and stays where it is in the funnel", async () => {
  await write();
  const id = await create();
  expect(await read(id)).toMatchObject({ contacted_at: expect.any(String), status: "pending" });
  expect(await findStrangers()).toEqual([]);
  expect(await findAll()).toEqual([id]);
  const [created] = await transaction(() =>
    lockCreated(user.id, [id], { tagIds: [], listIds: [] }),
  );
  expect(created).toMatchObject({ untouched: true });
});

test("a message that failed made nobody known", async () => {
  await write();
  await execute(sql`UPDATE messages SET status_rank = 3 WHERE owner_id = ${user.id}`);
  const id = await create();
  expect(await findStrangers()).toEqual([id]);
});

test("what another account wrote does not count", async () => {
  await write();
  user = await buildUser();
  const id = await create();
  expect(await findStrangers()).toEqual([id]);
});

test("a lead that is given a number that was written to is contacted", async () => {
  await write();
  const id = await create("5511977776666");
  expect(await findStrangers()).toEqual([id]);
  const change = { params: { id }, body: { whatsapp: NUMBER } };
  expect((await callApi(api, leads.update, change, user.headers)).status).toBe(200);
  expect(await read(id)).toMatchObject({ contacted_at: expect.any(String) });
  expect(await findStrangers()).toEqual([]);
});

test("a lead that was deleted while it was written to comes back contacted", async () => {
  const id = await create();
  await callApi(api, leads.remove, { params: { id } }, user.headers);
  await write();
  const { deletions } = (await callApi(api, leads.deletions, {}, user.headers)).body;
  const restored = { params: { id: deletions[0]?.id ?? 0 } };
  expect((await callApi(api, leads.restore, restored, user.headers)).status).toBe(200);
  expect(await read(id)).toMatchObject({ contacted_at: expect.any(String) });
});

test("what the phone's history tells of messages of ours counts from when they were sent", async () => {
  const id = await create();
  const sentAt = new Date(Date.now() - 30 * 24 * HOUR_S * 1000);
  const event = {
    ...{ type: "message", id: randomUUID(), chatId: CHAT, number: NUMBER, lid: null, fromMe: true },
    ...{ name: null, mediaSource: null, kind: "text", text: "Olá", quotedId: null, media: null },
    ...{ location: null, contacts: [], origin: "history", sentAt },
  } as WhatsappEvent;
  const found = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  await receiveEvents(await getRow(user.id, found?.id ?? 0), [event]);
  expect(await read(id)).toMatchObject({
    contacted_at: sentAt.toISOString(),
    status: "pending",
  });
  expect(await findStrangers()).toEqual([]);
});
