import { setTimeout } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { subscription } from "@/lib/contracts/billing/subscription";
import type { BillingPeriod } from "@/lib/domain/plans/plan-catalogue";
import { linkCustomer, startChange } from "@/server/billing/billing/accounts.repository";
import { rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { hoursAhead, type Written, writeRecord } from "@/tests/support/billing-records";
import {
  act,
  checkout,
  historyOf,
  nowS,
  planOf,
  recordsOf,
  stripeWebhook,
  untilPlan,
  untilQuiet,
} from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

/** A plan is bought on a page that is made for the account; nobody is sold a second subscription. */

const api = runApi({ withoutLimits: true });
runWorkers();
const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => sandbox.control("DELETE", "/faults"));
afterAll(closeQueues);

const open = (user: TestUser, plan: BillingPeriod = "monthly") =>
  callApi(api, subscription.checkout, { body: { plan } }, user.headers);

/** As the buyer's click on the page. Returns the address to which it leads, or its status. */
async function pay(url: string): Promise<string | number> {
  const body = new FormData();
  body.set("outcome", "paid");
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("location") ?? answer.status;
}

interface Page {
  customer: string;
  reference: string;
  plan: string;
  pix: Record<string, string>;
}

const pages = (user: TestUser) =>
  sandbox
    .control<Page[]>("GET", "/stripe/checkouts")
    .then((all) => all.filter(({ reference }) => reference === String(user.id)));

test.each([
  ["monthly", { amount: "9700", payment_schedule: "monthly" }],
  ["quarterly", { amount: "26100", payment_schedule: "quarterly" }],
  ["annual", { amount: "92400", payment_schedule: "yearly" }],
] as const)("the %s plan is bought on its page, and a Pix may renew it", async (plan, pix) => {
  const user = await buildUser();
  const { body } = await open(user, plan);
  expect(await planOf(user)).toBe("free");
  expect(await pay(body.url)).toBe(`${api.url}/subscription?pagamento=pago`);
  await untilPlan(user, "pro");
  expect(await recordsOf(user)).toMatchObject([{ plan, status: "active" }]);
  expect(await pages(user)).toMatchObject([{ plan, pix: { ...pix, amount_type: "maximum" } }]);
  expect(await historyOf(user)).toEqual(["pro_started"]);
});

describe("an account has one page at a time, and one customer", () => {
  test("the same plan leads to the same page, another plan closes it", async () => {
    const user = await buildUser();
    const [first, again] = [await open(user), await open(user)];
    expect(again.body.url).toBe(first.body.url);
    const annual = await open(user, "annual");
    expect(annual.body.url).not.toBe(first.body.url);
    // What stood open in another tab takes no money any more.
    expect(await pay(first.body.url)).toBe(404);
    await pay(annual.body.url);
    expect(await pay(annual.body.url)).toBe(404);
    await untilPlan(user, "pro");
    expect(await recordsOf(user)).toMatchObject([{ plan: "annual", status: "active" }]);
    const made = await pages(user);
    expect(new Set(made.map(({ customer }) => customer)).size).toBe(1);
  });

  test("of two clicks at once one page comes", async () => {
    const user = await buildUser();
    const answers = await Promise.all([open(user), open(user, "annual"), open(user)]);
    const urls = new Set(answers.flatMap(({ body }) => body.url ?? []));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(urls.size).toBeGreaterThan(0);
    const paid = await Promise.all([...urls].map(pay));
    expect(paid.filter((to) => typeof to === "string")).toHaveLength(1);
  });

  test("while one is being opened another waits for its turn", async () => {
    const user = await buildUser();
    await startChange(user.id, 30);
    expect(await open(user)).toMatchObject({
      status: 409,
      body: { error: "A página de pagamento já está sendo aberta em outra aba." },
    });
    expect(await open(await buildUser())).toMatchObject({ status: 200 });
  });

  test("a customer that is tied to the account later opens no second page", async () => {
    const user = await buildUser();
    const first = await open(user);
    const { customer, id } = await checkout(sandbox, {});
    await act(sandbox, id, "cancel");
    await linkCustomer(user.id, customer);
    const annual = await open(user, "annual");
    expect(await pay(first.body.url)).toBe(404);
    await linkCustomer(user.id, (await checkout(sandbox, { plan: "other" })).customer);
    expect((await open(user, "annual")).body.url).toBe(annual.body.url);
  });

  test("pages on which the customer buys from another shop stay open", async () => {
    const user = await buildUser();
    await open(user);
    const [{ customer = "" } = {}] = await pages(user);
    const answer = await fetch(`${env.payments?.apiUrl}/v1/checkout/sessions`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_shop" },
      body: new URLSearchParams({
        ...{ customer, mode: "subscription", "line_items[0][price]": "price_other_product" },
        expires_at: String(nowS() + 3_600),
      }),
    });
    const { url } = (await answer.json()) as { url: string };
    expect(await open(user, "annual")).toMatchObject({ status: 200 });
    expect(await pay(url)).toEqual(expect.any(String));
  });

  test("a customer that was deleted at the provider is replaced", async () => {
    const user = await buildUser();
    const before = await open(user);
    const [{ customer = "" } = {}] = await pages(user);
    await sandbox.control("POST", `/stripe/customers/${customer}/delete`);
    const after = await open(user);
    expect(after.status).toBe(200);
    expect(after.body.url).not.toBe(before.body.url);
    const customers = await rows<{ customer_id: string }>(
      sql`SELECT customer_id FROM billing_customers WHERE user_id = ${user.id}`,
    );
    expect(customers).toHaveLength(2);
    await pay(after.body.url);
    await untilPlan(user, "pro");
  });
});

describe("beside a subscription no other begins", () => {
  const LAPSED: Written = {
    ...{ source: "admin", startDate: hoursAhead(-800), periodEnd: hoursAhead(-24) },
  };
  const REFUSED = {
    status: 409,
    body: { error: "Sua conta já tem uma assinatura: mude o plano dela na tela Assinatura." },
  };

  async function buy() {
    const user = await buildUser();
    await pay((await open(user)).body.url);
    await untilPlan(user, "pro");
    const [record] = await recordsOf(user);
    return { user, id: record?.stripe_subscription_id ?? "" };
  }

  test.each(["fail", "unpaid", "end_with_period", "pause"])("after '%s'", async (action) => {
    const { user, id } = await buy();
    await act(sandbox, id, action);
    await untilQuiet(user, 3);
    const overview = await callApi(api, subscription.overview, {}, user.headers);
    expect(overview.body.has_subscription).toBe(true);
    expect(await open(user, "annual")).toMatchObject(REFUSED);
  });

  test("though no event of it has come yet: it is read then", async () => {
    const user = await buildUser();
    const { body } = await open(user);
    await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
    await pay(body.url);
    expect(await recordsOf(user)).toEqual([]);
    expect(await open(user, "annual")).toMatchObject(REFUSED);
    expect(await planOf(user)).toBe("pro");
    expect(await pages(user)).toHaveLength(1);
  });

  test("nor when the open page is paid while another is being asked for", async () => {
    const user = await buildUser();
    const { body } = await open(user);
    await sandbox.control("POST", "/faults", {
      ...{ target: "stripe", kind: "latency", delayMs: 600, path: "/checkout/sessions?" },
    });
    const asked = open(user, "annual");
    await setTimeout(300);
    await pay(body.url);
    expect(await asked).toMatchObject(REFUSED);
    expect(await pages(user)).toHaveLength(1);
  });

  test("nor beside one that was bought before by another customer of the account", async () => {
    const user = await buildUser();
    await checkout(sandbox, { reference: String(user.id) });
    await untilPlan(user, "pro");
    expect(await open(user)).toMatchObject(REFUSED);
  });

  test("nor while its first payment is awaited, as of a boleto", async () => {
    const { user, id } = await buy();
    await act(sandbox, id, "await_first");
    await untilPlan(user, "free");
    expect(await open(user, "annual")).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("ainda não foi confirmado") },
    });
  });

  test("nor beside one that only an administrator's record names", async () => {
    const user = await buildUser();
    const { id } = await checkout(sandbox, {});
    await writeRecord(user, { ...LAPSED, subscription: id });
    expect(await open(user)).toMatchObject(REFUSED);
    expect(await planOf(user)).toBe("pro");
  });

  test("but beside a record written by hand that has run out, and beside another product", async () => {
    const user = await buildUser();
    await writeRecord(user, LAPSED);
    const overview = await callApi(api, subscription.overview, {}, user.headers);
    expect(overview.body.has_subscription).toBe(false);
    await checkout(sandbox, { plan: "other", reference: String(user.id) });
    await untilQuiet(user, 2);
    expect(await open(user)).toMatchObject({ status: 200 });
  });

  test("and once it has ended, the next is bought by the same customer", async () => {
    const { user, id } = await buy();
    await act(sandbox, id, "cancel");
    await untilPlan(user, "free");
    await pay((await open(user, "annual")).body.url);
    await untilPlan(user, "pro");
    const customers = new Set((await pages(user)).map(({ customer }) => customer));
    expect(customers.size).toBe(1);
  });
});

test("a provider that does not answer, or refuses Pix, is told from a plan that is not sold", async () => {
  const user = await buildUser();
  await open(user);
  await sandbox.control("POST", "/faults", {
    ...{ target: "stripe", kind: "status", status: 500, path: "/checkout" },
  });
  expect(await open(user)).toMatchObject({ status: 503 });
  await sandbox.control("DELETE", "/faults");
  expect(await open(user)).toMatchObject({ status: 200 });

  await sandbox.control("POST", "/faults", { target: "stripe", kind: "no-pix" });
  const without = await open(user, "quarterly");
  expect(without.status).toBe(200);
  expect(await pay(without.body.url)).toContain("pagamento=pago");
});

test("a plan is one of three", async () => {
  const { headers } = await buildUser();
  const wrong = { body: { plan: "weekly" as BillingPeriod } };
  expect(await callApi(api, subscription.checkout, wrong, headers)).toMatchObject({
    status: 400,
    body: { fields: { plan: "Escolha um plano." } },
  });
});
