import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Surroundings {
  cwd?: string;
  /** The whole environment, apart from what Node itself needs. */
  env?: Record<string, string | undefined>;
  /** Killed after so long, it has no code. */
  killMs?: number | undefined;
}

/** How Node runs a source, as `workers/main.ts`: what tests/support/postgres.ts had compiled of it, as in production. */
export function compiled(source: string): string[] {
  return ["--enable-source-maps", join(root, ".compiled", source.replace(/\.ts$/, ".js"))];
}

/** Runs a command of package.json, by its file in scripts/, like runProgram. */
export function runCommand([name, ...args]: readonly string[], surroundings?: Surroundings) {
  return runProgram([`scripts/${name}.ts`, ...args], surroundings);
}

/** Runs a source, or TypeScript in Node's form, as a separate process. Returns the text of both its outputs. */
export async function runProgram(
  [first = "", ...rest]: readonly string[],
  { cwd = root, env = {}, killMs = 300_000 }: Surroundings = {},
): Promise<{ code: number | null; output: string }> {
  const program = first.endsWith(".ts")
    ? compiled(first)
    : ["--import", import.meta.resolve("tsx"), first];
  const child = spawn(process.execPath, [...program, ...rest], {
    cwd,
    env: {
      ...{ PATH: "/usr/bin:/bin", NODE_ENV: "test" },
      TSX_TSCONFIG_PATH: join(root, "tsconfig.json"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: killMs,
    killSignal: "SIGKILL",
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}
