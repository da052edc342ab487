import { afterAll, expect, test } from "vitest";
import { rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { describeDrawn, drawCases } from "@/tests/support/cases";
import { connectNumber, postSigned, toWebhook } from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { plantEverywhere } from "@/tests/support/plant";
import { runApi, runSandbox } from "@/tests/support/running";

runWithCloud();

const api = runApi({ withoutLimits: true });
runSandbox();
afterAll(closeQueues);

const NUMBER = "5511988887777";
const AT = String(Math.floor(Date.now() / 1000));

const message = (id: string, type: string, content: unknown) => ({
  ...{
    id,
    type,
    from: NUMBER,
    from_user_id: "BR.abc123",
    timestamp: AT,
    context: { id: "QUOTED" },
  },
  [type]: content,
});
const innocent = (id: string) => message(id, "text", { body: "Sou o próximo" });

const MESSAGES = [
  message("TEXT", "text", { body: "Oi" }),
  message("FILE", "image", {
    id: "media-1",
    mime_type: "image/jpeg",
    caption: "Veja",
    sha256: "x",
  }),
  message("PLACE", "location", { latitude: -23.5, longitude: -46.6, name: "Loja", address: "Rua" }),
  message("CARDS", "contacts", [
    {
      name: { formatted_name: "Ana", first_name: "Ana" },
      phones: [{ wa_id: NUMBER, phone: "+55 11" }],
    },
  ]),
  message("REACTION", "reaction", { message_id: "TEXT", emoji: "👍" }),
  message("BUTTON", "interactive", {
    type: "button_reply",
    button_reply: { id: "1", title: "Sim" },
  }),
  message("EDIT", "edit", {
    original_message_id: "TEXT",
    message: { type: "text", text: { body: "Olá" } },
  }),
  message("REVOKE", "revoke", { original_message_id: "GONE" }),
];
/** Of each kind, in `npm test`. */
const CASES = 20;

const STATUSES = [
  {
    id: "OURS",
    status: "read",
    timestamp: AT,
    recipient_id: NUMBER,
    biz_opaque_callback_data: "own",
  },
  {
    ...{ id: "OURS", status: "failed", timestamp: AT, recipient_id: NUMBER },
    errors: [{ code: 131026, title: "x", message: "x", error_data: { details: "x" } }],
  },
];
const CONTACTS = [{ wa_id: NUMBER, user_id: "BR.abc123", profile: { name: "Maria" } }];

test("whatever stands in a field of Meta's webhook, it is taken, and what comes beside it is stored", async () => {
  const user = await buildUser();
  const phoneId = await connectNumber(api, user);
  const refused: string[] = [];
  let posted = 0;
  const post = async (value: (next: unknown) => object, planted: string) => {
    posted += 1;
    const body = JSON.stringify(
      toWebhook({ phoneId, contacts: CONTACTS, ...value(innocent(`NEXT-${posted}`)) }),
    ).replace('"PLANTED"', () => planted);
    const status = await postSigned(api, body);
    if (status !== 200) refused.push(`${status} ${planted}`);
  };
  for (const each of MESSAGES) {
    for (const planted of drawCases(plantEverywhere(each), CASES)) {
      await post((next) => ({ messages: ["PLANTED", next] }), planted);
    }
  }
  for (const each of STATUSES) {
    for (const planted of drawCases(plantEverywhere(each), CASES)) {
      await post((next) => ({ statuses: ["PLANTED"], messages: [next] }), planted);
    }
  }
  for (const planted of drawCases(plantEverywhere(CONTACTS[0]), CASES)) {
    await post((next) => ({ contacts: ["PLANTED"], messages: [next] }), planted);
  }
  expect(refused).toEqual([]);
  const [{ stored } = { stored: 0 }] = await rows<{ stored: number }>(
    sql`SELECT count(*)::int AS stored FROM messages
        WHERE owner_id = ${user.id} AND provider_message_id LIKE 'NEXT-%'`,
  );
  expect(stored).toBe(posted);
  console.log(`planted webhooks of Meta's: ${describeDrawn()}`);
}, 240_000);
