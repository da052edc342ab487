/**
 * For developers who change prisma/schema; what changes in prisma/rules is added by hand:
 *
 *   npm run migration -- new <name>  writes the next migration: the SQL from the committed schema to the current one
 *   npm run migration -- diff        prints that SQL
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRoot } from "@/server/platform/root";
import { diffSchemas } from "./apply-migrations";
import { listMigrations, MIGRATIONS_FOLDER } from "./migration-scripts";

// The engine's lock timer would keep the process alive for ten more seconds.
await main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message || error);
    process.exit(1);
  },
);

async function main(): Promise<void> {
  const [, , command, name] = process.argv;
  if (command === "diff") return console.log(await diffSinceCommit());
  if (command === "new") return console.log(await writeMigration(name));
  throw new Error("Usage: npm run migration -- new <name>, or npm run migration -- diff");
}

/** From the committed schema to the current one; on the tests' embedded server unless DATABASE_URL names another. */
async function diffSinceCommit(): Promise<string> {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout;
  const files = git("ls-tree", "--name-only", "HEAD", "prisma/schema/").split("\n").filter(Boolean);
  const from = files.map((path): [string, string] => [path, git("show", `HEAD:${path}`)]);
  const given = process.env["DATABASE_URL"];
  if (given) return diffSchemas(given, from);
  const { startPostgres, TEST_SERVER } = await import("./postgres.mjs");
  const server = await startPostgres({ ...TEST_SERVER, folder: join(findRoot(), ".data") });
  return diffSchemas(server.url, from);
}

/** Writes the next migration's SQL, to be read and completed by hand. */
async function writeMigration(name: string | undefined): Promise<string> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error("Name it in small letters: npm run migration -- new lead_tags");
  }
  const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
  // They are applied in the order of their names: after the newest, whose author's clock may have been ahead.
  const newest = listMigrations().at(-1)?.slice(0, 14);
  const time = Math.max(now, Number(newest ?? 0) + 1);
  const folder = join(MIGRATIONS_FOLDER, `${time}_${name}`);
  mkdirSync(folder);
  const file = join(folder, "migration.sql");
  writeFileSync(file, await diffSinceCommit());
  return file;
}
