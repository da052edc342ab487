import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { credits } from "@/lib/contracts/accounts/credits";
import { AppError } from "@/lib/errors";
import * as repository from "@/server/accounts/credits/credits.repository";
import {
  checkCredits,
  getCreditHistory,
  getCreditStatus,
  openCreditDay,
  releaseCredits,
  reserveCredits,
  spendCreditsOnLeads,
} from "@/server/accounts/credits/credits.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";

afterEach(() => vi.useRealTimers());

/** Sets the clock of this process only. */
function setClock(instant: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
}

async function buildSearch(user: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'x', 'google_pages') RETURNING id)
        INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
        SELECT ${user.id}, id, 'pages', 'x', 'x', 'SP', 1, 1, 0 FROM list RETURNING id`,
  );
  return row?.id ?? 0;
}

const spend = (user: TestUser, searchId: number, ...leadIds: number[]) =>
  transaction(async () => {
    const { day } = await openCreditDay(user.id, searchId);
    return spendCreditsOnLeads(user.id, { day, searchId, leadIds, action: "test" });
  });

const reserve = (user: TestUser, searchId: number, amount: number) =>
  transaction(() => reserveCredits(user.id, searchId, amount));

test.each([100, 1000])("%i concurrent spends on 10 credits: exactly 10 granted", async (count) => {
  const user = await buildUser({ dailyLimit: 10 });
  const searchId = await buildSearch(user);
  const leads = await Promise.all(Array.from({ length: count }, () => buildLead(user.id)));
  // On a busy machine some of a thousand may not get a connection in time: those get no credit.
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

test("a lead is charged once, however often it is requested", async () => {
  const user = await buildUser();
  const searchId = await buildSearch(user);
  const lead = await buildLead(user.id);
  await spend(user, searchId, lead.id);
  await expect(spend(user, searchId, lead.id)).rejects.toThrow();
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 1 });
});

test("a reservation excludes others, is used first and its rest is released once", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const [first, second] = [await buildSearch(user), await buildSearch(user)];
  await reserve(user, first, 4);
  const refused = await reserve(user, second, 2).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: "insufficient_credits",
    creditsInfo: { required_credits: 2, remaining_credits: 1, daily_limit: 5 },
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

test("a group of leads is charged whole or not at all, the reservation first", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const searchId = await buildSearch(user);
  const leads = await Promise.all(Array.from({ length: 7 }, () => buildLead(user.id)));
  const ids = leads.map(({ id }) => id);
  await reserve(user, searchId, 2);
  expect(await transaction(() => openCreditDay(user.id, searchId))).toMatchObject({ spendable: 5 });
  expect(await spend(user, searchId, ...ids.slice(0, 6))).toBe(false);
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 0, reserved_credits: 2 });
  expect(await spend(user, searchId, ...ids.slice(0, 3))).toBe(true);
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 3, reserved_credits: 0 });
  expect(await transaction(() => openCreditDay(user.id, searchId))).toMatchObject({ spendable: 2 });
  expect(await spend(user, searchId, ...ids.slice(3, 6))).toBe(false);
  expect(await spend(user, searchId, ...ids.slice(3, 5))).toBe(true);
  expect(await getCreditStatus(user.id)).toMatchObject({ remaining_credits: 0, credits_used: 5 });
});

test("all of a day's credits can be reserved, and no more", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  await reserve(user, await buildSearch(user), 5);
  await expect(reserve(user, await buildSearch(user), 1)).rejects.toMatchObject({
    code: "insufficient_credits",
  });
});

test("a reservation counts for its owner, its search and its day, until it is released", async () => {
  const [user, other] = [await buildUser({ dailyLimit: 10 }), await buildUser({ dailyLimit: 5 })];
  const [first, second] = [await buildSearch(user), await buildSearch(user)];
  setClock("2026-03-10T12:00:00-03:00");
  await reserve(user, first, 4);
  const spendable = (who: TestUser, searchId: number) =>
    transaction(async () => (await openCreditDay(who.id, searchId)).spendable);
  expect(await spendable(user, first)).toBe(10);
  expect(await spendable(user, second)).toBe(6);
  expect(await spendable(other, first)).toBe(5);
  expect(await spend(other, first, (await buildLead(other.id)).id)).toBe(true);
  await spend(user, first, (await buildLead(user.id)).id);

  setClock("2026-03-11T12:00:00-03:00");
  await reserve(user, second, 3);
  expect(await spendable(user, first)).toBe(7);
  expect(await spendable(user, second)).toBe(10);
  expect(await repository.findReservationDay(user.id, first)).toBe("2026-03-10");
  expect(await repository.findReservationDay(user.id, second)).toBe("2026-03-11");
  expect(await repository.findReservationDay(other.id, first)).toBeNull();
  await repository.releaseReservation(other.id, second);
  expect(await getCreditStatus(user.id)).toMatchObject({ reserved_credits: 3 });
  await releaseCredits(user.id, second);
  expect(await spendable(user, second)).toBe(10);
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 0, reserved_credits: 0 });

  setClock("2026-03-10T13:00:00-03:00");
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 1, reserved_credits: 3 });
});

test("a limit lowered during the day leaves what is used and reserved", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const searchId = await buildSearch(user);
  await reserve(user, searchId, 4);
  await spend(user, searchId, (await buildLead(user.id)).id);
  await execute(sql`UPDATE accounts SET daily_limit = 1 WHERE id = ${user.id}`);
  const leads = await Promise.all(Array.from({ length: 4 }, () => buildLead(user.id)));
  expect(await spend(user, searchId, ...leads.map(({ id }) => id))).toBe(false);
  expect(await spend(user, searchId, ...leads.slice(1).map(({ id }) => id))).toBe(true);
  await expect(reserve(user, await buildSearch(user), 1)).rejects.toMatchObject({
    code: "insufficient_credits",
  });
});

test("a search that reserved nothing has nothing to release, and an unknown account no balance", async () => {
  const user = await buildUser();
  await releaseCredits(user.id, await buildSearch(user));
  expect(await rows(sql`SELECT day FROM credit_days WHERE owner_id = ${user.id}`)).toEqual([]);
  await expect(getCreditStatus(0 as TestUser["id"])).rejects.toMatchObject({ code: "not_found" });
});

test("PRO spends without a limit", async () => {
  const user = await buildUser({ plan: "pro", dailyLimit: 1 });
  const searchId = await buildSearch(user);
  expect(await transaction(() => openCreditDay(user.id, searchId))).toMatchObject({
    spendable: Number.POSITIVE_INFINITY,
  });
  for (let lead = 0; lead < 3; lead += 1) {
    expect(await spend(user, searchId, (await buildLead(user.id)).id)).toBe(true);
  }
  expect(await getCreditStatus(user.id)).toMatchObject({ unlimited: true, daily_limit: 200 });
});

test("entries can be neither changed nor deleted", async () => {
  const user = await buildUser();
  await spend(user, await buildSearch(user), (await buildLead(user.id)).id);
  for (const statement of [
    sql`UPDATE credit_entries SET amount = 5 WHERE owner_id = ${user.id}`,
    sql`DELETE FROM credit_entries WHERE owner_id = ${user.id}`,
  ]) {
    await expect(execute(statement)).rejects.toThrow("append-only");
  }
});

test("spends around midnight in São Paulo each count for one day, and a reservation goes back to its own", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const searchId = await buildSearch(user);
  const leads = await Promise.all(Array.from({ length: 4 }, () => buildLead(user.id)));
  const [first, second, third, fourth] = leads.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
  ];
  setClock("2026-03-10T23:59:59-03:00");
  await reserve(user, searchId, 3);
  await spend(user, searchId, first);
  setClock("2026-03-11T00:00:01-03:00");
  await Promise.all([second, third, fourth].map((lead) => spend(user, searchId, lead)));
  expect(await getCreditStatus(user.id)).toMatchObject({
    credits_used: 3,
    reserved_credits: 0,
    remaining_credits: 2,
    last_reset: new Date("2026-03-11T03:00:00.000Z"),
    next_reset: new Date("2026-03-12T03:00:00.000Z"),
  });
  await releaseCredits(user.id, searchId);
  setClock("2026-03-10T23:59:59-03:00");
  expect(await getCreditStatus(user.id)).toMatchObject({ credits_used: 1, reserved_credits: 0 });
  const days = await rows(
    sql`SELECT day, sum(amount)::int AS spent FROM credit_entries WHERE owner_id = ${user.id} GROUP BY day ORDER BY day`,
  );
  expect(days).toEqual([
    { day: "2026-03-10", spent: 1 },
    { day: "2026-03-11", spent: 3 },
  ]);
});

test("a day whose midnight did not exist, and one whose last hour came twice, are one day each", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  setClock("2018-11-04T12:00:00-02:00");
  expect(await getCreditStatus(user.id)).toMatchObject({
    last_reset: new Date("2018-11-04T03:00:00.000Z"),
    next_reset: new Date("2018-11-05T02:00:00.000Z"),
  });
  const searchId = await buildSearch(user);
  // 23:30 in summer time, and 23:30 again an hour later.
  for (const instant of ["2019-02-16T23:30:00-02:00", "2019-02-16T23:30:00-03:00"]) {
    setClock(instant);
    await spend(user, searchId, (await buildLead(user.id)).id);
  }
  expect(await getCreditStatus(user.id)).toMatchObject({
    credits_used: 2,
    next_reset: new Date("2019-02-17T03:00:00.000Z"),
  });
});

test("the history tells each use, newest first, and the sum of every day of the period", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const searchId = await buildSearch(user);
  for (let nth = 0; nth < 2; nth += 1) await spend(user, searchId, (await buildLead(user.id)).id);
  const { history, days } = await getCreditHistory(user.id, 7);
  expect(history).toHaveLength(2);
  expect(history[0]).toMatchObject({ action: "test", credits_used: 1 });
  expect(days).toHaveLength(7);
  expect(days.at(-1)).toMatchObject({ credits_used: 2 });
  expect(days[0]).toMatchObject({ credits_used: 0 });
});

test("the history is of the days asked for, and uses of one moment are in order too", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  const searchId = await buildSearch(user);
  const noon = (day: number) => `2026-03-${day}T12:00:00-03:00`;
  for (const day of [10, 11, 12, 13]) {
    setClock(noon(day));
    const leads = [await buildLead(user.id), await buildLead(user.id)];
    await spend(user, searchId, ...leads.map(({ id }) => id));
  }
  setClock(noon(12));
  const { history, days } = await getCreditHistory(user.id, 2);
  expect(days).toEqual([
    { day: "2026-03-11", credits_used: 2 },
    { day: "2026-03-12", credits_used: 2 },
  ]);
  const ids = history.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(ids).toEqual(ids.toSorted((one, another) => another - one));
  const ofDays = await rows<{ day: string }>(
    sql`SELECT DISTINCT day FROM credit_entries WHERE id = ANY(${ids}::int[]) ORDER BY day`,
  );
  expect(ofDays.map(({ day }) => day)).toEqual(["2026-03-11", "2026-03-12"]);
});

test("a check counts what searches under way have set aside", async () => {
  const user = await buildUser({ dailyLimit: 5 });
  await reserve(user, await buildSearch(user), 3);
  expect(await checkCredits(user.id, 2)).toEqual({ has_credits: true });
  const refused = await checkCredits(user.id, 3).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "insufficient_credits",
    creditsInfo: { plan: "free", daily_limit: 5, remaining_credits: 2, required_credits: 3 },
  });
  // Actions without a cost are always allowed.
  const { body } = credits.check;
  expect(z.safeParse(body, { required_credits: 0 }).success).toBe(true);
  expect(z.safeParse(body, { required_credits: -1 }).success).toBe(false);
  const pro = await buildUser({ plan: "pro" });
  expect(await checkCredits(pro.id, 5_000)).toEqual({ has_credits: true });
});
