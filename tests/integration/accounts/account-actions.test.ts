import { expect, test } from "vitest";
import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { auth } from "@/lib/contracts/accounts/auth";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import type { AccountAction } from "@/lib/domain/accounts/account-actions";
import { hashPassword } from "@/server/accounts/users/password.service";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildApiToken } from "@/tests/factories/owned-rows";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const PASSWORD = "a senha do teste";

async function listed(user: TestUser, query: { page?: number; per_page?: number } = {}) {
  const { status, body } = await callApi(api, accountActions.list, { query }, user.headers);
  expect(status).toBe(200);
  return body as {
    actions: { action: AccountAction; details: Record<string, string | number> }[];
    pagination: { total: number };
  };
}

const names = async (user: TestUser) => (await listed(user)).actions.map(({ action }) => action);

test("what opens the account, leaves it or deletes from it is kept with the deed, for its owner alone", async () => {
  const [user, other] = [await buildUser({ plan: "pro" }), await buildUser()];
  const hash = await hashPassword(PASSWORD, user.email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${user.personId}`);
  const wrong = { email: user.email, password: "outra" };
  expect((await callApi(api, auth.login, { body: wrong })).status).toBe(401);
  expect(await names(user)).toEqual([]);
  await callApi(api, auth.login, { body: { email: user.email, password: PASSWORD } });

  const token = { name: "Planilha", scopes: ["read" as const], expires_in_days: null };
  const made = await callApi(api, apiTokens.create, { body: token }, user.headers);
  const { id } = (made.body as { api_token: { id: number } }).api_token;
  await callApi(api, apiTokens.revoke, { params: { id } }, user.headers);
  const webhook = { url: "https://avisos.example/novo", events: ["lead.created" as const] };
  const added = await callApi(api, webhooks.create, { body: webhook }, user.headers);
  const endpoint = (added.body as { webhook_endpoint: { id: number } }).webhook_endpoint;
  await callApi(api, webhooks.remove, { params: { id: endpoint.id } }, user.headers);

  const leads = [await buildLead(user.id), await buildLead(user.id)];
  const file = await fetch(`${api.url}/api/leads/export?format=csv&sort=name&direction=asc`, {
    headers: user.headers,
  });
  expect(file.status).toBe(200);
  await file.text();
  const lead_ids = leads.map((lead) => lead.id);
  await callApi(api, leadBulk.remove, { body: { lead_ids } }, user.headers);
  // A template holds nothing of the account.
  await (await fetch(`${api.url}/api/imports/template`, { headers: user.headers })).text();

  const { actions, pagination } = await listed(user);
  expect(actions.map(({ action }) => action)).toEqual([
    ...["leads_deleted", "exported", "webhook_deleted", "webhook_created"],
    ...["token_revoked", "token_created", "signed_in"],
  ]);
  expect(pagination.total).toBe(7);
  expect(actions[0]?.details).toEqual({ count: 2 });
  expect(actions[1]?.details).toEqual({ name: expect.stringMatching(/^leads-.*\.csv$/) });
  for (const at of [2, 3]) {
    expect(actions[at]?.details).toEqual({ name: "https://avisos.example/novo" });
  }
  expect(actions[6]?.details).toMatchObject({ ip: expect.any(String) });
  expect(await names(other)).toEqual([]);
  const second = await listed(user, { page: 2, per_page: 5 });
  expect(second.actions.map(({ action }) => action)).toEqual(["token_created", "signed_in"]);
});

test("all of it comes as a file, without formulas", async () => {
  const user = await buildUser();
  await recordAction(actorOf(user), "webhook_created", { name: "=HYPERLINK(1)" });
  await recordAction(actorOf(user), "signed_in", {
    ip: "203.0.113.7",
    user_agent: "Mozilla/5.0 Firefox/140",
  });
  const answer = await fetch(`${api.url}/api/account_actions/export`, { headers: user.headers });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain("Entrada na conta");
  expect(text).toContain("203.0.113.7");
  expect(text).not.toMatch(/[;,"]=HYPERLINK/);
  expect((await fetch(`${api.url}/api/account_actions/export`)).status).toBe(401);
  const token = await buildApiToken(user, ["read"]);
  const asProgram = await fetch(`${api.url}/api/account_actions/export`, {
    headers: token.headers,
  });
  expect(asProgram.status).toBe(403);
  const wrong = await fetch(`${api.url}/api/account_actions/export?format=exe`, {
    headers: user.headers,
  });
  expect(wrong.status).toBe(400);
});

test("what is older than 12 months goes, and long texts are cut", async () => {
  const user = await buildUser();
  await recordAction(actorOf(user), "password_changed");
  await recordAction(actorOf(user), "exported", { name: "x".repeat(500) });
  await execute(
    sql`UPDATE account_actions SET occurred_at = now() - interval '366 days'
        WHERE owner_id = ${user.id} AND action = 'password_changed'`,
  );
  await trimTable("account_actions");
  const { actions } = await listed(user);
  expect(actions.map(({ action }) => action)).toEqual(["exported"]);
  expect(String(actions[0]?.details["name"])).toHaveLength(200);
});
