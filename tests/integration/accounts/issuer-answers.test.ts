import { afterEach, describe, expect, test } from "vitest";
import { signIn } from "@/lib/contracts/accounts/identities";
import { FLAWS } from "@/sandbox/issuer/flaws";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { beginSignIn, chooseAtIssuer, comeBack, signInAtIssuer } from "@/tests/support/issuer";
import { runApi, runSandbox } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();

afterEach(async () => {
  await sandbox.control("PUT", "/issuer/flaw", { flaw: null });
  await sandbox.control("PUT", "/issuer/claims", { in: "id_token" });
  await sandbox.control("DELETE", "/faults");
});

/** An account that the issuer opens. */
async function buildLinked(): Promise<TestUser> {
  const user = await buildUser();
  const address = new URL("/issuer", env.SANDBOX_URL).toString();
  await execute(
    sql`INSERT INTO identities (user_id, provider, issuer, subject, email)
        VALUES (${user.personId}, 'oidc', ${address}, ${`of ${user.email}`}, ${user.email})`,
  );
  return user;
}

const sessionsOf = async ({ personId: id }: TestUser) =>
  (
    await firstRow<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM sessions WHERE user_id = ${id}`,
    )
  )?.count;

test("whom the issuer vouches for is signed in, to where they wanted to go", async () => {
  const user = await buildLinked();
  const { status, body } = await signInAtIssuer(api, { email: user.email }, "/leads?list_id=1");
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { step: "signed_in", next: "/leads?list_id=1", user: { id: user.personId } },
  });
  const used = await firstRow(
    sql`SELECT 1 FROM identities WHERE user_id = ${user.personId} AND last_used_at > now() - interval '1 minute'`,
  );
  expect(used).not.toBeNull();
  expect(
    await rows(
      sql`SELECT 1 FROM account_actions WHERE owner_id = ${user.id} AND action = 'signed_in'`,
    ),
  ).toHaveLength(1);
});

test("nobody is sent to another site afterwards", async () => {
  const user = await buildLinked();
  for (const next of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
  ]) {
    const { body } = await signInAtIssuer(api, { email: user.email }, next);
    expect(body, next).toMatchObject({ step: "signed_in", next: null });
  }
});

describe("an answer of the issuer that proves nothing", () => {
  test.each(FLAWS)("opens no session: %s", async (flaw) => {
    const user = await buildLinked();
    const before = await sessionsOf(user);
    await sandbox.control("PUT", "/issuer/flaw", { flaw });
    const { status, body } = await signInAtIssuer(api, { email: user.email });
    expect({ status, body }).toMatchObject({ status: 401, body: { code: "sign_in_refused" } });
    expect(await sessionsOf(user)).toBe(before);
  });
});

test("a key that is changed between two sign-ins, or within one, is no obstacle", async () => {
  const user = await buildLinked();
  expect((await signInAtIssuer(api, { email: user.email })).status).toBe(200);
  await sandbox.control("POST", "/issuer/rotate");
  expect((await signInAtIssuer(api, { email: user.email })).status).toBe(200);
  const { address, cookie } = await beginSignIn(api);
  await sandbox.control("POST", "/issuer/rotate");
  const returned = await chooseAtIssuer(address, { email: user.email });
  expect((await comeBack(api, cookie, returned)).status).toBe(200);
});

describe("a return", () => {
  test("counts once, however often it is sent", async () => {
    const user = await buildLinked();
    const before = (await sessionsOf(user)) ?? 0;
    const { address, cookie } = await beginSignIn(api);
    const returned = await chooseAtIssuer(address, { email: user.email });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => comeBack(api, cookie, returned)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await comeBack(api, cookie, returned)).toMatchObject({
      status: 409,
      body: { code: "sign_in_over" },
    });
    expect(await sessionsOf(user)).toBe(before + 1);
  });

  test("is nothing to another browser, nor to one without the cookie", async () => {
    const user = await buildLinked();
    const victim = await beginSignIn(api);
    const attacker = await beginSignIn(api);
    const returned = await chooseAtIssuer(attacker.address, { email: user.email });
    expect(await comeBack(api, victim.cookie, returned)).toMatchObject({
      status: 401,
      body: { code: "sign_in_refused" },
    });
    for (const cookie of ["", "garimpo.sign-in=", "garimpo.sign-in=another"]) {
      expect(await comeBack(api, cookie, returned), cookie).toMatchObject({ status: 409 });
    }
    // The code of one browser with the state of the other.
    const second = await beginSignIn(api);
    const own = await chooseAtIssuer(second.address, { email: user.email });
    const mixed = { ...own, code: returned["code"] ?? "" };
    expect(await comeBack(api, second.cookie, mixed)).toMatchObject({ status: 401 });
  });

  test("is too late after ten minutes", async () => {
    const user = await buildLinked();
    const { address, cookie } = await beginSignIn(api);
    const returned = await chooseAtIssuer(address, { email: user.email });
    await execute(
      sql`UPDATE sign_in_attempts SET expires_at = now() - interval '1 millisecond' WHERE step = 'issuer'`,
    );
    expect(await comeBack(api, cookie, returned)).toMatchObject({
      status: 409,
      body: { code: "sign_in_over" },
    });
  });

  test("of somebody who changed their mind says so", async () => {
    const { status, body } = await signInAtIssuer(api, { outcome: "deny" });
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { code: "sign_in_refused", error: expect.stringContaining("cancelada") },
    });
  });
});

describe("an issuer that is away", () => {
  const unavailable = { status: 503, body: { code: "unavailable" } };

  test.each([
    { kind: "status", status: 500 },
    { kind: "status", status: 429 },
    { kind: "reset-connection" },
    { kind: "endless-answer", delayMs: 0 },
    { kind: "endless-answer", delayMs: 1_000 },
    { kind: "latency", delayMs: 30_000 },
  ])("is told within seconds when a sign-in begins: %o", async (fault) => {
    await sandbox.control("POST", "/faults", { target: "issuer", times: 1, ...fault });
    const startedAt = performance.now();
    const answer = await callApi(api, signIn.start, { body: { provider: "oidc" } });
    expect(answer).toMatchObject(unavailable);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test.each(["/token", "/keys", "/userinfo"])(
    "is told when it sends people back: %s",
    async (path) => {
      const user = await buildLinked();
      await sandbox.control("PUT", "/issuer/claims", { in: "userinfo" });
      const before = await sessionsOf(user);
      for (const fault of [
        { kind: "status", status: 502 },
        { kind: "endless-answer", delayMs: 0 },
        { kind: "latency", delayMs: 30_000 },
      ]) {
        await sandbox.control("POST", "/faults", { target: "issuer", path, times: 1, ...fault });
        const { status, body } = await signInAtIssuer(api, { email: user.email });
        expect({ status, body }).toMatchObject(unavailable);
      }
      expect(await sessionsOf(user)).toBe(before);
      expect((await signInAtIssuer(api, { email: user.email })).status).toBe(200);
    },
  );
});

test("another provider than those that are configured does not exist", async () => {
  const answer = await callApi(api, signIn.start, { body: { provider: "google" } });
  expect(answer).toMatchObject({ status: 400, body: { fields: { provider: expect.any(String) } } });
});

test("neither the token of an attempt nor what it is checked by stands in the database", async () => {
  const { address, cookie } = await beginSignIn(api);
  const { searchParams } = new URL(address);
  const [row] = await rows<{ text: string }>(
    sql`SELECT json_agg(a)::text AS text FROM sign_in_attempts a`,
  );
  const secrets = [cookie.split("=")[1], searchParams.get("state"), searchParams.get("nonce")];
  for (const secret of secrets) expect(row?.text).not.toContain(secret);
});
