import { expect, test } from "vitest";
import { credits } from "@/lib/contracts/accounts/credits";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  passTime,
  setPhone,
  startCampaign,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

test("messages of a campaign and of the chat use no credits, and the instance counts them", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { headers, id } = seller.user;
  await execute(sql`UPDATE accounts SET plan = 'free' WHERE id = ${id}`);
  const before = (await callApi(api, credits.status, {}, headers)).body;
  expect(before).toMatchObject({ unlimited: false, credits_used: 0 });

  const run = await startCampaign(api, seller);
  await workOn(run);
  await passTime(run);
  await setPhone(sandbox, "5511988887799", "receives");
  const body = { to: "5511988887799", content: "Bom dia" };
  expect((await callApi(api, chat.send, { body }, headers)).status).toBeLessThan(300);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(2);

  expect((await callApi(api, credits.status, {}, headers)).body).toMatchObject({
    credits_used: 0,
    reserved_credits: 0,
    credits_per_message: 0,
    remaining_credits: before.remaining_credits,
  });
  expect(await rows(sql`SELECT id FROM credit_entries WHERE owner_id = ${id}`)).toEqual([]);

  const readInstance = async () => (await callApi(api, whatsapp.instance, {}, headers)).body.data;
  await until(async () => (await readInstance()).metrics.messages_count === 2, "both messages");
  const connected = await readInstance();
  expect(connected).toMatchObject({
    status: "CONNECTED",
    connected: true,
    metrics: { contacts_count: expect.any(Number), chats_count: 2, messages_count: 2 },
  });
  expect(Date.now() - Date.parse(connected.connected_at ?? "")).toBeLessThan(10 * 60_000);
  await callApi(api, whatsapp.disconnect, {}, headers);
  const disconnected = await readInstance();
  expect(disconnected).toMatchObject({ status: "DISCONNECTED", connected: false });
  expect(Date.parse(disconnected.disconnected_at ?? "")).toBeGreaterThan(
    Date.parse(connected.connected_at ?? ""),
  );
});
