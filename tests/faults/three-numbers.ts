/**
 * `kill -9` of the worker five times running while accounts each send one campaign by three numbers, one of which
 * WhatsApp restricts in the middle. Nothing lost, nothing twice, nobody hears from two numbers, and whom the restricted
 * number had not tried hears from the others. Each kill may leave one message of each run with an unknown outcome.
 */
import { setTimeout as pause } from "node:timers/promises";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { pairWhatsapp, readLedger, startOwnSandbox } from "../support/whatsapp";
import { createRandom, toFigures } from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ACCOUNTS = 5;
const LEADS = 210;
const NUMBERS = 3;
const KILLS = 5;
const WITHIN_MS = 300_000;

interface Account {
  user: TestUser;
  numbers: { id: number; instance: string }[];
}

const random = createRandom();
const sandbox = await startOwnSandbox();
const api = await startApi();
const accounts: Account[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) accounts.push(await begin());
let worker = startWorkerProcess();
let restrictedBefore = 0;
for (let kill = 1; kill <= KILLS; kill += 1) {
  const target = Math.floor(ACCOUNTS * LEADS * ((kill - random()) / (KILLS + 1)));
  await until(async () => (await readAll()).length >= target, `${target} messages`, WITHIN_MS);
  await pause(random() * 50);
  await killProcess(worker);
  if (kill === 3) {
    await restrict(new Date(Date.now() + 86_400_000));
    restrictedBefore = await countRestricted();
  }
  worker = startWorkerProcess();
}
await until(
  async () => (await countOpenElsewhere()) === 0,
  "the other numbers to be done",
  WITHIN_MS,
);
const waiting = await rows<{ claimed_at: Date | null }>(
  sql`SELECT claimed_at FROM campaign_recipients WHERE state = 'pending'`,
);
const restrictedAfter = await countRestricted();
await restrict(null);
await until(async () => (await countOpen()) === 0, "all runs to end", WITHIN_MS);
await killProcess(worker);

const recipients = await rows<{ state: string; number: string; owner_id: number }>(
  sql`SELECT state, number, owner_id FROM campaign_recipients`,
);
const sent = await readAll();
const toPerson = ({ owner, number }: { owner: number; number: string }) =>
  `${owner} ${number.slice(-8)}`;
const reached = new Set(sent.map(toPerson));
const inState = (...states: string[]) =>
  recipients
    .filter(({ state }) => states.includes(state))
    .map(({ owner_id, number }) => toPerson({ owner: owner_id, number }));
const lost = [
  ...inState("pending", "sending"),
  ...inState("sent").filter((person) => !reached.has(person)),
  ...inState("skipped").filter((person) => reached.has(person)),
];
const untried = waiting.filter(({ claimed_at }) => claimed_at === null);
report({
  ...toFigures(
    {
      recipients: recipients.length,
      sent: inState("sent").length,
      unknown: inState("unknown").length,
      skipped: inState("skipped").length,
      lost: lost.length,
      twice: sent.length - reached.size,
    },
    ACCOUNTS * NUMBERS * KILLS,
  ),
  "by the restricted one meanwhile": {
    value: restrictedAfter - restrictedBefore,
    holds: restrictedAfter === restrictedBefore,
  },
  "left untried by the restricted one": { value: untried.length, holds: untried.length === 0 },
});

async function begin(): Promise<Account> {
  const user = await buildUser({ plan: "pro" });
  for (let lead = 0; lead < LEADS; lead += 1) await buildLead(user.id);
  const first = await pairWhatsapp(api, sandbox, user);
  const listed = await callApi(api, ownNumbers.list, {}, user.headers);
  const numbers = [{ id: listed.body.numbers[0]?.id ?? 0, instance: first }];
  while (numbers.length < NUMBERS) {
    const made = { body: { name: `Número ${numbers.length}`, colour: null } };
    const { id } = (await callApi(api, ownNumbers.create, made, user.headers)).body.number;
    numbers.push({ id, instance: await pairWhatsapp(api, sandbox, user, null, { numberId: id }) });
  }
  const body = {
    num_leads: LEADS,
    messages: ["Oi {{empresa}}", "Olá, {{empresa}}!"],
    number_ids: numbers.map(({ id }) => id),
  };
  const started = await callApi(api, campaigns.start, { body }, user.headers);
  if (started.status !== 202) throw new Error(`start: ${JSON.stringify(started.body)}`);
  return { user, numbers };
}

async function readAll(): Promise<{ owner: number; number: string }[]> {
  const ledgers = await Promise.all(
    accounts.flatMap(({ user, numbers }) =>
      numbers.map(async ({ instance }) =>
        (await readLedger(sandbox, instance)).map(({ toKey }) => ({
          owner: user.id,
          number: toKey,
        })),
      ),
    ),
  );
  return ledgers.flat();
}

/** The last number of each account. */
function restrict(until: Date | null): Promise<number> {
  const ids = accounts.map(({ numbers }) => numbers.at(-1)?.id ?? 0);
  return execute(
    sql`UPDATE whatsapp_instances SET restricted_until = ${until}::timestamptz WHERE id = ANY (${ids}::int[])`,
  );
}

async function countRestricted(): Promise<number> {
  const ledgers = await Promise.all(
    accounts.map(({ numbers }) => readLedger(sandbox, numbers.at(-1)?.instance ?? "")),
  );
  return ledgers.reduce((sum, ledger) => sum + ledger.length, 0);
}

async function countOpenElsewhere(): Promise<number> {
  const open = await rows(
    sql`SELECT 1 FROM campaign_runs r JOIN whatsapp_instances i ON i.id = r.instance_id
        WHERE r.status IN ('pending', 'running') AND i.restricted_until IS NULL`,
  );
  return open.length;
}

async function countOpen(): Promise<number> {
  return (await rows(sql`SELECT 1 FROM campaign_runs WHERE status IN ('pending', 'running')`))
    .length;
}
