import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { freePort } from "@/scripts/postgres.mjs";

/** Starts a server of this folder as a separate process, with the memory that the product's web process has. */
export async function startServer(
  file: string,
  environment: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort(0);
  const child = fork(join(import.meta.dirname, file), [], {
    execArgv: ["--max-old-space-size=512", "--max-semi-space-size=4", "--import", "tsx"],
    env: { ...process.env, PORT: String(port), ...environment },
  });
  // No server stays behind when a bench fails.
  process.once("exit", () => child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`${file} ended (${code}).`)));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}
