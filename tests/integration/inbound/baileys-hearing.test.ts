import { afterEach, beforeEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { type DeafServer, startDeafServer } from "@/tests/support/deaf-server";
import { runWithProbes } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";
import { buildPairedPhone } from "@/tests/support/whatsapp-server";

runWithProbes();

const api = runApi({ withoutLimits: true });
const PERSON = "5521988880001";
/** A probe waits for the phone's answer, and the next connection for what it missed. */
const WITHIN_MS = 90_000;

let server: DeafServer;
let owner: ReturnType<typeof startSocketOwner>;
let user: TestUser;

beforeEach(async () => {
  server = await startDeafServer();
  user = await buildUser();
  const id = await buildPairedPhone(user);
  owner = startSocketOwner();
  await requestSocket(id);
  await until(async () => (await readCard()).connected, "the phone to be connected");
  server.write(PERSON, "Oi");
  await untilStored("Oi");
});
afterEach(async () => {
  // Its phone is no business of the next test's server.
  await execute(sql`UPDATE whatsapp_sockets SET wanted = false WHERE owner_id = ${user.id}`);
  await owner.close();
  await closeCommands();
  await server.close();
});

const readCard = async () => (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;

const countStored = async (content: string) =>
  (
    await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM messages WHERE owner_id = ${user.id} AND content = ${content}`,
    )
  )?.count ?? 0;

const untilStored = (content: string) =>
  until(async () => (await countStored(content)) > 0, `'${content}' to be stored`, WITHIN_MS);

const untilGap = () => until(async () => (await readCard()).gap, "the gap to be told", WITHIN_MS);

test(
  "a connection that answers and brings nothing is opened anew; what it missed comes in once and is told",
  async () => {
    server.ail({ deaf: true });
    server.write(PERSON, "Alguém aí?");
    server.write(PERSON, "Quero sair da lista");
    await untilStored("Quero sair da lista");
    expect(server.connections.total).toBe(2);
    const gap = await untilGap();
    expect(gap).toMatchObject({ kind: "deaf", late: 2, missing: 0 });
    expect(new Date(gap.from).getTime()).toBeLessThanOrEqual(new Date(gap.until).getTime());
    expect([await countStored("Alguém aí?"), await countStored("Quero sair da lista")]).toEqual([
      1, 1,
    ]);
    expect(await readCard()).toMatchObject({ connected: true, problem: null });
  },
  WITHIN_MS,
);

test(
  "a phone that is quiet is asked ever more rarely, and nothing is told",
  async () => {
    const asked = server.asked;
    await until(() => server.asked >= asked + 3, "the phone to be asked", WITHIN_MS);
    expect(server.connections.total).toBe(1);
    expect((await readCard()).gap).toBeNull();
  },
  WITHIN_MS,
);

test(
  "a phone that is switched off costs a connection now and then, and nothing is told",
  async () => {
    server.phoneOff = true;
    await until(() => server.connections.total >= 2, "another connection", WITHIN_MS);
    await untilConnectedAgain();
    server.write(PERSON, "Ainda ouço");
    await untilStored("Ainda ouço");
    expect((await readCard()).gap).toBeNull();
  },
  WITHIN_MS,
);

test(
  "a connection that takes nothing is opened anew; a message on its way is not sent again",
  async () => {
    server.ail({ mute: true });
    const body = { to: PERSON, content: "Bom dia" };
    const sent = callApi(api, chat.send, { body }, user.headers);
    await until(() => server.connections.total >= 2, "another connection", WITHIN_MS);
    await sent;
    const gap = await untilGap();
    expect(gap).toMatchObject({ kind: "mute", late: 0, missing: 0 });
    const again = await callApi(
      api,
      chat.send,
      { body: { to: PERSON, content: "Boa tarde" } },
      user.headers,
    );
    expect(again).toMatchObject({ status: 200, body: { data: { status: "sent" } } });
    expect(server.taken).toHaveLength(1);
  },
  WITHIN_MS,
);

test(
  "a connection that is slow in both directions is left as it is",
  async () => {
    server.ail({ slow: { in: 700, out: 700 } });
    const asked = server.asked;
    await until(() => server.asked > asked, "the phone to be asked", WITHIN_MS);
    server.write(PERSON, "Devagar");
    await untilStored("Devagar");
    expect(server.connections.total).toBe(1);
  },
  WITHIN_MS,
);

test(
  "a connection that is cut while it is probed leaves the next one probed as well",
  async () => {
    server.phoneOff = true;
    const { asked } = server;
    await until(() => server.asked > asked, "the phone to be asked", WITHIN_MS);
    server.cut();
    await until(() => server.connections.total >= 2, "another connection", WITHIN_MS);
    await untilConnectedAgain();
    server.phoneOff = false;
    server.ail({ deaf: true });
    server.write(PERSON, "Depois do corte");
    await untilStored("Depois do corte");
  },
  WITHIN_MS,
);

const untilConnectedAgain = () =>
  until(() => server.connections.open === 1, "the connection to be open", WITHIN_MS);
