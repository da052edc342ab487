/**
 * Seeds the demonstration: three accounts with known passwords and thirty days of fictitious history. Never for
 * production.
 */

import { hashPassword } from "@/server/accounts/users/password.service";
import { closeDatabase, execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { fillAccount } from "./demo/account";
import { seededRandom } from "./demo/random";

const PASSWORD = "garimpo123";

const ACCOUNTS = [
  { id: null, name: "Diego Demonstração", email: "demo@garimpo.local", plan: "free", leads: 120 },
  { id: null, name: "Paula Profissional", email: "pro@garimpo.local", plan: "pro", leads: 400 },
  { id: 4, name: "Aline Administradora", email: "admin@garimpo.local", plan: "pro", leads: 0 },
];

if (env.GARIMPO_MODE === "production") {
  throw new Error("The demonstration accounts have known passwords: production does not get them.");
}
await transaction(seed);
await closeDatabase();

async function seed() {
  // A restored copy has the accounts of the system it was taken of, and gets none with a known password.
  if (await firstRow(sql`SELECT 1 FROM users LIMIT 1`)) return;
  const passwordHash = await hashPassword(PASSWORD, "demonstration");
  const random = seededRandom(20_261_121);
  let serial = 1;
  for (const { id, name, email, plan, leads } of ACCOUNTS) {
    const user = await firstRow<{ id: number }>(
      sql`INSERT INTO users (id, name, email, whatsapp, password_hash, plan, created_at)
          VALUES (coalesce(${id}::int, nextval('users_id_seq')::int), ${name}, ${email}, '5511900010101', ${passwordHash},
                  ${plan}, now() - interval '45 days') RETURNING id`,
    );
    if (leads > 0 && user) {
      await fillAccount(random, { userId: user.id, leads, firstSerial: serial, now: new Date() });
    }
    serial += leads;
  }
  await execute(sql`ANALYZE`);
}
