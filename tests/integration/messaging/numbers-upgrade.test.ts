import { afterAll, expect, test } from "vitest";
import { migrate } from "@/scripts/apply-migrations";
import { listMigrations } from "@/scripts/migration-scripts";
import { createEmptyDatabase, removeBackups, withDatabase } from "@/tests/support/backups";

const FIRST = "20261202010026_numbers";

afterAll(removeBackups);

test("what an account has before it may have several numbers is its only number's", async () => {
  const { url } = await createEmptyDatabase();
  const before = listMigrations().filter((name) => name < FIRST);
  await migrate(url, { only: before });
  await withDatabase(url, async (client) => {
    await client.query(
      `INSERT INTO users (id, name, email, whatsapp, password_hash)
       VALUES (1, 'Ana', 'ana@teste.example', '5511987654321', 'x'), (2, 'Bia', 'bia@teste.example', '5511987654322', 'x')`,
    );
    await client.query(
      `INSERT INTO whatsapp_instances (id, owner_id, provider, provider_ref, webhook_hash, status)
       VALUES (7, 1, 'evolution', 'garimpo-1', '\\x01', 'CONNECTED')`,
    );
    await client.query(
      `INSERT INTO conversations (owner_id, phone_key, chat_id)
       VALUES (1, '551188887777', 'a'), (1, '551188887778', 'b'), (2, '551188887777', 'c')`,
    );
  });
  expect(await migrate(url)).toEqual(listMigrations().slice(before.length));
  await withDatabase(url, async (client) => {
    const read = async (table: string, columns: string) =>
      (await client.query(`SELECT ${columns} FROM ${table} ORDER BY id`)).rows;
    expect(await read("whatsapp_instances", "provider_ref, place, is_default, status")).toEqual([
      { provider_ref: "garimpo-1", place: 1, is_default: true, status: "CONNECTED" },
    ]);
    const numbers = () => read("conversations", "owner_id, instance_id");
    const ofAna = { owner_id: 1, instance_id: 7 };
    expect(await numbers()).toEqual([ofAna, ofAna, { owner_id: 2, instance_id: null }]);
    // What stood there before an account's first number becomes that number's.
    await client.query(
      `INSERT INTO whatsapp_instances (id, owner_id, provider, provider_ref, webhook_hash)
       VALUES (8, 2, 'evolution', 'garimpo-2', '\\x02')`,
    );
    expect(await numbers()).toEqual([ofAna, ofAna, { owner_id: 2, instance_id: 8 }]);
  });
});
