/**
 * 200 parallel bodies of 100 MB, to every kind of address; then 50 uploads of 19 MB from two accounts. The web must
 * stay small, answer everybody else, and say why it refuses.
 */
import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "../factories/users";
import { sendEndlessBody } from "../support/endless-body";
import { report } from "./report";
import { measurePeaks, readMemoryMb, startWebProcess, watchDuring } from "./web-process";
import { killProcess, startWorkerProcess } from "./worker-process";

const BODIES = 200;
const UPLOADS = 50;
const UPLOAD_BYTES = 19_000_000;
const SETTLE_MS = 5_000;

const [web, worker] = [await startWebProcess(), startWorkerProcess()];
const [reader, ...senders] = [await buildUser(), await buildUser(), await buildUser()];
const [sender = reader] = senders;
// Loads every part, so that the base is that of a running product.
await Promise.all(Array.from({ length: 100 }, () => get("/"), get("/api/leads", reader)));
await upload(sender, Buffer.from("Nome;Telefone\nPadaria;1133334444"));
await pause(SETTLE_MS);
const base = [web, worker].map(readMemoryMb);

const addresses = [
  { method: "POST", path: "/api/auth" },
  { method: "POST", path: "/api/auth/signin" },
  { method: "POST", path: "/api/webhooks/evolution/nobody" },
  { method: "GET", path: "/" },
  { method: "POST", path: "/dashboard" },
  { method: "POST", path: "/api/leads", headers: sender.headers },
  { method: "POST", path: "/api/imports?file_name=a.csv", headers: sender.headers },
];
let unanswered = 0;
const health = { calls: 0, failed: 0, slowestMs: 0 };
const peaks = await measurePeaks([web, worker], async () => {
  const seen = await watchDuring("/api/health", {}, () =>
    Promise.all(
      Array.from({ length: BODIES }, async (_, nth) => {
        const address = addresses[nth % addresses.length];
        if (!address) return;
        const { method, path, headers = {} } = address;
        const sent = await sendEndlessBody(env.APP_URL, method, path, {
          headers,
          chunked: nth % 2 === 0,
          withinMs: 90_000,
        });
        if (sent.status < 400 || sent.status >= 500) unanswered += 1;
      }),
    ),
  );
  Object.assign(health, seen);
});

const statuses = new Map<number, number>();
const reads = { calls: 0, failed: 0, slowestMs: 0 };
const line = `Padaria;1133334444;${"x".repeat(170)}\n`;
const rows = line.repeat(Math.floor(UPLOAD_BYTES / line.length));
const file = Buffer.from(`Nome;Telefone;Observações\n${rows}`);
const uploadPeaks = await measurePeaks([web, worker], async () => {
  const seen = await watchDuring("/api/leads", reader.headers, () =>
    Promise.all(
      Array.from({ length: UPLOADS }, async (_, nth) => {
        const status = await upload(senders[nth % senders.length] ?? sender, file);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    ),
  );
  Object.assign(reads, seen);
});
const both = await Promise.all([upload(reader, file), upload(reader, file)]);
await pause(SETTLE_MS);
const after = [web, worker].map(readMemoryMb);
await Promise.all([killProcess(web), killProcess(worker)]);

const stored = statuses.get(201) ?? 0;
const refused = (statuses.get(429) ?? 0) + (statuses.get(503) ?? 0);
report({
  "web base MB": { value: base[0] ?? 0, holds: true },
  "web peak of 200 × 100 MB": {
    value: peaks[0] ?? 0,
    holds: (peaks[0] ?? 0) - (base[0] ?? 0) <= 100,
  },
  "without a 4xx": { value: unanswered, holds: unanswered === 0 },
  "health checks": { value: health.calls, holds: health.calls > 0 },
  "failed health checks": { value: health.failed, holds: health.failed === 0 },
  "slowest health check ms": { value: health.slowestMs, holds: health.slowestMs < 2_000 },
  "web peak of 50 uploads MB": { value: uploadPeaks[0] ?? 0, holds: (uploadPeaks[0] ?? 0) < 400 },
  "uploads stored": { value: stored, holds: stored > 0 },
  "uploads refused with a reason": { value: refused, holds: stored + refused === UPLOADS },
  "two at once stored": { value: both.filter((status) => status === 201).length, holds: true },
  "failed reads": { value: reads.failed, holds: reads.failed === 0 },
  "slowest read ms": { value: reads.slowestMs, holds: reads.slowestMs < 1_000 },
  "web after MB": { value: after[0] ?? 0, holds: true },
  "worker base MB": { value: base[1] ?? 0, holds: true },
  "worker peak MB": {
    value: Math.max(peaks[1] ?? 0, uploadPeaks[1] ?? 0),
    holds: Math.max(peaks[1] ?? 0, uploadPeaks[1] ?? 0) < 400,
  },
  "worker after MB": { value: after[1] ?? 0, holds: true },
});

async function get(path: string, user?: TestUser): Promise<void> {
  const answer = await fetch(`${env.APP_URL}${path}`, { headers: user?.headers ?? {} });
  await answer.arrayBuffer();
}

/** Sends one buffer for any number of uploads: copies would keep this process busy and make the timing wrong. */
function upload(user: TestUser, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...user.headers, "content-type": "text/csv", "content-length": body.length };
    const path = "/api/imports?file_name=leads.csv";
    const request = httpRequest(`${env.APP_URL}${path}`, { method: "POST", headers });
    let status = 0;
    request.on("response", (response) => {
      status = response.statusCode ?? 0;
      response.resume().on("close", () => resolve(status));
    });
    // The connection may be closed after a refusal, before everything is sent.
    request.on("error", (error) => (status > 0 ? resolve(status) : reject(error)));
    request.end(body);
  });
}
