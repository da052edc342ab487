/**
 * npm run admin:create -- --name "Ana Souza" --email ana@empresa.com.br
 *
 * Creates the designated administrator (ADMIN_USER_ID) in DATABASE_URL. Asks for what is missing. The password comes
 * from a prompt that shows nothing or from ADMIN_PASSWORD, never from an argument: other users can read those.
 */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { AppError } from "@/lib/errors";

const USAGE = 'Usage: npm run admin:create -- --name "Full Name" --email name@company.com';

const FIELD_SENTENCES: Record<string, string> = {
  name: "The name must have 1 to 120 characters.",
  email: "The e-mail must be a valid address of at most 254 characters.",
  password: "The password must have 8 to 200 characters.",
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const given = readArguments();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { env } = await import("@/server/platform/env");
  // Before any question: the first reading checks the whole environment.
  const adminId = env.ADMIN_USER_ID;
  const { createAdministrator } = await import("@/server/accounts/users/login.service");
  const { closeDatabase } = await import("@/server/platform/db/sql");
  try {
    const account = {
      name: given.name ?? (await ask("Name: ", "--name")),
      email: given.email ?? (await ask("E-mail: ", "--email")),
      password: process.env["ADMIN_PASSWORD"] ?? (await askNewPassword()),
    };
    const { user } = await createAdministrator(adminId, account);
    console.log(`The administrator is ${user.name} <${user.email}>, user ${user.id}.`);
  } catch (error) {
    throw error instanceof AppError ? new Error(explain(error, adminId)) : error;
  } finally {
    await closeDatabase();
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { name: { type: "string" }, email: { type: "string" } } }).values;
  } catch {
    // The parser's message may repeat a password given as an argument.
    throw new Error(`Only --name and --email are understood. ${USAGE}`);
  }
}

function explain(error: AppError, adminId: number): string {
  switch (error.code) {
    case "invalid_input":
      return Object.keys(error.fields ?? {})
        .map((field) => FIELD_SENTENCES[field])
        .join("\n");
    case "conflict":
      return `User ${adminId} exists: the administrator has been created before. Nothing was changed.`;
    case "email_taken":
      return "Another account has this e-mail. Nothing was changed.";
    case "unavailable":
      return "The database of DATABASE_URL does not answer. Is it running and reachable from here?";
    default:
      return `The administrator was not created (${error.code}).`;
  }
}

async function askNewPassword(): Promise<string> {
  const password = await ask("Password (not shown): ", "ADMIN_PASSWORD", { hidden: true });
  const again = await ask("Password again: ", "ADMIN_PASSWORD", { hidden: true });
  if (password !== again) throw new Error("The two passwords differ. Nothing was changed.");
  return password;
}

async function ask(prompt: string, instead: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Error(`There is no terminal to ask on: give ${instead}. ${USAGE}`);
  }
  // readline echoes input to its output stream, so this one discards everything.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (hidden) process.stdout.write(prompt);
  const terminal = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stdout,
    terminal: true,
  });
  // Ctrl-C and Ctrl-D close the terminal without an answer.
  const leave = () => process.exit(130);
  terminal.once("close", leave);
  const answer = await terminal.question(hidden ? "" : prompt);
  terminal.off("close", leave);
  terminal.close();
  if (hidden) process.stdout.write("\n");
  return answer;
}
