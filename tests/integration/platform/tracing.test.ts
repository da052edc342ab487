// Own process: spans go to the one collector that a process starts with.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ImportFile, imports } from "@/lib/contracts/leads/imports";
import { until } from "@/sandbox/testing";
import { env } from "@/server/platform/env";
import { closeQueues, countJobs } from "@/server/platform/jobs/enqueue";
import { logger } from "@/server/platform/logger";
import { createOtlp } from "@/server/platform/tracing/otlp";
import { startTracing } from "@/server/platform/tracing/tracing";
import { setSpans } from "@/server/platform/work";
import { callApi } from "@/tests/support/api";
import { runWithTraces } from "@/tests/support/environments";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";
import { startRecordedServer } from "@/tests/support/recorded-server";
import { runLoggedWorker } from "@/tests/support/worker-log";

const COLLECTOR_PORT = env.PORT + 2_000;
runWithTraces(COLLECTOR_PORT);

let collector: Awaited<ReturnType<typeof startRecordedServer>>;
let tracing: Awaited<ReturnType<typeof startTracing>>;
beforeAll(async () => {
  collector = await startRecordedServer(() => ({ body: {} }), COLLECTOR_PORT);
  tracing = await startTracing("web");
  await countJobs();
});
const outgoing = runOutgoing();
runLoggedWorker();
afterAll(async () => {
  await tracing?.close();
  await closeQueues();
  await collector.close();
});

type Value = { stringValue?: string; intValue?: number | string };
interface Span {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: Record<string, string | number | undefined>;
}

type Attribute = { key: string; value: Value };
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
}

const readAttributes = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  );

/** All spans that the collector has received so far. */
function readSpans(): Span[] {
  return collector.requests.flatMap(({ body }) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          service: String(readAttributes(resource.attributes)["service.name"]),
          attributes: readAttributes(span.attributes),
        })),
      ),
    ),
  );
}

const untilSpan = (what: string, isIt: (span: Span) => boolean) =>
  until(async () => readSpans().find(isIt), what, 60_000);

test("a request, its job, what the job causes and whom that calls are one trace, without people", async () => {
  await outgoing.build();
  const { id: ownerId, email, token, headers } = outgoing.owner;
  const people = {
    name: "Padaria do Canário",
    number: "11987654399",
    mail: "maria@canario.example",
  };
  const response = await fetch(`${outgoing.api.url}/api/imports?file_name=leads.csv`, {
    method: "POST",
    headers,
    body: `nome;whatsapp;e-mail\n${people.name};${people.number};${people.mail}`,
  });
  const uploaded = (await response.json()) as { import: { id: number }; file: ImportFile };
  const { id } = uploaded.import;
  const started = await callApi(
    outgoing.api,
    imports.start,
    { params: { id }, body: { mapping: uploaded.file.mapping, mode: "skip" } },
    headers,
  );
  await fetch(`${outgoing.api.url}/api/leads?search=${people.mail}`, { headers });
  const requestId = started.headers.get("x-request-id");
  const call = await untilSpan("the call", ({ name }) => name === "POST recebe.example");
  const request = await untilSpan(
    "the request",
    ({ kind, attributes }) => kind === 2 && attributes["garimpo.request_id"] === requestId,
  );
  const job = await untilSpan("the job", ({ parentSpanId }) => parentSpanId === request.spanId);
  const delivery = await untilSpan("the delivery", ({ spanId }) => spanId === call.parentSpanId);
  await untilSpan("the search", ({ attributes }) => attributes["http.route"] === "/api/leads");

  expect(request).toMatchObject({
    service: "garimpo-web",
    name: "POST /api/imports/{id}/start",
    attributes: {
      "http.route": "/api/imports/{id}/start",
      "http.response.status_code": 202,
      "garimpo.owner_id": ownerId,
    },
  });
  expect(request.parentSpanId ?? "").toBe("");
  expect(job).toMatchObject({
    service: "garimpo-worker",
    name: "imports.run",
    kind: 5,
    attributes: { "garimpo.owner_id": ownerId, "garimpo.request_id": requestId },
  });
  expect(job.attributes["garimpo.sql.statements"]).toBeGreaterThan(3);
  expect(delivery).toMatchObject({ name: "webhooks.deliver", parentSpanId: job.spanId });
  expect(call).toMatchObject({ kind: 3, attributes: { "http.response.status_code": 200 } });
  expect(new Set([request, job, delivery, call].map(({ traceId }) => traceId)).size).toBe(1);

  const told = collector.requests.map(({ path, body }) => `${path} ${body}`).join("\n");
  for (const secret of [...Object.values(people), email, token, "ganchos", "SELECT", "INSERT"]) {
    expect(told).not.toContain(secret);
  }
});

test("a refusal is no failure", async () => {
  const { status } = await fetch(`${outgoing.api.url}/api/metrics`);
  expect(status).toBe(404);
  const refused = await untilSpan(
    "the refusal",
    ({ attributes }) => attributes["http.response.status_code"] === 404,
  );
  expect(refused.status.code ?? 0).toBe(0);
});

test("without an address nothing of the SDK is loaded", () => {
  const script = `
    import { createRequire } from "node:module";
    import { startTracing } from "@/server/platform/tracing/tracing";
    import "@/workers/start";
    console.log(await startTracing("worker"));
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(loaded.some((file) => file.includes("@opentelemetry/sdk-trace")));`;
  const run = (endpoint: string) =>
    execFileSync(
      process.execPath,
      [...["--import", "tsx", "--input-type=module"], ...["-e", script]],
      {
        cwd: join(import.meta.dirname, "../../.."),
        env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
        encoding: "utf8",
      },
    );
  expect(run("")).toBe("null\nfalse\n");
  expect(run("http://127.0.0.1:9")).toContain("\ntrue\n");
});

describe("a collector that is no good costs requests nothing", () => {
  const REQUESTS = 300;
  /** An export is given up after 10 s: a request that waited for one would take as long. */
  const MOST_MS = 5_000;
  const callMany = async () => {
    for (let nth = 0; nth < REQUESTS; nth += 1) {
      const signal = AbortSignal.timeout(MOST_MS);
      const { status } = await fetch(`${outgoing.api.url}/api/health`, { signal });
      expect(status).toBe(200);
    }
  };
  /** Traces go to `url` while `work` runs. */
  const tracedTo = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
    const { start, close } = createOtlp(url, "web");
    setSpans(start);
    try {
      return await work();
    } finally {
      setSpans(undefined);
      void close().catch(() => undefined);
    }
  };
  beforeAll(() => setSpans(undefined));

  test("away", async () => {
    await tracedTo("http://127.0.0.1:9", callMany);
  });

  test("silent", async () => {
    const silent = await startRecordedServer(() => new Promise<never>(() => undefined));
    try {
      await tracedTo(silent.url, async () => {
        await callMany();
        await until(async () => silent.requests.length > 0, "an export");
        await callMany();
      });
    } finally {
      await silent.close();
    }
  });

  test("failing: the log has one line of many", async () => {
    const failing = await startRecordedServer(() => ({ status: 500, body: {} }));
    const warn = logger.warn;
    const error = "Internal Server Error";
    const lines: object[] = [];
    logger.warn = (line: { error?: string }) => {
      if (line.error === error) lines.push(line);
    };
    try {
      await tracedTo(failing.url, async () => {
        for (let batches = 1; batches <= 3; batches += 1) {
          await callMany();
          await until(async () => failing.requests.length >= batches, "an export");
        }
      });
    } finally {
      logger.warn = warn;
      await failing.close();
    }
    expect(lines).toEqual([{ lost: expect.any(Number), error }]);
  });
});
