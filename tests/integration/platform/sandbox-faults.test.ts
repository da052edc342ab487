import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createPairedInstance,
  discard,
  startTestSandbox,
  startWebhookReceiver,
  type TestSandbox,
  until,
  type WebhookReceiver,
  waitForState,
} from "@/sandbox/testing";
import { compiled } from "@/tests/support/commands";

let sandbox: TestSandbox;
let hook: WebhookReceiver;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  hook = await startWebhookReceiver();
});

afterEach(async () => {
  await discard(sandbox);
  await hook.close();
});

interface Ledger {
  total: number;
  messages: { id: string; toKey: string; text: string; status: string }[];
}

const send = (text = "Olá!", number = "5519987651234") =>
  sandbox.evolution("POST", "/message/sendText/vendas", { number, text });

const fault = (body: Record<string, unknown>) =>
  sandbox.control("POST", "/faults", { target: "evolution", ...body });

describe("faults", () => {
  it("loses an answer after accepting the message", async () => {
    await createPairedInstance(sandbox, "vendas");
    await fault({ kind: "lost-answer", path: "sendText", times: 1 });
    await expect(send("perdida")).rejects.toThrow("fetch failed");
    expect((await send("seguinte")).status).toBe(201);
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.map(({ text }) => text)).toEqual(["perdida", "seguinte"]);
  });

  it("answers a status with Retry-After and accepts nothing", async () => {
    await createPairedInstance(sandbox, "vendas");
    await fault({ kind: "status", path: "sendText", status: 429, retryAfterSeconds: 7, times: 1 });
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("7");
    expect((await sandbox.control<Ledger>("GET", "/ledger")).total).toBe(0);
  });

  it("duplicates webhooks", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url, events: ["MESSAGES_UPSERT"] });
    await fault({ kind: "duplicate-webhooks", path: "messages.upsert", copies: 20, times: 1 });
    const reply = { instance: "vendas", text: "Oi" };
    await sandbox.control("POST", "/phones/5519987651234/reply", reply);
    await until(() => hook.received.length === 20, "20 copies");
    expect(new Set(hook.received.map(({ data }) => data.key?.id)).size).toBe(1);
  });

  it("reorders webhooks", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url, events: ["MESSAGES_UPSERT"] });
    await fault({ kind: "reorder-webhooks", delayMs: 500 });
    for (const text of ["1", "2", "3"]) {
      await sandbox.control("POST", "/phones/5519987651234/reply", { instance: "vendas", text });
    }
    await until(() => hook.received.length === 3, "three messages");
    expect(hook.received[0]?.data.message?.conversation).not.toBe("1");
  });

  it("drops the connection and comes back; what arrived meanwhile follows", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    await fault({ kind: "disconnect", path: "sendText", times: 1, delayMs: 120 });
    expect(await send()).toMatchObject({
      status: 500,
      body: { status: 500, response: { message: "Connection Closed" } },
    });
    const reply = { instance: "vendas", text: "no escuro" };
    await sandbox.control("POST", "/phones/5519987651234/reply", reply);
    expect(hook.of("messages.upsert")).toHaveLength(0);
    await waitForState(sandbox, "vendas", "open");
    await until(() => hook.of("messages.upsert").length === 1, "the held message");
    expect(hook.of("connection.update").map(({ data }) => data.statusReason)).toContain(428);
  });

  it("bans a number: it closes with 403 and cannot pair again", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    await fault({ kind: "banned", instance: "vendas" });
    await until(
      () => hook.of("connection.update").some(({ data }) => data.statusReason === 403),
      "the ban",
    );
    expect((await send()).status).toBe(500);
    await sandbox.evolution("GET", "/instance/connect/vendas");
    const scan = { instance: "vendas", phone: "5511900010101" };
    await expect(sandbox.control("POST", "/scan", scan)).rejects.toThrow("banned");
    await sandbox.control("POST", "/scan", { instance: "vendas" });
    await waitForState(sandbox, "vendas", "open");
  });

  it("fails the share of calls it was told to, the same ones each time", async () => {
    await createPairedInstance(sandbox, "vendas");
    const statuses = async () => {
      await sandbox.control("DELETE", "/faults");
      await fault({ kind: "status", path: "sendText", status: 503, probability: 0.4 });
      const answers = [];
      for (let index = 0; index < 20; index++) answers.push((await send()).status);
      return answers;
    };
    const first = await statuses();
    expect(first).toContain(201);
    expect(first).toContain(503);
    expect(await statuses()).toEqual(first);
  });
});

describe("restarting", () => {
  it("keeps pairings and ledger, and phones go on reacting", async () => {
    await createPairedInstance(sandbox, "vendas", { url: hook.url });
    await sandbox.control("PUT", "/phones/5519987651234", { behaviour: "reads" });
    await send("antes");
    sandbox = await sandbox.restart();
    await waitForState(sandbox, "vendas", "open");
    await until(async () => {
      const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
      return messages.length === 1 && messages[0]?.status === "READ";
    }, "the message to be read");
    expect((await send("depois")).status).toBe(201);
  });

  it("cuts a torn last line and goes on from the line before", async () => {
    await createPairedInstance(sandbox, "vendas");
    await send("inteira");
    appendFileSync(join(sandbox.dataDir, "journal.jsonl"), '{"type":"message","mess');
    sandbox = await sandbox.restart();
    await waitForState(sandbox, "vendas", "open");
    await send("outra");
    sandbox = await sandbox.restart();
    const { messages } = await sandbox.control<Ledger>("GET", "/ledger");
    expect(messages.map(({ text }) => text)).toEqual(["inteira", "outra"]);
  });

  it("forgets everything on reset", async () => {
    await createPairedInstance(sandbox, "vendas");
    await send();
    await sandbox.control("POST", "/reset");
    sandbox = await sandbox.restart();
    expect((await sandbox.control<Ledger>("GET", "/ledger")).total).toBe(0);
    expect((await sandbox.evolution("GET", "/instance/fetchInstances")).body).toEqual([]);
  });

  it("loses nothing it confirmed when killed", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sandbox-kill-"));
    const first = await spawnSandbox(dataDir);
    const call = (url: string, method: string, path: string, body?: unknown) =>
      fetch(`${url}${path}`, {
        method,
        headers: { "content-type": "application/json", apikey: "k" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    await call(first.url, "POST", "/evolution/instance/create", {
      instanceName: "vendas",
      integration: "WHATSAPP-BAILEYS",
      qrcode: true,
    });
    await call(first.url, "POST", "/control/scan", { instance: "vendas" });
    const isOpen = (url: string) => async () => {
      const answer = await call(url, "GET", "/evolution/instance/connectionState/vendas");
      return (await answer.text()).includes('"open"');
    };
    await until(isOpen(first.url), "the pairing");
    const accepted: string[] = [];
    const sending = (async () => {
      for (let index = 0; ; index++) {
        const number = `55199876${String(50_000 + index)}`;
        const answer = await call(first.url, "POST", "/evolution/message/sendText/vendas", {
          number,
          text: "Oi",
        });
        if (answer.status === 201) accepted.push(((await answer.json()) as Sent).key.id);
      }
    })().catch(() => undefined);
    await until(() => accepted.length >= 30, "30 accepted messages");
    first.child.kill("SIGKILL");
    await sending;

    const second = await spawnSandbox(dataDir);
    await until(isOpen(second.url), "the pairing to be back");
    const answer = await call(second.url, "GET", "/control/ledger");
    const ids = new Set(((await answer.json()) as Ledger).messages.map(({ id }) => id));
    expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
    const ended = new Promise((resolve) => second.child.once("exit", resolve));
    second.child.kill("SIGTERM");
    expect(await ended).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  }, 40_000);
});

interface Sent {
  key: { id: string };
}

async function spawnSandbox(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, compiled("sandbox/main.ts"), {
    env: {
      ...process.env,
      SANDBOX_PORT: "0",
      SANDBOX_SMTP_PORT: "0",
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_PHONE_DELAY_MS: "20",
      EVOLUTION_API_KEY: "k",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = await until(() => /listening on (\S+)/.exec(printed)?.[1], "the sandbox");
  return { child, url };
}
