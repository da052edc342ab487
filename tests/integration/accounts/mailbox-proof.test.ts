import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { sessions } from "@/lib/contracts/platform/sessions";
import { until } from "@/sandbox/testing";
import { hashPassword } from "@/server/accounts/users/password.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import { pool } from "@/server/platform/db/connection";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { hashToken } from "@/server/platform/secrets";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { beginLink, chooseAtIssuer, comeBack, signInAtIssuer } from "@/tests/support/issuer";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
const PASSWORD = "a senha do teste";
const PROOF = { current_password: PASSWORD };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "test");
});

/** Registered by somebody who never showed that the mailbox is theirs. */
async function buildRegistered(): Promise<TestUser> {
  const user = await buildUser();
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

async function addPasskey(user: TestUser): Promise<Authenticator> {
  const device = new Authenticator(api.url, true);
  const { options } = (await callApi(api, passkeys.start, { body: PROOF }, user.headers)).body;
  const added = await callApi(api, passkeys.add, { body: device.create(options) }, user.headers);
  expect(added.status).toBe(201);
  return device;
}

async function signInBy(device: Authenticator) {
  const { options } = (await callApi(api, passkeys.startSignIn, {})).body;
  return callApi(api, passkeys.signIn, { body: device.answer(options) });
}

async function link(user: TestUser, email: string): Promise<void> {
  const { address, cookie } = await beginLink(api, user, PROOF);
  const { body } = await comeBack(api, cookie, await chooseAtIssuer(address, { email }));
  expect(body).toMatchObject({ step: "linked" });
}

/** Follows a link that is mailed to the account's address. */
async function resetByMail(user: TestUser): Promise<number> {
  const token = randomUUID();
  await execute(
    sql`INSERT INTO password_resets (user_id, token_hash, expires_at)
        VALUES (${user.personId}, ${hashToken(token)}, now() + interval '1 hour')`,
  );
  const body = { token, new_password: PASSWORD };
  return (await callApi(api, auth.confirmReset, { body })).status;
}

async function logIn(user: TestUser): Promise<TestUser> {
  const { body } = await callApi(api, auth.login, {
    body: { email: user.email, password: PASSWORD },
  });
  const { token } = body as { token: string };
  return { ...user, token, headers: { token } };
}

/** So many statements wait for a lock. */
function untilWaiting(count: number) {
  const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(async () => (await rows(waiting)).length === count, `${count} to wait for a lock`);
}

const kindsOf = async ({ personId: id }: TestUser) =>
  (await rows<{ kind: string }>(sql`SELECT kind FROM mails WHERE user_id = ${id} ORDER BY id`)).map(
    ({ kind }) => kind,
  );

describe("the first mailed link that is followed", () => {
  test("takes from who registered before it every way in, and the webhooks", async () => {
    const user = await buildRegistered();
    const device = await addPasskey(user);
    const elsewhere = `${randomUUID()}@outro.example`;
    await link(user, elsewhere);
    const webhook = { url: "https://recebe.example/", events: ["lead.created" as const] };
    await callApi(api, webhooks.create, { body: webhook }, user.headers);

    expect(await resetByMail(user)).toBe(200);
    expect(await signInBy(device)).toMatchObject({ status: 401 });
    expect((await signInAtIssuer(api, { email: elsewhere })).body).toMatchObject({
      step: "registration",
    });
    const holder = await logIn(user);
    const { body } = await callApi(api, webhooks.list, {}, holder.headers);
    expect(body.webhook_endpoints).toMatchObject([{ active: false }]);
    expect((await callApi(api, passkeys.list, {}, holder.headers)).body.passkeys).toEqual([]);
    expect((await kindsOf(user)).slice(-2)).toEqual(["ways_removed", "password_changed"]);
  });

  test("has the phone that is paired logged out, and lets go of archives, made or being made", async () => {
    const user = await buildRegistered();
    const instance = await pairWhatsapp(api, sandbox, user);
    await execute(
      sql`INSERT INTO account_exports (owner_id, person_id, requested_on, status, storage_key, bytes, completed_at, expires_at)
          VALUES (${user.id}, ${user.personId}, '2026-01-01', 'ready', 'exports/a-test', 1, now(), now() + interval '1 day')`,
    );
    const made = await callApi(api, accountExports.create, { body: PROOF }, user.headers);
    expect(made.status).toBe(202);

    expect(await resetByMail(user)).toBe(200);
    const { headers } = await logIn(user);
    const { exports } = (await callApi(api, accountExports.list, {}, headers)).body;
    expect(exports.map(({ status }) => status)).toEqual(["error", "error"]);
    await logOutClosedAccounts.run();
    const { body } = await sandbox.evolution("GET", `/instance/connectionState/${instance}`);
    expect(body).toMatchObject({ instance: { state: "close" } });
    expect(await kindsOf(user)).toContain("ways_removed");
  });

  test("ends the session that a passkey opens meanwhile", async () => {
    const user = await buildRegistered();
    const device = await addPasskey(user);
    // A sign-in waits for this table after its passkey was accepted, and before its session is opened.
    const holder = await pool.connect();
    await holder.query("BEGIN; LOCK TABLE known_networks IN SHARE MODE");
    const entered = signInBy(device);
    await untilWaiting(1);
    const reset = resetByMail(user);
    await untilWaiting(2);
    await holder.query("COMMIT");
    holder.release();
    expect(await reset).toBe(200);
    const { token } = (await entered).body as { token: string };
    expect((await callApi(api, sessions.list, {}, { token })).status).toBe(401);
  });

  test("says nothing where there was nothing", async () => {
    const user = await buildRegistered();
    expect(await resetByMail(user)).toBe(200);
    expect(await kindsOf(user)).toEqual(["password_changed"]);
  });
});

describe("what the holder of the mailbox added", () => {
  test("stays with the next link", async () => {
    const user = await buildRegistered();
    await resetByMail(user);
    const device = await addPasskey(await logIn(user));
    expect(await resetByMail(user)).toBe(200);
    expect(await signInBy(device)).toMatchObject({ status: 200 });
  });

  test("stays when an issuer vouched for the account's own e-mail before", async () => {
    const user = await buildRegistered();
    await link(user, user.email);
    const device = await addPasskey(user);
    expect(await resetByMail(user)).toBe(200);
    expect(await signInBy(device)).toMatchObject({ status: 200 });
    expect((await signInAtIssuer(api, { email: user.email })).body).toMatchObject({
      step: "signed_in",
    });
  });
});
