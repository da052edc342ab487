import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import {
  getCreditStatus,
  releaseCredits,
  reserveCredits,
  spendCreditOnLead,
} from "@/server/credits/credits.service";
import { execute, firstRow, sql } from "@/server/db/sql";
import { transaction } from "@/server/db/transaction";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";

async function buildSearch(user: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'x', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${user.id}, id, 'pages', 'x', 'x', 'SP', 1, 1, 0 FROM list RETURNING id`,
  );
  return row?.id ?? 0;
}

const spend = (user: TestUser, searchId: number, leadId: number) =>
  transaction(() => spendCreditOnLead(user.id, { searchId, leadId, action: "test" }));

const reserve = (user: TestUser, searchId: number, amount: number) =>
  transaction(() => reserveCredits(user.id, searchId, amount));

test.each([100, 1000])("%i concurrent spends on 10 credits: exactly 10 granted", async (count) => {
  const user = await buildUser({ dailyLimit: 10 });
  const searchId = await buildSearch(user);
  const leads = await Promise.all(Array.from({ length: count }, () => buildLead(user.id)));
  // On a busy machine some of a thousand may not even get a connection in time: that grants nothing.
  const turnedAway = (error: unknown) => {
    if (error instanceof AppError && error.code === "unavailable") return false;
    throw error;
  };
  const granted = await Promise.all(
    leads.map((lead) => spend(user, searchId, lead.id).catch(turnedAway)),
  );
  expect(granted.filter(Boolean)).toHaveLength(10);
  expect(await getCreditStatus(user.id)).toMatchObject({ remaining_credits: 0, credits_used: 10 });
  const ledger = await firstRow<{ sum: number }>(
    sql`SELECT sum(amount)::int AS sum FROM credit_entries WHERE owner_id = ${user.id}`,
  );
  expect(ledger?.sum).toBe(10);
});

test("a lead is charged once, whoever asks again", async () => {
  const user = await buildUser();
  const searchId = await buildSearch(user);
  const lead = await buildLead(user.id);
  await spend(user, searchId, lead.id);
  await expect(spend(user, searchId, lead.id)).rejects.toThrow();
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 1 });
});

test("a reservation keeps its credits from others, is used first and what is left comes back once", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const [first, second] = [await buildSearch(user), await buildSearch(user)];
  await reserve(user, first, 4);
  const refused = await reserve(user, second, 2).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: "insufficient_credits",
    creditsInfo: { required_credits: 2, daily_limit: 5 },
  });
  await spend(user, first, (await buildLead(user.id)).id);
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 1, reserved_credits: 3 });
  await Promise.all([releaseCredits(user.id, first), releaseCredits(user.id, first)]);
  expect(await getCreditStatus(user.id)).toMatchObject({
    credits_used: 1,
    reserved_credits: 0,
    remaining_credits: 4,
  });
});

test("PRO spends without a limit", async () => {
  const user = await buildUser({ plan: "pro", dailyLimit: 1 });
  const searchId = await buildSearch(user);
  for (let lead = 0; lead < 3; lead += 1) {
    expect(await spend(user, searchId, (await buildLead(user.id)).id)).toBe(true);
  }
  expect(await getCreditStatus(user.id)).toMatchObject({ unlimited: true, daily_limit: 200 });
});

test("the ledger can be neither changed nor thinned out", async () => {
  const user = await buildUser();
  await spend(user, await buildSearch(user), (await buildLead(user.id)).id);
  for (const statement of [
    sql`UPDATE credit_entries SET amount = 5 WHERE owner_id = ${user.id}`,
    sql`DELETE FROM credit_entries WHERE owner_id = ${user.id}`,
  ]) {
    await expect(execute(statement)).rejects.toThrow("append-only");
  }
});
