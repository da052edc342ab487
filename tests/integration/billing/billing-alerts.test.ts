import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { Mail } from "@/sandbox/store/store";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { ageUnmatched } from "@/tests/support/payment-events";
import { checkout, eventsOf, postEvent, stripeWebhook } from "@/tests/support/payments";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";

runApi({ withoutLimits: true });
const smtpPort = Number(new URL(env.SMTP_URL ?? "").port);
const sandbox = runSandbox({ stripeWebhook, smtpPort });
runWorkers();
afterAll(closeQueues);

test("the administrator is mailed of events without an account, three times an hour at most", async () => {
  const admin = await buildUser({ id: 4 });
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
  const subscription = await checkout(sandbox, {});
  const [body = ""] = await eventsOf(sandbox, "checkout.session.completed", subscription.id);
  const bodies = Array.from({ length: 6 }, () =>
    JSON.stringify({ ...JSON.parse(body), id: `evt_${randomUUID()}` }),
  );
  const mailsOf = async () => {
    const mails = await sandbox.control<Mail[]>("GET", "/mails");
    return mails.filter(({ to }) => to.includes(admin.email));
  };
  const counts = () =>
    firstRow<{ mails: number; alerts: number }>(
      sql`SELECT (SELECT count(*)::int FROM mails WHERE user_id = ${admin.id}) AS mails,
                 (SELECT count(*)::int FROM billing_alerts WHERE kind = 'unmatched_event') AS alerts`,
    );

  // The same event again is no news.
  for (let delivery = 0; delivery < 3; delivery += 1) {
    expect(await postEvent(bodies[0] ?? "")).toBe(200);
  }
  expect(await counts()).toEqual({ mails: 0, alerts: 0 });
  await ageUnmatched(11);
  await until(async () => (await counts())?.alerts === 1, "the alert");
  expect(await counts()).toEqual({ mails: 1, alerts: 1 });
  const [mail] = await until(async () => {
    const mails = await mailsOf();
    return mails.length > 0 && mails;
  }, "the mail");
  expect(mail?.subject).toBe("Um pagamento precisa da sua atenção");
  expect(mail?.text).toContain(`${env.APP_URL}/admin`);

  await Promise.all([...bodies, ...bodies].map((each) => postEvent(each)));
  await ageUnmatched(11);
  await until(async () => (await counts())?.alerts === 6, "the other alerts");
  expect(await counts()).toEqual({ mails: 3, alerts: 6 });
  await until(async () => (await mailsOf()).length === 3, "the other mails");
});

test("without an administrator the alert waits in the list", async () => {
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" });
  const subscription = await checkout(sandbox, {});
  const [body = ""] = await eventsOf(sandbox, "invoice.paid", subscription.customer);
  await firstRow(sql`UPDATE accounts SET is_active = false WHERE id = 4 RETURNING id`);
  const before = await firstRow(sql`SELECT count(*) FROM mails`);
  expect(await postEvent(body)).toBe(200);
  const { id } = JSON.parse(body) as { id: string };
  await ageUnmatched(11);
  await until(
    async () =>
      firstRow(sql`SELECT 1 FROM billing_alerts WHERE subject = ${id} AND resolved_at IS NULL`),
    "the alert",
  );
  expect(await firstRow(sql`SELECT count(*) FROM mails`)).toEqual(before);
});
