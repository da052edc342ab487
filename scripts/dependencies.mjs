/** Uses only Node's own modules: this runs before anything is installed. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const lockFile = join(root, "package-lock.json");
/** Contains the digest of the installed lock file. */
const mark = join(root, "node_modules", ".garimpo-lock");
/** npm writes its own copy of the lock file after a complete installation. */
const npmMark = join(root, "node_modules", ".package-lock.json");

/** One of the packages that only the tools need: tests, the development server, the commands of developers. */
const TOOL = join(root, "node_modules", "vitest");

/**
 * Whether the lock file's packages are installed, by this script or by npm.
 * @param {{ tools: boolean }} wanted `npm start` builds and runs without those of the tools, a quarter of all
 */
export function isInstalled({ tools }) {
  if (tools && !existsSync(TOOL)) return false;
  if (existsSync(mark)) return readFileSync(mark, "utf8") === lockDigest();
  return existsSync(npmMark) && statSync(npmMark).mtimeMs > statSync(lockFile).mtimeMs;
}

/**
 * Installs what the lock file says; a package with the right checksum in npm's cache is not downloaded again. Where the
 * product's packages are installed, only the tools are added, so that a product running from this folder keeps running.
 * @param {{ tools: boolean }} wanted
 * @returns {Promise<void>} rejects with npm's output when it fails
 */
export async function installDependencies({ tools }) {
  const command = isInstalled({ tools: false })
    ? ["install", "--no-save"]
    : ["ci", ...(tools ? [] : ["--omit=dev"])];
  const child = spawn("npm", [...command, "--prefer-offline"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) {
    throw new Error(
      `npm ${command[0]} failed. Check the network and the messages below, then try again.\n${output}`,
    );
  }
  writeFileSync(mark, lockDigest());
}

function lockDigest() {
  return createHash("sha256").update(readFileSync(lockFile)).digest("hex");
}
