import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { LeaseLostError, writeKeys } from "@/server/messaging/sockets/auth-keys.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { compiled } from "@/tests/support/commands";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import {
  buildPairedPhone,
  startWhatsappServer,
  type WhatsappServer,
} from "@/tests/support/whatsapp-server";

runWithBaileys();

const root = join(import.meta.dirname, "../../..");
const api = runApi({ withoutLimits: true });

let server: WhatsappServer;
let user: TestUser;
let instanceId: number;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  server = await startWhatsappServer();
  user = await buildUser();
  instanceId = await buildPairedPhone(user);
});
beforeEach(() => {
  server.connections.most = server.connections.open;
});
afterEach(async () => {
  // A test that failed leaves its workers to the next one, or to its own second try.
  for (const child of children) child.kill("SIGKILL");
  await Promise.all([...children].map(ended));
});
afterAll(async () => {
  await closeCommands();
  await server.close();
});

/** A worker as in production, with this test file's database. */
function startWorker(): ChildProcess {
  const [flag = "", worker = ""] = compiled("workers/main.ts");
  const child = fork(worker, [], {
    execArgv: [flag],
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** A worker reports every 5 seconds that it is alive. */
function untilWorking(workers: number) {
  const count = sql`SELECT count(*)::int AS working FROM worker_heartbeats WHERE seen_at > now() - interval '7 seconds'`;
  const check = async () => (await firstRow<{ working: number }>(count))?.working === workers;
  return until(check, `${workers} workers`, 60_000);
}

const readLease = () =>
  firstRow<{ lease_no: number; state: string; held: boolean }>(
    sql`SELECT lease_no, state, coalesce(lease_until > now(), false) AS held FROM whatsapp_sockets WHERE id = ${instanceId}`,
  );

const isOpen = async () => {
  const lease = await readLease();
  return lease?.held === true && lease.state === "open" && server.connections.open === 1;
};
const untilOpen = (deadlineMs = 60_000) => until(isOpen, "the phone to be connected", deadlineMs);

const untilStored = (content: string) =>
  until(
    () =>
      firstRow(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND content = ${content}`),
    content,
    20_000,
  );

async function untilConnected() {
  await untilOpen();
  await until(async () => {
    const { body } = await callApi(api, whatsapp.instance, {}, user.headers);
    return body.data.connected;
  }, "the card to say so");
}

test("of two workers one holds the connection, and the other takes it over at once when told", async () => {
  const owners = [startSocketOwner(), startSocketOwner()];
  await requestSocket(instanceId);
  await untilOpen();
  for (let drop = 0; drop < 3; drop += 1) {
    const before = server.connections.total;
    server.drop();
    await until(() => server.connections.total > before, "a new connection");
    await untilOpen();
  }
  expect(await readLease()).toMatchObject({ lease_no: 1 });

  // Both are closed in turn; who holds the connection is not known.
  const startedAt = performance.now();
  await owners[0]?.close();
  await untilOpen();
  console.log(`handed over or kept in ${Math.round(performance.now() - startedAt)} ms`);
  await owners[1]?.close();
  expect(server.connections).toMatchObject({ open: 0, most: 1 });
  expect(await readLease()).toMatchObject({ held: false });
}, 90_000);

test("a worker that lost its lease writes no key", async () => {
  const lease = await readLease();
  const stale = { id: instanceId, ownerId: user.id, leaseNo: (lease?.lease_no ?? 0) - 1 };
  const write = writeKeys(stale, [{ type: "session", keyId: "x", value: "1" }]);
  await expect(write).rejects.toBeInstanceOf(LeaseLostError);
  await expect(
    firstRow(
      sql`SELECT 1 FROM whatsapp_auth_keys WHERE instance_id = ${instanceId} AND key_id = 'x'`,
    ),
  ).resolves.toBeNull();
});

test("a connection whose lease was taken away is ended", async () => {
  const owner = startSocketOwner();
  await untilOpen();
  const before = server.connections.total;
  // As another worker's claim would leave the row.
  await execute(
    sql`UPDATE whatsapp_sockets SET lease_no = lease_no + 1, lease_until = now() + interval '3 seconds' WHERE id = ${instanceId}`,
  );
  await until(() => server.connections.open === 0, "the connection to be ended");
  await until(() => server.connections.total > before, "it to be taken again");
  await untilOpen();
  expect(server.connections.most).toBe(1);
  await owner.close();
}, 60_000);

test("a stopped worker hands its connection over within seconds, and a killed one within half a minute", async () => {
  const first = startWorker();
  await untilOpen();
  const second = startWorker();
  await untilWorking(2);
  let lease = await readLease();
  const stoppedAt = performance.now();
  first.kill("SIGTERM");
  await until(
    async () => {
      const now = await readLease();
      return now?.lease_no !== lease?.lease_no && (await isOpen());
    },
    "the hand-over",
    30_000,
  );
  const stoppedMs = performance.now() - stoppedAt;
  await ended(first);

  const third = startWorker();
  await untilWorking(2);
  lease = await readLease();
  const killedAt = performance.now();
  second.kill("SIGKILL");
  await until(
    async () => {
      const now = await readLease();
      return now?.lease_no !== lease?.lease_no && (await isOpen());
    },
    "the take-over",
    60_000,
  );
  const killedMs = performance.now() - killedAt;
  console.log(
    `SIGTERM to connected elsewhere: ${Math.round(stoppedMs)} ms; kill -9: ${Math.round(killedMs)} ms`,
  );
  expect(server.connections.most).toBe(1);
  third.kill("SIGTERM");
  await ended(third);
}, 180_000);

test("a worker killed in the middle of a send sends nothing twice; the outcome stays unknown", async () => {
  const worker = startWorker();
  await untilConnected();
  await server.write("5521988880009", "Oi");
  await untilStored("Oi");
  const confirm = server.withholdAcks();
  onTestFinished(confirm);
  const body = { to: "5521988880009", content: `Uma vez só ${randomUUID()}` };
  const sending = callApi(api, chat.send, { body }, user.headers);
  let answered: unknown;
  void sending.then(({ body: answer }) => {
    answered = answer;
  });
  await until(() => {
    expect(answered, "answered before WhatsApp had the text").toBeUndefined();
    return server.texts.some(({ text }) => text === body.content);
  }, "the text");
  // The library's report on the send itself is stored before later messages, and confirms nothing.
  await server.write("5521988880009", "Depois");
  await untilStored("Depois");
  worker.kill("SIGKILL");
  await ended(worker);
  confirm();
  expect(await sending).toMatchObject({ status: 200, body: { data: { status: "sending" } } });

  const next = startWorker();
  await untilConnected();
  await ageSends(user.id);
  await settleOpenSends.run();
  const message = () =>
    firstRow<{ unconfirmed: boolean }>(
      sql`SELECT unconfirmed FROM messages WHERE owner_id = ${user.id} AND content = ${body.content}`,
    );
  // The worker settles too: what it took and could not ask about is due again after 20 s.
  await until(async () => (await message())?.unconfirmed, "the send to be settled", 60_000);
  expect(server.texts.filter(({ text }) => text === body.content)).toHaveLength(1);
  next.kill("SIGTERM");
  await ended(next);
}, 120_000);
