import { afterEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { lookForMissedMessages } from "@/server/inbound/inbox/missed-messages.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import {
  buildSeller,
  type Seller,
  startCampaign,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithLooks } from "@/tests/support/environments";
import { openStream } from "@/tests/support/event-stream";
import { runApi, runSandbox } from "@/tests/support/running";

runWithLooks();

/**
 * A contact answers a campaign only by an opaque id. Evolution's webhooks leave the id out where they know the number
 * too; its records of earlier messages name both.
 */
// A receipt that is reported before the message is stored names nobody.
const sandbox = runSandbox({ phoneDelayMs: 300 });
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

const FOLLOW_UP = { messages: ["Conseguiu ver?"], wait_days: 3 };

const setAddress = ({ leads: [lead] }: Seller, alone: boolean) =>
  sandbox.control("PUT", `/phones/${lead?.whatsapp}`, { lid: true, lidAlone: alone });

async function say({ leads: [lead], instance, user }: Seller, text: string) {
  await sandbox.control("POST", `/phones/${lead?.whatsapp}/reply`, { instance, text });
  const stored = () =>
    firstRow(sql`SELECT 1 AS one FROM messages WHERE owner_id = ${user.id} AND content = ${text}`);
  await until(stored, `'${text}' to be stored`);
}

/** Looks as if a minute had passed. */
async function look({ user }: Seller) {
  await rows(
    sql`UPDATE whatsapp_instances SET looked_at = now() - interval '1 minute' WHERE owner_id = ${user.id} RETURNING id`,
  );
  await lookForMissedMessages.run();
}

/** Somebody who once wrote by id and number, and gets a campaign with a step that follows. */
async function begin() {
  const seller = await buildSeller(api, sandbox, 1);
  await setAddress(seller, false);
  await say(seller, "Vocês entregam?");
  await rows(
    sql`UPDATE leads SET status = 'pending', contacted_at = NULL WHERE owner_id = ${seller.user.id} RETURNING id`,
  );
  await rows(
    sql`UPDATE messages SET sent_at = sent_at - interval '1 hour' WHERE owner_id = ${seller.user.id} RETURNING id`,
  );
  // A person who waits for an answer gets no campaign.
  await rows(
    sql`UPDATE conversations SET archived_at = now() WHERE owner_id = ${seller.user.id} RETURNING id`,
  );
  const run = await startCampaign(api, seller, { steps: [FOLLOW_UP] });
  await workOn(run);
  expect((await statesOf(run)).map(({ state }) => state)).toEqual(["sent", "pending"]);
  const isDelivered = () =>
    firstRow(
      sql`SELECT 1 AS one FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'out' AND status_rank = 4`,
    );
  await until(isDelivered, "the receipt");
  return { seller, run };
}

async function expectOptedOut({ user, leads: [lead] }: Seller, run: WorkedRun) {
  const { phone_key: key } =
    (await firstRow<{ phone_key: string }>(
      sql`SELECT phone_key FROM leads WHERE id = ${lead?.id} AND status = 'opted_out'`,
    )) ?? {};
  expect(key).toBeDefined();
  expect(
    await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id} AND phone_key = ${key}`),
  ).toHaveLength(1);
  expect(await rows(sql`SELECT phone_key FROM conversations WHERE owner_id = ${user.id}`)).toEqual([
    { phone_key: key },
  ]);
  expect(await statesOf(run)).toEqual([
    { state: "sent", cause: null },
    { state: "skipped", cause: "answered" },
  ]);
}

test("the id is learned from records that name both, so that SAIR by it alone holds at once", async () => {
  const { seller, run } = await begin();
  await look(seller);
  await setAddress(seller, true);
  await say(seller, "SAIR");
  await expectOptedOut(seller, run);
});

test("who writes by an unknown id is asked about, and what was said under it counts for the number", async () => {
  const { seller, run } = await begin();
  await setAddress(seller, true);
  await say(seller, "SAIR");
  expect(
    await rows(sql`SELECT 1 FROM conversations WHERE owner_id = ${seller.user.id}`),
  ).toHaveLength(2);
  // What was said lately is not found among the newest; the chat's own records still are.
  await sandbox.control("POST", "/faults", {
    ...{ target: "evolution", kind: "forgets", times: 1 },
    path: `findMessages/${seller.instance}`,
  });
  await look(seller);
  await expectOptedOut(seller, run);
});

test("who never named the number is known by the receipt of the message that is answered", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  await setAddress(seller, true);
  const run = await startCampaign(api, seller, { steps: [FOLLOW_UP] });
  await workOn(run);
  await until(
    () => firstRow(sql`SELECT 1 AS one FROM contact_identities WHERE owner_id = ${seller.user.id}`),
    "the receipt",
  );
  await say(seller, "SAIR");
  await expectOptedOut(seller, run);
});

test("an id whose number nothing names stays as it is", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  await setAddress(seller, true);
  await say(seller, "SAIR");
  await look(seller);
  const chats = await rows<{ phone_key: string }>(
    sql`SELECT phone_key FROM conversations WHERE owner_id = ${seller.user.id}`,
  );
  expect(chats).toEqual([{ phone_key: expect.stringMatching(/@lid$/) }]);
});

test("who types behind an id is shown by the number that is known of it", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { user, instance, leads } = seller;
  await setAddress(seller, false);
  await say(seller, "Oi");
  await lookUntilKnown(seller);
  const stream = await openStream(api, user);
  await sandbox.control("POST", `/phones/${leads[0]?.whatsapp}/typing`, { instance });
  await until(() => stream.text.includes("chat.typing"), "the event");
  stream.close();
  expect(stream.text).not.toContain("@lid");
  const { phone_key: key } =
    (await firstRow<{ phone_key: string }>(
      sql`SELECT phone_key FROM leads WHERE id = ${leads[0]?.id}`,
    )) ?? {};
  expect(stream.text).toContain(`${key}@s.whatsapp.net`);
});

test("a call names the id alone, and is the number's once the records have told whose it is", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { user, instance, leads } = seller;
  await setAddress(seller, false);
  await say(seller, "Oi");
  await sandbox.control("POST", `/phones/${leads[0]?.whatsapp}/call`, {
    ...{ instance, id: `CALL${user.id}`, status: "offer" },
  });
  const listChats = () =>
    rows<{ phone_key: string }>(
      sql`SELECT c.phone_key FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.owner_id = ${user.id} AND m.kind IN ('text', 'notice') ORDER BY m.id`,
    );
  await until(async () => (await listChats()).length === 2, "the call");
  expect((await listChats())[1]?.phone_key).toMatch(/@lid$/);
  await lookUntilKnown(seller);
  const [said, called] = await listChats();
  expect(called).toEqual(said);
});

/** The records of what was said name the id as well. */
async function lookUntilKnown(seller: Seller) {
  await look(seller);
  expect(
    await rows(sql`SELECT 1 FROM contact_identities WHERE owner_id = ${seller.user.id}`),
  ).toHaveLength(1);
}
