import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import {
  claimReading,
  findAccountOf,
  findLapsedAccounts,
  linkCustomer,
  openReading,
} from "@/server/billing/billing/accounts.repository";
import { endLapsedPlans, updatePlan } from "@/server/billing/billing/plan.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { hoursAhead, type Written, writeRecord } from "@/tests/support/billing-records";
import { planOf } from "@/tests/support/payments";

afterAll(closeQueues);

test("a reading is written once, and not after one that began later", async () => {
  const { id } = await buildUser();
  const first = await openReading(id);
  const second = await openReading(id);
  expect(second).toBe(first + 1);
  expect(await claimReading(id, second)).toBe(true);
  expect(await claimReading(id, second)).toBe(false);
  expect(await claimReading(id, first)).toBe(false);
});

test("PRO ends where no record gives it any longer, by its word or by its time", async () => {
  const buildPro = async (written: Written) => {
    const user = await buildUser();
    await writeRecord(user, { ...written, givesPro: true });
    await updatePlan(user.id);
    expect(await planOf(user)).toBe("pro");
    return user;
  };
  const endless = await buildPro({});
  const paid = await buildPro({ proUntil: hoursAhead(1) });
  const replaced = await buildPro({ proUntil: hoursAhead(1) });
  await writeRecord(replaced, { givesPro: true, proUntil: hoursAhead(2) });
  const over = await buildPro({ proUntil: hoursAhead(1) });
  const withdrawn = await buildPro({});
  const bought = await buildUser({ plan: "pro" });
  await execute(
    sql`UPDATE billings SET pro_until = now() - interval '1 second'
        WHERE user_id IN (${over.id}, ${replaced.id}) AND pro_until < now() + interval '90 minutes'`,
  );
  await execute(sql`UPDATE billings SET gives_pro = false WHERE user_id = ${withdrawn.id}`);

  // Those alone: a search that found everybody would not come to the last ones.
  const lapsed = (await findLapsedAccounts(100)).map(({ user_id }) => user_id);
  expect(lapsed.sort()).toEqual([over.id, withdrawn.id].sort());
  await endLapsedPlans.run();
  for (const user of [endless, paid, replaced, bought]) expect(await planOf(user)).toBe("pro");
  for (const user of [over, withdrawn]) expect(await planOf(user)).toBe("free");
});

describe("the account of a payment", () => {
  const NOTHING = {
    subscriptionId: null,
    customerId: null,
    paymentIntent: null,
    reference: null,
  };

  test("is told by the subscription before the reference, the payment and the customer", async () => {
    const [bySubscription, byReference] = [await buildUser(), await buildUser()];
    const [byPayment, byCustomer, stranger] = [
      await buildUser(),
      await buildUser(),
      await buildUser(),
    ];
    const keys = {
      subscriptionId: `sub_${randomUUID()}`,
      reference: String(byReference.id),
      paymentIntent: `pi_${randomUUID()}`,
      customerId: `cus_${randomUUID()}`,
    };
    await writeRecord(bySubscription, { subscription: keys.subscriptionId });
    const paid = await writeRecord(byPayment);
    await execute(
      sql`INSERT INTO billing_invoices (id, billing_id, user_id, payment_intent, plan, amount_cents, status, period_start,
                                        period_end, created_at)
          VALUES (${`in_${randomUUID()}`}, ${paid}, ${byPayment.id}, ${keys.paymentIntent}, 'monthly', 9700, 'paid', now(),
                  now(), now())`,
    );
    await linkCustomer(byCustomer.id, keys.customerId);
    // A customer keeps its account.
    await linkCustomer(stranger.id, keys.customerId);

    expect(await findAccountOf(keys)).toBe(bySubscription.id);
    expect(await findAccountOf({ ...keys, subscriptionId: null })).toBe(byReference.id);
    const { reference: _, subscriptionId: __, ...others } = keys;
    expect(await findAccountOf({ ...NOTHING, ...others })).toBe(byPayment.id);
    expect(await findAccountOf({ ...NOTHING, ...others, paymentIntent: null })).toBe(byCustomer.id);
    expect(await findAccountOf(NOTHING)).toBeNull();
  });

  test("by subscription is the one that paid, not one an administrator wrote; then the latest", async () => {
    const [paying, named, latest] = [await buildUser(), await buildUser(), await buildUser()];
    const subscription = `sub_${randomUUID()}`;
    await writeRecord(named, { subscription, source: "admin" });
    await writeRecord(latest, { subscription, source: "admin" });
    const keys = { ...NOTHING, subscriptionId: subscription };
    expect(await findAccountOf(keys)).toBe(latest.id);
    await writeRecord(paying, { subscription });
    await writeRecord(latest, { subscription, source: "admin" });
    expect(await findAccountOf(keys)).toBe(paying.id);
  });

  test("is nobody's for a reference that is none of ours", async () => {
    const user = await buildUser();
    for (const reference of ["", "0", `${user.id}x`, "-1", "2147483648", "9".repeat(30)]) {
      expect(await findAccountOf({ ...NOTHING, reference }), reference).toBeNull();
    }
  });
});
