import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "@/lib/contracts/accounts/auth";
import { leads } from "@/lib/contracts/leads/leads";
import { until } from "@/sandbox/testing";
import { env } from "@/server/platform/env";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
const database = new URL(env.DATABASE_URL).pathname.slice(1);
const admin = new pg.Client({
  connectionString: env.DATABASE_URL.replace(/\/[^/]*$/, "/postgres"),
});
beforeAll(() => admin.connect());
afterAll(() => admin.end());

const allowConnections = (allowed: boolean) =>
  admin.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS ${allowed}`);

/** Without Next behind the front door a page that is rendered is a 404. */
const getPage = (path: string) => fetch(`${api.url}${path}`);

test("while the database is away pages and API say 503, a log-out says that it did not happen, and all come back", async () => {
  const user = await buildUser();
  expect((await getPage("/leads")).status).toBe(404);
  await allowConnections(false);
  try {
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      database,
    ]);
    const page = await getPage("/leads");
    expect(page.status).toBe(503);
    expect(page.headers.get("retry-after")).toBe("10");
    expect(await page.text()).toContain("Voltamos em instantes");
    expect((await getPage("/_next/static/app.js")).status).toBe(404);
    const list = await callApi(api, leads.list, { query: {} }, user.headers);
    expect(list).toMatchObject({ status: 503, body: { code: "unavailable" } });
    const logout = await callApi(api, auth.logout, {}, user.headers);
    expect(logout).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(logout.headers.get("set-cookie")).toBeNull();
  } finally {
    await allowConnections(true);
  }
  await until(async () => (await getPage("/leads")).status === 404, "the page to come back");
  expect((await callApi(api, leads.list, { query: {} }, user.headers)).status).toBe(200);
  expect((await callApi(api, auth.logout, {}, user.headers)).status).toBe(200);
});
