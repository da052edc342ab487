import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { rows, sql } from "@/server/db/sql";
import { sweepHistories } from "@/server/inbox/history.service";
import { disconnectInstance } from "@/server/whatsapp/whatsapp.service";
import { buildLead } from "../factories/leads";
import { buildUser } from "../factories/users";
import { runApi, runSandbox } from "../support/running";
import { pairWhatsapp } from "../support/whatsapp";

const sandbox = runSandbox();
const api = runApi();

const NUMBER = "5511988887777";

test("what was said before the pairing is taken in as read and sets nothing off", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  const say = (text: string) =>
    sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text });
  for (let at = 0; at < 250; at += 1) await say(at === 7 ? "SAIR" : `mensagem ${at}`);
  const stored = () =>
    rows<{ content: string }>(
      sql`SELECT content FROM messages WHERE owner_id = ${user.id} ORDER BY sent_at, id`,
    );
  await until(async () => (await stored()).length === 250, "the webhooks", 20_000);

  // As on a first pairing: none of it is known, and the phone has it all, from before.
  const pairLater = () =>
    rows(
      sql`UPDATE whatsapp_instances SET connected_at = now() + interval '1 minute' WHERE owner_id = ${user.id} RETURNING id`,
    );
  await rows(sql`DELETE FROM conversations WHERE owner_id = ${user.id} RETURNING id`);
  await rows(sql`DELETE FROM opt_outs WHERE owner_id = ${user.id} RETURNING phone_key`);
  await rows(sql`DELETE FROM events WHERE owner_id = ${user.id} RETURNING id`);
  await rows(sql`UPDATE leads SET status = 'new' WHERE id = ${lead.id} RETURNING id`);
  await pairLater();
  await sweepHistories();
  expect(await stored()).toHaveLength(250);
  expect(
    await rows(sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual([{ unread_count: 0 }]);
  expect(await rows(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual([
    { status: "new" },
  ]);
  for (const table of [sql`opt_outs`, sql`events`]) {
    expect(await rows(sql`SELECT 1 FROM ${table} WHERE owner_id = ${user.id}`)).toEqual([]);
  }

  // Read once, until the phone is paired anew.
  await rows(sql`DELETE FROM conversations WHERE owner_id = ${user.id} RETURNING id`);
  await sweepHistories();
  expect(await stored()).toEqual([]);
  await disconnectInstance(user.id);
  await pairWhatsapp(api, sandbox, user);
  await pairLater();
  await sweepHistories();
  expect(await stored()).toHaveLength(250);
});

test("what is said since the pairing is left to the webhook, which has its effects", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const instance = await pairWhatsapp(api, sandbox, user);
  // The reading of the history overtakes the webhook.
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "reorder-webhooks",
    path: "messages.upsert",
    delayMs: 1_500,
  });
  await sandbox.control("POST", `/phones/${NUMBER}/reply`, { instance, text: "SAIR" });
  await sweepHistories();
  await sandbox.control("DELETE", "/faults");
  await until(
    async () => {
      const [row] = await rows<{ status: string }>(
        sql`SELECT status FROM leads WHERE id = ${lead.id}`,
      );
      return row?.status === "opted_out";
    },
    "the opt-out",
    20_000,
  );
});
