import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { until } from "@/sandbox/testing";
import { freePort } from "@/scripts/postgres.mjs";

const SHIPPED = join(import.meta.dirname, "../../deploy/pgbouncer/pgbouncer.ini");

export const hasPgbouncer = spawnSync("pgbouncer", ["--version"]).error === undefined;

export interface Pgbouncer {
  /** The URL of the database, through it. */
  url: string;
  stop(): void;
}

/** Starts PgBouncer with the configuration of deploy/ in front of a database; `changes` replaces settings of it. */
export async function startPgbouncer(
  databaseUrl: string,
  changes: Record<string, string> = {},
): Promise<Pgbouncer> {
  const database = new URL(databaseUrl);
  const port = await freePort(0);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const users = join(folder, "userlist.txt");
  writeFileSync(users, `"${database.username}" "${decodeURIComponent(database.password)}"\n`);
  const settings = { listen_port: String(port), auth_file: users, ...changes };
  let text = readFileSync(SHIPPED, "utf8").replace(
    /^garimpo = .*$/m,
    `* = host=${database.hostname} port=${database.port}`,
  );
  for (const [name, value] of Object.entries(settings)) {
    text = `${text.replace(new RegExp(`^${name} = .*\n`, "m"), "")}${name} = ${value}\n`;
  }
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, text);
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...account, file], { stdio: "ignore" });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await until(() => accepts(port), "PgBouncer");
  return {
    url: url.href,
    stop() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It accepts nobody without a password; its refusal shows that it runs. */
async function accepts(port: number): Promise<boolean> {
  const client = new pg.Client(`postgresql://nobody@127.0.0.1:${port}/none`);
  const answer = await client.connect().catch((error: Error & { code?: string }) => error.code);
  await client.end().catch(() => undefined);
  return answer !== "ECONNREFUSED";
}
