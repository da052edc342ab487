import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { rememberNetwork } from "@/server/accounts/users/attempt-limits.service";
import { hashPassword } from "@/server/accounts/users/password.service";
import {
  confirmPasswordReset,
  requestPasswordReset,
} from "@/server/accounts/users/password-reset.service";
import { phoneWays } from "@/server/custody/handovers/handover.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { unseal } from "@/server/platform/secrets";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { logInFrom } from "@/tests/support/log-in-from";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha da dona";
const MOST_ELSEWHERE = 30;

async function buildOwner(): Promise<TestUser> {
  const user = await buildUser();
  await execute(
    sql`UPDATE users SET password_hash = ${await hashPassword(PASSWORD, user.email)} WHERE id = ${user.personId}`,
  );
  return user;
}

/** One guess from each of `count` networks, ten at a time. Returns how often each status came. */
async function guess(email: string, count: number, from = 10) {
  const seen: Record<number, number> = {};
  for (let at = 0; at < count; at += 10) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        logInFrom(api, `127.${from}.${at + place}.1`, email, "palpite!"),
      ),
    );
    for (const status of statuses) seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

const warnings = (user: TestUser) =>
  rows(sql`SELECT id FROM mails WHERE user_id = ${user.personId} AND kind = 'password_guessed'`);

test("many networks get as few guesses as one, and the owner is let in from their own", async () => {
  const owner = await buildOwner();
  expect(await logInFrom(api, "127.3.3.1", owner.email, PASSWORD)).toBe(200);
  const counted = MOST_ELSEWHERE - 1;
  expect(await guess(owner.email, 100)).toEqual({ 401: counted, 429: 100 - counted });
  // From elsewhere not even the right password is looked at; at home it is, from any address.
  expect(await logInFrom(api, "127.11.0.1", owner.email, PASSWORD)).toBe(429);
  expect(await logInFrom(api, "127.3.3.1", owner.email, PASSWORD)).toBe(200);
  expect(await logInFrom(api, "127.3.3.77", owner.email, PASSWORD)).toBe(200);
  expect(await logInFrom(api, "127.3.4.1", owner.email, PASSWORD)).toBe(429);
});

test("an e-mail that nobody has is answered alike, and leaves no more rows", async () => {
  const [owner, nobody] = [await buildOwner(), `${randomUUID()}@teste.example`];
  const answers = [await guess(owner.email, 40, 20), await guess(nobody, 40, 21)];
  expect(answers[0]).toEqual(answers[1]);
  expect(
    await firstRow(
      sql`SELECT count(*)::int AS count FROM rate_limits WHERE key LIKE 'login attempts elsewhere%'`,
    ),
  ).toEqual({ count: 2 });
});

test("the owner is told of an episode once", async () => {
  const owner = await buildOwner();
  await guess(owner.email, MOST_ELSEWHERE);
  expect(await warnings(owner)).toHaveLength(0);
  await guess(owner.email, 20, 30);
  await until(async () => (await warnings(owner)).length === 1, "the mail");
  // The next hour of the same attack.
  await execute(sql`DELETE FROM rate_limits`);
  await guess(owner.email, 50, 31);
  // A later attack, which takes its turn after that one's.
  await execute(
    sql`UPDATE mails SET created_at = now() - interval '25 hours' WHERE user_id = ${owner.personId}`,
  );
  expect(await warnings(owner)).toHaveLength(1);
  await execute(sql`DELETE FROM rate_limits`);
  await guess(owner.email, 50, 32);
  await until(async () => (await warnings(owner)).length === 2, "the second mail");
});

test("who sets a new password by mail is let in from there, whoever guesses meanwhile", async () => {
  const owner = await buildOwner();
  await guess(owner.email, 50, 40);
  expect(await logInFrom(api, "127.41.1.1", owner.email, PASSWORD)).toBe(429);
  await requestPasswordReset(owner.email);
  const mail = await firstRow<{ sealed_link: string }>(
    sql`SELECT sealed_link FROM mails WHERE user_id = ${owner.personId} AND kind = 'password_reset'`,
  );
  const token =
    new URL(
      unseal(mail?.sealed_link ?? "", `mails.sealed_link ${owner.personId} password_reset`) ?? "",
    ).searchParams.get("token") ?? "";
  await confirmPasswordReset({ token, new_password: "uma senha nova" }, "127.41.1.0", phoneWays);
  expect(await logInFrom(api, "127.41.1.9", owner.email, "uma senha nova")).toBe(200);
});

test("an account keeps a hundred networks, those used last", async () => {
  const { personId: id } = await buildUser();
  for (let at = 0; at < 105; at += 1) await rememberNetwork(id, `10.${at}.1.0`);
  const kept = await rows<{ network: string }>(
    sql`SELECT network FROM known_networks WHERE user_id = ${id}`,
  );
  expect(kept).toHaveLength(100);
  expect(kept.map(({ network }) => network)).toContain("10.104.1.0");
});
