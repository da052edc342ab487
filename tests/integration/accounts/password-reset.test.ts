import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { users } from "@/lib/contracts/accounts/users";
import type { Mail } from "@/sandbox/store/store";
import { discard, type TestSandbox, until } from "@/sandbox/testing";
import { freePort } from "@/scripts/postgres.mjs";
import { checkCredentials } from "@/server/accounts/users/login.service";
import { openSignedIn } from "@/server/accounts/users/sign-in.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { mailWork } from "@/server/platform/mail/mail-delivery.service";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runWorkers } from "@/tests/support/running";
import { startOwnSandbox } from "@/tests/support/whatsapp";

const smtpPort = Number(new URL(env.SMTP_URL ?? "").port);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startOwnSandbox({ smtpPort });
});
afterAll(() => discard(sandbox));
const api = runApi({ withoutLimits: true });
runWorkers();

const ask = (email: string) => callApi(api, auth.requestReset, { body: { email } });

const confirm = (token: string, new_password = "uma senha nova") =>
  callApi(api, auth.confirmReset, { body: { token, new_password } });

const logIn = (email: string, password: string) =>
  callApi(api, auth.login, { body: { email, password } });

async function mailsTo(email: string): Promise<Mail[]> {
  const mails = await sandbox.control<Mail[]>("GET", "/mails");
  return mails.filter(({ to }) => to.includes(email));
}

/** The token of the last of `count` links. */
async function mailedToken(email: string, count = 1): Promise<string> {
  const tokens = await until(async () => {
    const texts = (await mailsTo(email)).map(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1]);
    const found = texts.filter((token) => token !== undefined);
    return found.length >= count && found;
  }, "the mail");
  return tokens.at(-1) ?? "";
}

describe("recovery", () => {
  test("mails a link, in Portuguese, that sets a new password once and ends every session", async () => {
    const user = await buildUser();
    const answer = await ask(user.email.toUpperCase());
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const token = await mailedToken(user.email);
    const [mail] = await mailsTo(user.email);
    expect(mail).toMatchObject({ subject: "Crie uma nova senha no Garimpo" });
    expect(mail?.text).toContain(`${env.APP_URL}/reset_password?token=`);
    expect(mail?.html).toContain("Criar nova senha");

    expect((await confirm(token)).status).toBe(200);
    for (const headers of [
      { token: user.token },
      { authorization: user.token },
      { authorization: `Bearer ${user.token}` },
    ] as Record<string, string>[]) {
      expect((await callApi(api, users.me, {}, headers)).status).toBe(401);
    }
    expect((await logIn(user.email, "uma senha nova")).status).toBe(200);
    expect(await confirm(token, "outra senha nova")).toMatchObject({
      status: 400,
      body: { error: "Token inválido ou ausente.", code: "invalid_input" },
    });
    expect((await logIn(user.email, "uma senha nova")).status).toBe(200);
  });

  test("a sign-in whose password was checked before the reset opens no session after it", async () => {
    const user = await buildUser();
    await ask(user.email);
    await confirm(await mailedToken(user.email), "a senha de antes");
    await ask(user.email);
    const token = await mailedToken(user.email, 2);
    const client = { ip: "127.0.0.1", userAgent: null, kind: "browser" } as const;
    const from = { network: "127.0.0.1", known: true };
    const checked = await checkCredentials(
      { email: user.email, password: "a senha de antes" },
      client,
      from,
    );
    expect((await confirm(token)).status).toBe(200);
    await expect(openSignedIn(checked, client, from.network)).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    expect(
      await rows(
        sql`SELECT 1 FROM sessions WHERE user_id = ${user.personId} AND revoked_at IS NULL`,
      ),
    ).toEqual([]);
  });

  test("ten uses of one token at once: exactly one sets its password", async () => {
    const user = await buildUser();
    await ask(user.email);
    const token = await mailedToken(user.email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => confirm(token, `senha número ${at}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(user.email, `senha número ${winner}`)).status).toBe(200);
  });

  test("a new request replaces the previous link; an hour later a link is invalid", async () => {
    const user = await buildUser();
    await ask(user.email);
    const first = await mailedToken(user.email);
    await ask(user.email);
    const second = await mailedToken(user.email, 2);
    expect((await confirm(first)).status).toBe(400);
    await execute(
      sql`UPDATE password_resets SET expires_at = now() - interval '1 second' WHERE user_id = ${user.personId}`,
    );
    expect((await confirm(second)).status).toBe(400);
  });

  test("stores the token only encrypted, and not at all once the mail is sent", async () => {
    const user = await buildUser();
    await ask(user.email);
    const token = await mailedToken(user.email);
    const sent = await until(
      () =>
        firstRow(
          sql`SELECT m::text AS mail, r::text AS reset FROM mails m JOIN password_resets r USING (user_id)
              WHERE m.user_id = ${user.personId} AND m.sent_at IS NOT NULL AND m.sealed_link IS NULL`,
        ),
      "the mail to be marked as sent",
    );
    expect(JSON.stringify(sent)).not.toContain(token);
  });

  test("answers the same for an unknown e-mail and an inactive account, and mails neither", async () => {
    const known = await buildUser();
    const inactive = await buildUser();
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${inactive.id}`);
    const emails = [known.email, inactive.email, "ninguem@teste.example"];
    const answers = [];
    for (const email of emails) answers.push(await ask(email));
    const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
    for (const other of others) expect(other).toEqual(first);
    await mailedToken(known.email);
    expect(await mailsTo(inactive.email)).toEqual([]);
    expect(await mailsTo("ninguem@teste.example")).toEqual([]);
  });

  test("words what is missing", async () => {
    expect((await request(api, "POST", "/api/reset_password", {})).body).toMatchObject({
      error: "Informar o e-mail para recuperação!",
    });
    const confirmed = (body: object) => request(api, "POST", "/api/reset_password_confirm", body);
    expect(await confirmed({ new_password: "uma senha nova" })).toMatchObject({
      status: 400,
      body: { error: "Não autorizado!" },
    });
    expect(await confirmed({})).toMatchObject({ status: 400, body: { error: "Não autorizado!" } });
    expect(await confirmed({ token: "x", new_password: "curta" })).toMatchObject({
      status: 400,
      body: { error: "A senha deve conter ao menos 8 caracteres!" },
    });
    expect(await confirmed({ token: "x", new_password: "uma senha", admin: true })).toMatchObject({
      status: 400,
      body: { fields: { admin: "Campo desconhecido." } },
    });
  });

  test("mails per account are limited, and the answer stays the same", async () => {
    const user = await buildUser();
    for (let turn = 0; turn < 7; turn += 1) {
      await execute(sql`DELETE FROM rate_limits`);
      expect((await ask(user.email)).status).toBe(200);
    }
    const [count] = await rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM mails WHERE user_id = ${user.personId}`,
    );
    expect(count?.count).toBe(5);
  });

  test("repeated requests for one e-mail get a Retry-After", async () => {
    const answers = [];
    for (let turn = 0; turn < 6; turn += 1) answers.push(await ask("insiste@teste.example"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("outra@teste.example")).status).toBe(200);
  });
});

const deliver = (mailId: number) => workOnRow(mailWork, mailId, new AbortController().signal);

describe("a mail server that is away", () => {
  test("fails no request; the mail is tried again later and sent once", async () => {
    const user = await buildUser();
    await sandbox.close();
    expect((await ask(user.email)).status).toBe(200);
    const mail = await until(
      () =>
        firstRow<{ id: number; attempts: number; wait_s: number }>(
          sql`SELECT id, attempts, extract(epoch FROM resume_at - now())::int AS wait_s FROM mails
              WHERE user_id = ${user.id} AND attempts = 1 AND sent_at IS NULL AND failed_at IS NULL
                AND resume_at < now() + interval '10 seconds'`,
        ),
      "the first attempt to fail",
    );
    sandbox = await startOwnSandbox({ smtpPort, dataDir: sandbox.dataDir });
    await execute(
      sql`UPDATE mails SET resume_at = now() - interval '1 millisecond' WHERE id = ${mail.id}`,
    );
    await mailedToken(user.email);
    await until(
      () => firstRow(sql`SELECT 1 FROM mails WHERE id = ${mail.id} AND sent_at IS NOT NULL`),
      "the mail to be marked as sent",
    );
    await Promise.all(Array.from({ length: 5 }, () => deliver(mail.id)));
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  test("ten workers at once make one attempt", async () => {
    const user = await buildUser();
    const row = await firstRow<{ id: number }>(
      sql`INSERT INTO mails (user_id, kind, sealed_link, expires_at, resume_at)
          VALUES (${user.personId}, 'welcome', 'sealed by nobody', now() + interval '1 hour', now() + interval '1 hour')
          RETURNING id`,
    );
    const id = row?.id ?? 0;
    await execute(
      sql`UPDATE mails SET resume_at = now() - interval '1 millisecond' WHERE id = ${id}`,
    );
    await Promise.all(Array.from({ length: 10 }, () => deliver(id)));
    expect(
      await firstRow(
        sql`SELECT attempts, failed_at IS NOT NULL AS failed FROM mails WHERE id = ${id}`,
      ),
    ).toEqual({ attempts: 1, failed: true });
  });

  test("a mail with a permanent failure is given up and its link deleted", async () => {
    const user = await buildUser();
    const row = await firstRow<{ id: number }>(
      sql`INSERT INTO mails (user_id, kind, sealed_link, expires_at, attempts)
          VALUES (${user.personId}, 'welcome', 'x', now() + interval '1 hour', 10) RETURNING id`,
    );
    await until(
      () =>
        firstRow(
          sql`SELECT 1 FROM mails WHERE id = ${row?.id} AND failed_at IS NOT NULL AND sealed_link IS NULL`,
        ),
      "the sweep",
    );
  });
});

test("no token and no password reaches a log", async () => {
  const canary = "canario-5f1c-segredo";
  const port = await freePort(0);
  const script = `
    const { startApi, callApi } = await import("./tests/support/api.ts");
    const { auth } = await import("./lib/contracts/accounts/auth.ts");
    const { users } = await import("./lib/contracts/accounts/users.ts");
    const { closeDatabase } = await import("./server/platform/db/sql.ts");
    const { closeQueues } = await import("./server/platform/jobs/enqueue.ts");
    const api = await startApi();
    const account = { name: "Canário", email: "canario-${Date.now()}@teste.example", password: "${canary}-senha" };
    const statuses = [];
    const note = (answer) => (statuses.push(answer.status), answer);
    note(await callApi(api, auth.register, { body: { ...account, whatsapp: "11987654321" } }));
    const { body } = note(await callApi(api, auth.login, { body: { email: account.email, password: account.password } }));
    note(await callApi(api, users.me, {}, { token: body.token }));
    note(await callApi(api, users.me, {}, { authorization: "Bearer ${canary}-token" }));
    note(await callApi(api, auth.login, { body: { email: account.email, password: "${canary}-errada" } }));
    note(await callApi(api, auth.requestReset, { body: { email: account.email } }));
    note(await callApi(api, auth.confirmReset, { body: { token: "${canary}-link", new_password: "${canary}-nova" } }));
    console.log(JSON.stringify({ statuses, given: body.token }));
    await api.close(); await closeQueues(); await closeDatabase();
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", script],
    {
      encoding: "utf8",
      timeout: 120_000,
      env: {
        ...process.env,
        LOG_LEVEL: "debug",
        PORT: String(port),
        APP_URL: `http://127.0.0.1:${port}`,
      },
    },
  );
  const isOutcome = (line: string) => line.startsWith('{"statuses"');
  const lines = stdout.trim().split("\n");
  const { statuses, given } = JSON.parse(lines.find(isOutcome) ?? "{}") as {
    statuses: number[];
    given: string;
  };
  expect(statuses, stderr).toEqual([201, 200, 200, 401, 401, 200, 400]);
  const logs = `${lines.filter((line) => !isOutcome(line)).join("\n")}\n${stderr}`;
  expect(logs).toContain('"endpoint":"POST /api/auth"');
  expect(logs).not.toContain(canary);
  expect(logs).not.toContain(given);
});
