import { randomBytes } from "node:crypto";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import type { TestSandbox } from "@/sandbox/testing";
import { findPhone } from "@/sandbox/whatsapp/phones";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "../factories/users";

export interface BenchOwner extends TestUser {
  /** The name of the connected instance. */
  instance: string;
}

/**
 * An account with a connected phone and `leads` leads whose numbers WhatsApp has confirmed. The sandbox posts no
 * webhooks for it, so that only sending is measured.
 */
export async function buildBenchOwner(sandbox: TestSandbox, leads: number): Promise<BenchOwner> {
  const user = await buildUser({ plan: "pro" });
  const instance = `bench-${user.id}`;
  await sandbox.evolution("POST", "/instance/create", {
    instanceName: instance,
    integration: "WHATSAPP-BAILEYS",
    qrcode: false,
  });
  const { body } = await sandbox.evolution<{ code: string }>(
    "GET",
    `/instance/connect/${instance}`,
  );
  // Each account has a different phone.
  const phone = `55119${String(10_000_000 + user.id)}`;
  await sandbox.control("POST", "/scan", { code: body.code, phone });
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, status, connected_at, paired_at, number)
        VALUES (${user.id}, 'evolution', ${instance}, ${randomBytes(32)}, 'CONNECTED', now(), now(), ${phone})`,
  );
  const numbers = pickNumbers(user.id, leads);
  await execute(
    sql`INSERT INTO leads (owner_id, name, source, whatsapp, phone_key)
        SELECT ${user.id}, 'Padaria ' || n.place, 'manual', n.number, n.key
        FROM unnest(${numbers.map(({ number }) => number)}::text[], ${numbers.map(({ key }) => key)}::text[])
          WITH ORDINALITY AS n(number, key, place)`,
  );
  await execute(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id)
        SELECT owner_id, phone_key, whatsapp || '@s.whatsapp.net' FROM leads WHERE owner_id = ${user.id}`,
  );
  return { ...user, instance };
}

/** Numbers whose phones accept the message and do not answer. */
function pickNumbers(owner: number, count: number): { number: string; key: string }[] {
  const picked: { number: string; key: string }[] = [];
  for (let next = owner * 10_000; picked.length < count; next += 1) {
    const number = `55119${String(80_000_000 + next).slice(-8)}`;
    const key = getPhoneKey(number);
    const behaviour = findPhone(number, new Map())?.behaviour ?? "missing";
    if (key !== null && ["off", "receives", "reads"].includes(behaviour)) {
      picked.push({ number, key });
    }
  }
  return picked;
}
