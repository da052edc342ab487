import { beforeAll, beforeEach, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { sessionProof } from "@/lib/contracts/accounts/session-proof";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { sessions } from "@/lib/contracts/platform/sessions";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";
const PROOF = { current_password: PASSWORD };
const HELD = { status: 403, body: { code: "proof_required" } };
const TOKEN = { name: "Planilha", scopes: ["read" as const], expires_in_days: null };

let passwordHash: string;
let owner: TestUser;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD, "of the test");
});
beforeEach(async () => {
  owner = await buildMember();
});

async function buildMember(options: { id?: number } = {}): Promise<TestUser> {
  const user = await buildUser({ plan: "pro", ...options });
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${user.personId}`);
  return user;
}

/** The account's sessions were opened, and proved, so many minutes earlier. */
const age = (user: TestUser, minutes: number) =>
  execute(
    sql`UPDATE sessions SET created_at = created_at - make_interval(mins => ${minutes}),
          proved_at = proved_at - make_interval(mins => ${minutes}) WHERE user_id = ${user.personId}`,
  );
const makeToken = (headers: Record<string, string>) =>
  callApi(api, apiTokens.create, { body: TOKEN }, headers);
const prove = (headers: Record<string, string>, body: object = PROOF) =>
  callApi(api, sessionProof.give, { body }, headers);

const asking = allEndpoints.filter(({ recentProof }) => recentProof);

test("what would outlast a stolen session asks for the proof", () => {
  expect(asking.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    "DELETE /api/admin/users/{userId}/required_issuer",
    "PATCH /api/team/{id}",
    "POST /api/team/invitations",
    "POST /api/tokens",
    "POST /api/webhook_endpoints",
    "PUT /api/admin/required_factor",
    "PUT /api/webhook_endpoints/{id}",
  ]);
});

test.each(asking)(
  "$method $path is refused in an old session, before its input is read",
  async ({ method, path }) => {
    const user = await buildMember({ id: env.ADMIN_USER_ID });
    const ask = () =>
      request(api, method, path.replace(/\{\w+\}/, "999999"), { unknown: true }, user.headers);
    const fresh = await ask();
    expect([fresh.status, fresh.body]).not.toEqual([403, expect.anything()]);
    await age(user, 16);
    expect(await ask()).toMatchObject(HELD);
    await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
  },
);

test("a sign-in stands for the proof for 15 minutes, and the proof in its session for as long again", async () => {
  await age(owner, 14);
  expect((await makeToken(owner.headers)).status).toBe(201);
  await age(owner, 2);
  expect(await makeToken(owner.headers)).toMatchObject(HELD);
  expect(await prove(owner.headers)).toMatchObject({ status: 200, body: { success: true } });
  await age(owner, 14);
  expect((await makeToken(owner.headers)).status).toBe(201);
  await age(owner, 2);
  expect(await makeToken(owner.headers)).toMatchObject(HELD);
});

test("a wrong password, and none, open nothing and say so on their field", async () => {
  await age(owner, 16);
  for (const body of [{ current_password: "palpite" }, {}]) {
    const refused = await prove(owner.headers, body);
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { current_password: expect.any(String) } },
    });
  }
  expect(await makeToken(owner.headers)).toMatchObject(HELD);
});

test("the proof opens its own session alone", async () => {
  const stolen = await signIn(owner.personId);
  const stranger = await buildMember();
  for (const user of [owner, stranger]) await age(user, 16);
  expect((await prove(owner.headers)).status).toBe(200);
  expect((await makeToken(owner.headers)).status).toBe(201);
  expect(await makeToken(stolen.headers)).toMatchObject(HELD);
  expect(await makeToken(stranger.headers)).toMatchObject(HELD);
});

test("all else goes on in an old session", async () => {
  await age(owner, 60);
  expect((await callApi(api, apiTokens.list, {}, owner.headers)).status).toBe(200);
  expect((await callApi(api, sessions.list, {}, owner.headers)).status).toBe(200);
});

test("a refusal is not what an idempotency key answers once the proof is given", async () => {
  await age(owner, 16);
  const headers = { ...owner.headers, "idempotency-key": "um-token" };
  expect(await makeToken(headers)).toMatchObject(HELD);
  expect((await prove(owner.headers)).status).toBe(200);
  const made = await makeToken(headers);
  expect(made.status).toBe(201);
  expect((await makeToken(headers)).body).toEqual(made.body);
});
