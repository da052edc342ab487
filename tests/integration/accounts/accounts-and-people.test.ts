import { expect, test } from "vitest";
import { lockAccount } from "@/server/accounts/users/accounts.service";
import { pool } from "@/server/platform/db/connection";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildMember, buildUser } from "@/tests/factories/users";

const register = (email: string, accountId: number | null = null) =>
  firstRow<{ id: number; account_id: number }>(
    sql`INSERT INTO users (account_id, name, email, password_hash) VALUES (${accountId}, 'Bia', ${email}, 'x')
        ON CONFLICT DO NOTHING RETURNING id, account_id`,
  );
const accountOf = (id: number) =>
  firstRow<{ plan: string; deletion_at: Date | null }>(
    sql`SELECT plan, deletion_at FROM accounts WHERE id = ${id}`,
  );

test("who comes alone founds an account of the same number, and whoever is invited founds none", async () => {
  const founder = await register("funda@teste.example");
  expect(founder?.account_id).toBe(founder?.id);
  expect(await accountOf(founder?.id ?? 0)).toMatchObject({ plan: "free" });
  const member = await register("entra@teste.example", founder?.id);
  expect(member?.account_id).toBe(founder?.id);
  expect(await accountOf(member?.id ?? 0)).toBeNull();
  // Who cannot register leaves nothing.
  const before = await rows(sql`SELECT id FROM accounts`);
  expect(await register("FUNDA@teste.example")).toBeNull();
  expect(await rows(sql`SELECT id FROM accounts`)).toEqual(before);
});

test("an account goes with its people and all that is theirs", async () => {
  const { id } = await buildUser();
  await register(`colega-${id}@teste.example`, id);
  await execute(sql`DELETE FROM accounts WHERE id = ${id}`);
  expect(await rows(sql`SELECT 1 FROM users WHERE account_id = ${id}`)).toEqual([]);
  expect(await rows(sql`SELECT 1 FROM sessions WHERE user_id = ${id}`)).toEqual([]);
});

test("while an account is locked for its end nothing is added to it or to its people", async () => {
  const { id } = await buildUser();
  const colleague = await buildMember(id);
  const other = await pool.connect();
  await other.query("SET lock_timeout = '100ms'");
  const add = (statement: string, of: number) =>
    other.query(statement, [of]).then(
      () => "added",
      (error) => (error as { code: string }).code,
    );
  await transaction(async () => {
    await lockAccount(id);
    const network = "INSERT INTO known_networks (user_id, network) VALUES ($1, '10.0.0.0')";
    const list = "INSERT INTO lists (owner_id, name, source) VALUES ($1, 'x', 'manual')";
    expect([await add(list, id), await add(network, id), await add(network, colleague)]).toEqual([
      "55P03",
      "55P03",
      "55P03",
    ]);
  });
  await other.query("RESET lock_timeout");
  other.release();
});

test("processes of the version before change an account by its founder's row, and read it there", async () => {
  const { id } = await buildUser();
  await execute(sql`UPDATE users SET plan = 'pro', deletion_at = now() WHERE id = ${id}`);
  expect(await accountOf(id)).toEqual({ plan: "pro", deletion_at: expect.any(Date) });
  await execute(sql`UPDATE accounts SET plan = 'free', deletion_at = NULL WHERE id = ${id}`);
  expect(await firstRow(sql`SELECT plan, deletion_at FROM users WHERE id = ${id}`)).toEqual({
    plan: "free",
    deletion_at: null,
  });
  await execute(sql`DELETE FROM users WHERE id = ${id}`);
  expect(await accountOf(id)).toBeNull();
});
