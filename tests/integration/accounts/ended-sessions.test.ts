import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { radars } from "@/lib/contracts/radar/radars";
import { until } from "@/sandbox/testing";
import { hashPassword } from "@/server/accounts/users/password.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import { pool } from "@/server/platform/db/connection";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { hashToken } from "@/server/platform/secrets";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { runApi, runSandbox } from "@/tests/support/running";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";
const PROOF = { current_password: PASSWORD };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "test");
});

async function buildMember(): Promise<TestUser> {
  const user = await buildUser({ plan: "pro" });
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

/** Prepares what outlasts a session, and returns the call that makes it. */
type Making = (user: TestUser) => Promise<() => Promise<{ status: number }>>;

const makings: Record<string, Making> = {
  "an API token": async ({ headers }) => {
    const body = { name: "Planilha", scopes: ["read" as const], expires_in_days: null };
    return () => callApi(api, apiTokens.create, { body }, headers);
  },
  "a webhook": async ({ headers }) => {
    const body = { url: "https://recebe.example/", events: ["lead.created" as const] };
    return () => callApi(api, webhooks.create, { body }, headers);
  },
  "a webhook's new address": async ({ headers }) => {
    const body = { url: "https://recebe.example/", events: ["lead.created" as const] };
    const made = await callApi(api, webhooks.create, { body }, headers);
    const { id } = (made.body as { webhook_endpoint: { id: number } }).webhook_endpoint;
    const change = { ...body, url: "https://outro.example/", active: true };
    return () => callApi(api, webhooks.update, { params: { id }, body: change }, headers);
  },
  "a passkey": async ({ headers }) => {
    const { options } = (await callApi(api, passkeys.start, { body: PROOF }, headers)).body;
    const body = new Authenticator(api.url, true).create(options);
    return () => callApi(api, passkeys.add, { body }, headers);
  },
  "a second factor": async ({ headers }) => {
    const { body } = await callApi(api, secondFactor.setUp, { body: PROOF }, headers);
    const secret = Secret.fromBase32((body as { secret: string }).secret);
    const code = new TOTP({ secret }).generate();
    return () => callApi(api, secondFactor.confirm, { body: { code } }, headers);
  },
  "an archive": async ({ headers }) => {
    return () => callApi(api, accountExports.create, { body: PROOF }, headers);
  },
  "a radar": async ({ headers }) => {
    const pages = { query: "padaria", state: "SP", city: "Campinas", startPage: 1, endPage: 1 };
    const body = { name: "Padarias", pages, cadence: "week" as const, credit_budget: 10 };
    return () => callApi(api, radars.create, { body }, headers);
  },
  "a pairing": async ({ headers }) => {
    return () => callApi(api, whatsapp.connect, {}, headers);
  },
  "a scheduled message": async ({ headers }) => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { to: "5511987654321", content: "Bom dia", send_at };
    return () => callApi(api, scheduledMessages.create, { body }, headers);
  },
};

async function resetByMail({ personId: id }: TestUser) {
  const token = randomUUID();
  await execute(
    sql`INSERT INTO password_resets (user_id, token_hash, expires_at)
        VALUES (${id}, ${hashToken(token)}, now() + interval '1 hour')`,
  );
  return callApi(api, auth.confirmReset, { body: { token, new_password: PASSWORD } });
}

/** So many statements wait for a lock. */
function untilWaiting(count: number) {
  const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(async () => (await rows(waiting)).length === count, `${count} to wait for a lock`);
}

/** Has `end` decided before `make`, both being under way: they take turns at a row of `table`. */
async function runInTurn(
  table: "accounts" | "users",
  user: TestUser,
  end: () => Promise<{ status: number }>,
  make: () => Promise<{ status: number }>,
) {
  const holder = await pool.connect();
  await holder.query("BEGIN");
  const id = table === "users" ? user.personId : user.id;
  await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  const ended = end();
  await untilWaiting(1);
  const made = make();
  // What takes no turn is over before.
  await Promise.race([untilWaiting(2), made]);
  await holder.query("COMMIT");
  holder.release();
  return { ended: (await ended).status, made: (await made).status };
}

describe("what an ended session was about to make", () => {
  test.each(Object.keys(makings))("%s is not made after a reset", async (name) => {
    const user = await buildMember();
    const make = await (makings[name] as Making)(user);
    expect(await runInTurn("users", user, () => resetByMail(user), make)).toEqual({
      ended: 200,
      made: 401,
    });
  });

  test("a token is not made after the profile's new password, by another session", async () => {
    const user = await buildMember();
    const { body } = await callApi(api, auth.login, {
      body: { email: user.email, password: PASSWORD },
    });
    const other = { ...user, headers: { token: (body as { token: string }).token } };
    const make = await (makings["an API token"] as Making)(other);
    const change = { current_password: PASSWORD, new_password: "uma senha nova" };
    const end = () => callApi(api, users.changePassword, { body: change }, user.headers);
    expect(await runInTurn("users", user, end, make)).toEqual({ ended: 200, made: 401 });
  });

  test("a token is not made after the account was deactivated", async () => {
    const administrator = await buildUser({ id: env.ADMIN_USER_ID });
    const user = await buildMember();
    const make = await (makings["an API token"] as Making)(user);
    const end = () =>
      callApi(api, admin.deactivateAccount, { body: { user_id: user.id } }, administrator.headers);
    expect(await runInTurn("accounts", user, end, make)).toEqual({ ended: 200, made: 401 });
  });

  test("a code that is shown pairs nobody after a reset", async () => {
    const user = await buildMember();
    const { body } = await callApi(api, whatsapp.connect, {}, user.headers);
    expect(body.data.code).toEqual(expect.any(String));
    expect((await resetByMail(user)).status).toBe(200);
    await logOutClosedAccounts.run();
    const scan = sandbox.control("POST", "/scan", { code: body.data.code, phone: null });
    await expect(scan).rejects.toThrow("No instance is showing this QR Code now.");
  });

  test.each(Object.keys(makings))("%s is made by a session that goes on", async (name) => {
    const user = await buildMember();
    const make = await (makings[name] as Making)(user);
    expect((await make()).status).toBeLessThan(300);
  });
});
