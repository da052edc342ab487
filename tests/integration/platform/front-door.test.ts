import { randomUUID } from "node:crypto";
import { Agent } from "undici";
import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { sessions } from "@/lib/contracts/platform/sessions";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook } from "@/tests/factories/webhooks";
import { callApi, request } from "@/tests/support/api";
import { MOST_ON_THE_WAY, sendEndlessBody } from "@/tests/support/endless-body";
import { readRaw } from "@/tests/support/raw-request";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const get = (target: string, headers: [string, string][] = []) =>
  readRaw(api.url, "GET", target, headers);
let user: TestUser;

beforeAll(async () => {
  user = await buildUser();
});

describe("paths", () => {
  test.each([
    "/api/health",
    "/./api/health",
    "/api/auth/../health",
    "/api/auth/%2e%2e/health",
    "/api/auth/.%2E/health",
    "//api/health",
    "/api//health",
    "/%61pi/health",
    "/api/%68e%61lth",
    "/_next/../api/health",
    "/../api/health",
    "/api/health?x=/../..",
  ])("%s is the health check of the one API", async (target) => {
    const answer = await get(target);
    expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(answer.headers).toContain("x-request-id");
  });

  test.each([
    "*",
    "http://outro.example/api/health",
    "/api\\health",
    "/api/%5chealth",
    "/api/health#x",
    "/api/%00",
    "/api/%",
    "/api/%ff",
    "/api%2fhealth",
    "/%2561pi/health",
    "/x/..%2fapi/health",
  ])("%s is refused", async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "invalid_input" });
  });

  test.each(["*", "/api/leads", "/dashboard"])("OPTIONS %s is refused", async (target) => {
    const answer = await readRaw(api.url, "OPTIONS", target, []);
    expect([400, 405]).toContain(answer.status);
  });

  test("a limit by address holds for every spelling of a path", async () => {
    const { points } = auth.requestReset.rateLimit ?? { points: 0 };
    const spellings = ["/api/reset_password", "/./api/reset_password", "/api/%72eset_password"];
    const answers = await Promise.all(
      Array.from({ length: points + 30 }, (_, nth) =>
        readRaw(
          api.url,
          "POST",
          spellings[nth % spellings.length] ?? "",
          [["x-garimpo-socket-address", `10.0.0.${nth}`]],
          JSON.stringify({ email: "ninguem@teste.example" }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(points);
  });
});

describe("next-auth's addresses", () => {
  const ADDRESSES = ["session", "csrf", "providers", "signin", "signin/credentials", "signout"];
  const OTHERS = ["callback/credentials", "error", "verify-request", "_log", "x", "__proto__"];

  test.each([...ADDRESSES, ...OTHERS])("/api/auth/%s does not exist", async (name) => {
    const query = `callbackUrl=${encodeURIComponent("javascript:alert(1)")}`;
    for (const method of ["GET", "POST"]) {
      const answer = await readRaw(api.url, method, `/api/auth/${name}?${query}`, [
        ["host", "outro.example"],
        ["x-forwarded-host", "outro.example"],
      ]);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body)).toMatchObject({ error: "Endereço não encontrado." });
      expect(answer.headers).not.toMatch(/^(?:location|set-cookie):/im);
    }
  });
});

describe("headers", () => {
  test("a client does not choose the address that is written down", async () => {
    const account = { email: `${randomUUID()}@teste.example`, password: "uma senha boa" };
    await callApi(api, auth.register, {
      body: { ...account, name: "Ana", whatsapp: "11987654321" },
    });
    const login = await request<{ token: string }>(api, "POST", "/api/auth", account, {
      "x-garimpo-socket-address": "6.6.6.6",
    });
    const { body } = await callApi(api, sessions.list, {}, { token: login.body.token });
    expect(body.sessions.map(({ ip }) => ip)).toEqual(["127.0.0.1"]);
  });
});

describe("bodies", () => {
  const webhook = (secret: string) => `/api/webhooks/evolution/${secret}`;

  test.concurrent.each([
    ["POST", "/api/auth", 413],
    ["POST", "/api/auth/signin", 404],
    ["POST", "/api/leads", 401],
    ["POST", "/api/imports", 401],
    ["POST", webhook("nobody"), 404],
    ["GET", "/api/leads", 401],
    ["GET", "/", 413],
    ["POST", "/dashboard", 405],
    ["OPTIONS", "*", 400],
  ])(
    "%s %s: 100 MB are answered at once, and the connection closed",
    async (method, path, status) => {
      const send = (chunked: boolean) => sendEndlessBody(api.url, method, path, { chunked });
      for (const sent of await Promise.all([send(false), send(true)])) {
        expect(sent).toMatchObject({ status, isClosed: true });
        // What the systems of both sides had on the way.
        expect(sent.bytes).toBeLessThan(MOST_ON_THE_WAY);
      }
    },
  );

  test.concurrent.each([
    ["POST", "/api/leads", "O conteúdo enviado é grande demais."],
    ["POST", "/api/leads/bulk_delete", "O conteúdo enviado é grande demais."],
    [
      "POST",
      "/api/imports?file_name=a.csv",
      "O arquivo passa de 20 MB. Divida-o em partes menores.",
    ],
  ])("%s %s: 100 MB of a signed-in user are too large", async (method, path, error) => {
    const { headers } = user;
    const send = (chunked: boolean) => sendEndlessBody(api.url, method, path, { headers, chunked });
    for (const sent of await Promise.all([send(false), send(true)])) {
      expect(sent).toMatchObject({ status: 413, isClosed: true });
      expect(sent.answer).toContain(error);
    }
  });

  test.concurrent("a webhook's body waits until its secret is known", async () => {
    const { path, headers } = await buildWebhook(user.id);
    const known = await sendEndlessBody(api.url, "POST", path, { headers });
    expect(known).toMatchObject({ status: 413, isClosed: true });
  });

  test("a body of 64 KB passes, one byte more does not", async () => {
    const sized = (bytes: number) => `{"name":"${"x".repeat(bytes - 11)}"}`;
    const send = (bytes: number) =>
      request<{ code: string }>(api, "POST", "/api/tags", sized(bytes), user.headers);
    expect((await send(64 * 1024)).status).toBe(400);
    expect((await send(64 * 1024 + 1)).status).toBe(413);
  });

  test("the largest selection of leads passes", async () => {
    const lead_ids = Array.from({ length: 10_000 }, (_, nth) => 2_147_483_647 - nth);
    const answer = await request(api, "POST", "/api/leads/bulk_delete", { lead_ids }, user.headers);
    expect(answer).toMatchObject({ status: 200, body: { deleted: 0 } });
  });

  test("a form is 415", async () => {
    const answer = await request(api, "POST", "/api/pages", "a=b", {
      ...user.headers,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(answer.status).toBe(415);
  });

  test("two files of one person at once are both stored", async () => {
    const upload = () =>
      request(
        api,
        "POST",
        "/api/imports?file_name=leads.csv",
        "nome;telefone\nPadaria;1133334444",
        {
          ...user.headers,
          "content-type": "text/csv",
        },
      );
    const answers = await Promise.all([upload(), upload()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe("errors", () => {
  test("the first 20 wrong fields are named, in at most 16 KB", async () => {
    const manyFields = Object.fromEntries(
      Array.from({ length: 500 }, (_, nth) => [`${nth}${"\u00e9".repeat(80)}`, 1]),
    );
    const answer = await request<{ fields: Record<string, string> }>(
      api,
      "POST",
      "/api/leads/bulk_delete",
      manyFields,
      user.headers,
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toHaveLength(20);
    expect(JSON.stringify(answer.body).length).toBeLessThan(16_384);
  });

  test("messages that repeat what was sent do not make it longer", async () => {
    const messages = Array.from({ length: 20 }, () => `{{${"\u20ac".repeat(7_000)}}}`);
    const answer = await readRaw(
      api.url,
      "POST",
      "/api/prospecting/start-prospecting",
      [["token", user.token]],
      Buffer.from(JSON.stringify({ messages: messages.slice(0, 10) })).toString("latin1"),
    );
    expect(answer.status).toBe(400);
    expect(Buffer.byteLength(answer.body)).toBeLessThan(16_384);
  });

  test("of 130,000 wrong items none is read", async () => {
    const lead_ids = Array.from({ length: 130_000 }, () => 0);
    const answer = await request(api, "POST", "/api/leads/bulk_delete", { lead_ids }, user.headers);
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { lead_ids: "Selecione menos leads, ou todos." } },
    });
  });
});

describe("a refusal before the whole body has come", () => {
  const CLIENTS = 20;
  const ROUNDS = 3;

  /** Each client has one connection, which it keeps for the next request where it may. */
  async function refuseAndGoOn(path: string, bytes: number, headers: Record<string, string>) {
    const agent = new Agent({ connections: 1, pipelining: 1 });
    const statuses: (number | string)[] = [];
    const call = (target: string, init: RequestInit) =>
      fetch(`${api.url}${target}`, {
        ...init,
        dispatcher: agent,
        signal: AbortSignal.timeout(15_000),
      } as RequestInit).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
      );
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = "x".repeat(bytes);
      const sent = { "content-type": "application/json", ...headers };
      statuses.push(await call(path, { method: "POST", headers: sent, body }));
      statuses.push(await call("/api/health", {}));
    }
    await agent.close();
    return statuses;
  }

  test.each([
    ["one byte over the limit", "/api/tags", 64 * 1024 + 1, 413],
    ["a megabyte", "/api/leads", 1_000_000, 413],
    ["ten megabytes", "/api/leads", 10_000_000, 413],
    ["a page's", "/dashboard", 1_000_000, 405],
    ["nobody's", "/api/webhooks/evolution/nobody", 1_000_000, 404],
  ])(
    "%s: no answer is lost, and the next request is answered",
    async (_name, path, bytes, status) => {
      const seen = await Promise.all(
        Array.from({ length: CLIENTS }, () => refuseAndGoOn(path, bytes, user.headers)),
      );
      const expected = Array.from({ length: ROUNDS }, () => [status, 200]).flat();
      expect(seen).toEqual(Array.from({ length: CLIENTS }, () => expected));
    },
  );

  test("says that the connection ends with it, and a whole body's answer does not", async () => {
    const head = (body: string) => request(api, "POST", "/api/leads", body, user.headers);
    expect((await head("x".repeat(1_000_000))).headers.get("connection")).toBe("close");
    expect((await head("{}")).headers.get("connection")).not.toBe("close");
  });
});
