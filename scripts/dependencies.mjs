/** Node's own modules only: this runs before anything is installed. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs `npm ci` when the lock file is not the one that was installed.
 * @returns {Promise<void>} rejects with npm's output when it fails
 */
export async function installDependencies() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const mark = join(root, "node_modules", ".garimpo-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], {
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
      `npm ci failed. Check the network and the messages below, then try again.\n${output}`,
    );
  }
  writeFileSync(mark, lock);
}
