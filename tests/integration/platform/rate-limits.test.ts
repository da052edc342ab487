import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { execute, sql } from "@/server/platform/db/sql";
import { buildApiToken, type TestToken } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

let owner: TestUser;
let token: TestToken;
beforeAll(async () => {
  owner = await buildUser();
});
beforeEach(async () => {
  await execute(sql`DELETE FROM rate_limits`);
  token = await buildApiToken(owner, ["read", "write"]);
});

const allowance = (headers: Headers) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`));

describe("the allowance", () => {
  test("is told by limited endpoints, and counts down", async () => {
    const search = () => request(api, "GET", "/api/registry/activities", undefined, owner.headers);
    const [limit, remaining, reset] = allowance((await search()).headers);
    expect([limit, remaining]).toEqual(["300", "299"]);
    expect(Number(reset)).toBeGreaterThan(0);
    expect(Number(reset)).toBeLessThanOrEqual(60);
    expect(allowance((await search()).headers).slice(0, 2)).toEqual(["300", "298"]);
  });

  test("is not told where nothing limits a session", async () => {
    const { headers } = await request(api, "GET", "/api/leads", undefined, owner.headers);
    expect(allowance(headers)).toEqual([null, null, null]);
  });

  test("of a token holds over all endpoints, files too, and for each token", async () => {
    const ask = (path: string, { headers }: TestToken) => fetch(`${api.url}${path}`, { headers });
    const left = async (path: string, by = token) =>
      allowance((await ask(path, by)).headers).slice(0, 2);
    expect(await left("/api/leads")).toEqual(["600", "599"]);
    expect(await left("/api/imports/template")).toEqual(["600", "598"]);
    expect(await left("/api/leads/2147483647")).toEqual(["600", "597"]);
    expect(await left("/api/leads", await buildApiToken(owner))).toEqual(["600", "599"]);
  });

  test("is that of the nearest limit", async () => {
    const { headers } = await request(
      api,
      "GET",
      "/api/registry/activities",
      undefined,
      token.headers,
    );
    expect(allowance(headers).slice(0, 2)).toEqual(["300", "299"]);
  });

  test("of what asks for the account's proof is one, so that guesses add up", async () => {
    const guess = (path: string) =>
      request(api, "POST", path, { current_password: "outra" }, owner.headers);
    const answers = [
      await guess("/api/second_factor/disable"),
      await guess("/api/second_factor/recovery_codes"),
      await guess("/api/account/exports"),
      await guess("/api/passkeys/start"),
    ];
    expect(answers.map(({ headers }) => allowance(headers).slice(0, 2))).toEqual([
      ["20", "19"],
      ["20", "18"],
      ["20", "17"],
      ["20", "16"],
    ]);
  });

  test("ends with 429, which says when to come back", async () => {
    await request(api, "GET", "/api/leads", undefined, token.headers);
    await execute(sql`UPDATE rate_limits SET points = 600 WHERE key LIKE 'API token:%'`);
    const refused = await request(api, "GET", "/api/leads", undefined, token.headers);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    const [limit, remaining, reset] = allowance(refused.headers);
    expect([limit, remaining]).toEqual(["600", "0"]);
    expect(refused.headers.get("retry-after")).toBe(reset);
    // The account's sessions are not its tokens.
    expect((await request(api, "GET", "/api/leads", undefined, owner.headers)).status).toBe(200);
  });
});

test("accounts made from one network are counted over the day too", async () => {
  const register = () => request(api, "POST", "/api/create_user", {});
  expect((await register()).status).toBe(400);
  await execute(sql`UPDATE rate_limits SET points = 200 WHERE key LIKE '%create_user a day:%'`);
  const refused = await register();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
});
