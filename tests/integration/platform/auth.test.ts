import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { credits } from "@/lib/contracts/accounts/credits";
import { users } from "@/lib/contracts/accounts/users";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const registration = (email: string) => ({
  name: "José Müller",
  email,
  whatsapp: "+55 (11) 98765-4321",
  password: "senha com espaço ",
});

/** Headers that every browser sends with a same-origin fetch. */
const fromBrowser = () => ({ origin: api.url, "sec-fetch-site": "same-origin" });

async function logInAsBrowser(email: string) {
  const answer = await callApi(
    api,
    auth.login,
    { body: { email, password: "senha com espaço " } },
    fromBrowser(),
  );
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { ...answer, cookie };
}

describe("registration", () => {
  test("creates an account whose e-mail is taken in any case", async () => {
    const created = await callApi(api, auth.register, { body: registration("jose@teste.example") });
    expect(created).toMatchObject({ status: 201, body: { user: { plan: "free" } } });
    const again = await callApi(api, auth.register, { body: registration("JOSE@teste.example") });
    expect(again).toMatchObject({ status: 409, body: { code: "email_taken" } });
  });

  test("never assigns the ids 1 to 4", async () => {
    const created = await callApi(api, auth.register, { body: registration("id@teste.example") });
    expect(created.body.user.id).toBeGreaterThan(4);
  });

  test("lets one of ten simultaneous registrations of one e-mail through", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        callApi(api, auth.register, { body: registration("dez@teste.example") }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("names every wrong field and refuses unknown ones", async () => {
    const answer = await request(api, "POST", "/api/create_user", {
      ...registration("nao-e-mail"),
      whatsapp: "123",
      password: "curta",
      is_admin: true,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: "Preencha todos os campos corretamente!",
        fields: {
          email: expect.any(String),
          whatsapp: "WhatsApp number too short (minimum 10 digits)",
          password: "A senha deve conter ao menos 8 caracteres!",
          is_admin: "Campo desconhecido.",
        },
      },
    });
  });
});

describe("sessions", () => {
  beforeAll(async () => {
    await callApi(api, auth.register, { body: registration("sessao@teste.example") });
  });

  test("the same answer for a wrong password and an unknown e-mail", async () => {
    for (const email of ["sessao@teste.example", "ninguem@teste.example"]) {
      const answer = await callApi(api, auth.login, { body: { email, password: "errada!!" } });
      expect(answer).toMatchObject({
        status: 401,
        body: { error: "Erro ao autenticar, verifique e-mail e senha!" },
      });
    }
  });

  test("a program's token works in all three header styles, at both login names", async () => {
    for (const login of [auth.login, auth.loginAlias]) {
      const { body } = await callApi(api, login, {
        body: { email: "Sessao@Teste.example", password: "senha com espaço " },
      });
      expect(body.user).toMatchObject({
        name: "José Müller",
        email: "sessao@teste.example",
        plan: "free",
      });
      const styles: Record<string, string>[] = [
        { token: body.token },
        { authorization: body.token },
        { authorization: `Bearer ${body.token}` },
      ];
      for (const headers of styles) {
        expect((await callApi(api, users.me, {}, headers)).status).toBe(200);
      }
    }
  });

  test("a browser's token is refused without its cookie and with another browser's", async () => {
    const mine = await logInAsBrowser("sessao@teste.example");
    const other = await logInAsBrowser("sessao@teste.example");
    expect(mine.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
    const me = (headers: Record<string, string>) => callApi(api, users.me, {}, headers);
    expect((await me({ token: mine.body.token, cookie: mine.cookie })).status).toBe(200);
    expect((await me({ token: mine.body.token })).status).toBe(401);
    expect((await me({ token: mine.body.token, cookie: other.cookie })).status).toBe(401);
  });

  test("the cookie alone reads and never writes", async () => {
    const { cookie } = await logInAsBrowser("sessao@teste.example");
    expect((await callApi(api, credits.status, {}, { cookie })).status).toBe(200);
    const write = await callApi(api, campaigns.start, { body: { messages: ["Oi"] } }, { cookie });
    expect(write.status).toBe(401);
  });

  test("a write from another site is refused whatever it carries", async () => {
    const { headers } = await buildUser();
    const answer = await callApi(
      api,
      campaigns.start,
      { body: { messages: ["Oi"] } },
      { ...headers, origin: "https://outro.example" },
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "cross_site" } });
  });

  test("logging out, deactivation and expiry end a session at once", async () => {
    const leave = await logInAsBrowser("sessao@teste.example");
    const credentials = { token: leave.body.token, cookie: leave.cookie };
    const out = await callApi(api, auth.logout, {}, { ...credentials, ...fromBrowser() });
    expect(out.status).toBe(200);
    expect((await callApi(api, users.me, {}, credentials)).status).toBe(401);
    expect((await callApi(api, users.me, {}, { cookie: leave.cookie })).status).toBe(401);

    const inactive = await buildUser();
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${inactive.id}`);
    expect((await callApi(api, users.me, {}, inactive.headers)).status).toBe(401);

    const expired = await buildUser();
    await execute(
      sql`UPDATE sessions SET expires_at = now() - interval '1 millisecond' WHERE user_id = ${expired.personId}`,
    );
    expect((await callApi(api, users.me, {}, expired.headers)).status).toBe(401);
  });

  test("a flood of logins gets a Retry-After", async () => {
    const email = "inundacao@teste.example";
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        callApi(api, auth.loginAlias, { body: { email, password: "errada!!" } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
