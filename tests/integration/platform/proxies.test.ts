// Own process: the number of proxies is read once.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { auth } from "@/lib/contracts/accounts/auth";
import { chat } from "@/lib/contracts/messaging/chat";
import type { ErrorBody } from "@/lib/contracts/shared/error-body";
import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";
import { until } from "@/sandbox/testing";
import { freePort } from "@/scripts/postgres.mjs";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { publish } from "@/server/platform/live/publish";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runBehindProxy } from "@/tests/support/environments";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

const root = join(import.meta.dirname, "../../..");

runBehindProxy();
runApi({ withoutLimits: true });
const folder = mkdtempSync(join(tmpdir(), "proxies-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Proxy {
  name: string;
  program: string;
  /** Writes the configuration of deploy/, without TLS and on these ports, and returns the arguments that use it. */
  configure(port: number): string[];
}

const NGINX: Proxy = {
  name: "nginx",
  program: "nginx",
  configure(port) {
    const shipped = readFileSync(join(root, "deploy/nginx/garimpo.conf"), "utf8")
      .replace(/server \{\s*listen 80;[\s\S]*?\n\}\n/, "")
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replace(/^\s*ssl_.*\n/gm, "")
      .replace("127.0.0.1:3000", `127.0.0.1:${env.PORT}`);
    const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(" ");
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${kept} ${shipped} }`,
    );
    return ["-e", "stderr", "-c", file];
  },
};

const CADDY: Proxy = {
  name: "Caddy",
  program: "caddy",
  configure(port) {
    const shipped = readFileSync(join(root, "deploy/caddy/Caddyfile"), "utf8")
      .replace("garimpo.example {", `http://127.0.0.1:${port} {`)
      .replace("127.0.0.1:3000", `127.0.0.1:${env.PORT}`);
    const file = join(folder, "Caddyfile");
    writeFileSync(file, `{\n\tadmin off\n}\n${shipped}`);
    return ["run", "--config", file, "--adapter", "caddyfile"];
  },
};

const isInstalled = ({ program }: Proxy) => spawnSync(program, ["-h"]).error === undefined;

describe.each([NGINX, CADDY])("behind $name (where it is installed)", (proxy) => {
  const runs = isInstalled(proxy);
  let running: ChildProcess | undefined;
  let behind: { url: string };
  beforeAll(async () => {
    if (!runs) return;
    const port = await freePort(0);
    behind = { url: `http://127.0.0.1:${port}` };
    running = spawn(proxy.program, proxy.configure(port), {
      stdio: "ignore",
      env: { ...process.env, HOME: folder },
    });
    await until(
      async () => (await fetch(`${behind.url}/api/health`).catch(() => null))?.status === 200,
      `${proxy.name} to pass requests on`,
    );
  });
  afterAll(() => void running?.kill("SIGTERM"));

  test.runIf(runs)("who claims another address keeps their own", async () => {
    const user = await buildUser();
    const hash = await hashPassword("a senha do teste", user.email);
    await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
    const answer = await callApi(
      behind,
      auth.login,
      { body: { email: user.email, password: "a senha do teste" } },
      { "x-forwarded-for": "6.6.6.6" },
    );
    expect(answer.status).toBe(200);
    const session = await firstRow(
      sql`SELECT ip FROM sessions WHERE user_id = ${user.personId} ORDER BY created_at DESC LIMIT 1`,
    );
    expect(session).toEqual({ ip: "127.0.0.1" });
  });

  test.runIf(runs)("an event arrives at once", async () => {
    const user = await buildUser();
    const stream = await openStream(behind, user);
    await until(() => stream.text.includes("retry:"), "the stream to open");
    await transaction(async () => publish(user.id, "whatsapp.status", { status: "CONNECTED" }));
    await until(() => stream.text.includes("CONNECTED"), "the event");
    stream.close();
  });

  test.runIf(runs)("the largest file reaches the product", async () => {
    const user = await buildUser();
    const query = { to: "5511988887777", file_name: "catalogo.pdf" };
    const answer = await fetch(`${behind.url}${endpointUrl(chat.sendMedia.path, {}, query)}`, {
      method: "POST",
      headers: { ...user.headers, "content-type": "application/octet-stream" },
      body: Buffer.alloc(MEDIA_MAX_BYTES.document, "%PDF-1.7 "),
    });
    // No phone is connected: the product says so, once it has the file.
    expect([answer.status, ((await answer.json()) as ErrorBody).code]).toEqual([
      409,
      "whatsapp_disconnected",
    ]);
  });
});
