import { afterEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { until } from "@/sandbox/testing";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { lookForMissedMessages } from "@/server/inbound/inbox/missed-messages.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  passTime,
  type Seller,
  setPhone,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { ask, erase, findEverywhere, workOnErasure } from "@/tests/support/privacy";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

const send = ({ user }: Seller, to: string, content: string) =>
  callApi(api, chat.send, { body: { to, content } }, user.headers);
const show = async ({ user }: Seller, id: number) =>
  (await callApi(api, privacy.getRequest, { params: { id } }, user.headers)).body.request;

test("what was said goes, nobody writes any more, and what the person writes is only counted", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const number = seller.leads[0]?.whatsapp ?? "";
  await send(seller, number, "Bom dia");
  await sandbox.control("POST", `/phones/${number}/reply`, {
    instance: seller.instance,
    text: "Oi, quem fala?",
  });
  await until(
    async () =>
      (
        await rows(
          sql`SELECT 1 FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'in'`,
        )
      ).length > 0,
    "the reply to be stored",
  );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await callApi(
    api,
    scheduledMessages.create,
    { body: { to: number, content: "Lembrete", send_at: tomorrow, stays: true } },
    seller.user.headers,
  );
  const request = await erase(api, seller.user, { phones: [`+${number}`] });
  expect(request).toMatchObject({
    status: "done",
    counts: { leads: 1, conversations: 1, messages: 2, scheduled: 1 },
  });
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
  expect(await findEverywhere("quem fala")).toEqual([]);

  expect(await send(seller, number, "Ainda aí?")).toMatchObject({
    status: 409,
    body: { code: "person_erased" },
  });
  await sandbox.control("POST", `/phones/${number}/reply`, {
    instance: seller.instance,
    text: "Apareci de novo",
  });
  await until(
    async () => (await show(seller, request.id)).wrote_again > 0,
    "the message to be counted",
  );
  // What was not stored is not missing.
  const { wrote_again } = await show(seller, request.id);
  await execute(
    sql`UPDATE whatsapp_instances SET looked_at = NULL, heard_until = now() - interval '5 minutes' WHERE owner_id = ${seller.user.id}`,
  );
  await lookForMissedMessages.run();
  expect((await show(seller, request.id)).wrote_again).toBe(wrote_again);
  expect(await findEverywhere("Apareci")).toEqual([]);
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
  expect((await readLedger(sandbox, seller.instance)).map(({ text }) => text)).toEqual(["Bom dia"]);

  await callApi(api, privacy.allowAgain, { params: { id: request.id } }, seller.user.headers);
  expect((await send(seller, number, "Seja bem-vinda de volta")).status).toBe(200);
});

test("who waits in a campaign is left out, and what is on its way is settled first", async () => {
  const seller = await buildSeller(api, sandbox, 3);
  const [first, second] = seller.leads.map(({ whatsapp }) => whatsapp ?? "");
  await setPhone(sandbox, first, "receives");
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
  const run = await startCampaign(api, seller);
  await workOn(run);
  await sandbox.control("DELETE", "/faults");
  expect(await statesOf(run)).toMatchObject([
    { state: "sending" },
    { state: "pending" },
    { state: "pending" },
  ]);
  const waiting = await ask(api, seller.user, { phones: [`+${first}`, `+${second}`] });
  const { id } = waiting.body.request;
  await workOnErasure(id);
  expect(await show(seller, id)).toMatchObject({ status: "processing", counts: {} });
  expect(await statesOf(run)).toMatchObject([
    { state: "sending" },
    { state: "skipped", cause: "erased" },
    { state: "pending" },
  ]);

  await ageSends(seller.user.id);
  await settleCampaignSends.run();
  await execute(sql`UPDATE privacy_requests SET resume_at = NULL WHERE id = ${id}`);
  await workOnErasure(id);
  expect(await show(seller, id)).toMatchObject({
    status: "done",
    counts: { leads: 2, recipients: 2 },
  });
  expect(await statesOf(run)).toMatchObject([
    { state: "sent" },
    { state: "skipped", cause: "erased" },
    { state: "pending" },
  ]);
  await passTime(run);
  await workOn(run);
  const to = (await readLedger(sandbox, seller.instance)).map((message) => message.to);
  expect(to).not.toContain(second);
  expect(await findEverywhere(first?.slice(-8) ?? "")).toEqual([]);
});
