import { afterAll, beforeAll, expect, test } from "vitest";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { createNumberedEvents } from "@/server/inbound/socket-owner/lid-numbers.baileys";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { startCampaign, type WorkedRun, workOn } from "@/tests/support/campaign-work";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";
import {
  buildPairedPhone,
  startWhatsappServer,
  type WhatsappServer,
} from "@/tests/support/whatsapp-server";

runWithBaileys();

/** A contact who answers only by an opaque id: WhatsApp's server reports it when the library writes to the number. */
const api = runApi({ withoutLimits: true });
const NUMBER = "5521988885555";
const LID = `${NUMBER}@lid`;

let server: WhatsappServer;
let owner: ReturnType<typeof startSocketOwner>;
let user: TestUser;

beforeAll(async () => {
  server = await startWhatsappServer();
  user = await buildUser({ plan: "pro" });
  const id = await buildPairedPhone(user);
  owner = startSocketOwner();
  await requestSocket(id);
  const isConnected = async () =>
    (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.connected;
  await until(isConnected, "the phone to be connected");
});
afterAll(async () => {
  await owner.close();
  await closeCommands();
  await server.close();
});

const stepsOf = (run: WorkedRun) =>
  rows<{ step: number; state: string; cause: string | null }>(
    sql`SELECT step, state, cause FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY step`,
  );

test("SAIR by the id alone, to a campaign's message, holds for the number and ends the sequence", async () => {
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const [{ phone_key: key } = { phone_key: "" }] = await rows<{ phone_key: string }>(
    sql`SELECT phone_key FROM leads WHERE id = ${lead.id}`,
  );
  // Its address is known: this server does not answer whether a number is on WhatsApp.
  await execute(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id, checked_at)
        VALUES (${user.id}, ${key}, ${`${NUMBER}@s.whatsapp.net`}, now())`,
  );
  const steps = [{ messages: ["Conseguiu ver?"], wait_days: 3 }];
  const seller = { user, instance: "", leads: [lead] };
  const run = await startCampaign(api, seller, { steps });
  await workOn(run);
  expect(server.texts.map(({ to }) => to)).toEqual([`${NUMBER}@s.whatsapp.net`]);

  await server.write(LID, "SAIR");
  await until(
    () => firstRow(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND content = 'SAIR'`),
    "the answer",
  );
  expect(
    await rows(
      sql`SELECT phone_key, chat_id FROM conversations WHERE owner_id = ${user.id} ORDER BY id`,
    ),
  ).toEqual([{ phone_key: key, chat_id: LID }]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
  expect(
    await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id} AND phone_key = ${key}`),
  ).toHaveLength(1);
  expect(await stepsOf(run)).toEqual([
    { step: 1, state: "sent", cause: null },
    { step: 2, state: "skipped", cause: "answered" },
  ]);
});

test("who was never written to stays under the id, and messages keep their order", async () => {
  const stranger = "199999999999999@lid";
  for (const text of ["um", "dois", "três"]) {
    await server.write(text === "dois" ? `${NUMBER}@s.whatsapp.net` : stranger, text);
  }
  const readTexts = () =>
    rows<{ content: string; phone_key: string }>(
      sql`SELECT m.content, c.phone_key FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.owner_id = ${user.id} AND m.content IN ('um', 'dois', 'três') ORDER BY m.id`,
    );
  await until(async () => (await readTexts()).length === 3, "the messages");
  expect((await readTexts()).map(({ content }) => content)).toEqual(["um", "dois", "três"]);
  expect((await readTexts()).map(({ phone_key }) => phone_key === stranger)).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  ["fails", () => Promise.reject(new Error("no database"))],
  ["never ends", () => new Promise<never>(() => {})],
])(
  "a look for the number that %s loses no message and holds none back for good",
  async (_, look) => {
    const reported: (string | null | undefined)[][] = [];
    const numbered = createNumberedEvents(look);
    for (const remoteJid of [LID, `${NUMBER}@s.whatsapp.net`]) {
      const item = { key: { id: "A", remoteJid } };
      numbered.add([item], (items) => reported.push(items.map(({ key }) => key.remoteJid)));
    }
    await numbered.settle();
    expect(reported).toEqual([[LID], [`${NUMBER}@s.whatsapp.net`]]);
  },
);
