import { afterAll, afterEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import {
  act,
  alertsOf,
  checkout,
  nowS,
  planOf,
  recordsOf,
  type SandboxSubscription,
  stripeWebhook,
  subscribe,
  untilPlan,
  untilQuiet,
} from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
runWorkers();
afterAll(closeQueues);
afterEach(() => sandbox.control("DELETE", "/faults"));

describe("paying twice", () => {
  test("the second subscription is cancelled and refunded, once, and PRO stays", async () => {
    const user = await buildUser();
    const [one, other] = await Promise.all([
      checkout(sandbox, { reference: String(user.id), at: nowS() - 10 }),
      checkout(sandbox, { reference: String(user.id), plan: "annual" }),
    ]);
    const truth = (id: string) =>
      sandbox.control<{ subscription: SandboxSubscription; payments: { refundedCents: number }[] }>(
        "GET",
        `/stripe/subscriptions/${id}`,
      );
    await until(
      async () => (await truth(other.id)).payments[0]?.refundedCents === 92_400,
      "the refund",
    );
    await until(
      async () => (await recordsOf(user)).some(({ status }) => status === "canceled"),
      "the end",
    );
    expect(await truth(one.id)).toMatchObject({
      subscription: { status: "active" },
      payments: [{ refundedCents: 0 }],
    });
    expect(await planOf(user)).toBe("pro");
    const overview = await request<{ duplicate_refunded_at: string | null }>(
      api,
      "GET",
      "/api/billing/overview",
      undefined,
      user.headers,
    );
    expect(overview.body.duplicate_refunded_at).toMatch(/^20/);
    expect(await alertsOf(other.id)).toMatchObject([{ kind: "duplicate_refunded" }]);
  });

  test("after the first was set to end is no mistake", async () => {
    const { user, subscription } = await subscribe(sandbox);
    const [record] = await rows<{ id: number }>(
      sql`SELECT id FROM billings WHERE user_id = ${user.id}`,
    );
    await request(api, "POST", `/api/billing/${record?.id}/cancel`, undefined, user.headers);
    const next = await checkout(sandbox, { reference: String(user.id), plan: "annual" });
    await until(async () => (await recordsOf(user)).length === 2, "the second");
    await untilQuiet(user, 5);
    expect((await recordsOf(user)).map(({ status }) => status)).toEqual(["active", "active"]);
    const shown = await request<{ stripe_subscription_id: string }>(
      api,
      "GET",
      "/api/billing",
      undefined,
      user.headers,
    );
    expect(shown.body.stripe_subscription_id).toBe(next.id);
    await act(sandbox, subscription.id, "cancel");
    await until(async () => (await recordsOf(user))[0]?.status === "canceled", "the first's end");
    expect(await planOf(user)).toBe("pro");
  });
});

describe("a closed account", () => {
  test.each(["deactivated", "deleted"])("%s: its subscription is cancelled", async (how) => {
    const { user, subscription } = await subscribe(sandbox);
    if (how === "deleted") await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
    else {
      const admin = await getAdmin();
      const answer = await request(
        api,
        "POST",
        "/api/admin/deactivate_account",
        { user_id: user.id },
        admin.headers,
      );
      expect(answer.status).toBe(200);
    }
    await until(async () => {
      const { subscription: truth } = await sandbox.control<{
        subscription: SandboxSubscription;
      }>("GET", `/stripe/subscriptions/${subscription.id}`);
      return truth.status === "canceled";
    }, "the cancellation");
  });
});

describe("the nightly comparison", () => {
  test("mends what differs and says so", async () => {
    const { user, subscription } = await subscribe(sandbox);
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    await act(sandbox, subscription.id, "cancel");
    await execute(
      sql`UPDATE billings SET compared_at = now() - interval '2 days' WHERE user_id = ${user.id}`,
    );
    await compareWithProvider.run();
    await untilPlan(user, "free");
    expect(await recordsOf(user)).toMatchObject([{ status: "canceled", gives_pro: false }]);
    expect(await alertsOf(subscription.id)).toEqual([{ kind: "record_mended", resolved: false }]);
  });
});

test("every write to Stripe carries a key of its own", async () => {
  const writes = await sandbox.control<{ id: string; request: string }[]>("GET", "/stripe/writes");
  expect(writes.length).toBeGreaterThanOrEqual(4);
  expect(new Set(writes.map(({ id }) => id)).size).toBe(writes.length);
});

let admin: TestUser | undefined;
async function getAdmin(): Promise<TestUser> {
  admin ??= await buildUser({ id: 4 });
  return admin;
}
