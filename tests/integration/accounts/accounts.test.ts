import { describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { credits } from "@/lib/contracts/accounts/credits";
import { users } from "@/lib/contracts/accounts/users";
import { sessions } from "@/lib/contracts/platform/sessions";
import { PROFILE_FIELDS } from "@/lib/domain/accounts/profile";
import { hashPassword } from "@/server/accounts/users/password.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { logInFrom } from "@/tests/support/log-in-from";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const PASSWORD = "a senha da dona";

async function buildUserWithPassword() {
  const user = await buildUser();
  await execute(
    sql`UPDATE users SET password_hash = ${await hashPassword(PASSWORD, user.email)} WHERE id = ${user.personId}`,
  );
  return user;
}

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  callApi(api, auth.login, { body: { email, password } }, headers);

describe("profile", () => {
  test("changes what is sent, leaves the rest, and clears what is blank", async () => {
    const { headers, email } = await buildUser();
    const change = (body: object) => request(api, "PATCH", "/api/user", body, headers);
    expect(
      await change({
        name: "  Marília Gonçalves  ",
        business_name: "Pães & Cia",
        website: "paes.com.br",
      }),
    ).toMatchObject({
      status: 200,
      body: {
        success: true,
        user: {
          name: "Marília Gonçalves",
          business_name: "Pães & Cia",
          website: "paes.com.br",
          email,
        },
      },
    });
    await change({ website: "", conversion_objective: "Marcar uma visita" });
    const { body } = await callApi(api, users.me, {}, headers);
    expect(body.user).toMatchObject({
      name: "Marília Gonçalves",
      business_name: "Pães & Cia",
      website: null,
      conversion_objective: "Marcar uma visita",
      is_active: true,
    });
    expect((await change({})).status).toBe(200);
  });

  test("reports every wrong field; e-mail, plan and unknown fields cannot be changed", async () => {
    const { headers } = await buildUser();
    const answer = await request(
      api,
      "PATCH",
      "/api/user",
      {
        name: "A",
        business_name: "x".repeat(PROFILE_FIELDS.business_name.maxLength + 1),
        website: "javascript:alert(1)",
        email: "outra@teste.example",
        plan: "pro",
      },
      headers,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          name: "Nome deve ter pelo menos 2 caracteres",
          business_name: "Campo deve ter no máximo 120 caracteres",
          website: "URL inválida",
          email: "O e-mail não pode ser alterado.",
          plan: "Campo desconhecido.",
        },
      },
    });
    const long = await request(api, "PATCH", "/api/user", { name: "x".repeat(121) }, headers);
    expect(long.body).toMatchObject({ error: "Nome deve ter no máximo 120 caracteres" });
  });

  test("lists the editable fields and their lengths", async () => {
    const { headers } = await buildUser();
    const { body } = await callApi(api, users.fields, {}, headers);
    expect(body.success).toBe(true);
    expect(body.fields.updatable_fields).toContainEqual({
      name: "name",
      description: "Nome completo",
      min_length: 2,
      max_length: 120,
    });
    expect(body.fields.updatable_fields.map(({ name }) => name)).not.toContain("email");
  });
});

describe("sessions", () => {
  test("are listed, the current one marked, and each can be ended", async () => {
    const user = await buildUserWithPassword();
    const other = await logIn(user.email, PASSWORD, { "user-agent": "Celular da Ana" });
    const list = async () => (await callApi(api, sessions.list, {}, user.headers)).body.sessions;
    const listed = await list();
    expect(listed.map(({ current }) => current).sort()).toEqual([false, true]);
    const theirs = listed.find(({ user_agent }) => user_agent === "Celular da Ana");
    const ended = await callApi(
      api,
      sessions.end,
      { params: { id: theirs?.id ?? "" } },
      user.headers,
    );
    expect(ended.status).toBe(200);
    expect((await callApi(api, users.me, {}, { token: other.body.token })).status).toBe(401);
    expect(await list()).toHaveLength(1);
    const again = await callApi(
      api,
      sessions.end,
      { params: { id: theirs?.id ?? "" } },
      user.headers,
    );
    expect(again.status).toBe(404);
  });

  test("ended ones are refused in any header style, whatever ended them", async () => {
    const endings: [string, (user: Awaited<ReturnType<typeof buildUser>>) => Promise<unknown>][] = [
      ["log-out", (user) => callApi(api, auth.logout, {}, user.headers)],
      [
        "expiry",
        ({ personId }) =>
          execute(
            sql`UPDATE sessions SET expires_at = now() - interval '1 millisecond' WHERE user_id = ${personId}`,
          ),
      ],
      [
        "deactivation",
        ({ id }) => execute(sql`UPDATE accounts SET is_active = false WHERE id = ${id}`),
      ],
    ];
    for (const [name, end] of endings) {
      const user = await buildUser();
      const styles: Record<string, string>[] = [
        { token: user.token },
        { authorization: user.token },
        { authorization: `Bearer ${user.token}` },
      ];
      for (const headers of styles) {
        expect((await callApi(api, credits.status, {}, headers)).status, name).toBe(200);
      }
      await end(user);
      for (const headers of styles) {
        expect((await callApi(api, credits.status, {}, headers)).status, name).toBe(401);
      }
    }
  });

  test("say when they were last used, without a write for every request", async () => {
    const user = await buildUser();
    const seen = () =>
      firstRow<{ at: Date }>(
        sql`SELECT last_seen_at AS at FROM sessions WHERE user_id = ${user.personId}`,
      );
    const fresh = await seen();
    await callApi(api, users.me, {}, user.headers);
    expect(await seen()).toEqual(fresh);
    await execute(
      sql`UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE user_id = ${user.personId}`,
    );
    await callApi(api, users.me, {}, user.headers);
    expect((await seen())?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe("registration", () => {
  const registration = { name: "Łukasz Ōnishi 山田", email: "", whatsapp: "(11) 98765-4321" };

  test("takes names in any script, keeps e-mails in lower case, numbers as digits, passwords untrimmed", async () => {
    const email = "Com.Maiusculas@Teste.Example";
    const password = "  entre espaços  ";
    const { status } = await callApi(api, auth.register, {
      body: { ...registration, email, password },
    });
    expect(status).toBe(201);
    expect(
      await firstRow(
        sql`SELECT name, email, whatsapp FROM users WHERE email = 'com.maiusculas@teste.example'`,
      ),
    ).toMatchObject({ name: registration.name, whatsapp: "11987654321" });
    expect((await logIn(email, password)).status).toBe(200);
    expect((await logIn(email, password.trim())).status).toBe(401);
  });

  test("requires passwords of 8 to 200 characters", async () => {
    for (const [length, status] of [
      [7, 400],
      [8, 201],
      [200, 201],
      [201, 400],
    ] as const) {
      const answer = await callApi(api, auth.register, {
        body: {
          ...registration,
          email: `senha-${length}@teste.example`,
          password: "x".repeat(length),
        },
      });
      expect(answer.status, String(length)).toBe(status);
    }
  });
});

describe("guessing passwords", () => {
  test("1,000 wrong ones from one address: most are refused unchecked, and the owner can log in from elsewhere", async () => {
    const user = await buildUserWithPassword();
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => logIn(user.email, `palpite ${round} ${at}`)),
      );
      for (const { status } of answers) outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    }
    expect(outcomes.get(401)).toBe(10);
    expect(outcomes.get(429)).toBe(990);
    // This address is limited even with the correct password; another one is not.
    expect((await logIn(user.email, PASSWORD)).status).toBe(429);
    const elsewhere = await logInFrom(api, "127.0.0.2", user.email, PASSWORD);
    expect(elsewhere).toBe(200);
  });

  test("a header cannot forge the address", async () => {
    const user = await buildUserWithPassword();
    const statuses = [];
    for (let at = 0; at < 12; at += 1) {
      const spoofed = {
        "x-garimpo-socket-address": `10.0.0.${at}`,
        "x-forwarded-for": `10.0.1.${at}`,
      };
      statuses.push((await logIn(user.email, "errada!!", spoofed)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test("a correct password resets the count", async () => {
    const user = await buildUserWithPassword();
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 9; at += 1) await logIn(user.email, "errada!!");
      expect((await logIn(user.email, PASSWORD)).status).toBe(200);
      await execute(sql`DELETE FROM rate_limits WHERE key LIKE 'POST%'`);
    }
  });

  test("a flood of hashes is refused with 503 while other calls are answered", async () => {
    const { headers } = await buildUser();
    let flooding = true;
    const flood = Array.from({ length: 120 }, async (_, at) => {
      while (flooding) {
        await hashPassword("inundação", `account ${at}`).catch(
          () => new Promise((resolve) => setImmediate(resolve)),
        );
      }
    });
    expect((await callApi(api, credits.status, {}, headers)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => logIn(`${at}@teste.example`, "uma senha")),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    flooding = false;
    await Promise.all(flood);
    expect((await logIn("depois@teste.example", "uma senha")).status).toBe(401);
  });
});

test("an account under attack from 300 addresses delays nobody else", async () => {
  const [attacked, bystander] = [await buildUserWithPassword(), await buildUserWithPassword()];
  const known = "127.0.3.1";
  expect(await logInFrom(api, known, attacked.email, PASSWORD)).toBe(200);
  const attack = Array.from({ length: 300 }, (_, at) =>
    logInFrom(
      api,
      `127.0.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`,
      attacked.email,
      "palpite!",
    ),
  );
  const others = Array.from({ length: 5 }, (_, at) =>
    logInFrom(api, `127.0.4.${1 + at}`, bystander.email, PASSWORD),
  );
  // The owner, from an address of an earlier login, does not queue with the attackers.
  expect(await logInFrom(api, known, attacked.email, PASSWORD)).toBe(200);
  expect(await Promise.all(others)).toEqual(Array(5).fill(200));
  const outcomes = new Set(await Promise.all(attack));
  expect([...outcomes].toSorted()).toEqual([401, 429]);
});
