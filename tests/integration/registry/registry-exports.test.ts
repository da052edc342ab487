import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registry } from "@/lib/contracts/registry/registry";
import { listenLocally } from "@/sandbox/listening";
import { ownerOfRow } from "@/server/platform/actor";
import { DatabaseClient } from "@/server/platform/db/connection";
import { env } from "@/server/platform/env";
import {
  downloadSheet,
  type Sheet,
  type SheetFormat,
} from "@/server/platform/spreadsheets/download";
import { exportRegistry } from "@/server/registry/registry/registry-export.service";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { importFolder, makeSample, returnToMonthBefore } from "@/tests/support/registry";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const TOO_SLOW = "A busca demorou demais.";
const OWNER = { ownerId: ownerOfRow(1) };
const INTERRUPTED = "EXPORTAÇÃO INTERROMPIDA: este arquivo está incompleto. Exporte de novo.";
let server: Server;
let answer: () => Promise<Response>;

beforeAll(async () => {
  await importFolder(makeSample({ rows: 300, month: "2026-10" }).folder);
  await importFolder(makeSample({ rows: 12_000 }).folder);
  server = createServer(getRequestListener(() => answer()));
  await listenLocally(server);
}, 60_000);
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What a client gets of a file, and whether it came to its end. */
async function download(sheet: Sheet, format: SheetFormat) {
  answer = () => downloadSheet(OWNER, sheet, format);
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
    return { text, ended: true };
  } catch {
    return { text, ended: false };
  }
}

async function* breakAfter(pages: number) {
  for (let page = 0; page < pages; page += 1) yield [[`página ${page}`]];
  throw new Error("a statement was cancelled");
}

test.each<SheetFormat>(["csv", "xlsx"])(
  "a %s that breaks off is a failed download",
  async (format) => {
    const sheet = { fileName: "x", columns: ["Nome"], pages: breakAfter(2) };
    const { text, ended } = await download(sheet, format);
    expect(ended).toBe(false);
    if (format === "csv")
      expect(text.split("\r\n").slice(1)).toEqual(["página 0", "página 1", INTERRUPTED, ""]);
  },
);

test("what fails before the first row is no file", async () => {
  const sheet = { fileName: "x", columns: ["Nome"], pages: breakAfter(0) };
  await expect(downloadSheet(OWNER, sheet, "csv")).rejects.toThrow("cancelled");
});

test("an export during which another month is served says that it is incomplete", async () => {
  const sheet = await exportRegistry({ situacao: "todas" });
  const pages = sheet.pages[Symbol.asyncIterator]();
  const first = await pages.next();
  async function* swapAfterFirst() {
    yield first.value ?? [];
    await returnToMonthBefore();
    yield* { [Symbol.asyncIterator]: () => pages };
  }
  const { text, ended } = await download({ ...sheet, pages: swapAfterFirst() }, "csv");
  expect(ended).toBe(false);
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 1_000 + 1);
  expect(text.trimEnd().endsWith(INTERRUPTED)).toBe(true);
  await returnToMonthBefore();
});

test("a statement that the database cancels is a 503 with a sentence, for a search and for an export", async () => {
  const user = await buildUser();
  const blocker = new DatabaseClient(env.DATABASE_URL);
  await blocker.connect();
  const cancel = new DatabaseClient(env.DATABASE_URL);
  await cancel.connect();
  try {
    // Loaded before the table is locked.
    await callApi(api, registry.search, { query: { cep: "01" } }, user.headers);
    await blocker.query("BEGIN; LOCK TABLE registry.establishments IN ACCESS EXCLUSIVE MODE");
    for (const path of [
      "/api/dados-receita?cep=01",
      "/api/registry/counts?cep=01",
      "/api/registry/export?cep=01",
    ]) {
      const answering = request<{ error: string; code: string }>(
        api,
        "GET",
        path,
        undefined,
        user.headers,
      );
      let answered = false;
      void answering.finally(() => {
        answered = true;
      });
      // As statement_timeout does, but sooner.
      while (!answered) {
        await cancel.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'garimpo registry' AND wait_event_type = 'Lock' AND datname = current_database()`,
        );
      }
      const { status, body } = await answering;
      expect({ path, status, code: body.code }).toEqual({ path, status: 503, code: "unavailable" });
      expect(body.error).toContain(TOO_SLOW);
    }
  } finally {
    await blocker.end();
    await cancel.end();
  }
});
