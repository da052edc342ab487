import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints, api as contracts } from "@/lib/contracts";
import { API_SCOPES, type ApiScope, MOST_API_TOKENS } from "@/lib/domain/accounts/api-scopes";
import { deactivateAccountOf } from "@/server/accounts/users/accounts.service";
import { confirmPasswordReset } from "@/server/accounts/users/password-reset.service";
import { phoneWays } from "@/server/custody/handovers/handover.service";
import { closeSessionsOf } from "@/server/platform/auth/sessions.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { RAW_ROUTES } from "@/server/platform/http/raw-routes";
import { hashToken } from "@/server/platform/secrets";
import { buildApiToken, type TestToken } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const { apiTokens } = contracts;

let owner: TestUser;
beforeEach(async () => {
  owner = await buildUser({ plan: "pro" });
});

const create = (body: object, user = owner) =>
  request<{ token: string; api_token: { id: number }; error: string }>(
    api,
    "POST",
    "/api/tokens",
    { name: "Planilha", scopes: ["read"], expires_in_days: null, ...body },
    user.headers,
  );
const listOf = async (user: TestUser) =>
  (await callApi(api, apiTokens.list, {}, user.headers)).body.api_tokens;
const readLeads = (headers: Record<string, string>) =>
  request(api, "GET", "/api/leads", undefined, headers);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("a token", () => {
  test("is shown once, stored as a hash, and listed by its beginning", async () => {
    const { status, body } = await create({
      scopes: ["send", "read", "read"],
      expires_in_days: 30,
    });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^garimpo_[\w-]{43}$/);
    const stored = await firstRow<{ token_hash: Buffer; text: string }>(
      sql`SELECT token_hash, api_tokens::text AS text FROM api_tokens WHERE owner_id = ${owner.id}`,
    );
    expect(stored?.token_hash).toEqual(hashToken(body.token));
    expect(stored?.text).not.toContain(body.token.slice(12));
    const [listed] = await listOf(owner);
    expect(listed).toMatchObject({
      name: "Planilha",
      scopes: ["send", "read"],
      beginning: body.token.slice(0, 12),
      last_used_at: null,
    });
    const days = (Date.parse(listed?.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    expect(JSON.stringify(listed)).not.toContain(body.token);
  });

  test("is accepted in each of the three headers, without a cookie", async () => {
    const { token } = (await create({})).body;
    for (const headers of [bearer(token), { authorization: token }, { token }]) {
      expect((await readLeads(headers)).status).toBe(200);
    }
    expect((await readLeads(bearer(`${token}x`))).status).toBe(401);
    expect((await readLeads(bearer(token.slice(0, -1)))).status).toBe(401);
  });

  test("acts for its owner alone", async () => {
    const { token } = (await create({ scopes: ["read", "write"] })).body;
    const stranger = await buildUser();
    await request(
      api,
      "POST",
      "/api/leads",
      { name: "Meu", whatsapp: "11987654321" },
      bearer(token),
    );
    const mine = await request<{ leads: unknown[] }>(
      api,
      "GET",
      "/api/leads",
      undefined,
      owner.headers,
    );
    const theirs = await request<{ leads: unknown[] }>(
      api,
      "GET",
      "/api/leads",
      undefined,
      stranger.headers,
    );
    expect(mine.body.leads).toHaveLength(1);
    expect(theirs.body.leads).toHaveLength(0);
  });

  test("tells when it was last used, to the minute", async () => {
    const { id, headers } = await buildApiToken(owner);
    const usedAt = async () =>
      (
        await firstRow<{ at: Date | null }>(
          sql`SELECT last_used_at AS at FROM api_tokens WHERE id = ${id}`,
        )
      )?.at;
    expect(await usedAt()).toBeNull();
    await readLeads(headers);
    const first = await usedAt();
    expect(first).toBeInstanceOf(Date);
    await readLeads(headers);
    expect(await usedAt()).toEqual(first);
    await execute(
      sql`UPDATE api_tokens SET last_used_at = now() - interval '61 seconds' WHERE id = ${id}`,
    );
    await readLeads(headers);
    expect((await usedAt())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });

  test("ends when it expires and when it is revoked, with its event streams", async () => {
    const [expired, revoked] = [await buildApiToken(owner), await buildApiToken(owner)];
    await execute(
      sql`UPDATE api_tokens SET expires_at = now() - interval '1 millisecond' WHERE id = ${expired.id}`,
    );
    const refusal = {
      status: 401,
      body: { error: "Este token de API não existe, venceu ou foi revogado." },
    };
    expect(await readLeads(expired.headers)).toMatchObject(refusal);
    const stream = await fetch(`${api.url}/api/stream`, { headers: revoked.headers });
    const ended = stream.text();
    const params = { id: revoked.id };
    expect((await callApi(api, apiTokens.revoke, { params }, owner.headers)).status).toBe(200);
    expect(await ended).toContain("retry:");
    expect(await readLeads(revoked.headers)).toMatchObject(refusal);
    expect((await callApi(api, apiTokens.revoke, { params }, owner.headers)).status).toBe(404);
    // An expired one stays in the list until it is revoked.
    expect((await listOf(owner)).map(({ id }) => id)).toEqual([expired.id]);
  });

  test("outlives a log-out, and ends with a new password and with the account", async () => {
    const { headers } = await buildApiToken(owner);
    await closeSessionsOf(owner.personId);
    expect((await readLeads(headers)).status).toBe(200);
    await execute(
      sql`INSERT INTO password_resets (user_id, token_hash, expires_at)
          VALUES (${owner.personId}, ${hashToken("do e-mail")}, now() + interval '1 hour')`,
    );
    await confirmPasswordReset(
      { token: "do e-mail", new_password: "uma senha nova" },
      "test",
      phoneWays,
    );
    expect((await readLeads(headers)).status).toBe(401);
    const other = await buildUser();
    const token = await buildApiToken(other);
    await deactivateAccountOf(other.id);
    expect((await readLeads(token.headers)).status).toBe(401);
    await execute(sql`UPDATE accounts SET is_active = true WHERE id = ${other.id}`);
    expect((await readLeads(token.headers)).status).toBe(401);
  });

  test("of an account that is not active is refused, whatever its row says", async () => {
    const { headers } = await buildApiToken(owner);
    await execute(sql`UPDATE accounts SET is_active = false WHERE id = ${owner.id}`);
    expect((await readLeads(headers)).status).toBe(401);
  });

  test("is in the audit, without its secret", async () => {
    const { body } = await create({ name: "Integração" });
    await callApi(api, apiTokens.revoke, { params: { id: body.api_token.id } }, owner.headers);
    const entries = await rows<{ action: string; details: object; target_user_id: number }>(
      sql`SELECT action, details, target_user_id FROM audit_entries WHERE actor_id = ${owner.personId} ORDER BY id`,
    );
    const about = { id: body.api_token.id, name: "Integração" };
    expect(entries).toEqual([
      {
        action: "api_token.created",
        details: { ...about, scopes: "read" },
        target_user_id: owner.personId,
      },
      { action: "api_token.revoked", details: about, target_user_id: owner.personId },
    ]);
  });

  test("is refused with a wrong name, scope or lifetime", async () => {
    const wrong: [object, string][] = [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(61) }, "name"],
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["admin"] }, "scopes.0"],
      [{ expires_in_days: 7 }, "expires_in_days"],
      [{ expires_in_days: undefined }, "expires_in_days"],
    ];
    for (const [body, field] of wrong) {
      const answer = await create(body);
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      });
    }
  });

  test("is listed with the newest first", async () => {
    const ids = [await buildApiToken(owner), await buildApiToken(owner)].map(({ id }) => id);
    expect((await listOf(owner)).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("is one of at most twenty, also when many are asked for at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: MOST_API_TOKENS + 5 }, (_, at) => create({ name: `Token ${at}` })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(MOST_API_TOKENS);
    expect((await create({})).body.error).toBe("Você pode ter até 20 tokens.");
    const id = made[0]?.body.api_token.id ?? 0;
    await callApi(api, apiTokens.revoke, { params: { id } }, owner.headers);
    expect((await create({})).status).toBe(201);
  });
});

/** What differs from the rule: GET reads, the rest writes. */
const SENDS = [
  "POST /api/prospecting/recipients/{id}/resend",
  "POST /api/prospecting/activities/{id}/resume",
  "POST /api/prospecting/activities/{id}/retry",
  "POST /api/prospecting/start-prospecting",
  "POST /api/prospecting/test-message",
  "POST /api/whatsapp/reactions/{id}",
  "POST /api/whatsapp/scheduled_messages",
  "PUT /api/whatsapp/scheduled_messages/{id}",
  "POST /api/whatsapp/send_media",
  "POST /api/whatsapp/send_message",
  "POST /api/whatsapp/send_message/{id}/resend",
  "POST /api/whatsapp/send_template",
  "POST /api/whatsapp/typing",
  "PUT /api/opt-outs/settings",
  "POST /api/prospecting/recipients/{id}/continue",
  "PUT /api/prospecting/activities/{id}/edit",
  "PUT /api/prospecting/activities/{id}/steps",
];
const ONLY_COUNTS = [
  "POST /api/credits/check",
  "POST /api/geocode",
  "POST /api/imports/{id}/check",
  "POST /api/leads/completion",
  "POST /api/registry/similar",
  "POST /api/prospecting/audience",
  "POST /api/prospecting/audience/people",
  "POST /api/prospecting/step_dates",
  "POST /api/prospecting/price",
  "POST /api/prospecting/templates/refresh",
];
const FOR_SESSIONS =
  /^\w+ \/api\/(account\/|account_actions|admin|billing|identities|passkeys|second_factor|sessions|tokens|user\/password|whatsapp\/instance)\b|^(POST|PUT|DELETE) \/api\/webhook_|^(POST|PATCH|DELETE) \/api\/whatsapp\/numbers|^POST \/api\/privacy\/|^\w+ \/api\/team\/(?!results$)/;

function expectedScope(name: string): ApiScope | null {
  if (FOR_SESSIONS.test(name)) return null;
  if (SENDS.includes(name)) return "send";
  return name.startsWith("GET ") || ONLY_COUNTS.includes(name) ? "read" : "write";
}

describe("scopes", () => {
  const guarded = allEndpoints.filter(({ access }) => access !== "public");
  const files = RAW_ROUTES.filter(
    ({ path }) =>
      !path.startsWith("/api/webhooks/") &&
      ![
        ...[
          "/api/openapi.json",
          "/api/docs",
          "/api/licences",
          "/api/metrics",
          "/api/account_actions/export",
        ],
        "/api/account/exports/{id}/file",
      ].includes(path),
  );
  let member: TestUser;
  const tokens = {} as Record<ApiScope, TestToken>;
  beforeAll(async () => {
    member = await buildUser({ id: 4, plan: "pro" });
    for (const scope of API_SCOPES) tokens[scope] = await buildApiToken(member, [scope]);
  });

  test("every exception names an endpoint", () => {
    const names = guarded.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(expect.arrayContaining([...SENDS, ...ONLY_COUNTS]));
    expect(guarded.length).toBeGreaterThan(100);
  });

  // The token is the administrator's, so that nothing but its scope can be missing.
  test.each(
    guarded.map(({ method, path, body }) => ({ name: `${method} ${path}`, method, path, body })),
  )("$name", async ({ name, method, path, body }) => {
    const target = path.replace(/\{\w+\}/g, "2147483647");
    const expected = expectedScope(name);
    for (const scope of API_SCOPES) {
      const { headers } = tokens[scope];
      const answer = await request<{ code?: string }>(api, method, target, body && {}, headers);
      if (expected === null) {
        expect(answer, scope).toMatchObject({ status: 403, body: { code: "session_required" } });
      } else if (expected === scope) {
        expect([401, 403], scope).not.toContain(answer.status);
      } else {
        expect(answer, scope).toMatchObject({ status: 403, body: { code: "missing_scope" } });
      }
    }
  });

  test.each(files)("$method $path takes a token that reads", async ({ method, path }) => {
    for (const scope of API_SCOPES) {
      const abort = new AbortController();
      const answer = await fetch(`${api.url}${path.replace("{id}", "2147483647")}`, {
        method,
        headers: tokens[scope].headers,
        signal: abort.signal,
      });
      abort.abort();
      if (scope === "read") expect([401, 403]).not.toContain(answer.status);
      else expect(answer.status).toBe(403);
    }
  });

  test("the message names the scope", async () => {
    const answer = await request(api, "POST", "/api/leads", { name: "x" }, tokens.read.headers);
    expect(answer.body).toMatchObject({
      error: 'Este token de API não tem a permissão "Alterar" (write).',
      code: "missing_scope",
    });
  });

  test("a token does not log out and does not open pages of the browser's session", async () => {
    const answer = await request(api, "POST", "/api/logout", undefined, tokens.write.headers);
    expect(answer).toMatchObject({ status: 403, body: { code: "session_required" } });
    expect((await readLeads(tokens.read.headers)).status).toBe(200);
  });
});
