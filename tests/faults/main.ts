/**
 * npm run faults [name]: breaks the running product on purpose and counts, from the sandbox's ledger, what was lost
 * and what was sent twice. Each fault runs on both queue backends, in a child process. Exits 1 when a promise does
 * not hold.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileIfChanged } from "@/scripts/compile.mjs";
import { lastingPort } from "@/scripts/postgres.mjs";
import { startRedis } from "@/scripts/redis.mjs";
import { copyTemplate } from "../support/database";
import { preparePostgres } from "../support/postgres";
import type { Figures } from "./report";
import { nodeArguments } from "./worker-process";

const FAULTS = [
  "worker-killed",
  "worker-killed-mid-send",
  "worker-stopped",
  "restored-copy",
  "campaign-stopped",
  "slots-doubled",
  "campaign-model",
  "many-owners",
  "owner-floods",
  "redis-lost",
  "postgres-killed",
  "worker-frozen",
  "socket-owner-killed",
  "ears-troubled",
  "socket-cut",
  "quota-hit-and-lifted",
  "sequence-races",
  "sequences-killed",
  "gateway-troubled",
  "gateway-unclear",
  "twin-numbers",
  "three-numbers",
  "late-history",
  "webhooks-shuffled",
  "answers-killed",
  "payments-shuffled",
  "searches-killed",
  "import-killed",
  "registry-import-killed",
  "big-bodies",
  "slow-bodies",
  "hostile-files",
  "hostile-pages",
  "launcher-killed",
  "upgrade",
  "soak",
];

/** Takes an hour on each queue, so it runs only by its name, not with all faults. */
const BY_NAME_ONLY = ["soak"];

/** Faults of Redis itself. */
const WITH_REDIS_ONLY = ["redis-lost"];

/** Faults that do not involve the queue. */
const WITHOUT_REDIS_ONLY = ["upgrade"];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !FAULTS.includes(name));
if (unknown.length > 0)
  throw new Error(`No such fault: ${unknown.join(", ")}. There is: ${FAULTS.join(", ")}`);
const redis = await startRedis();
if (!redis) console.log("No redis-server on this machine: the Redis half is left out.");
await compileIfChanged();
const postgres = await preparePostgres();
let broken = false;

const usual = FAULTS.filter((name) => !BY_NAME_ONLY.includes(name));
for (const fault of wanted.length > 0 ? wanted : usual) {
  for (const backend of redis ? ["postgres", "redis"] : ["postgres"]) {
    const elsewhere = backend === "postgres" ? WITH_REDIS_ONLY : WITHOUT_REDIS_ONLY;
    if (elsewhere.includes(fault)) continue;
    const database = await copyTemplate(postgres);
    const startedAt = Date.now();
    const mediaFolder = mkdtempSync(join(tmpdir(), "fault-media-"));
    const figures = await runFault(fault, {
      DATABASE_URL: database.url,
      MEDIA_DIR: mediaFolder,
      ...(backend === "redis" && { REDIS_URL: `${redis?.url}/${FAULTS.indexOf(fault) + 1}` }),
    }).catch((error: Error): Figures => ({ [error.message]: { value: 1, holds: false } }));
    const held = Object.values(figures).every(({ holds }) => holds);
    broken ||= !held;
    const words = Object.entries(figures).map(
      ([name, { value, holds }]) => `${name} ${value}${holds ? "" : " (!)"}`,
    );
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${held ? "ok  " : "FAIL"} ${fault} on ${backend}: ${words.join(", ")} (${seconds} s)`,
    );
    await database.drop();
    rmSync(mediaFolder, { recursive: true, force: true });
  }
}
redis?.stop();
process.exit(broken ? 1 : 0);

/** The environment is complete before the product is imported. */
async function runFault(name: string, place: Record<string, string>): Promise<Figures> {
  const [port, sandboxPort, whatsappPort] = [
    await lastingPort(),
    await lastingPort(),
    await lastingPort(),
  ];
  const child = fork(join(import.meta.dirname, `${name}.ts`), [], {
    execArgv: nodeArguments(),
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "test",
      LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
      AUTH_SECRET: "a secret that only the faults know, long enough",
      PORT: String(port),
      APP_URL: `http://127.0.0.1:${port}`,
      SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
      WHATSAPP_WEB_URL: `ws://127.0.0.1:${whatsappPort}/ws/chat?access_token=test`,
      EVOLUTION_API_KEY: "test-key",
      CAMPAIGN_PAUSE_MIN_MS: "5",
      CAMPAIGN_PAUSE_MAX_MS: "25",
      CRAWLER_DELAY_MS: "0",
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => /^FAULT_/.test(key))),
      CUT_MINUTES: process.env["CUT_MINUTES"] ?? "2",
      SOAK_MINUTES: process.env["SOAK_MINUTES"] ?? "60",
      ...place,
    },
  });
  return new Promise((resolve, reject) => {
    child.once("message", (figures) => resolve(figures as Figures));
    child.once("exit", (code) => reject(new Error(`${name} ended (${code}) without a report.`)));
  });
}
