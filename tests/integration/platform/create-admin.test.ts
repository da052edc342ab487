import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { verifyPassword } from "@/server/accounts/users/password.service";
import { createUserRow } from "@/server/accounts/users/users.repository";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { runCommand } from "@/tests/support/commands";

const emptyFolder = mkdtempSync(join(tmpdir(), "create-admin-"));
const PASSWORD = "uma senha bem guardada";
const ANA = ["--name", "Ana Souza", "--email", "Ana@Empresa.example"];

beforeEach(() => execute(sql`DELETE FROM accounts`));
afterAll(() => rmSync(emptyFolder, { recursive: true }));

/** With a .env provided by the test. */
const createAdmin = (
  args: string[],
  settings: Record<string, string | undefined>,
  folder = emptyFolder,
) => runCommand(["create-admin", ...args], { cwd: folder, env: { ...process.env, ...settings } });

function findUsers() {
  return rows<{ id: number; name: string; email: string; plan: string; password_hash: string }>(
    sql`SELECT u.id, u.name, u.email, a.plan, u.password_hash
        FROM users u JOIN accounts a ON a.id = u.account_id ORDER BY u.id`,
  );
}

test("creates user 4 on the PRO plan, who can log in, and says so without the password", async () => {
  const { code, output } = await createAdmin(ANA, { ADMIN_PASSWORD: PASSWORD });
  expect({ code, output }).toEqual({
    code: 0,
    output: "The administrator is Ana Souza <ana@empresa.example>, user 4.\n",
  });
  const [admin, ...others] = await findUsers();
  expect(others).toEqual([]);
  expect(admin).toMatchObject({ id: 4, name: "Ana Souza", plan: "pro" });
  expect(await verifyPassword(PASSWORD, admin?.password_hash, "test")).toBe(true);
});

test("reads .env, and shell variables take precedence", async () => {
  const folder = mkdtempSync(join(tmpdir(), "create-admin-"));
  const secret = "a secret that only this file knows, long enough";
  writeFileSync(join(folder, ".env"), `AUTH_SECRET=${secret}\nADMIN_USER_ID=3\nDATABASE_URL=no\n`);
  const settings = { ADMIN_PASSWORD: PASSWORD, AUTH_SECRET: undefined };
  expect(await createAdmin(ANA, settings, folder)).toMatchObject({ code: 0 });
  expect(await findUsers()).toMatchObject([{ id: 3 }]);
  rmSync(folder, { recursive: true });
});

test("refuses a second administrator and leaves the first as it is", async () => {
  await createAdmin(ANA, { ADMIN_PASSWORD: PASSWORD });
  const before = await findUsers();
  const other = ["--name", "Bia", "--email", "bia@empresa.example"];
  const again = await createAdmin(other, { ADMIN_PASSWORD: "outra senha qualquer" });
  expect(again.code).toBe(1);
  expect(again.output).toMatch(/^User 4 exists/);
  expect(await findUsers()).toEqual(before);
});

test("refuses an e-mail that somebody registered with, in any case", async () => {
  const registered = { name: "Ana", whatsapp: "5511999990000", passwordHash: "none" };
  await createUserRow({ ...registered, email: "ana@empresa.example" });
  const { code, output } = await createAdmin(ANA, { ADMIN_PASSWORD: PASSWORD });
  expect(code).toBe(1);
  expect(output).toMatch(/^Another account has this e-mail/);
  expect(await findUsers()).toHaveLength(1);
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["a short password", ANA, { ADMIN_PASSWORD: "1234567" }, /^The password must have 8 to 200/],
  ["a long password", ANA, { ADMIN_PASSWORD: "x".repeat(201) }, /^The password must have 8 to/],
  [
    "a wrong e-mail and a blank name",
    ["--name", " ", "--email", "ana@"],
    { ADMIN_PASSWORD: PASSWORD },
    /^The name must have .*\nThe e-mail must be a valid address/,
  ],
  ["no name and no terminal", [], { ADMIN_PASSWORD: PASSWORD }, /give --name/],
  ["no password and no terminal", ANA, {}, /give ADMIN_PASSWORD/],
  ["a password among the arguments", [...ANA, "--password=segredo99"], {}, /^Only --name and/],
  ["an environment that is not complete", ANA, { AUTH_SECRET: "" }, /AUTH_SECRET/],
  [
    "a database that is away",
    ANA,
    { ADMIN_PASSWORD: PASSWORD, DATABASE_URL: "postgresql://127.0.0.1:1/none" },
    /^The database of DATABASE_URL does not answer/,
  ],
])("refuses %s in a sentence", async (_name, args, settings, sentence) => {
  const { code, output } = await createAdmin(args, settings);
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/segredo99|\n\s+at /);
  expect(await findUsers()).toEqual([]);
});
