import { expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { afterCommit, groupTransactions, transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

/** A statement whose error somebody catches: PostgreSQL refuses all that follow, and answers COMMIT with ROLLBACK. */
const swallowError = () => execute(sql`SELECT 1 / 0`).catch(() => undefined);

test("a transaction whose error was swallowed is an error, and nothing of it is told", async () => {
  const user = await buildUser();
  let told = false;
  const work = async () => {
    await execute(sql`UPDATE users SET name = 'Outra pessoa' WHERE id = ${user.personId}`);
    await swallowError();
    afterCommit(() => {
      told = true;
    });
    return "done";
  };
  await expect(transaction(work)).rejects.toThrow("rolled back");
  const inGroup = groupTransactions(async (items: readonly number[]) => {
    await work();
    return items.map(() => "done");
  });
  await expect(inGroup(1)).rejects.toThrow("rolled back");
  expect(told).toBe(false);
  expect(await rows(sql`SELECT 1 FROM users WHERE name = 'Outra pessoa'`)).toEqual([]);
});

test("what fails after a commit neither undoes it nor ends the process", async () => {
  const user = await buildUser();
  let others = false;
  await transaction(async () => {
    await execute(sql`UPDATE users SET name = 'Outra pessoa' WHERE id = ${user.personId}`);
    afterCommit(() => {
      throw new Error("at once");
    });
    // Nobody awaits it: unhandled, it would end the process.
    afterCommit(() => Promise.reject(new Error("the database is away")));
    afterCommit(() => {
      others = true;
    });
  });
  expect(others).toBe(true);
  expect(await rows(sql`SELECT name FROM users WHERE id = ${user.personId}`)).toEqual([
    { name: "Outra pessoa" },
  ]);
});

test("a lead that would have another's number is refused, and nobody is told of a change", async () => {
  const user = await buildUser();
  const [lead, other] = [await buildLead(user.id), await buildLead(user.id)];
  const body = { whatsapp: other.whatsapp, status: "closed" as const };
  const answer = await callApi(api, leads.update, { params: { id: lead.id }, body }, user.headers);
  expect(answer).toMatchObject({
    status: 409,
    body: { code: "lead_exists", existing_id: other.id },
  });
  expect(await rows(sql`SELECT event_type FROM events WHERE owner_id = ${user.id}`)).toEqual([]);
});
