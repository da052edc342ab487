import { afterAll, beforeEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import {
  closeCommands,
  emptyOldCommands,
  findCommandResult,
  runCommand,
  settleCommand,
  takeCommand,
} from "@/server/messaging/sockets/commands.service";
import { claimSocket, requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { runWithBaileys } from "@/tests/support/environments";
import { buildPairedPhone } from "@/tests/support/whatsapp-server";

runWithBaileys();

let id: number;
let leaseNo: number;
beforeEach(async () => {
  id = await buildPairedPhone(await buildUser());
  await requestSocket(id);
  leaseNo = (await claimSocket(id))?.lease.leaseNo ?? 0;
});
afterAll(() => closeCommands());

const ask = (key: string, takeWithinMs = 200, answerWithinMs = 400) =>
  runCommand(id, { key, kind: "send-text", payload: { text: "Oi" }, takeWithinMs, answerWithinMs });

const untilAsked = () =>
  until(() => firstRow(sql`SELECT 1 FROM whatsapp_commands WHERE instance_id = ${id}`), "the row");

/** Takes the next command as soon as it is there. */
function take() {
  return until(() => takeCommand(id, leaseNo), "a command");
}

test("an outcome reaches its caller, and no text stays", async () => {
  const asked = ask("a", 5_000, 10_000);
  const command = await take();
  expect(command).toMatchObject({ key: "a", kind: "send-text", payload: { text: "Oi" } });
  await settleCommand(id, command, { outcome: "accepted" });
  expect(await asked).toEqual({ state: "done", outcome: { outcome: "accepted" } });
  expect(await rows(sql`SELECT payload FROM whatsapp_commands WHERE instance_id = ${id}`)).toEqual([
    { payload: null },
  ]);
});

test("a command that nobody took in time is withdrawn, and never taken", async () => {
  expect(await ask("a")).toEqual({ state: "not_taken" });
  expect(await takeCommand(id, leaseNo)).toBeNull();
  expect(await findCommandResult(id, "a")).toEqual({ state: "not_taken" });
});

test("a withdrawn command may be asked for again, under the same key", async () => {
  expect(await ask("a")).toEqual({ state: "not_taken" });
  const again = ask("a", 5_000, 10_000);
  await settleCommand(id, await take(), { outcome: "accepted" });
  expect(await again).toMatchObject({ state: "done" });
});

test("a command that was taken is unclear without an outcome, and not asked for again", async () => {
  const asked = ask("a", 5_000, 600);
  await take();
  expect(await asked).toEqual({ state: "unclear" });
  expect(await ask("a")).toEqual({ state: "unclear" });
  expect(await takeCommand(id, leaseNo)).toBeNull();
  expect(await findCommandResult(id, "a")).toEqual({ state: "unclear" });
});

test("one that was carried out is not asked for again either", async () => {
  const asked = ask("a", 5_000, 10_000);
  await settleCommand(id, await take(), { outcome: "accepted" });
  await asked;
  expect(await ask("a")).toMatchObject({ state: "done", outcome: { outcome: "accepted" } });
  expect(await takeCommand(id, leaseNo)).toBeNull();
});

test("only who holds the connection takes commands, each once", async () => {
  const asked = ask("a", 5_000, 10_000);
  await untilAsked();
  expect(await takeCommand(id, leaseNo - 1)).toBeNull();
  const taken = await Promise.all([takeCommand(id, leaseNo), takeCommand(id, leaseNo)]);
  const [command, ...others] = taken.filter((each) => each !== null);
  expect(others).toEqual([]);
  await settleCommand(id, { id: command?.id ?? 0, key: "a" }, {});
  expect(await asked).toMatchObject({ state: "done" });
});

test("an expired lease takes nothing", async () => {
  await execute(
    sql`UPDATE whatsapp_sockets SET lease_until = now() - interval '1 second' WHERE id = ${id}`,
  );
  const asked = ask("a", 500, 1_000);
  await untilAsked();
  expect(await takeCommand(id, leaseNo)).toBeNull();
  expect(await asked).toEqual({ state: "not_taken" });
});

test("a hundred commands wait, not more", async () => {
  await execute(
    sql`INSERT INTO whatsapp_commands (owner_id, instance_id, key, kind, deadline_at)
        SELECT owner_id, id, 'k' || n, 'typing', now() + interval '1 minute'
        FROM whatsapp_sockets, generate_series(1, 100) AS n WHERE id = ${id}`,
  );
  expect(await ask("one more", 5_000, 10_000)).toEqual({ state: "not_taken" });
});

test("what a dead caller or holder left is emptied, and deleted after a day", async () => {
  await execute(
    sql`INSERT INTO whatsapp_commands (owner_id, instance_id, key, kind, payload, deadline_at, created_at)
        SELECT owner_id, id, age, 'send-text', '{"text": "Oi"}', now() - age::interval, now() - age::interval
        FROM whatsapp_sockets, unnest(ARRAY['1 second', '2 minutes', '25 hours']) AS age WHERE id = ${id}`,
  );
  await emptyOldCommands.run();
  await trimTable("whatsapp_commands");
  const left = await rows<{ key: string; kept: boolean }>(
    sql`SELECT key, payload IS NOT NULL AS kept FROM whatsapp_commands WHERE instance_id = ${id} ORDER BY id`,
  );
  expect(left).toEqual([
    { key: "1 second", kept: true },
    { key: "2 minutes", kept: false },
  ]);
});

test("what became of a send is told by its receipt, its command, or its absence", async () => {
  const gateway = getWhatsappProvider();
  const ref = { id, name: "", token: null, account: null };
  const find = (messageId: string, since = new Date()) =>
    gateway.findSent(ref, {
      number: "5511988887777",
      kind: "text",
      text: "Oi",
      bytes: null,
      messageId,
      since,
      honoursIds: true,
    });

  expect(await find("NEVER")).toEqual({ outcome: "not_sent" });
  expect(await find("NEVER", new Date(Date.now() - 2 * 86_400_000))).toEqual({
    outcome: "unknown",
  });

  const asked = ask("send-TAKEN", 5_000, 600);
  await take();
  await asked;
  expect(await find("TAKEN")).toEqual({ outcome: "unknown" });
  await execute(
    sql`INSERT INTO early_receipts (instance_id, provider_message_id, status_rank) VALUES (${id}, 'TAKEN', 2)`,
  );
  expect(await find("TAKEN")).toMatchObject({ outcome: "sent", providerMessageId: "TAKEN" });
});
