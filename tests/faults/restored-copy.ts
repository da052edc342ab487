/**
 * A backup of a running system, taken by the command, takes its place by the other one. After it was taken campaigns went on,
 * people answered and left, one was written to by hand, and one was erased. The restored system does nothing until it is
 * confirmed, then reads what it does not know, and goes on: nobody is written to twice, after leaving or once erased, and
 * everybody else is written to.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { beats } from "@/server/backoffice/recovery/beats.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { lookForCopy, watchForCopies } from "@/server/platform/system/copies.service";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildUser } from "../factories/users";
import { callApi, startApi } from "../support/api";
import { ask, findEverywhere } from "../support/privacy";
import { readLedger, startOwnSandbox } from "../support/whatsapp";
import { countAccepted, type Seller, startCampaign, waitForEnd } from "./campaign-run";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

const ACCOUNTS = 3;
const LEADS = 150;
/** Of each account's people, after the backup: some of those who were written to, some of those who were not. */
const LEAVERS = 5;
const WITHIN_MS = 180_000;
const BY_HAND = "À mão";

await checkInstallation();
const sandbox = await startOwnSandbox();
const api = await startApi();
await lookForCopy(beats);
watchForCopies(beats);
const admin = await buildUser({ id: 4 });
const sellers: Seller[] = [];
for (let account = 0; account < ACCOUNTS; account += 1) {
  sellers.push(await startCampaign(api, sandbox, LEADS));
}
const all = ACCOUNTS * LEADS;
let worker = startWorkerProcess();
const awaitSent = (share: number) =>
  until(
    async () => (await countAccepted(sandbox, sellers)) >= all * share,
    `${share} of the messages`,
    WITHIN_MS,
  );

await awaitSent(0.2);
await until(
  () => firstRow(sql`SELECT 1 FROM installation WHERE beat_at IS NOT NULL`),
  "the first count of the worker",
);
const database = decodeURIComponent(new URL(env.DATABASE_URL).pathname.slice(1));
const backups = mkdtempSync(join(tmpdir(), "fault-backup-"));
const backup = join(backups, "copy");
const backupMs = await runCommand("backup", backup);

await awaitSent(0.4);
const leavers = await leaveAndAnswer();
const erased = await eraseOne();
await awaitSent(0.6);
await killProcess(worker);
await onServer(`DROP DATABASE ${database} WITH (FORCE)`, `CREATE DATABASE ${database}`);
const restoreMs = await runCommand("restore", backup);
rmSync(backups, { recursive: true });

const restoredAt = Date.now();
const sentBefore = await countAccepted(sandbox, sellers);
worker = startWorkerProcess();
const read = async () => (await callApi(api, recovery.read, {}, admin.headers)).body;
await until(
  async () => ((await read()).copy ? true : undefined),
  "the copy to be noticed",
  WITHIN_MS,
);
const [first] = sellers;
const byHand = await callApi(
  api,
  chat.send,
  { body: { to: "5511987650001", content: BY_HAND } },
  first?.user.headers,
);
// The worker's log contains its own look at the copy; anything that it would send has been sent by then.
await until(() => (Date.now() - restoredAt > 15_000 ? true : undefined), "time to send", WITHIN_MS);
const sentWhileHeld = (await countAccepted(sandbox, sellers)) - sentBefore;

const confirmedAt = Date.now();
const confirmed = await callApi(api, recovery.confirm, {}, admin.headers);
await until(
  async () => ((await read()).numbers.length === 0 ? true : undefined),
  "all numbers to recover",
  WITHIN_MS,
);
const recoveredMs = Date.now() - confirmedAt;
await waitForEnd(sellers, WITHIN_MS);
await until(
  () => firstRow(sql`SELECT 1 FROM privacy_requests WHERE status = 'done'`),
  "the erasure to be repeated",
  WITHIN_MS,
);
await killProcess(worker);

let [twice, afterLeaving, afterErasure, forgotten, optOutsLost] = [0, 0, 0, 0, 0];
for (const { user, instance } of sellers) {
  const ledger = await readLedger(sandbox, instance);
  afterErasure += ledger.filter(
    ({ toKey, at }) => erased.number.endsWith(toKey.slice(-8)) && new Date(at) > erased.at,
  ).length;
  const keys = ledger.map(({ toKey }) => toKey.slice(-8));
  twice += keys.length - new Set(keys).size;
  const left = leavers.get(instance) ?? new Map<string, Date>();
  afterLeaving += ledger.filter(({ toKey, at }) => {
    const leftAt = left.get(toKey.slice(-8));
    return leftAt !== undefined && new Date(at) > leftAt;
  }).length;
  const recipients = await rows<{ number: string }>(
    sql`SELECT number FROM campaign_recipients WHERE owner_id = ${user.id} AND cause IS DISTINCT FROM 'erased'`,
  );
  forgotten += recipients.filter(({ number }) => {
    const key = number.slice(-8);
    return !keys.includes(key) && !left.has(key);
  }).length;
  const kept = await rows<{ phone_key: string }>(
    sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id}`,
  );
  const out = new Set(kept.map(({ phone_key }) => phone_key.slice(-8)));
  optOutsLost += [...left.keys()].filter((key) => !out.has(key)).length;
}
const heldOfErased = await findEverywhere(erased.number.slice(-8));
report({
  recipients: { value: all, holds: true },
  "backup s": { value: Math.round(backupMs / 1_000), holds: true },
  "restore s": { value: Math.round(restoreMs / 1_000), holds: true },
  "sent before the restore": { value: sentBefore, holds: sentBefore >= all * 0.6 },
  "sent while held": { value: sentWhileHeld, holds: sentWhileHeld === 0 },
  "refused while held": { value: byHand.status, holds: byHand.status === 503 },
  confirmed: { value: confirmed.status, holds: confirmed.status === 200 },
  "recovered s": { value: Math.round(recoveredMs / 1_000), holds: recoveredMs < 60_000 },
  twice: { value: twice, holds: twice === 0 },
  "after leaving": { value: afterLeaving, holds: afterLeaving === 0 },
  "once erased": { value: afterErasure, holds: afterErasure === 0 },
  "held of the erased": { value: heldOfErased.length, holds: heldOfErased.length === 0 },
  "opt-outs lost": { value: optOutsLost, holds: optOutsLost === 0 },
  forgotten: { value: forgotten, holds: forgotten === 0 },
});

/** Makes some people leave: some who were written to since the backup, and some who were not yet; returns the times. */
async function leaveAndAnswer(): Promise<Map<string, Map<string, Date>>> {
  const left = new Map<string, Map<string, Date>>();
  for (const { user, instance } of sellers) {
    const people = await rows<{ number: string; written: boolean }>(
      sql`SELECT number, state = 'sent' AS written FROM campaign_recipients
          WHERE owner_id = ${user.id} AND state IN ('sent', 'pending') ORDER BY settled_at DESC NULLS LAST, id DESC`,
    );
    const leaving = [
      ...people.filter(({ written }) => written).slice(0, LEAVERS),
      ...people.filter(({ written }) => !written).slice(0, LEAVERS),
    ];
    const of = new Map<string, Date>();
    for (const { number } of leaving) {
      await sandbox.control("POST", `/phones/${number}/reply`, { instance, text: "SAIR" });
      await until(
        () =>
          firstRow(
            sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id} AND number LIKE ${`%${number.slice(-8)}`}`,
          ),
        "the opt-out",
      );
      of.set(number.slice(-8), new Date());
    }
    left.set(instance, of);
  }
  return left;
}

/** One who waits in a campaign and was not written to; returns since when nothing of the person is held. */
async function eraseOne(): Promise<{ number: string; at: Date }> {
  const user = sellers.at(-1)?.user;
  const left = [...leavers.values()].flatMap((of) => [...of.keys()]);
  const waiting = await rows<{ number: string }>(
    sql`SELECT number FROM campaign_recipients WHERE owner_id = ${user?.id} AND state = 'pending' ORDER BY id DESC`,
  );
  const found = waiting.find(({ number }) => !left.includes(number.slice(-8)));
  if (!user || !found) throw new Error("Nobody waits to be written to.");
  const asked = await ask(api, user, { phones: [`+${found.number}`] });
  if (asked.status !== 202) throw new Error(`Not erased: ${asked.status}`);
  await until(
    () =>
      firstRow(
        sql`SELECT 1 FROM privacy_requests WHERE id = ${asked.body.request.id} AND status = 'done'`,
      ),
    "the erasure",
    WITHIN_MS,
  );
  return { number: found.number, at: new Date() };
}

/** Runs a command of the operator while everything else runs. Returns how long it took. */
async function runCommand(name: string, folder: string): Promise<number> {
  const startedAt = Date.now();
  const args = ["--import", "tsx", `scripts/${name}.ts`, folder];
  await promisify(execFile)(process.execPath, args, { env: process.env });
  return Date.now() - startedAt;
}

/** Ends other connections first: a database can be copied only while nobody is connected. */
async function onServer(...statements: string[]): Promise<void> {
  const url = new URL(env.DATABASE_URL);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) {
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(datname, $1) AND pid <> pg_backend_pid()",
      [database],
    );
    await client.query(statement);
  }
  await client.end();
}
