import { afterAll, beforeAll, expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";
import {
  buildPairedPhone,
  startWhatsappServer,
  type WhatsappServer,
} from "@/tests/support/whatsapp-server";

runWithBaileys();

const api = runApi({ withoutLimits: true });

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(async () => {
  await closeCommands();
  await server.close();
});

test("an upgrade answered by an HTTP status is tried again, told on the card, handed on, and mends itself", async () => {
  const user = await buildUser();
  const instanceId = await buildPairedPhone(user);
  server.refuse("http");
  const owner = startSocketOwner();
  const readCard = async () => (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;
  const readLease = () =>
    firstRow<{ held: boolean; rests: boolean }>(
      sql`SELECT coalesce(lease_until > now(), false) AS held, coalesce(resume_at > now(), false) AS rests
          FROM whatsapp_sockets WHERE id = ${instanceId}`,
    );
  try {
    await requestSocket(instanceId);
    await until(async () => (await readCard()).problem === "unreachable", "the cause", 60_000);
    await until(async () => (await readLease())?.rests === true, "the lease to be given up");
    expect(await readLease()).toEqual({ held: false, rests: true });
    expect(await readCard()).toMatchObject({ status: "CONNECTING", connected: false });
    // The pairing outlives it, and nothing is reported as a disconnection.
    expect(
      await rows(sql`SELECT 1 FROM whatsapp_auth_keys WHERE instance_id = ${instanceId}`),
    ).not.toEqual([]);
    expect(await rows(sql`SELECT event_type FROM events WHERE owner_id = ${user.id}`)).toEqual([]);

    server.refuse(false);
    await execute(
      sql`UPDATE whatsapp_sockets SET resume_at = now() - interval '1 millisecond' WHERE id = ${instanceId}`,
    );
    await until(async () => (await readCard()).connected, "the connection", 30_000);
    expect((await readCard()).problem).toBeNull();
  } finally {
    server.refuse(false);
    await owner.close();
  }
}, 120_000);
