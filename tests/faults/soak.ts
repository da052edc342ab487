/**
 * Everything at once for SOAK_MINUTES (an hour unless set): a web, two workers, 400 event streams, campaigns, messages
 * with their answers, searches, imports, exports, webhooks out; twelve times meanwhile one of the processes or
 * PostgreSQL is ended by SIGKILL. Drained before, in the middle and after, nothing is held that was not held before,
 * and what was promised is kept. Web and worker 1 live through the second half: what they hold at its end is compared
 * with what they held at its beginning.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@/scripts/postgres.mjs";
import { copyTemplate } from "../support/database";
import { preparePostgres } from "../support/postgres";
import type { Figures } from "./report";
import { Machine, PARTS, SERVER, type Victim } from "./soak-machine";

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 60);
const WARM_UP_MS = Math.min(60_000, MINUTES * 5_000);
const FIRST_HALF: Victim[] = ["web", "worker 1", "worker 2", "PostgreSQL", "web", "worker 1"];
const SECOND_HALF: Victim[] = ["worker 2", "PostgreSQL", "worker 2"];
const SPARED = ["web", "worker 1"] as const;
const BETWEEN_KILLS_MS = (MINUTES * 60_000) / (2 * FIRST_HALF.length);
const DRAINS_WITHIN_MS = 300_000;
/** A client that was refused several times waits for a minute. */
const OPEN_WITHIN_MS = 240_000;
const STREAMS_EACH = 20;
/** Node returns memory to the system when it likes: less than this is no leak that such a run could show. */
const MOST_GROWTH = 1.25;
/** Growth of referenced memory: only caches that fill. */
const MOST_LIVE_GROWTH = 1.1;
const FEW_MB = 5;
/** Descriptors that a process may open when something happens for the first time. */
const FEW = 8;
const METRICS_TOKEN = "of-the-soak-alone-0123456789";

const own = { name: "soak-postgres", preferredPort: await freePort(0) };
const server = await preparePostgres({ ...own, ...SERVER });
// The server of an earlier run may still be there, at its own port.
own.preferredPort = Number(new URL(server.url).port);
const database = await copyTemplate(server);
// Before the product is imported, and for the processes that are started below.
Object.assign(process.env, {
  DATABASE_URL: database.url,
  METRICS_TOKEN,
  CAMPAIGN_PAUSE_MIN_MS: "100",
  CAMPAIGN_PAUSE_MAX_MS: "900",
});
const { env } = await import("@/server/platform/env");
const { execute, sql } = await import("@/server/platform/db/sql");
const { until } = await import("@/sandbox/testing");
const { buildUser } = await import("../factories/users");
const { buildWebhook } = await import("../factories/owned-rows");
const { pairWhatsapp, startOwnSandbox } = await import("../support/whatsapp");
const { createTally, startLoad } = await import("./soak-load");
const { countPromises } = await import("./soak-promises");
const { readOpen, takeSnapshot } = await import("./soak-state");
const { holdStreams } = await import("./soak-streams");
const { report } = await import("./report");

const folder = mkdtempSync(join(tmpdir(), "soak-"));
const machine = new Machine(folder, env.APP_URL, own);
// Retries last longer than a restart of a process.
const sandbox = await startOwnSandbox({ webhookRetryMs: 500 });
for (const part of PARTS) await machine.start(part);
const people = await invitePeople();
const everybody = [
  ...people.sellers.map(({ user }) => user),
  ...people.searchers,
  ...people.importers,
  ...people.clerks,
];
const tally = createTally();
const streamed = { events: 0, reconnected: 0 };

await work(async () => pause(WARM_UP_MS));
const start = await takeSnapshot(machine, METRICS_TOKEN);
await work(() => killInTurn(FIRST_HALF));
const middle = await takeSnapshot(machine, METRICS_TOKEN);
await work(() => killInTurn([...SECOND_HALF, ...SECOND_HALF.toReversed()]));
const end = await takeSnapshot(machine, METRICS_TOKEN);
const open = await readOpen();
const promises = await countPromises(sandbox, people, tally, machine.kills.length);
await machine.stop();
rmSync(folder, { recursive: true, force: true });
tellWhatHappened();
report({ ...promises, ...toFigures() });

async function invitePeople() {
  const sellers = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const user = await buildUser({ plan: "pro" });
    await buildWebhook(user, { url: "http://pronto.recebe.example/" });
    sellers.push({ user, instance: await pairWhatsapp({ url: env.APP_URL }, sandbox, user) });
  }
  const build = (count: number, options: Parameters<typeof buildUser>[0]) =>
    Promise.all(Array.from({ length: count }, () => buildUser(options)));
  const others = {
    // Without a limit nothing would be charged.
    searchers: await build(4, { dailyLimit: 100_000 }),
    importers: await build(4, { plan: "pro" }),
    clerks: await build(4, { plan: "pro" }),
  };
  for (const user of [...others.searchers, ...others.clerks]) {
    await buildWebhook(user, { url: "http://pronto.recebe.example/" });
  }
  await execute(sql`UPDATE sessions SET expires_at = now() + interval '2 days'`);
  return { sellers, ...others };
}

/** Lets everybody work during `meanwhile`, and waits until all their requests are finished. */
async function work(meanwhile: () => Promise<unknown>): Promise<void> {
  const streams = holdStreams(env.APP_URL, everybody, STREAMS_EACH);
  const wanted = everybody.length * STREAMS_EACH;
  const areOpen = () =>
    until(() => streams.countOpen() === wanted, "every stream to be open", OPEN_WITHIN_MS).catch(
      (error: Error) => {
        throw new Error(`${error.message} ${streams.describe()}`);
      },
    );
  await areOpen();
  const stop = startLoad({ url: env.APP_URL, sandbox, people, tally });
  await meanwhile();
  await areOpen();
  await stop();
  streamed.events += streams.events;
  streamed.reconnected += streams.reconnected;
  streams.close();
  await drain();
}

/** Prints what is left when it takes too long: the table counts it at the end. */
async function drain(): Promise<void> {
  let left = "nothing that could be counted";
  const isOver = async () => {
    // The database may just have come back.
    const open = await readOpen().catch(() => null);
    if (!open) return false;
    left = JSON.stringify(open);
    if (Object.values(open).every((count) => count === 0)) return true;
    await pause(500);
    return false;
  };
  await until(isOver, "everything to be over", DRAINS_WITHIN_MS).catch((error: Error) =>
    console.log(`${error.message} ${left}`),
  );
}

async function killInTurn(victims: readonly Victim[]): Promise<void> {
  for (const victim of victims) {
    const next = Date.now() + BETWEEN_KILLS_MS;
    await machine.kill(victim);
    await pause(Math.max(0, next - Date.now()));
  }
}

function toFigures(): Figures {
  const figures: Figures = {
    kills: { value: machine.kills.length, holds: machine.kills.length >= 12 },
    "ended without a database": { value: machine.ended.withoutDatabase, holds: true },
    "ended by themselves": none(machine.ended.otherwise),
    "errors logged": { value: machine.lines.length, holds: true },
    "errors no kill explains": none(machine.unexplained().length),
    "failed calls": { value: tally.failures.length, holds: true },
    "failed calls no kill explains": none(findStrange().length),
    "events streamed": { value: streamed.events, holds: streamed.events > 0 },
    "streams opened again": { value: streamed.reconnected, holds: streamed.reconnected > 0 },
    "streams left": none(end.streams),
    "connections at the start": { value: start.connections, holds: true },
    "connections at the end": {
      value: end.connections,
      holds: end.connections <= start.connections + FEW,
    },
  };
  for (const [name, value] of Object.entries(open)) figures[`left: ${name}`] = none(value);
  for (const part of SPARED) {
    const [before, after] = [middle.processes[part], end.processes[part]];
    figures[`${part} MB at half-time`] = { value: before.MB, holds: true };
    figures[`${part} MB`] = { value: after.MB, holds: after.MB <= before.MB * MOST_GROWTH };
    const [live = 0, liveAfter = Number.NaN] = [before["live MB"], after["live MB"]];
    figures[`${part} live MB at half-time`] = { value: live, holds: true };
    figures[`${part} live MB`] = {
      value: liveAfter,
      holds: liveAfter <= live * MOST_LIVE_GROWTH + FEW_MB,
    };
    for (const name of ["descriptors", "sockets"] as const) {
      figures[`${part} ${name} at half-time`] = { value: before[name], holds: true };
      figures[`${part} ${name}`] = { value: after[name], holds: after[name] <= before[name] + FEW };
    }
  }
  for (const part of PARTS) {
    figures[`${part} temporary files`] = none(end.processes[part]["temporary files"]);
  }
  return figures;
}

function none(value: number) {
  return { value, holds: value === 0 };
}

function findStrange() {
  return tally.failures.filter(({ from, to }) => !machine.wasAway(["PostgreSQL", "web"], from, to));
}

/** Details for which the table has no room. */
function tellWhatHappened(): void {
  const seconds = Math.round(BETWEEN_KILLS_MS / 1_000);
  console.log(`SOAK_MINUTES=${MINUTES}, one of ${machine.kills.length} kills each ${seconds} s`);
  console.log(`done: ${[...tally.done].map(([what, count]) => `${what} ${count}`).join(", ")}`);
  const unexplained = new Set(machine.unexplained());
  const kinds = {
    "logged around a kill": machine.lines.filter((line) => !unexplained.has(line)),
    "logged otherwise": [...unexplained],
  };
  for (const [name, lines] of Object.entries(kinds)) {
    tellKinds(
      name,
      lines.map(({ part, text }) => `${part}: ${text}`),
    );
  }
  tellKinds(
    "failed otherwise",
    findStrange().map(({ what }) => what),
  );
  for (const [name, { processes }] of Object.entries({ start, middle, end })) {
    console.log(`${name}: ${JSON.stringify(processes)}`);
  }
}

function tellKinds(name: string, texts: string[]): void {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const [text, count] of counts) console.log(`${name}, ${count} times: ${text}`);
}
