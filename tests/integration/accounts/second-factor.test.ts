import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { users } from "@/lib/contracts/accounts/users";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PERIOD_MS = 30_000;
const PASSWORD = "a senha do teste";

async function buildMember(): Promise<TestUser> {
  const user = await buildUser();
  const hash = await hashPassword(PASSWORD, user.email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
  return user;
}

/** What the app shows so many half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: 30,
    algorithm: "SHA1",
  }).generate({
    timestamp: Date.now() + steps * PERIOD_MS,
  });

const logIn = (user: TestUser, code?: string, password = PASSWORD) =>
  callApi(api, auth.login, {
    body: { email: user.email, password, ...(code !== undefined && { code }) },
  });

const setUp = async (user: TestUser, current_password = PASSWORD) =>
  callApi(api, secondFactor.setUp, { body: { current_password } }, user.headers);

/** Makes codes usable again: a test cannot wait half a minute for each. */
const forgetSteps = (user: TestUser) =>
  execute(sql`UPDATE second_factors SET last_step = 0 WHERE user_id = ${user.personId}`);

async function enable(user: TestUser): Promise<{ secret: string; codes: string[] }> {
  const { body } = await setUp(user);
  const { secret } = body as { secret: string };
  const confirmed = await callApi(
    api,
    secondFactor.confirm,
    { body: { code: codeOf(secret) } },
    user.headers,
  );
  expect(confirmed.status).toBe(200);
  await forgetSteps(user);
  return { secret, codes: (confirmed.body as { recovery_codes: string[] }).recovery_codes };
}

const mailsOf = async (user: TestUser) =>
  (
    await rows<{ kind: string }>(
      sql`SELECT kind FROM mails WHERE user_id = ${user.personId} ORDER BY id`,
    )
  ).map(({ kind }) => kind);

test("it counts once a first code confirms it: other sessions end, the owner is told, ten codes are shown", async () => {
  const user = await buildMember();
  const other = await logIn(user);
  const wrong = await setUp(user, "outra senha");
  expect(wrong).toMatchObject({
    status: 400,
    body: { fields: { current_password: expect.any(String) } },
  });
  const made = await setUp(user);
  expect(made.body).toMatchObject({
    address: expect.stringMatching(/^otpauth:\/\/totp\/Garimpo/),
    image: expect.stringMatching(/^data:image\/png;base64,/),
  });
  // No code is required before the confirmation.
  expect((await logIn(user)).status).toBe(200);
  const { secret } = made.body as { secret: string };
  const refused = await callApi(
    api,
    secondFactor.confirm,
    { body: { code: "000000" } },
    user.headers,
  );
  expect(refused.status).toBe(400);
  const { codes } = await (async () => {
    const confirmed = await callApi(
      api,
      secondFactor.confirm,
      { body: { code: codeOf(secret) } },
      user.headers,
    );
    return { codes: (confirmed.body as { recovery_codes: string[] }).recovery_codes };
  })();
  expect(new Set(codes).size).toBe(10);
  const { token } = other.body as { token: string };
  expect((await callApi(api, users.me, {}, { token })).status).toBe(401);
  expect((await callApi(api, users.me, {}, user.headers)).status).toBe(200);
  expect(await mailsOf(user)).toContain("second_factor_on");
  const again = await setUp(user);
  expect(again.status).toBe(409);
  const state = await callApi(api, secondFactor.get, {}, user.headers);
  expect(state.body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
});

describe("signing in", () => {
  test("asks for a code, which only the right password is told, and takes each code once", async () => {
    const user = await buildMember();
    const { secret } = await enable(user);
    expect(await logIn(user)).toMatchObject({
      status: 401,
      body: { code: "second_factor_required" },
    });
    expect(await logIn(user, "")).toMatchObject({ body: { code: "second_factor_required" } });
    expect(await logIn(user, "123")).toMatchObject({
      status: 401,
      body: { code: "invalid_second_factor" },
    });
    expect(await logIn(user, codeOf(secret), "outra senha")).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    // A wrong password uses no code up.
    const code = codeOf(secret);
    const both = await Promise.all([
      logIn(user, code),
      logIn(user, ` ${code.slice(0, 3)} ${code.slice(3)}`),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await logIn(user, code)).status).toBe(401);
  });

  test("takes a code half a minute off, none further", async () => {
    const user = await buildMember();
    const { secret } = await enable(user);
    for (const steps of [-3, 3]) {
      expect((await logIn(user, codeOf(secret, steps))).status, `${steps}`).toBe(401);
    }
    expect((await logIn(user, codeOf(secret, 1))).status).toBe(200);
    // An earlier one is no longer taken after a later one.
    expect((await logIn(user, codeOf(secret, 0))).status).toBe(401);
  });

  test("takes a recovery code once, however it is typed, even with a secret that cannot be read", async () => {
    const user = await buildMember();
    const { codes } = await enable(user);
    const [first = "", second = ""] = codes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    const tries = await Promise.all([logIn(user, typed), logIn(user, first)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await mailsOf(user)).toContain("recovery_code_used");
    await execute(
      sql`UPDATE second_factors SET sealed_secret = 'x' WHERE user_id = ${user.personId}`,
    );
    expect((await logIn(user, "123456")).status).toBe(401);
    expect((await logIn(user, second)).status).toBe(200);
    const state = await callApi(api, secondFactor.get, {}, user.headers);
    expect(state.body).toMatchObject({ recovery_codes_left: 8 });
  });
});

test("password and code are asked again before new recovery codes and before it is switched off", async () => {
  const user = await buildMember();
  const { secret, codes } = await enable(user);
  const renew = (current_password: string, code: string) =>
    callApi(api, secondFactor.renewCodes, { body: { current_password, code } }, user.headers);
  const disable = (current_password: string, code: string) =>
    callApi(api, secondFactor.disable, { body: { current_password, code } }, user.headers);
  expect((await renew("outra", codeOf(secret))).status).toBe(400);
  expect((await renew(PASSWORD, "000000")).status).toBe(400);
  const renewed = await renew(PASSWORD, codeOf(secret));
  const after = (renewed.body as { recovery_codes: string[] }).recovery_codes;
  expect(after).toHaveLength(10);
  expect((await logIn(user, codes[0])).status).toBe(401);
  expect((await disable(PASSWORD, "000000")).status).toBe(400);
  expect((await disable("outra", after[0] ?? "")).status).toBe(400);
  expect((await disable(PASSWORD, after[1] ?? "")).status).toBe(200);
  expect((await logIn(user)).status).toBe(200);
  expect(await mailsOf(user)).toContain("second_factor_off");
  expect((await disable(PASSWORD, after[2] ?? "")).status).toBe(404);
  const left = await firstRow(sql`SELECT 1 FROM recovery_codes WHERE user_id = ${user.personId}`);
  expect(left).toBeNull();
});

test("neither the secret nor the codes stand in the database as they are", async () => {
  const user = await buildMember();
  const { secret, codes } = await enable(user);
  const [row] = await rows<{ text: string }>(
    sql`SELECT row_to_json(f)::text || (SELECT json_agg(c)::text FROM recovery_codes c WHERE c.user_id = f.user_id) AS text
        FROM second_factors f WHERE user_id = ${user.personId}`,
  );
  for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
    expect(row?.text).not.toContain(word);
  }
});
