import { afterEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { recheckNumber } from "@/server/messaging/whatsapp/number-check.service";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  type Seller,
  setPhone,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

/**
 * Evolution takes a landline and the mobile of the same eight digits for one: whichever it met first, in any account, is
 * written to in the place of the other.
 */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

afterEach(() => sandbox.control("DELETE", "/faults"));

let serial = 0;

/** A bakery's landline and a workshop's mobile. */
function drawTwins() {
  serial += 1;
  const digits = String(41_560_000 + serial);
  return { bakery: `5511${digits}`, workshop: `55119${digits}` };
}

/** Both are on WhatsApp, or the workshop alone. */
async function placeTwins(twins: ReturnType<typeof drawTwins>, bakery = "receives") {
  await setPhone(sandbox, twins.bakery, bakery);
  await setPhone(sandbox, twins.workshop, "receives");
}

const say = (instance: string, number: string) =>
  sandbox.control("POST", `/phones/${number}/reply`, { instance, text: "Oi" });
const send = (user: TestUser, to: string) =>
  callApi(api, chat.send, { body: { to, content: "Olá" } }, user.headers);
const checksOf = ({ id }: TestUser) =>
  rows(
    sql`SELECT phone_key, chat_id FROM checked_numbers WHERE owner_id = ${id} ORDER BY phone_key`,
  );
const reachedBy = async (instance: string) =>
  (await readLedger(sandbox, instance)).map(({ toKey }) => toKey);

async function startWith({ user, instance }: Seller, numbers: readonly string[]) {
  for (const whatsapp of numbers) await buildLead(user.id, { whatsapp });
  return { run: await startCampaign(api, { user, instance, leads: [] }), instance };
}

test("a campaign leaves out whom the server would take for somebody else, and says so", async () => {
  const twins = drawTwins();
  await placeTwins(twins);
  const seller = await buildSeller(api, sandbox, 0);
  const { run, instance } = await startWith(seller, [twins.bakery, twins.workshop]);
  await workOn(run);
  expect(await reachedBy(instance)).toEqual([twins.bakery]);
  expect(await statesOf(run)).toEqual([
    { state: "sent", cause: null },
    { state: "failed", cause: "refused" },
  ]);
  const [left] = await rows<{ detail: string }>(
    sql`SELECT detail FROM campaign_recipients WHERE run_id = ${run.id} AND state = 'failed'`,
  );
  expect(left?.detail).toMatch(/confunde este número com o de outra pessoa/);
  expect(await checksOf(seller.user)).toMatchObject([{ phone_key: twins.bakery }]);
});

test("a landline without WhatsApp is not written to in the place of the mobile that wrote before", async () => {
  const twins = drawTwins();
  await placeTwins(twins, "missing");
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await say(instance, twins.workshop);
  expect(await recheckNumber(user.id, twins.bakery, "default")).toEqual({
    outcome: "somebody_else",
  });
  expect(await send(user, twins.bakery)).toMatchObject({
    status: 409,
    body: { code: "message_refused", error: expect.stringMatching(/confunde este número/) },
  });
  expect(await readLedger(sandbox, instance)).toEqual([]);
  expect(await checksOf(user)).toEqual([]);
});

/** The bakery's address is known; since then the server has met the workshop. */
async function confuse(twins: ReturnType<typeof drawTwins>, { id }: TestUser, instance: string) {
  await rows(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id)
        VALUES (${id}, ${twins.bakery}, ${`${twins.bakery}@s.whatsapp.net`}) RETURNING phone_key`,
  );
  await say(instance, twins.workshop);
}

test("a known address is asked about before each message: nobody gets one who was not meant", async () => {
  const twins = drawTwins();
  await placeTwins(twins);
  const seller = await buildSeller(api, sandbox, 0);
  const { user, instance } = seller;
  await confuse(twins, user, instance);
  const { run } = await startWith(seller, [twins.bakery, "5511987654322"]);
  expect(await workOn(run)).toMatchObject({ status: "completed" });
  expect(await statesOf(run)).toMatchObject([
    { state: "failed", cause: "refused" },
    { state: "sent" },
  ]);
  expect(await send(user, twins.bakery)).toMatchObject({
    status: 409,
    body: { code: "message_refused", error: expect.stringMatching(/confunde este número/) },
  });
  expect(await reachedBy(instance)).toEqual(["5511987654322"]);
});

/** Lookups return the truth, while sends use what the server remembers. */
const forgetForLookups = () =>
  sandbox.control("POST", "/faults", {
    ...{ target: "evolution", kind: "forgets", path: "whatsappNumbers" },
  });

/** The server does not answer lookups before the message. */
const loseLookups = () =>
  sandbox.control("POST", "/faults", {
    ...{ target: "evolution", kind: "status", status: 500 },
    path: "whatsappNumbers",
  });

test("without an answer about such a number nothing is sent", async () => {
  const twins = drawTwins();
  await placeTwins(twins);
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await confuse(twins, user, instance);
  await loseLookups();
  expect((await send(user, twins.bakery)).status).toBeGreaterThan(399);
  expect(await reachedBy(instance)).toEqual([]);
});

test("an answer that names somebody else pauses the campaign with a sentence", async () => {
  const twins = drawTwins();
  await placeTwins(twins);
  const seller = await buildSeller(api, sandbox, 0);
  const { user, instance } = seller;
  await confuse(twins, user, instance);
  await forgetForLookups();
  const { run } = await startWith(seller, [twins.bakery, "5511987654321"]);
  const paused = await workOn(run);
  expect(await reachedBy(instance)).toEqual([twins.workshop]);
  expect(paused.paused_at).not.toBeNull();
  expect(paused.notice).toMatch(/^Pausada: O servidor de WhatsApp enviou .* \+55 \(11\) 9/);
  expect(await statesOf(run)).toEqual([
    { state: "failed", cause: "refused" },
    { state: "pending", cause: null },
  ]);
});

test("the chat says whom a message went to that was meant for somebody else, and does not keep it", async () => {
  const twins = drawTwins();
  await placeTwins(twins);
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await confuse(twins, user, instance);
  await forgetForLookups();
  expect(await send(user, twins.bakery)).toMatchObject({
    status: 409,
    body: {
      code: "message_refused",
      error: expect.stringMatching(/a outra pessoa, \+55 \(11\) 9/),
    },
  });
  expect(await reachedBy(instance)).toEqual([twins.workshop]);
  expect(
    await rows(
      sql`SELECT m.content FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE c.owner_id = ${user.id} AND c.phone_key = ${twins.bakery}`,
    ),
  ).toEqual([]);
});
