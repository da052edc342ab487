import { fillAccount } from "@/prisma/demo/account";
import { seededRandom } from "@/prisma/demo/random";
import { startTestSandbox } from "@/sandbox/testing";
import { buildIfChanged } from "@/scripts/build.mjs";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { newAccount, register, signIn } from "../e2e/account";
import { startServer } from "./server-process";

const LEADS = 5_000;

/** The production build behind the front door, with the sandbox, and a person who has used it for thirty days. */
export async function startProduct() {
  await buildIfChanged(process.env);
  await startTestSandbox({ port: Number(new URL(process.env["SANDBOX_URL"] ?? "").port) });
  const { url } = await startServer("web-server.ts", {});
  const account = newAccount();
  await register(account, url);
  const user = await firstRow<{ id: number }>(
    sql`UPDATE accounts SET plan = 'pro' WHERE email = ${account.email} RETURNING id`,
  );
  if (!user) throw new Error("The account was not stored.");
  const random = seededRandom(20_261_121);
  await fillAccount(random, { userId: user.id, leads: LEADS, firstSerial: 1, now: new Date() });
  await execute(sql`ANALYZE`);
  return { url, session: await signIn(account, url) };
}
