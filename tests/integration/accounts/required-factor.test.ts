import { afterEach, beforeAll, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { signIn } from "@/lib/contracts/accounts/identities";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { requiredFactor } from "@/lib/contracts/backoffice/required-factor";
import type { FactorRequiredOf } from "@/lib/domain/accounts/required-factor";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { seal } from "@/server/platform/secrets";
import { keepSealedWord } from "@/server/platform/system/system.repository";
import { buildApiToken } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { Authenticator } from "@/tests/support/authenticator";
import { signInAtIssuer } from "@/tests/support/issuer";
import { runApi, runSandbox } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
runSandbox();
const PASSWORD = "a senha do teste";
const PROOF = { current_password: PASSWORD };
const HELD = { status: 403, body: { code: "second_factor_setup_required" } };
let boss: TestUser;

async function buildMember(id?: number): Promise<TestUser> {
  const user = await buildUser(id === undefined ? {} : { id });
  const hash = await hashPassword(PASSWORD, user.email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
  return user;
}

beforeAll(async () => {
  await keepSealedWord(seal("garimpo", "installation.sealed_word"));
  boss = await buildMember(4);
});

afterEach(async () => {
  await execute(sql`UPDATE installation SET factor_required_of = 'nobody'`);
  await execute(sql`DELETE FROM passkeys`);
});

const requireOf = (required_of: FactorRequiredOf, user = boss) =>
  callApi(api, requiredFactor.set, { body: { required_of } }, user.headers);

const me = (headers: Record<string, string>) => callApi(api, users.me, {}, headers);

const logIn = (user: TestUser) =>
  callApi(api, auth.login, { body: { email: user.email, password: PASSWORD } });

async function addPasskey(user: TestUser): Promise<Authenticator> {
  const device = new Authenticator(api.url);
  const { body } = await callApi(api, passkeys.start, { body: PROOF }, user.headers);
  const made = device.create(body.options);
  expect((await callApi(api, passkeys.add, { body: made }, user.headers)).status).toBe(201);
  return device;
}

test("whoever has none can do nothing but set one up, in sessions that are open, too; tokens go on", async () => {
  const user = await buildMember();
  const token = await buildApiToken(user);
  expect(await requireOf("everyone")).toMatchObject({ body: { required_of: "everyone" } });
  expect(await me(user.headers)).toMatchObject(HELD);
  // Files and streams are held as calls are.
  for (const path of ["/api/stream", "/api/account_actions/export", "/api/leads"]) {
    expect(await request(api, "GET", path, undefined, user.headers)).toMatchObject(HELD);
  }
  expect((await me({ token: token.token })).status).toBe(200);
  const signedIn = await logIn(user);
  expect(signedIn.status).toBe(200);
  const headers = { token: signedIn.body.token };
  expect(await me(headers)).toMatchObject(HELD);
  expect((await callApi(api, secondFactor.get, {}, headers)).status).toBe(200);
  expect((await callApi(api, passkeys.list, {}, headers)).status).toBe(200);
  await addPasskey(user);
  expect((await me(headers)).status).toBe(200);
  // Without the last one it is held again.
  const { body } = await callApi(api, passkeys.list, {}, headers);
  await execute(sql`DELETE FROM passkeys WHERE id = ${body.passkeys[0]?.id ?? 0}`);
  expect(await me(headers)).toMatchObject(HELD);
  expect((await callApi(api, auth.logout, {}, headers)).status).toBe(200);
});

test("an app will do, once it is confirmed", async () => {
  const user = await buildMember();
  await requireOf("everyone");
  expect((await callApi(api, secondFactor.setUp, { body: PROOF }, user.headers)).status).toBe(200);
  expect(await me(user.headers)).toMatchObject(HELD);
  await execute(
    sql`UPDATE second_factors SET confirmed_at = now() WHERE user_id = ${user.personId}`,
  );
  expect((await me(user.headers)).status).toBe(200);
});

test("the password alone does not open an account that has passkeys, where a second factor is required", async () => {
  const user = await buildMember();
  const device = await addPasskey(user);
  await requireOf("everyone");
  expect(await logIn(user)).toMatchObject({
    ...{ status: 401, body: { code: "second_factor_required" } },
  });
  const { body } = await callApi(api, passkeys.startSignIn, {});
  const answer = await callApi(api, passkeys.signIn, { body: device.answer(body.options) });
  expect((await me({ token: answer.body.token })).status).toBe(200);
  // Nor is it enough where the password is required again.
  expect(await callApi(api, passkeys.start, { body: PROOF }, user.headers)).toMatchObject({
    ...{ status: 400, body: { fields: { code: expect.any(String) } } },
  });
});

test("it may be required of the administrator alone, whose own session is held at once", async () => {
  const user = await buildMember();
  expect((await requireOf("everyone", user)).status).toBe(403);
  await requireOf("administrator");
  expect((await me(user.headers)).status).toBe(200);
  expect(await me(boss.headers)).toMatchObject(HELD);
  expect(await callApi(api, admin.audit, { query: {} }, boss.headers)).toMatchObject(HELD);
  await addPasskey(boss);
  expect((await requireOf("nobody")).status).toBe(200);
  expect((await callApi(api, requiredFactor.get, {}, boss.headers)).body).toEqual({
    required_of: "nobody",
  });
  const audited = await rows<{ details: object }>(
    sql`SELECT details FROM audit_entries WHERE action = 'second_factor.required' ORDER BY id DESC LIMIT 2`,
  );
  expect(audited.map(({ details }) => details)).toEqual([
    { required_of: "nobody" },
    { required_of: "administrator" },
  ]);
});

test("an account that has passkeys alone, and requires an issuer, is opened by both together", async () => {
  const user = await buildMember();
  const device = await addPasskey(user);
  const stranger = await buildMember();
  const other = await addPasskey(stranger);
  await requireOf("everyone");
  const answer = async (of: Authenticator) =>
    of.answer((await callApi(api, passkeys.startSignIn, {})).body.options);

  // The first time the passkey also replaces the account's password.
  const first = await signInAtIssuer(api, { email: user.email });
  expect(first.body).toMatchObject({ step: "password" });
  const prove = async (cookie: string, of: Authenticator) =>
    callApi(api, signIn.prove, { body: { passkey: await answer(of) } }, { cookie });
  expect(await prove(first.cookie, other)).toMatchObject({
    status: 401,
    body: { code: "invalid_second_factor" },
  });
  expect(await prove(first.cookie, device)).toMatchObject({
    status: 200,
    body: { step: "signed_in", user: { id: user.id } },
  });

  await execute(sql`UPDATE identities SET is_required = true WHERE user_id = ${user.personId}`);
  const alone = await callApi(api, passkeys.signIn, { body: await answer(device) });
  expect(alone).toMatchObject({ status: 403, body: { code: "issuer_required" } });
  const second = await signInAtIssuer(api, { email: user.email });
  expect(second.body).toMatchObject({ step: "code", token: null });
  expect(await prove(second.cookie, other)).toMatchObject({ status: 401 });
  expect(await prove(second.cookie, device)).toMatchObject({
    status: 200,
    body: { step: "signed_in", user: { id: user.id } },
  });
});
