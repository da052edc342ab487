import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues, countJobs } from "@/server/platform/jobs/enqueue";
import { logger } from "@/server/platform/logger";
import { callApi, request } from "@/tests/support/api";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";
import { type LogLine, runLoggedWorker } from "@/tests/support/worker-log";

const outgoing = runOutgoing();
const { api } = outgoing;
const worker = runLoggedWorker();
afterAll(closeQueues);

/** What this process, which is the web, logs of its requests. */
const requests: (LogLine & { endpoint: string })[] = [];
const log = logger.info;
beforeAll(async () => {
  // Opens the queues: a job that is longer on its way than the sweep's two seconds has lost to it.
  await countJobs();
  logger.info = (line: object, msg?: string) => {
    if (msg === "request") requests.push({ ...line, msg } as (typeof requests)[number]);
  };
});
afterAll(() => {
  logger.info = log;
});

const readId = ({ headers }: { headers: Headers }) => headers.get("x-request-id") ?? "";

async function startImport(rows: string[]) {
  const { headers } = outgoing.owner;
  const response = await fetch(`${api.url}/api/imports?file_name=leads.csv`, {
    method: "POST",
    headers,
    body: ["nome;whatsapp", ...rows].join("\n"),
  });
  const uploaded = (await response.json()) as { import: { id: number }; file: ImportFile };
  const { id } = uploaded.import;
  const body = { mapping: uploaded.file.mapping, mode: "skip" as const };
  const started = await callApi(api, imports.start, { params: { id }, body }, headers);
  expect(started.status).toBe(202);
  return { id, requestId: readId(started) };
}

test("what a request begins is logged with its id, and so is what that leads to", async () => {
  await outgoing.build();
  const { id, requestId } = await startImport(["Padaria;11987654321"]);
  const jobs = await Promise.all([
    worker.untilLogged(
      "the import",
      ({ jobId }) => jobId?.startsWith(`imports.run-${id}-`) === true,
    ),
    worker.untilLogged("the webhook of its lead", ({ job }) => job === "webhooks.deliver"),
  ]);
  expect(jobs.map((line) => line.requestId)).toEqual([requestId, requestId]);
  const own = requests.find((line) => line.requestId === requestId);
  expect(own).toMatchObject({ endpoint: "POST /api/imports/{id}/start" });
});

test("a mail that a job causes has the id of the request that began the job", async () => {
  const { personId: id, headers } = outgoing.owner;
  const password = "senha-de-quem-pede";
  await execute(
    sql`UPDATE users SET password_hash = ${await hashPassword(password, "test")} WHERE id = ${id}`,
  );
  const body = { current_password: password };
  const asked = await callApi(api, accountExports.create, { body }, headers);
  expect(asked.status).toBe(202);
  await worker.untilLogged("the archive", ({ job }) => job === "accounts.archive");
  const mail = await worker.untilLogged(
    "the mail",
    ({ job, requestId }) => job === "mails.send" && requestId === readId(asked),
  );
  expect(mail.requestId).toBe(readId(asked));
});

test("what waited for another row of its owner does not get that one's id", async () => {
  const first = await startImport(
    Array.from({ length: 4_000 }, (_, nth) => `Empresa ${nth};119${60_000_000 + nth}`),
  );
  const second = await startImport(["Padaria;11987654322"]);
  const isOf = (id: number) => (line: LogLine) =>
    line.jobId?.startsWith(`imports.run-${id}-`) === true;
  await worker.untilLogged("the first", isOf(first.id));
  await worker.untilLogged("the second", isOf(second.id));
  const told = worker.lines.filter(isOf(second.id)).map(({ requestId }) => requestId);
  expect(told).toContain(second.requestId);
  expect(told).not.toContain(first.requestId);
});

test("an id from outside is not taken, whatever it is", async () => {
  for (const given of [randomUUID(), "x".repeat(8_000), '{"level":60}']) {
    const answer = await request(api, "GET", "/api/health", undefined, {
      "x-request-id": given,
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    });
    expect(readId(answer)).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(requests)).not.toContain(given);
    expect(readId(answer)).not.toBe(given);
  }
});
