import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { lists } from "@/lib/contracts/leads/lists";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { ROLE_NEEDED, type Role, reaches } from "@/lib/domain/accounts/roles";
import type { PersonId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

let founder: TestUser;
const people = {} as Record<Role, { personId: PersonId; headers: { token: string } }>;
beforeAll(async () => {
  founder = await buildUser({ plan: "pro" });
  for (const role of ["owner", "manager", "seller"] as const) {
    const personId = await buildMember(founder.id, undefined, role);
    people[role] = { personId, headers: (await signIn(personId)).headers };
  }
});

describe.each(
  allEndpoints.flatMap(({ method, path, role }) => (role ? [{ method, path, role }] : [])),
)("$method $path", ({ method, path, role }) => {
  test.each(["owner", "manager", "seller"] as const)("asked by %s", async (by) => {
    const known = path.replace("{userId}", String(founder.id)).replace(/\{\w+\}/, "2147483647");
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const answer = await request(api, method, known, body, people[by].headers);
    if (reaches(by, role)) expect(answer.body).not.toMatchObject({ error: ROLE_NEEDED[role] });
    else expect(answer).toMatchObject({ status: 403, body: { error: ROLE_NEEDED[role] } });
  });
});

test("a role that this version does not know may do nothing", () => {
  expect(reaches("director" as Role, "seller")).toBe(false);
});

test("what one person of an account makes under a key, another makes too", async () => {
  const { headers } = people.manager;
  const make = (by: { token: string }) =>
    callApi(
      api,
      lists.create,
      { body: { name: "Padarias", contacts: [{ whatsapp_number: "5511987654321" }] } },
      { ...by, "idempotency-key": "hoje" },
    );
  const [one, other] = [await make(headers), await make(people.owner.headers)];
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((await make(headers)).body).toEqual(one.body);
  expect(
    await rows(sql`SELECT 1 FROM lists WHERE owner_id = ${founder.id} AND name = 'Padarias'`),
  ).toHaveLength(2);
});

test("a token is its maker's: nobody else of the account sees or revokes it, and it may what they may", async () => {
  const { headers } = people.seller;
  const made = await callApi(
    api,
    apiTokens.create,
    { body: { name: "Planilha", scopes: ["read"], expires_in_days: null } },
    headers,
  );
  const { api_token, token } = made.body as { api_token: { id: number }; token: string };
  const listOf = async (by: { token: string }) =>
    (await callApi(api, apiTokens.list, {}, by)).body as { api_tokens: { id: number }[] };
  expect((await listOf(headers)).api_tokens).toMatchObject([{ id: api_token.id }]);
  expect((await listOf(people.owner.headers)).api_tokens).toEqual([]);
  const params = { id: api_token.id };
  const revoked = await callApi(api, apiTokens.revoke, { params }, people.owner.headers);
  expect(revoked.status).toBe(404);
  expect(await request(api, "GET", "/api/webhook_endpoints", undefined, { token })).toMatchObject({
    status: 403,
    body: { error: ROLE_NEEDED.manager },
  });
});

test("nothing lets in whoever is suspended, and everybody else goes on", async () => {
  const personId = await buildMember(founder.id, undefined, "seller");
  const { headers } = await signIn(personId);
  const made = await callApi(
    api,
    apiTokens.create,
    { body: { name: "Planilha", scopes: ["read"], expires_in_days: null } },
    headers,
  );
  const { token } = made.body as { token: string };
  const read = (by: { token: string }) => callApi(api, lists.list, { query: {} }, by);
  expect([(await read(headers)).status, (await read({ token })).status]).toEqual([200, 200]);
  await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${personId}`);
  expect([(await read(headers)).status, (await read({ token })).status]).toEqual([401, 401]);
  expect((await read(people.seller.headers)).status).toBe(200);
});
