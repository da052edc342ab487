import fc from "fast-check";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { steps } from "@/lib/contracts/campaigns/steps";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { isError } from "@/lib/error-text";
import { type TestSandbox, until } from "@/sandbox/testing";
import { receiveEvent } from "@/server/inbound/inbox/inbox.service";
import { findRow } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { killProcess, startWorkerProcess } from "../faults/worker-process";
import { callApi, type TestApi } from "./api";
import { pairWhatsapp, readLedger } from "./whatsapp";

/**
 * Random sequences of what people, phones, networks, machines and the calendar do to campaigns and their follow-ups,
 * against the real parts: after each, nobody got one step twice, at any number, or a later one without the first, no
 * recipient is without a final state, and nobody was written to after leaving, or followed up after an answer.
 */

const LEADS = 8;
const ENDS_WITHIN_MS = 90_000;
const MOST_TRIES = 4;
const FIRST_WITHIN_MS = 2_000;

/** The environment of a sequence. The worker is a separate process, which a command kills. */
export interface World {
  api: Pick<TestApi, "url">;
  sandbox: Pick<TestSandbox, "control">;
  worker: ReturnType<typeof startWorkerProcess>;
  restartWeb?: () => Promise<void>;
}

interface Account extends World {
  user: TestUser;
  instance: string;
  leads: { id: number; whatsapp: string | null }[];
  /** Earlier numbers of the leads' people, each with the place of its lead. */
  former: Map<string, number>;
}

/** The state that the commands remember; everything else is read from the database. */
interface Model {
  connected: boolean;
}

class Step implements fc.AsyncCommand<Model, Account> {
  constructor(
    private readonly name: string,
    private readonly act: (account: Account, model: Model) => Promise<unknown>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, account: Account): Promise<void> {
    await this.act(account, model);
  }

  toString(): string {
    return this.name;
  }
}

const SENDING = { path: "sendText" };
/** The gateway's behaviour, as faults of the sandbox. */
const TROUBLES: Record<string, object> = {
  "lose an answer": { ...SENDING, kind: "lost-answer", times: 1 },
  "fail after two sends": { ...SENDING, kind: "failed-after", times: 2 },
  "answer two sends late": { ...SENDING, kind: "late-answer", times: 2, delayMs: 400 },
  "break three connections": { ...SENDING, kind: "reset-connection", times: 3 },
  "be out for five sends": { ...SENDING, kind: "status", status: 503, times: 5 },
  "post six webhooks twice": { kind: "duplicate-webhooks", times: 6 },
  "post eight webhooks in another order": { kind: "reorder-webhooks", times: 8, delayMs: 300 },
};

const place = fc.nat({ max: LEADS - 1 });

const commands = [
  fc
    .integer({ min: 1, max: LEADS })
    .map((count) => new Step(`start ${count}`, (a) => start(a, count, null))),
  fc
    .integer({ min: 1, max: 120 })
    .map((minutes) => new Step(`schedule in ${minutes} min`, (a) => start(a, LEADS, minutes))),
  fc
    .integer({ min: 1, max: LEADS })
    .map((count) => new Step(`start a sequence for ${count}`, (a) => start(a, count, null, STEPS))),
  // Twice, as answers: most of what can go wrong with a sequence happens to people who wait for a follow-up.
  ...[1, 2].map(() =>
    fc.integer({ min: LEADS / 2, max: LEADS }).map(
      (count) =>
        new Step(`start a sequence for ${count}, whose first messages go out`, async (a) => {
          await start(a, count, null, STEPS);
          await awaitFirstMessages(a);
        }),
    ),
  ),
  fc.constant(new Step("pause", (a) => onLatest(a, "pause"))),
  fc.constant(new Step("resume", (a) => onLatest(a, "resume"))),
  fc.constant(new Step("change the sequence", changeSequence)),
  place.map((at) => new Step(`message by hand to ${at}`, (a) => writeByHand(a, at))),
  fc
    .integer({ min: 1, max: 8 })
    .map((days) => new Step(`${days} days pass`, (a) => passDays(a, days))),
  fc.constant(new Step("stop", (a) => onLatest(a, "stop"))),
  fc.constant(new Step("cancel", (a) => onLatest(a, "cancel"))),
  fc.constant(new Step("edit", edit)),
  ...[1, 2].map(() =>
    place.map((at) => new Step(`answer of ${at}`, (a) => reply(a, at, "Quem fala?"))),
  ),
  place.map((at) => new Step(`opt-out of ${at}`, (a) => reply(a, at, "SAIR"))),
  place.map((at) => new Step(`answer of ${at} by LID`, (a) => replyByLid(a, at, "Quem fala?"))),
  place.map((at) => new Step(`opt-out of ${at} by LID`, (a) => replyByLid(a, at, "SAIR"))),
  place.map((at) => new Step(`new number of ${at}`, (a) => changeNumber(a, at))),
  fc.constant(new Step("disconnect", disconnect)),
  fc.constant(new Step("reconnect", reconnect)),
  fc
    .constantFrom(...Object.keys(TROUBLES))
    .map((name) => new Step(name, (a) => trouble(a, TROUBLES[name] ?? {}))),
  fc.constant(new Step("kill the worker", killWorker)),
  fc.constant(new Step("restart the web", async (a) => a.restartWeb?.())),
  fc
    .integer({ min: 1, max: 180 })
    .map((minutes) => new Step(`${minutes} min pass`, (a) => passTime(a, minutes * 60))),
];

/**
 * Runs `sequences` random sequences. Throws with the first failing one, or with `shrinks`, which takes minutes, with the
 * shortest form that fails. Returns how many commands were run.
 */
export async function runCampaignModel(
  world: World,
  { sequences, seed, shrinks = false }: { sequences: number; seed: number; shrinks?: boolean },
): Promise<number> {
  let commandCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12, size: "max" }), async (drawn) => {
      const account = await buildAccount(world);
      // The account shares the world's worker, which commands replace.
      const shared: Account = Object.defineProperty(account, "worker", {
        get: () => world.worker,
        set: (worker) => {
          world.worker = worker;
        },
      });
      await fc.asyncModelRun(() => ({ model: { connected: true }, real: shared }), drawn);
      commandCount += [...drawn].length;
      await settle(shared);
      await requirePromises(shared);
    }),
    { seed, numRuns: sequences, endOnFailure: !shrinks },
  );
  return commandCount;
}

async function buildAccount(world: World): Promise<Account> {
  const user = await buildUser({ plan: "pro" });
  const leads = [];
  for (let lead = 0; lead < LEADS; lead += 1) {
    leads.push(await buildLead(user.id));
    await world.sandbox.control("PUT", `/phones/${leads.at(-1)?.whatsapp}`, {
      behaviour: "receives",
    });
  }
  const instance = await pairWhatsapp(world.api, world.sandbox, user);
  return { ...world, user, leads, instance, former: new Map() };
}

type FollowUps = NonNullable<StartProspecting["steps"]>;

/** Each step has different words, so that tests can distinguish them. */
const STEPS: FollowUps = [
  { messages: ["Passo 2, {{empresa}}"], wait_days: 1 },
  { messages: ["Passo 3", "Passo 3!"], wait_days: 2 },
];
const BY_HAND = "À mão";

async function start(
  { api, user }: Account,
  count: number,
  minutes: number | null,
  steps: FollowUps = [],
) {
  const at = minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString();
  const body = {
    num_leads: count,
    messages: ["Oi {{empresa}}", "Olá!"],
    steps,
    ...(at && { scheduled: true, scheduled_datetime: at, recurrence_type: "daily" as const }),
  };
  const answer = await callApi(api, campaigns.start, { body }, user.headers);
  // Nobody left, another run, no connection: each has its own error, and none is a failure of ours.
  if (answer.status >= 500) throw new Error(`start: ${answer.status}`);
}

async function onLatest({ api, user }: Account, action: "stop" | "cancel" | "pause" | "resume") {
  for (const { id } of (await callApi(api, activities.list, { query: {} }, user.headers)).body
    .activities) {
    const answer = await callApi(api, activities[action], { params: { id } }, user.headers);
    if (answer.status === 200) return;
    if (answer.status !== 409) throw new Error(`${action}: ${answer.status}`);
  }
}

/** Some wait longer than this, without a connection. */
async function awaitFirstMessages({ user }: Account) {
  const deadline = Date.now() + FIRST_WITHIN_MS;
  const isOpen = () =>
    firstRow(
      sql`SELECT 1 FROM campaign_runs r JOIN campaign_recipients p ON p.run_id = r.id
          WHERE r.owner_id = ${user.id} AND r.status IN ('pending', 'running') AND p.step = 1 AND p.state IN ('pending', 'sending')`,
    );
  while (Date.now() < deadline && (await isOpen())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Removes the third step, or adds it again. */
async function changeSequence({ api, user }: Account) {
  const { body } = await callApi(api, activities.list, { query: {} }, user.headers);
  const running = body.activities.find(({ status }) => status === "running");
  if (!running) return;
  const next = running.steps.length > 1 ? STEPS.slice(0, 1) : STEPS;
  const params = { id: running.id };
  const answer = await callApi(api, steps.replace, { params, body: { steps: next } }, user.headers);
  // It may have ended in between.
  if (answer.status !== 200 && answer.status !== 409) throw new Error(`steps: ${answer.status}`);
}

async function writeByHand({ api, user, leads }: Account, at: number) {
  const body = { to: leads[at]?.whatsapp ?? "", content: BY_HAND };
  const answer = await callApi(api, chat.send, { body }, user.headers);
  if (answer.status === 500) throw new Error(`by hand: ${answer.status}`);
}

async function edit({ api, user }: Account) {
  const [activity] = (await callApi(api, activities.list, { query: {} }, user.headers)).body
    .activities;
  if (activity?.status !== "scheduled") return;
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { messages: ["Outro texto"], scheduled: true, scheduled_datetime: at };
  await callApi(api, activities.edit, { params: { id: activity.id }, body }, user.headers);
}

async function reply({ sandbox, instance, leads }: Account, at: number, text: string) {
  await sandbox
    .control("POST", `/phones/${leads[at]?.whatsapp}/reply`, { instance, text })
    // The phone is not paired at the moment.
    .catch(() => undefined);
}

/** From now on the phone writes from an opaque id, which WhatsApp reports together with its number. */
async function replyByLid(account: Account, at: number, text: string) {
  const number = account.leads[at]?.whatsapp;
  await account.sandbox.control("PUT", `/phones/${number}`, { lid: true });
  await reply(account, at, text);
}

let newNumbers = 0;

/** WhatsApp reports that the person continues under another number. */
async function changeNumber({ sandbox, user, leads, former }: Account, at: number) {
  const lead = leads[at];
  const instance = await findRow(user.id, "default");
  if (!lead?.whatsapp || !instance) return;
  newNumbers += 1;
  const number = `55119${75_000_000 + newNumbers * 3}`;
  await sandbox.control("PUT", `/phones/${number}`, { behaviour: "receives" });
  await receiveEvent(instance, {
    type: "moved",
    id: `moved ${number}`,
    from: toAddress(lead.whatsapp),
    to: toAddress(number),
    at: new Date(),
  });
  former.set(lead.whatsapp.slice(-8), at);
  leads[at] = { ...lead, whatsapp: number };
}

const toAddress = (number: string) => ({ chatId: `${number}@s.whatsapp.net`, number, lid: null });

async function disconnect({ sandbox, instance }: Account, model: Model) {
  if (!model.connected) return;
  await sandbox.control("POST", "/faults", { target: "evolution", kind: "logged-out", instance });
  model.connected = false;
}

async function reconnect(account: Account, model: Model) {
  if (model.connected) return;
  await pairAgain(account);
  model.connected = true;
}

async function pairAgain({ api, sandbox, user }: Account) {
  const instance = await callApi(api, whatsapp.instance, {}, user.headers);
  if (instance.body.data.connected) return;
  await pairWhatsapp(api, sandbox, user);
}

function trouble({ sandbox }: Account, fault: object) {
  return sandbox.control("POST", "/faults", { target: "evolution", ...fault });
}

async function killWorker(account: Account) {
  await killProcess(account.worker);
  account.worker = startWorkerProcess();
  await passTime(account, 60);
}

/** A row may be held by a process that is killed, frozen, or on a machine that has other things to do. */
async function untilUnlocked(change: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await change();
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isError(error, "unavailable")) throw error;
    }
  }
}

/** Moves everything that the account waits for into the past. */
function passTime(account: Account, seconds: number) {
  return untilUnlocked(() => moveInstants(account, seconds));
}

async function moveInstants({ user }: Account, seconds: number) {
  const by = sql`make_interval(secs => ${seconds})`;
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = next_send_at - ${by}, resume_at = resume_at - ${by},
               lease_until = lease_until - CASE WHEN ${seconds} = 60 THEN ${by} ELSE interval '0' END,
               trouble_since = trouble_since - ${by}
        WHERE owner_id = ${user.id} AND status IN ('pending', 'running')`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = claimed_at - ${by}, not_before = not_before - ${by}
        WHERE owner_id = ${user.id} AND state IN ('pending', 'sending')`,
  );
  await execute(
    sql`UPDATE sends SET opened_at = opened_at - ${by}, asked_at = asked_at - ${by} WHERE owner_id = ${user.id}`,
  );
  await execute(
    sql`UPDATE campaigns SET next_run_at = next_run_at - ${by}, scheduled_at = scheduled_at - ${by}
        WHERE owner_id = ${user.id} AND next_run_at IS NOT NULL`,
  );
  await execute(
    sql`UPDATE number_paces SET next_send_at = next_send_at - ${by}
        WHERE sender_key IN (SELECT sender_key FROM campaign_recipients WHERE owner_id = ${user.id})`,
  );
}

/** Moves the follow-ups that are planned, and nothing else: the machines work on through the days. */
function passDays(account: Account, days: number) {
  return untilUnlocked(() => moveFollowUps(account, days));
}

async function moveFollowUps({ user }: Account, days: number) {
  const by = sql`make_interval(days => ${days})`;
  await execute(
    sql`UPDATE campaign_recipients SET due_at = due_at - ${by}, not_before = not_before - ${by}
        WHERE owner_id = ${user.id} AND state = 'pending' AND step > 1`,
  );
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = next_send_at - ${by}, resume_at = resume_at - ${by}
        WHERE owner_id = ${user.id} AND status = 'running' AND wait_cause = 'step'`,
  );
}

/** Repairs all faults and lets every run end. */
async function settle(account: Account) {
  await account.sandbox.control("DELETE", "/faults");
  await pairAgain(account);
  await execute(
    sql`UPDATE campaigns SET next_run_at = NULL WHERE owner_id = ${account.user.id} AND next_run_at > now()`,
  );
  await until(
    async () => {
      await passTime(account, 30);
      await passDays(account, 1);
      await onLatest(account, "resume");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const left = await firstRow<{ count: number }>(
        sql`SELECT ((SELECT count(*) FROM campaign_runs WHERE owner_id = ${account.user.id} AND status IN ('pending', 'running'))
                  + (SELECT count(*) FROM campaigns WHERE owner_id = ${account.user.id} AND next_run_at <= now()))::int AS count`,
      );
      await execute(
        sql`UPDATE campaigns SET next_run_at = NULL WHERE owner_id = ${account.user.id} AND next_run_at > now()`,
      );
      return left?.count === 0;
    },
    "every run to end",
    ENDS_WITHIN_MS,
  );
}

async function requirePromises({ sandbox, instance, user, leads, former }: Account) {
  const ledger = (await readLedger(sandbox, instance)).filter(({ text }) => text !== BY_HAND);
  const keys = ledger.map(({ toKey }) => toKey.slice(-8));
  const people = keys.map(
    (key) => former.get(key) ?? leads.findIndex(({ whatsapp }) => whatsapp?.endsWith(key)),
  );
  const got = people.map((person, at) => `${person} ${stepOf(ledger[at]?.text ?? "")}`);
  const twice = keys.filter((_, at) => got.indexOf(got[at] ?? "") !== at);
  if (twice.length > 0) throw new Error(`Written to twice: ${twice.join(", ")}`);
  const early = got.filter((each, at) => {
    const [person, step] = each.split(" ");
    return step !== "1" && !got.slice(0, at).includes(`${person} ${Number(step) - 1}`);
  });
  if (early.length > 0) throw new Error(`A step before the one before it: ${early.join(", ")}`);
  const recipients = await rows<{ number: string; state: string; left_before: boolean }>(
    sql`SELECT p.number, p.state, EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id
               AND o.phone_key = p.phone_key AND o.created_at < p.settled_at - interval '30 seconds'
               AND o.created_at < p.claimed_at) AS left_before
        FROM campaign_recipients p WHERE p.owner_id = ${user.id}`,
  );
  for (const { number, state, left_before } of recipients) {
    if (state === "pending" || state === "sending") throw new Error(`${number} is still ${state}`);
    if (state === "sent" && !keys.includes(number.slice(-8))) throw new Error(`${number} was lost`);
    if (state === "sent" && left_before) throw new Error(`${number} had left`);
  }
  const late = await rows<{ number: string; step: number }>(
    sql`SELECT p.number, p.step FROM campaign_recipients p
        JOIN campaign_recipients f ON f.run_id = p.run_id AND f.phone_key = p.phone_key AND f.step = 1
        WHERE p.owner_id = ${user.id} AND p.step > 1 AND p.state = 'sent' AND EXISTS (
          SELECT 1 FROM messages m JOIN conversations v ON v.id = m.conversation_id
          WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key AND m.direction = 'in'
            AND pg_xact_commit_timestamp(m.xmin) BETWEEN f.claimed_at AND p.claimed_at)`,
  );
  const [spoken] = late;
  if (spoken) throw new Error(`${spoken.number} got step ${spoken.step} after an answer`);
  const known = new Set(
    recipients
      .filter(({ state }) => ["sent", "unknown", "failed"].includes(state))
      .map(({ number }) => number.slice(-8)),
  );
  const unrecorded = keys.filter((key) => !known.has(key));
  if (unrecorded.length > 0) throw new Error(`Sent, not recorded: ${unrecorded.join(", ")}`);
}

/** The step of a message, by its words. */
function stepOf(text: string): number {
  return Number(/^Passo (\d)/.exec(text)?.[1] ?? 1);
}
