/**
 * The embedded PostgreSQL: a real server from npm with one data directory, controlled with its own pg_ctl. Uses only
 * Node's own modules and what `npm ci` installed.
 */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { rotateLog } from "./log-file.mjs";
import { choosePlace, serverAccount } from "./postgres-place.mjs";

const START_TIMEOUT_S = 60;
const CONNECT_TIMEOUT_MS = 15_000;
/** A server's refusal when it has no free connection, is recovering or is stopping. */
const BUSY = ["53300", "57P03"];

/** The server of the tests: fast, because none of its data has to survive a crash of the machine. */
export const TEST_SERVER = {
  name: "test-postgres",
  preferredPort: 54_339,
  settings: {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // Which of two transactions was first is read by the tests of races.
    track_commit_timestamp: "on",
    // Of each worker of the tests some forty.
    max_connections: "300",
  },
};

/**
 * Starts the server of `folder`/`name`, unless it is running.
 * @param {{ folder: string, name: string, preferredPort: number, settings?: Record<string, string> }} options
 * @returns {Promise<{ url: string, dataDir: string, wasRunning: boolean, stop: () => Promise<void> }>} superuser URL of
 *   database 'postgres', and where the data is: choosePlace() may take another folder
 */
export async function startPostgres({ folder, name, preferredPort, settings = {} }) {
  const account = process.getuid?.() === 0 ? serverAccount() : undefined;
  const place = choosePlace(folder, name, account);
  const password = readOrCreatePassword(place);
  if (!existsSync(join(place.dataDir, "PG_VERSION"))) initialise(place, account, password);

  const running = await findRunning(place, password);
  const port = running ?? (await freePort(preferredPort));
  if (!running) await startServer(place, account, port, settings);
  return {
    url: `postgresql://garimpo:${password}@127.0.0.1:${port}/postgres`,
    dataDir: place.dataDir,
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
        "-D",
        place.dataDir,
        "-U",
        "garimpo",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--auth=scram-sha-256",
        `--pwfile=${passwordFile}`,
        "--no-sync",
      ],
      { cwd: "/", stdio: "pipe", ...account },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * The port of the running server with this data directory, if any. The process id in its file may belong to another
 * process by now: only a server that accepts the password, and uses this directory, counts.
 */
async function findRunning({ dataDir }, password) {
  const pidFile = join(dataDir, "postmaster.pid");
  if (!existsSync(pidFile)) return undefined;
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const port = Number(lines[3]);
  if (lines[7]?.trim() === "ready" && (await servesFrom(dataDir, port, password))) return port;
  // PostgreSQL refuses to start while any process of its account has that id.
  if (isOtherProgram(lines[0])) rmSync(pidFile);
  return undefined;
}

async function servesFrom(dataDir, port, password) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    host: "127.0.0.1",
    port,
    user: "garimpo",
    password,
    database: "postgres",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("SHOW data_directory");
    return realpathSync(rows[0].data_directory) === realpathSync(dataDir);
  } catch (error) {
    return BUSY.includes(error.code);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a process is certainly not PostgreSQL; only Linux can show that. */
function isOtherProgram(pid) {
  const command = `/proc/${pid}/cmdline`;
  if (!existsSync(command)) return false;
  const [program] = readFileSync(command, "utf8").split("\0");
  // A server's title is the path of its program, or begins with its name.
  return !/^postgres\b/.test(basename(program));
}

async function startServer(place, account, port, settings) {
  rotateLog(place.logFile);
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
    // Nothing replicates this server: a table or an index built in one transaction needs no write-ahead log.
    wal_level: "minimal",
    max_wal_senders: "0",
    ...settings,
  };
  const flags = Object.entries(options).map(([key, value]) => `-c ${key}='${value}'`);
  await run(
    place.pgCtl,
    [
      "start",
      "-D",
      place.dataDir,
      "-w",
      "-t",
      String(START_TIMEOUT_S),
      "-l",
      place.logFile,
      "-o",
      flags.join(" "),
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

/**
 * A port for a server that stops and listens again: none that the system gives connections, and no other process that
 * asks here gets it while this one lives.
 */
export async function lastingPort() {
  const wanted = randomInt(10_000, readFirstGivenPort());
  return (await isFree(wanted)) && (await claim(wanted)) ? wanted : lastingPort();
}

/** Lowest port that the system gives a connection by itself: 32,768 usually on Linux, and higher elsewhere. */
function readFirstGivenPort() {
  try {
    const first = Number.parseInt(
      readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8"),
      10,
    );
    return first > 12_000 ? first : 32_768;
  } catch {
    return 32_768;
  }
}

/**
 * Reserves a TCP port for this process by binding the UDP port of the same number, which nothing here uses. The system
 * releases it when the process ends, also when it is killed.
 */
function claim(port) {
  return new Promise((resolve) => {
    const socket = createSocket("udp4").unref();
    socket.once("error", () => resolve(false));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
  });
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
