import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, fetch, type Headers } from "undici";
import { listenLocally } from "./listening";
import type { SandboxOptions } from "./options";
import type { Sandbox } from "./server";

export interface TestSandbox extends Sandbox {
  dataDir: string;
  evolutionApiKey: string;
  /** Closes the sandbox and starts another on the same data folder and port. */
  restart(): Promise<TestSandbox>;
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  evolution<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer<Body>>;
}

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Starts a sandbox with fast phones in a temporary data folder. */
export async function startTestSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "sandbox-"));
  const chosen = {
    port: 0,
    phoneDelayMs: 20,
    evolutionApiKey: "test-key",
    webhookRetryMs: 20,
    ...options,
    dataDir,
  };
  // Most of those who import this file start no sandbox.
  const { startSandbox } = await import("./server");
  const sandbox = await startSandbox(chosen);
  const { url } = sandbox;
  return {
    ...sandbox,
    dataDir,
    evolutionApiKey: chosen.evolutionApiKey,
    async restart() {
      await sandbox.close();
      return startTestSandbox({ ...chosen, port: Number(new URL(url).port) });
    },
    async control<T>(method: string, path: string, body?: unknown): Promise<T> {
      const { status, body: answer } = await ask<T>(method, `${url}/control${path}`, body);
      if (status >= 400) throw new Error(`${method} /control${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    evolution: (method, path, body, key = chosen.evolutionApiKey) =>
      ask(method, `${url}/evolution${path}`, body, { apikey: key }),
  };
}

export async function discard(sandbox: TestSandbox): Promise<void> {
  await sandbox.close();
  rmSync(sandbox.dataDir, { recursive: true, force: true });
}

/** Polls until `check` returns something other than null, undefined or false. */
export async function until<T>(
  check: () => T | Promise<T>,
  what: string,
  deadlineMs = 60_000,
): Promise<Exclude<NonNullable<T>, false>> {
  const end = performance.now() + deadlineMs;
  while (performance.now() < end) {
    const found = await check();
    if (found !== null && found !== undefined && found !== false)
      return found as Exclude<NonNullable<T>, false>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Gave up waiting for ${what}.`);
}

/** The event fields that tests read; each event has only some of them. */
interface WebhookData {
  state?: string;
  statusReason?: number;
  status?: string;
  keyId?: string;
  key?: { id: string; remoteJid: string; fromMe: boolean; remoteJidAlt?: string };
  message?: { conversation: string };
  qrcode?: { code: string };
}

interface ReceivedWebhook {
  event: string;
  instance: string;
  data: WebhookData;
  path: string;
  headers: IncomingHttpHeaders;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  of(event: string): ReceivedWebhook[];
  /** Response statuses of the next posts; 200 afterwards. */
  answerNext(...statuses: number[]): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ReceivedWebhook;
      received.push({ ...body, path: request.url ?? "", headers: request.headers });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  const listened = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${listened}/hook`,
    received,
    of: (event) => received.filter((each) => each.event === event),
    answerNext: (...next) => {
      statuses.push(...next);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates an instance and pairs a phone with it. */
export async function createPairedInstance(
  sandbox: TestSandbox,
  name: string,
  webhook?: Record<string, unknown>,
): Promise<void> {
  await sandbox.evolution("POST", "/instance/create", {
    instanceName: name,
    integration: "WHATSAPP-BAILEYS",
    qrcode: true,
    ...(webhook !== undefined && { webhook }),
  });
  await sandbox.control("POST", "/scan", { instance: name });
  await waitForState(sandbox, name, "open");
}

export function waitForState(sandbox: TestSandbox, name: string, state: string): Promise<true> {
  return until(async () => {
    const { body } = await sandbox.evolution<{ instance: { state: string } }>(
      "GET",
      `/instance/connectionState/${name}`,
    );
    return body.instance.state === state ? (true as const) : null;
  }, `${name} to be ${state}`);
}

/** No keep-alive: a restarted sandbox has the same port, and a call on an old connection would fail. */
const NO_KEEP_ALIVE = new Agent({ pipelining: 0 });

async function ask<Body>(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const response = await fetch(url, {
    dispatcher: NO_KEEP_ALIVE,
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text === "" ? null : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, body: answer };
}
