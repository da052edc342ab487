import { afterEach, expect, test } from "vitest";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leads } from "@/lib/contracts/leads/leads";
import { chat } from "@/lib/contracts/messaging/chat";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

/** An account whose lead has been blocked, and whose phone is connected. */
async function buildBlocked() {
  const user = await buildUser();
  const lead = await buildLead(user.id);
  const number = lead.whatsapp ?? "";
  await sandbox.control("PUT", `/phones/${number}`, { behaviour: "receives" });
  const instance = await pairWhatsapp(api, sandbox, user);
  return { user, lead, number, instance };
}

const send = (user: TestUser, to: string) =>
  callApi(api, chat.send, { body: { to, content: "Oi" } }, user.headers);
const block = (user: TestUser, number: string) =>
  callApi(api, optOuts.add, { body: { number } }, user.headers);
const statusOf = async (id: number) =>
  (await rows<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${id}`))[0]?.status;

test("nothing is sent to a blocked number from the chat until it is unblocked, with a reason", async () => {
  const { user, number, instance } = await buildBlocked();
  const first = await send(user, number);
  expect(first.status).toBe(200);
  await block(user, number);
  for (const to of [number, `+${number}`, `${number}@s.whatsapp.net`]) {
    expect(await send(user, to)).toMatchObject({ status: 409, body: { code: "contact_blocked" } });
  }
  const reaction = await callApi(
    api,
    chat.react,
    { params: { id: first.body.data.message_id }, body: { emoji: "👍" } },
    user.headers,
  );
  expect(reaction).toMatchObject({ status: 409, body: { code: "contact_blocked" } });
  await execute(
    sql`UPDATE messages SET status_rank = 0, unconfirmed = true WHERE owner_id = ${user.id}`,
  );
  const again = await callApi(
    api,
    chat.resend,
    { params: { id: first.body.data.message_id } },
    user.headers,
  );
  expect(again).toMatchObject({ status: 409, body: { code: "contact_blocked" } });
  expect(await readLedger(sandbox, instance)).toHaveLength(1);

  const review = await callApi(api, optOuts.review, { params: { number } }, user.headers);
  expect(review.body).toMatchObject({ review: null, blocked: { source: "person" } });
  const id = review.body.blocked?.id ?? 0;
  await callApi(api, optOuts.remove, { params: { id }, body: { reason: "Pediu" } }, user.headers);
  expect((await send(user, number)).status).toBe(200);
  expect(await readLedger(sandbox, instance)).toHaveLength(2);
});

test("the status of a lead whose number is blocked is locked, whoever sets it", async () => {
  const { user, lead, number } = await buildBlocked();
  const free = await buildLead(user.id);
  await block(user, number);
  const update = (body: object) =>
    callApi(api, leads.update, { params: { id: lead.id }, body }, user.headers);
  expect(await update({ status: "closed" })).toMatchObject({
    status: 409,
    body: { code: "contact_blocked", fields: { status: expect.stringContaining("Desbloqueie") } },
  });
  // Everything else may change, with the status that it has.
  expect((await update({ name: "Outro nome", status: "opted_out" })).status).toBe(200);
  const bulk = await callApi(
    api,
    leadBulk.setStatus,
    { body: { lead_ids: [lead.id, free.id], status: "contacted" } },
    user.headers,
  );
  expect(bulk.body).toMatchObject({ updated: 1, locked: 1 });
  await execute(
    sql`UPDATE leads SET status = 'new', status_by = 'person' WHERE owner_id = ${user.id}`,
  );
  expect([await statusOf(lead.id), await statusOf(free.id)]).toEqual(["opted_out", "new"]);
  // A corrected number is another person's.
  const other = await buildLead((await buildUser()).id);
  expect((await update({ whatsapp: other.whatsapp, status: "new" })).status).toBe(200);
});

test("unblocking gives the status back to the person", async () => {
  const { user, lead, number } = await buildBlocked();
  await block(user, number);
  const { body } = await callApi(api, optOuts.review, { params: { number } }, user.headers);
  const id = body.blocked?.id ?? 0;
  await callApi(api, optOuts.remove, { params: { id }, body: { reason: "Pediu" } }, user.headers);
  expect(await statusOf(lead.id)).toBe("pending");
  const closed = await callApi(
    api,
    leads.update,
    { params: { id: lead.id }, body: { status: "closed" } },
    user.headers,
  );
  expect(closed.status).toBe(200);
});
