import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { type PairingServer, startPairingServer } from "@/tests/support/pairing-server";
import { runApi } from "@/tests/support/running";

runWithBaileys();

const api = runApi({ withoutLimits: true });

let server: PairingServer;
let owner: ReturnType<typeof startSocketOwner>;
let user: TestUser;

beforeAll(async () => {
  server = await startPairingServer();
});
beforeEach(async () => {
  user = await buildUser();
  owner = startSocketOwner();
});
afterEach(async () => {
  await owner.close();
  // The next test's worker would open this test's connection too.
  await execute(sql`UPDATE whatsapp_sockets SET wanted = false WHERE owner_id = ${user.id}`);
});
afterAll(async () => {
  await closeCommands();
  await server.close();
});

async function connect() {
  return (await callApi(api, whatsapp.connect, {}, user.headers)).body.data;
}
async function readInstance() {
  return (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;
}
const untilStatus = (status: string) =>
  until(async () => (await readInstance()).status === status, `the card to say ${status}`);

const readKeyTypes = async () =>
  (
    await rows<{ type: string }>(
      sql`SELECT DISTINCT type FROM whatsapp_auth_keys WHERE owner_id = ${user.id}`,
    )
  ).map(({ type }) => type);

test("a scanned code pairs the phone, which stays paired in another worker", async () => {
  const first = await connect();
  expect(first).toMatchObject({ status: "CONNECTING", simulated: false, pairs_by_code: true });
  expect(first.qrcode).toMatch(/^data:image\/png;base64,/);

  server.offer();
  const renewed = await until(async () => {
    const { code } = await connect();
    return code !== first.code && code;
  }, "the next code");
  server.scan(renewed, "5511977776666");
  await untilStatus("CONNECTED");
  expect(await readInstance()).toMatchObject({ number: "5511977776666", problem: null });
  expect(await readKeyTypes()).toContain("creds");

  const before = server.logins.paired;
  await owner.close();
  owner = startSocketOwner();
  await until(() => server.logins.paired > before, "the other worker to log in");
  await untilStatus("CONNECTED");
});

test("a code can be typed instead", async () => {
  const body = { phone: "11 97777-5555" };
  const { body: answer } = await callApi(api, whatsapp.pairWithCode, { body }, user.headers);
  expect(answer.data.pairing_code).toMatch(/^[A-Z0-9]{8}$/);
  await until(() => server.askedFor !== null, "WhatsApp to be asked");
  expect(server.askedFor).toBe("5511977775555@s.whatsapp.net");
});

test("without anybody looking no further code is asked for", async () => {
  await connect();
  await execute(
    sql`UPDATE whatsapp_sockets SET pairing_until = now() - interval '1 second' WHERE owner_id = ${user.id}`,
  );
  server.offer();
  const held = () =>
    rows(sql`SELECT 1 FROM whatsapp_sockets WHERE owner_id = ${user.id} AND wanted`);
  await until(async () => (await held()).length === 0, "the codes to end");
  expect(await readInstance()).toMatchObject({ status: "DISCONNECTED", problem: null });
});

test.each([
  [401, "logged_out", false],
  [403, "banned", false],
  [405, "outdated", true],
])("reason %s is told as %s; the pairing is kept: %s", async (reason, problem, kept) => {
  server.scan((await connect()).code ?? "", "5511977774444");
  await untilStatus("CONNECTED");
  // A connection that is only being opened does not hear it yet.
  await until(async () => {
    server.fail(reason);
    return (await readInstance()).status === "DISCONNECTED";
  }, "the card to say DISCONNECTED");
  expect(await readInstance()).toMatchObject({ problem });
  const has = async () => (await readKeyTypes()).includes("creds") === kept;
  await until(has, "the pairing to be kept or deleted");
});

const askForPasskey = (type: string) =>
  server.send({
    tag: "notification",
    attrs: { from: "@s.whatsapp.net", type, id: `asked ${type}`, t: "1" },
    content: [
      { tag: "passkey_request_options", attrs: {}, content: Buffer.from('{"challenge":"AA"}') },
    ],
  });

test.each([
  ["a scanned code", () => connect()],
  [
    "a typed code",
    () => callApi(api, whatsapp.pairWithCode, { body: { phone: "11 97777-3333" } }, user.headers),
  ],
])(
  "a passkey asked for after %s ends the codes and is told; the next try starts anew",
  async (_, begin) => {
    await begin();
    const logins = server.logins.unpaired;
    askForPasskey("passkey_prologue_request");
    await untilStatus("DISCONNECTED");
    expect(await readInstance()).toMatchObject({ problem: "passkey", qrcode: null });
    await until(
      async () => (await readKeyTypes()).length === 0,
      "the half pairing to be forgotten",
    );
    expect(server.logins.unpaired).toBe(logins);

    const again = await connect();
    expect(again).toMatchObject({ status: "CONNECTING", problem: null });
    expect(again.qrcode).not.toBeNull();
  },
);

test("a connected phone is not ended by it", async () => {
  server.scan((await connect()).code ?? "", "5511977772222");
  await untilStatus("CONNECTED");
  const acknowledged = () =>
    server.received.some(
      ({ tag, attrs }) => tag === "ack" && attrs["id"] === "asked crsc_continuation",
    );
  askForPasskey("crsc_continuation");
  await until(acknowledged, "it to be acknowledged");
  // A new pairing opens its connection a second time.
  await untilStatus("CONNECTED");
  expect(await readInstance()).toMatchObject({ problem: null });
});
