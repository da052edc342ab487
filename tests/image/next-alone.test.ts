import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { BUILD_ONLY_ENV } from "@/scripts/build.mjs";
import { lastingPort } from "@/scripts/postgres.mjs";
import { IS_ALL } from "../support/cases";

/** A host that runs only Next: `next build` and `next start` serve pages and the API, without the front door. */

const root = join(import.meta.dirname, "../..");
const NEXT = "node_modules/next/dist/bin/next";
const NOT_COPIED = [".git", ".next", ".data", "node_modules", "screens", "test-results", "bench"];

describe.runIf(IS_ALL)("Next alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "next-alone-"));
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    for (const name of readdirSync(root)) {
      if (!NOT_COPIED.includes(name))
        cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    // Links take no space; another disk has none.
    const linked = spawnSync("cp", ["-al", join(root, "node_modules"), folder]);
    if (linked.status !== 0) execFileSync("cp", ["-a", join(root, "node_modules"), folder]);
    execFileSync(process.execPath, [NEXT, "build"], {
      ...{ cwd: folder, stdio: "pipe" },
      env: { ...process.env, ...BUILD_ONLY_ENV, NODE_ENV: "production", GARIMPO_PAGES_ONLY: "" },
    });
    const port = await lastingPort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [NEXT, "start", "-p", String(port), "-H", "127.0.0.1"], {
      ...{ cwd: folder, stdio: "ignore" },
      env: { ...process.env, NODE_ENV: "production", APP_URL: url, PORT: String(port) },
    });
    await until(
      async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok,
      "Next",
      60_000,
    );
  }, 600_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => server?.once("exit", resolve));
    if (server?.kill("SIGTERM")) await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(
    method: string,
    path: string,
    token: string,
    body?: BodyInit,
    type = "application/json",
  ) {
    const headers = { ...(body && { "content-type": type }), ...(token && { token }) };
    const answer = await fetch(`${url}${path}`, { method, headers, body: body ?? null });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  test("serves the screens, and the API from registering to an imported file", async () => {
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Garimpo");
    const person = { name: "Ana", email: "ana@next.example", whatsapp: "11999990000" };
    const password = "uma senha bem comprida";
    expect(
      await call("POST", "/api/create_user", "", JSON.stringify({ ...person, password })),
    ).toMatchObject({ status: 201 });
    const { body } = await call(
      "POST",
      "/api/auth",
      "",
      JSON.stringify({ email: person.email, password }),
    );
    const token = String(body["token"]);
    expect(await call("GET", "/api/leads", "")).toMatchObject({ status: 401 });
    const lead = JSON.stringify({ name: "Padaria Sol", whatsapp: "11988887777" });
    expect(await call("POST", "/api/leads", token, lead)).toMatchObject({ status: 201 });
    expect(await call("GET", "/api/leads?page=1", token)).toMatchObject({
      status: 200,
      body: { leads: [{ name: "Padaria Sol" }] },
    });
    // A file is read in a thread of its own.
    const numbers = "telefone\n11977776666\n";
    expect(
      await call("POST", "/api/opt-outs/import", token, numbers, "application/octet-stream"),
    ).toMatchObject({ status: 200, body: { added: 1 } });
    expect(await call("GET", "/api/nothing", token).catch(() => "no JSON")).toBe("no JSON");
  });
});
