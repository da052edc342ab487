import { beforeAll, describe, expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { toSendOutcome } from "@/server/messaging/evolution/send-outcome.evolution";
import { findRow, toRef } from "@/server/messaging/whatsapp/instances.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const api = runApi();
const sandbox = runSandbox();

test("the sandbox's phones are told apart from real ones", async () => {
  const { headers } = await buildUser();
  const { body } = await callApi(api, whatsapp.instance, {}, headers);
  expect(body.data).toMatchObject({ simulated: true, status: "DISCONNECTED" });
});

test("a phone of another provider counts as disconnected and is paired anew", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  await execute(
    sql`UPDATE whatsapp_instances SET provider = 'baileys', sealed_token = 'of the other' WHERE owner_id = ${user.id}`,
  );

  const read = await callApi(api, whatsapp.instance, {}, user.headers);
  expect(read.body.data).toMatchObject({ status: "DISCONNECTED", number: null });

  // The server of this provider still has the phone.
  const again = await callApi(api, whatsapp.connect, {}, user.headers);
  expect(again.body.data).toMatchObject({ status: "CONNECTED", connected: true });
});

test("a phone that waits to be logged out goes before another is paired", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await execute(
    sql`UPDATE whatsapp_instances SET log_out_due_at = now() + interval '1 minute' WHERE owner_id = ${user.id}`,
  );
  const { body } = await callApi(api, whatsapp.connect, {}, user.headers);
  expect(body.data).toMatchObject({ status: "CONNECTING", number: null });
  const stateOf = async () => {
    const { body: answer } = await sandbox.evolution(
      "GET",
      `/instance/connectionState/${instance}`,
    );
    return (answer as { instance: { state: string } }).instance.state;
  };
  await sandbox.control("POST", "/scan", { code: body.data.code });
  await until(async () => (await stateOf()) === "open", "the new phone to be connected");
  await execute(
    sql`UPDATE whatsapp_instances SET log_out_due_at = now() - interval '1 millisecond' WHERE owner_id = ${user.id} AND log_out_due_at IS NOT NULL`,
  );
  await logOutClosedAccounts.run();
  expect(await stateOf()).toBe("open");
});

test("a phone can be paired by a code, also while a QR code is shown", async () => {
  const { headers } = await buildUser();
  const pair = (phone: string) => callApi(api, whatsapp.pairWithCode, { body: { phone } }, headers);

  const first = await pair("11 98888-7777");
  expect(first.body.data.pairing_code).toMatch(/^[A-Z0-9]{8}$/);
  expect(first.body.data).toMatchObject({ status: "CONNECTING", pairs_by_code: true });

  const other = await buildUser();
  await callApi(api, whatsapp.connect, {}, other.headers);
  const body = { phone: "11 98888-7777" };
  const second = await callApi(api, whatsapp.pairWithCode, { body }, other.headers);
  expect(second.body.data.pairing_code).toMatch(/^[A-Z0-9]{8}$/);
  expect(second.body.data.problem).toBeNull();

  expect(await pair("123")).toMatchObject({ status: 400, body: { code: "invalid_input" } });
});

test("a send to a closed connection went nowhere, whether or not the number was looked up before", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  const row = await findRow(user.id, "default");
  if (!row) throw new Error("no instance");
  const send = (number: string, messageId: string) =>
    getWhatsappProvider().sendText(toRef(row), { number, text: "Oi", messageId });
  expect(await send("5511987650002", "3EB001")).toMatchObject({ outcome: "accepted" });
  await sandbox.control("POST", "/unpair", { instance });
  expect([await send("5511987650002", "3EB002"), await send("5511987650003", "3EB003")]).toEqual([
    { outcome: "disconnected", detail: "HTTP 400" },
    { outcome: "disconnected", detail: "HTTP 500" },
  ]);
});

// The second: what the first requests of a process load keeps them apart.
test.each([1, 2])(
  "who asks for a first code several times at once gets it each time (%i)",
  async () => {
    const { headers } = await buildUser();
    const connect = () => callApi(api, whatsapp.connect, {}, headers);
    const answers = await Promise.all([connect(), connect(), connect(), connect()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [code, ...others] = answers.map(({ body }) => body.data.code);
    expect(code).toMatch(/^2@/);
    expect(new Set(others)).toEqual(new Set([code]));
  },
);

test("a phone that was logged out is, although the provider failed in the end", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  const logOutFails = (fault: object) =>
    sandbox.control("POST", "/faults", { target: "evolution", path: "logout", times: 1, ...fault });
  await logOutFails({ kind: "status", status: 500 });
  const kept = await callApi(api, whatsapp.disconnect, {}, user.headers);
  expect(kept).toMatchObject({ status: 503, body: { code: "unavailable" } });
  await logOutFails({ kind: "failed-after", status: 500 });
  const { status, body } = await callApi(api, whatsapp.disconnect, {}, user.headers);
  expect({ status, data: body.data }).toMatchObject({
    status: 200,
    data: { status: "DISCONNECTED", connected: false },
  });
});

const answerWith = (status: number, message: unknown) => {
  const body = { status, error: "Bad Request", response: { message } };
  return { answered: true as const, status, retryAfterMs: null, text: "", body };
};
const REFUSED = { outcome: "refused", detail: "Número não está no WhatsApp" };

test.each([
  [400, ["SessionError: No sessions"], REFUSED],
  [
    400,
    ["TypeError: Cannot read properties of undefined (reading 'sendMessage')"],
    { outcome: "disconnected", detail: "HTTP 400" },
  ],
  [
    500,
    "Cannot read properties of undefined (reading 'onWhatsApp')",
    { outcome: "disconnected", detail: "HTTP 500" },
  ],
])("an answer %i of %j is given before anything went out", (status, message, outcome) => {
  expect(toSendOutcome(answerWith(status, message))).toEqual(outcome);
});

test.each([
  ["words of its own around it", ["Error: Connection Closed", "again"]],
  ["another error", ["Error: Timed Out"]],
])("a 400 with %s may be of a message that went out", (_, message) => {
  expect(toSendOutcome(answerWith(400, message))).toEqual({
    outcome: "unclear",
    detail: "HTTP 400",
  });
});

describe("what the provider says without an event", () => {
  const readStored = (user: TestUser) =>
    firstRow<{ status: string }>(
      sql`SELECT status FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    );
  const setStored = (user: TestUser, status: string) =>
    execute(sql`UPDATE whatsapp_instances SET status = ${status} WHERE owner_id = ${user.id}`);
  let user: TestUser;
  beforeAll(async () => {
    user = await buildUser({ plan: "pro" });
    await pairWhatsapp(api, sandbox, user);
  });

  test.each(["DISCONNECTED", "CONNECTING"])(
    "is shown over a stored %s and stored only when that is asked for",
    async (status) => {
      await setStored(user, status);
      const shown = await callApi(api, whatsapp.instance, {}, user.headers);
      expect(shown.body.data).toMatchObject({
        status: "CONNECTED",
        connected: true,
        problem: null,
      });
      expect(await readStored(user)).toEqual({ status });
      const checked = await callApi(api, whatsapp.check, {}, user.headers);
      expect(checked.body.data).toMatchObject({
        status: "CONNECTED",
        connected: true,
        problem: null,
      });
      expect(await readStored(user)).toEqual({ status: "CONNECTED" });
    },
  );

  test("who writes finds the connection again", async () => {
    await setStored(user, "DISCONNECTED");
    const body = { to: "+5511987650001", content: "Bom dia" };
    const sent = await callApi(api, chat.send, { body }, user.headers);
    expect(sent.status).toBeLessThan(300);
    expect(await readStored(user)).toEqual({ status: "CONNECTED" });
  });

  test("who starts a campaign does too", async () => {
    await setStored(user, "DISCONNECTED");
    const lead = await buildLead(user.id);
    const listId = await buildList(user.id, { leads: [lead.id] });
    const body = { messages: ["Oi"], list_ids: [listId], num_leads: 1 };
    const started = await callApi(api, campaigns.start, { body }, user.headers);
    expect(started.status).toBeLessThan(300);
  });
});
