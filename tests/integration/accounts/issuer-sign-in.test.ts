import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { identities, signIn } from "@/lib/contracts/accounts/identities";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { sessions } from "@/lib/contracts/platform/sessions";
import { hashPassword } from "@/server/accounts/users/password.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  beginLink,
  beginSignIn,
  type Claimed,
  chooseAtIssuer,
  comeBack,
  signInAtIssuer,
} from "@/tests/support/issuer";
import { runApi, runSandbox } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
const PASSWORD = "a senha do teste";

async function buildMember(options: Parameters<typeof buildUser>[0] = {}): Promise<TestUser> {
  const user = await buildUser(options);
  const hash = await hashPassword(PASSWORD, user.email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
  return user;
}

const prove = (cookie: string, body: { password?: string; code?: string }) =>
  callApi(api, signIn.prove, { body }, { cookie });

const logIn = ({ email }: TestUser, password = PASSWORD, code?: string) =>
  callApi(api, auth.login, { body: { email, password, ...(code !== undefined && { code }) } });

const change = (user: TestUser, endpoint: typeof identities.unlink, current_password = PASSWORD) =>
  callApi(api, endpoint, { body: { provider: "oidc", current_password } }, user.headers);

const setRequired = (user: TestUser, required: boolean, current_password = PASSWORD) =>
  callApi(
    api,
    identities.require,
    { body: { provider: "oidc", required, current_password } },
    user.headers,
  );

async function link(user: TestUser, person: Claimed = { email: user.email }) {
  const { address, cookie } = await beginLink(api, user, { current_password: PASSWORD });
  return comeBack(api, cookie, await chooseAtIssuer(address, person));
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();

async function enableFactor(user: TestUser): Promise<string> {
  const made = await callApi(
    api,
    secondFactor.setUp,
    { body: { current_password: PASSWORD } },
    user.headers,
  );
  const { secret } = made.body as { secret: string };
  await callApi(api, secondFactor.confirm, { body: { code: codeOf(secret) } }, user.headers);
  await execute(sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${user.personId}`);
  return secret;
}

const linkedOf = ({ personId: id }: TestUser) =>
  rows<{ email: string }>(sql`SELECT email FROM identities WHERE user_id = ${id}`);

const mailsOf = async ({ personId: id }: TestUser) =>
  (await rows<{ kind: string }>(sql`SELECT kind FROM mails WHERE user_id = ${id} ORDER BY id`)).map(
    ({ kind }) => kind,
  );

const actionsOf = async ({ id }: TestUser) =>
  (
    await rows<{ action: string }>(
      sql`SELECT action FROM account_actions WHERE owner_id = ${id} ORDER BY id`,
    )
  ).map(({ action }) => action);

describe("an e-mail that has an account", () => {
  test("is linked by that account's password alone, and the owner is told", async () => {
    const user = await buildMember();
    const { body, cookie } = await signInAtIssuer(
      api,
      { email: user.email.toUpperCase() },
      "/leads",
    );
    expect(body).toMatchObject({ step: "password", email: user.email, token: null, user: null });
    expect(await linkedOf(user)).toEqual([]);
    expect(await prove(cookie, {})).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) } },
    });
    expect(await prove(cookie, { password: "outra senha" })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    expect(await linkedOf(user)).toEqual([]);
    const proven = await prove(cookie, { password: PASSWORD });
    expect(proven).toMatchObject({
      status: 200,
      body: { step: "signed_in", next: "/leads", user: { id: user.personId } },
    });
    expect(await linkedOf(user)).toEqual([{ email: user.email }]);
    expect(await mailsOf(user)).toContain("identity_linked");
    expect(await actionsOf(user)).toEqual(["identity_linked", "signed_in"]);
    // It is over, and the next time no further proof is required.
    expect(await prove(cookie, { password: PASSWORD })).toMatchObject({ status: 409 });
    expect((await signInAtIssuer(api, { email: user.email })).body).toMatchObject({
      step: "signed_in",
    });
  });

  test("is linked once by two proofs at a time, and needs the second factor where there is one", async () => {
    const user = await buildMember();
    const secret = await enableFactor(user);
    const { cookie } = await signInAtIssuer(api, { email: user.email });
    expect(await prove(cookie, { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: "second_factor_required" },
    });
    expect(await prove(cookie, { password: PASSWORD, code: "000000" })).toMatchObject({
      status: 401,
      body: { code: "invalid_second_factor" },
    });
    const proof = { password: PASSWORD, code: codeOf(secret) };
    const both = await Promise.all([prove(cookie, proof), prove(cookie, proof)]);
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await linkedOf(user)).toHaveLength(1);
  });

  test("is not linked after ten wrong passwords, nor when the account is deactivated", async () => {
    const user = await buildMember();
    const { cookie } = await signInAtIssuer(api, { email: user.email });
    for (let nth = 0; nth < 10; nth += 1) await prove(cookie, { password: "outra senha" });
    await execute(sql`DELETE FROM rate_limits`);
    expect(await prove(cookie, { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: "sign_in_over" },
    });
    const closed = await buildMember();
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${closed.id}`);
    const second = await signInAtIssuer(api, { email: closed.email });
    expect(await prove(second.cookie, { password: PASSWORD })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    expect(await linkedOf(closed)).toEqual([]);
  });

  test("that the issuer did not verify is linked to nothing", async () => {
    const user = await buildMember();
    for (const [person, said] of [
      [{ email: user.email, verified: false }, "ainda não confirmou o seu e-mail"],
      [{ email: "", sub: "of nobody" }, "não informou o seu e-mail"],
      [{ email: "a\0b@teste.example", sub: "of a nul" }, "não informou o seu e-mail"],
      [{ email: user.email, sub: "a\0b" }, "não confirmou quem você é"],
    ] as const) {
      const answer = await signInAtIssuer(api, person);
      expect(answer).toMatchObject({
        status: 401,
        body: { code: "sign_in_refused", error: expect.stringContaining(said) },
      });
      expect(await prove(answer.cookie, { password: PASSWORD })).toMatchObject({ status: 409 });
    }
    expect(await linkedOf(user)).toEqual([]);
  });

  describe("which the issuer tells of in its answer to the access token alone", () => {
    beforeEach(() => sandbox.control("PUT", "/issuer/claims", { in: "userinfo" }));
    afterEach(() => sandbox.control("PUT", "/issuer/claims", { in: "id_token" }));

    test("is one that it told of, verified or not", async () => {
      const user = await buildMember();
      const { body } = await signInAtIssuer(api, { email: user.email });
      expect(body).toMatchObject({ step: "password", email: user.email });
      const newcomer = { email: "nova@teste.example", name: "Nova" };
      expect((await signInAtIssuer(api, newcomer)).body).toMatchObject({
        step: "registration",
        ...newcomer,
      });
      for (const [person, said] of [
        [{ email: user.email, verified: false }, "ainda não confirmou"],
        [{ email: "", sub: "of nobody" }, "não informou o seu e-mail"],
      ] as const) {
        expect(await signInAtIssuer(api, person)).toMatchObject({
          status: 401,
          body: { code: "sign_in_refused", error: expect.stringContaining(said) },
        });
      }
    });
  });
});

describe("an e-mail without an account", () => {
  const registration = (email: string) => ({
    name: "Rui Alves",
    email,
    whatsapp: "11987654321",
    password: PASSWORD,
  });
  const register = (email: string, cookie: string) =>
    callApi(api, auth.register, { body: registration(email) }, { cookie });
  const newEmail = () => `${crypto.randomUUID()}@teste.example`;

  test("is registered, and the identity belongs to the account that has it", async () => {
    const email = newEmail();
    const { body, cookie } = await signInAtIssuer(api, { email, name: "Rui Alves" });
    expect(body).toMatchObject({ step: "registration", email, name: "Rui Alves", token: null });
    // What a registration is for is not proved by a password.
    expect(await prove(cookie, { password: PASSWORD })).toMatchObject({ status: 409 });
    const registered = await register(email, cookie);
    expect(registered.status).toBe(201);
    const again = await signInAtIssuer(api, { email });
    expect(again.body).toMatchObject({ step: "signed_in", user: { email } });
  });

  test("of somebody who registers with another one belongs to nobody", async () => {
    const email = newEmail();
    const { cookie } = await signInAtIssuer(api, { email });
    expect((await register(newEmail(), cookie)).status).toBe(201);
    expect(await firstRow(sql`SELECT 1 FROM identities WHERE email = ${email}`)).toBeNull();
    expect((await signInAtIssuer(api, { email })).body).toMatchObject({ step: "registration" });
  });
});

describe("an identity that is known", () => {
  test("needs the second factor where there is one: a code counts once, and ten tries are all", async () => {
    const user = await buildMember();
    await link(user);
    const secret = await enableFactor(user);
    const { body, cookie } = await signInAtIssuer(api, { email: user.email });
    expect(body).toMatchObject({ step: "code", token: null, user: null, email: null });
    expect(await prove(cookie, {})).toMatchObject({ body: { code: "second_factor_required" } });
    expect(await prove(cookie, { code: "000000" })).toMatchObject({
      body: { code: "invalid_second_factor" },
    });
    const proven = await prove(cookie, { code: codeOf(secret) });
    expect(proven).toMatchObject({ status: 200, body: { step: "signed_in" } });
    const second = await signInAtIssuer(api, { email: user.email });
    expect(await prove(second.cookie, { code: codeOf(secret) })).toMatchObject({ status: 401 });
    for (let nth = 0; nth < 9; nth += 1) await prove(second.cookie, { code: "000000" });
    await execute(sql`DELETE FROM rate_limits`);
    await execute(sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${user.personId}`);
    expect(await prove(second.cookie, { code: codeOf(secret) })).toMatchObject({ status: 409 });
  });

  test("is guessed at no more often than a password: tries count for the account", async () => {
    const user = await buildMember();
    await link(user);
    await enableFactor(user);
    const answers: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { cookie } = await signInAtIssuer(api, { email: user.email });
      for (let each = 0; each < 5; each += 1) {
        answers.push((await prove(cookie, { code: "000000" })).status);
      }
    }
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe(429);
  });

  test("opens nothing of an account that is deactivated, or that unlinked it meanwhile", async () => {
    const user = await buildMember();
    await link(user);
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${user.id}`);
    expect(await signInAtIssuer(api, { email: user.email })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    await execute(sql`UPDATE accounts SET is_active = true WHERE id = ${user.id}`);
    const secret = await enableFactor(user);
    const { cookie } = await signInAtIssuer(api, { email: user.email });
    await execute(sql`DELETE FROM identities WHERE user_id = ${user.personId}`);
    expect(await prove(cookie, { code: codeOf(secret) })).toMatchObject({ status: 409 });
  });

  test("stays the account's when the person's e-mail changes there", async () => {
    const user = await buildMember();
    const sub = `somebody ${user.id}`;
    await link(user, { email: user.email, sub });
    const changed = { email: `new-${user.email}`, sub, verified: false };
    expect((await signInAtIssuer(api, changed)).body).toMatchObject({
      user: { id: user.personId },
    });
  });
});

describe("linking from the profile", () => {
  test("asks for the password, then links whoever the issuer vouches for, whatever their e-mail", async () => {
    const user = await buildMember();
    const wrong = await callApi(
      api,
      identities.link,
      { body: { provider: "oidc", current_password: "outra" } },
      user.headers,
    );
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { current_password: expect.any(String) } },
    });
    const email = `${user.id}@another.example`;
    expect(await link(user, { email })).toMatchObject({ status: 200, body: { step: "linked" } });
    const list = await callApi(api, identities.list, {}, user.headers);
    expect(list.body).toMatchObject({
      ways: [{ provider: "oidc", offered: true, linked: { email, required: false } }],
    });
    expect(await mailsOf(user)).toContain("identity_linked");
    expect((await signInAtIssuer(api, { email })).body).toMatchObject({
      user: { id: user.personId },
    });
  });

  test("does not take what belongs to another account, nor a second one, nor an unverified e-mail", async () => {
    const [user, other] = [await buildMember(), await buildMember()];
    await link(user);
    expect(await link(other, { email: user.email })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("outra conta") },
    });
    expect(await link(user, { email: other.email })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("Desligue-a antes") },
    });
    expect(await link(user)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("já está ligada à sua conta") },
    });
    expect(await link(other, { email: other.email, verified: false })).toMatchObject({
      status: 401,
      body: { code: "sign_in_refused" },
    });
    expect(await linkedOf(other)).toEqual([]);
  });

  test("is over when the session that asked for it is", async () => {
    const user = await buildMember();
    const { address, cookie } = await beginLink(api, user, { current_password: PASSWORD });
    const returned = await chooseAtIssuer(address, { email: user.email });
    await execute(sql`UPDATE sessions SET revoked_at = now() WHERE user_id = ${user.personId}`);
    expect(await comeBack(api, cookie, returned)).toMatchObject({ status: 409 });
    expect(await linkedOf(user)).toEqual([]);
  });
});

describe("an account that requires its issuer", () => {
  test("is opened by nothing else, whoever asks, and its other sessions end", async () => {
    const user = await buildMember();
    await link(user);
    const before = await logIn(user);
    expect(before.status).toBe(200);
    expect((await setRequired(user, true, "outra senha")).status).toBe(400);
    expect((await setRequired(user, true)).status).toBe(200);
    expect((await setRequired(user, true)).status).toBe(409);
    const { token } = before.body as { token: string };
    expect((await callApi(api, sessions.list, {}, { token })).status).toBe(401);
    expect((await callApi(api, sessions.list, {}, user.headers)).status).toBe(200);
    expect(await logIn(user, "outra senha")).toMatchObject({
      body: { code: "invalid_credentials" },
    });
    expect(await logIn(user)).toMatchObject({
      status: 403,
      body: { code: "issuer_required", error: expect.stringContaining("Mundo de mentira") },
    });
    expect((await signInAtIssuer(api, { email: user.email })).body).toMatchObject({
      step: "signed_in",
    });
    expect(await change(user, identities.unlink)).toMatchObject({ status: 409 });
    expect(await linkedOf(user)).toHaveLength(1);
    await callApi(api, auth.requestReset, { body: { email: user.email } });
    expect(await mailsOf(user)).toEqual([
      "identity_linked",
      "issuer_required_on",
      "password_reset_issuer",
    ]);
    expect((await setRequired(user, false)).status).toBe(200);
    expect((await logIn(user)).status).toBe(200);
    expect((await change(user, identities.unlink)).status).toBe(200);
    expect(await linkedOf(user)).toEqual([]);
    expect(await actionsOf(user)).toEqual([
      ...["identity_linked", "signed_in", "issuer_required_on", "signed_in"],
      ...["issuer_required_off", "signed_in", "identity_unlinked"],
    ]);
  });

  test("keeps no session that a password opens while the requirement is made", async () => {
    const user = await buildMember();
    await link(user);
    const [made, ...entered] = await Promise.all([
      setRequired(user, true),
      ...Array.from({ length: 4 }, () => logIn(user)),
    ]);
    expect(made.status).toBe(200);
    for (const { status, body } of entered) {
      if (status !== 200) continue;
      const { token } = body as { token: string };
      expect((await callApi(api, sessions.list, {}, { token })).status).toBe(401);
    }
  });

  test("is opened by its password once the administrator lifts it, which is audited and told", async () => {
    const boss = await buildUser({ id: 4 });
    const user = await buildMember();
    await link(user);
    await setRequired(user, true);
    const params = { userId: user.personId };
    const person = () => callApi(api, billingAdmin.person, { params }, boss.headers);
    const lift = () => callApi(api, billingAdmin.liftIssuer, { params }, boss.headers);
    expect((await person()).body).toMatchObject({ required_issuer: "Mundo de mentira" });
    expect((await lift()).status).toBe(200);
    expect((await lift()).status).toBe(409);
    expect((await person()).body).toMatchObject({ required_issuer: null });
    expect((await logIn(user)).status).toBe(200);
    expect(await mailsOf(user)).toContain("issuer_required_off");
    const audited = await rows(
      sql`SELECT 1 FROM audit_entries WHERE target_user_id = ${user.personId} AND action = 'account.issuer_lifted'`,
    );
    expect(audited).toHaveLength(1);
  });

  test("is not shut for good when the installation no longer offers the issuer", async () => {
    const user = await buildMember();
    await link(user);
    await setRequired(user, true);
    await execute(
      sql`UPDATE identities SET issuer = 'https://former.example' WHERE user_id = ${user.personId}`,
    );
    expect((await logIn(user)).status).toBe(200);
    const list = await callApi(api, identities.list, {}, user.headers);
    expect(list.body).toMatchObject({ ways: [{ offered: false, linked: { required: true } }] });
  });
});

test("what nobody went on with is deleted once it is too late", async () => {
  await beginSignIn(api);
  await beginSignIn(api);
  await execute(
    sql`UPDATE sign_in_attempts SET expires_at = now() - interval '1 millisecond' WHERE ctid = (SELECT ctid FROM sign_in_attempts WHERE expires_at > now() LIMIT 1)`,
  );
  await trimTable("sign_in_attempts");
  const [left] = await rows<{ late: number; live: number }>(
    sql`SELECT count(*) FILTER (WHERE expires_at < now())::int AS late, count(*) FILTER (WHERE expires_at > now())::int AS live FROM sign_in_attempts`,
  );
  expect(left).toMatchObject({ late: 0 });
  expect(left?.live).toBeGreaterThan(0);
});
