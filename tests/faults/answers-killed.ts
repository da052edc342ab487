/**
 * The web is killed while people answer, and the provider sends each message again until it is accepted. Each answer is
 * read once and has its effect once: a task for 'not now', a block for 'sair', an end of the sequence. A machine's answer
 * ends no sequence.
 */
import { seededRandom } from "@/sandbox/random";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildCampaign } from "../factories/campaigns";
import { buildUser } from "../factories/users";
import { buildWebhook, postWebhook } from "../factories/webhooks";
import { report } from "./report";
import { startWebProcess } from "./web-process";
import { killProcess } from "./worker-process";

const EACH = 40;
const KILLS = 4;
const AT_ONCE = 8;
const SAID = {
  not_now: "Agora não, me chama amanhã",
  opt_out: "sair",
  interested: "Tenho interesse, pode me mandar",
  automatic:
    "Olá! Seja bem-vindo. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente",
};
const people = Object.entries(SAID).flatMap(([kind, text]) =>
  Array.from({ length: EACH }, (_, at) => ({ kind, text, id: `${kind}-${at}` })),
);

const user = await buildUser();
const hook = await buildWebhook(user.id);
const { recipientIds } = await buildCampaign(user, {
  status: "running",
  recipients: people.map(() => "sent"),
});
// In the order of their recipients: each has a follow-up that waits.
await execute(
  sql`UPDATE campaign_recipients p SET number = '5511' || (988000000 + n), phone_key = '5511' || (88000000 + n)
      FROM unnest(${recipientIds}::int[]) WITH ORDINALITY AS r(id, n) WHERE p.id = r.id`,
);
await execute(
  sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, state, due_at, not_before)
      SELECT run_id, owner_id, lead_id, phone_key, number, 0, 2, 'pending', now() + interval '3 days', now() + interval '3 days'
      FROM campaign_recipients WHERE id = ANY (${recipientIds}::int[])`,
);

let web = await startWebProcess({ silent: true });
const waiting = people.map((person, at) => ({ ...person, number: String(5_511_988_000_001 + at) }));
let repeated = 0;
const telling = Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const told = each;
      await until(
        async () => {
          const taken = await tell(told);
          if (!taken) repeated += 1;
          return taken;
        },
        "the answer to be taken",
        120_000,
      );
    }
  }),
);
const random = seededRandom("killed web");
for (let kill = 1; kill <= KILLS; kill += 1) {
  const left = people.length - (people.length / (KILLS + 1)) * kill + random.next() * 5;
  await until(async () => waiting.length <= left, "some answers to be told", 120_000);
  await killProcess(web);
  web = await startWebProcess({ silent: true });
}
await telling;
await killProcess(web);

const [found] = await rows<Record<string, number>>(
  sql`SELECT (SELECT count(*)::int FROM messages WHERE owner_id = ${user.id}) AS messages,
             (SELECT count(*)::int FROM conversations WHERE owner_id = ${user.id} AND intent IS NULL) AS unread,
             (SELECT count(*)::int FROM tasks WHERE owner_id = ${user.id}) AS tasks,
             (SELECT count(*)::int FROM opt_outs WHERE owner_id = ${user.id}) AS blocked,
             (SELECT count(*)::int FROM campaign_recipients WHERE owner_id = ${user.id} AND step = 2 AND state = 'pending') AS going,
             (SELECT count(*)::int FROM campaign_recipients WHERE owner_id = ${user.id} AND step = 1 AND answered_at IS NOT NULL) AS answered`,
);
const held = (value: number | undefined, wanted: number) => ({
  value: value ?? -1,
  holds: value === wanted,
});
report({
  answers: held(found?.["messages"], people.length),
  "told again": { value: repeated, holds: repeated > 0 },
  "not read": held(found?.["unread"], 0),
  tasks: held(found?.["tasks"], EACH),
  blocked: held(found?.["blocked"], EACH),
  "people who answered": held(found?.["answered"], 3 * EACH),
  "sequences that go on": held(found?.["going"], EACH),
});

async function tell({ id, number, text }: { id: string; number: string; text: string }) {
  const answer = await postWebhook({ url: env.APP_URL }, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id, remoteJid: `${number}@s.whatsapp.net`, fromMe: false },
      message: { conversation: text },
      messageTimestamp: Math.floor(Date.now() / 1000),
    },
  }).catch(() => null);
  return answer?.status === 200;
}
