import { expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { users } from "@/lib/contracts/accounts/users";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { firstRow, sql } from "@/server/platform/db/sql";
import { buildApiToken } from "@/tests/factories/owned-rows";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
const OLD = "a senha antiga";
const NEW = "uma senha nova";

let serial = 0;
async function register() {
  serial += 1;
  const email = `troca${serial}@empresa.example`;
  const body = { name: "Ana", email, password: OLD, whatsapp: "11987654321" };
  expect((await callApi(api, auth.register, { body })).status).toBe(201);
  return email;
}

async function logIn(email: string, password: string) {
  const { status, body } = await callApi(api, auth.login, { body: { email, password } });
  return { status, headers: { token: body.token } };
}

const change = (headers: Record<string, string>, current_password: string, new_password = NEW) =>
  callApi(api, users.changePassword, { body: { current_password, new_password } }, headers);
const isLive = async (headers: Record<string, string>) =>
  (await callApi(api, users.me, {}, headers)).status === 200;

test("a new password ends every other session and token, and the old one no longer works", async () => {
  const email = await register();
  const [here, there] = [await logIn(email, OLD), await logIn(email, OLD)];
  const me = (await callApi(api, users.me, {}, here.headers)).body.user;
  const program = await buildApiToken({ id: me.id as OwnerId, personId: me.id as PersonId }, [
    "read",
  ]);
  expect(await isLive(program.headers)).toBe(true);
  expect(await change(here.headers, OLD)).toMatchObject({ status: 200, body: { success: true } });
  expect([await isLive(here.headers), await isLive(there.headers)]).toEqual([true, false]);
  expect(await isLive(program.headers)).toBe(false);
  expect((await logIn(email, OLD)).status).toBe(401);
  expect((await logIn(email, NEW)).status).toBe(200);
});

test("a wrong current password changes nothing and says so on its field", async () => {
  const email = await register();
  const [here, there] = [await logIn(email, OLD), await logIn(email, OLD)];
  expect(await change(here.headers, "outra coisa")).toMatchObject({
    status: 400,
    body: { fields: { current_password: "Senha atual incorreta." } },
  });
  expect(await change(here.headers, OLD, "curta")).toMatchObject({
    status: 400,
    body: { fields: { new_password: "A senha deve conter ao menos 8 caracteres!" } },
  });
  expect(await isLive(there.headers)).toBe(true);
  expect((await logIn(email, OLD)).status).toBe(200);
});

test("of two changes at once one wins, and the stored password is the winner's", async () => {
  const email = await register();
  const { headers } = await logIn(email, OLD);
  const passwords = ["a primeira nova", "a segunda nova"];
  const answers = await Promise.all(passwords.map((password) => change(headers, OLD, password)));
  const winners = passwords.filter((_password, at) => answers[at]?.status === 200);
  expect(winners).toHaveLength(1);
  const logins = await Promise.all(passwords.map((password) => logIn(email, password)));
  expect(passwords.filter((_password, at) => logins[at]?.status === 200)).toEqual(winners);
});

test("guesses are limited, and a mailed link no longer works after a change", async () => {
  const email = await register();
  const { headers } = await logIn(email, OLD);
  await callApi(api, auth.requestReset, { body: { email } });
  const links = () =>
    firstRow(
      sql`SELECT 1 FROM password_resets r JOIN users u ON u.id = r.user_id WHERE u.email = ${email}`,
    );
  expect(await links()).not.toBeNull();
  expect((await change(headers, OLD)).status).toBe(200);
  expect(await links()).toBeNull();
  const answers: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    answers.push((await change(headers, `palpite ${guess}`)).status);
  }
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
});
