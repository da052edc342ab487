import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { freePort } from "@/scripts/postgres.mjs";
import { type Driver, HEIGHT, SLOW_MS, WIDTH } from "./driver";

/** The bare browser of WebKitGTK, if its driver and a virtual screen are installed too. */
export function findWebkit(): string | undefined {
  const isThere = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
  if (!isThere("WebKitWebDriver") || !isThere("Xvfb")) return;
  return ["/usr/lib", ...list("/usr/lib")]
    .flatMap(list)
    .filter((folder) => /\/webkit2gtk-[^/]+$/.test(folder))
    .map((folder) => join(folder, "MiniBrowser"))
    .find((path) => existsSync(path));
}

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** WebKitGTK by its own W3C WebDriver, on a virtual screen. */
export async function startWebkit(binary: string): Promise<Driver> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1700x1300x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    (screen.stdio[3] as Readable).once("data", (number) => resolve(`:${String(number).trim()}`));
    screen.once("close", () => reject(new Error("Xvfb ended.")));
  });
  const port = await freePort(0);
  const program = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      ...{ DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: "1", TZ: "America/Sao_Paulo" },
      // It refuses its sandbox as root, which is what a container runs as.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
    },
    stdio: "ignore",
  });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(SLOW_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await untilListening(() => ask("GET", "/status"));
  const options = { binary, args: ["--automation"] };
  const { sessionId } = (await ask("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await ask("POST", `${session}/window/rect`, { width: WIDTH, height: HEIGHT });
  return {
    goto: async (url) => {
      await ask("POST", `${session}/url`, { url });
    },
    call: async (source, args) => {
      const script = `const [args, done] = arguments;
        (async () => (${source})(...JSON.parse(args)))().then(
          (value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })))`;
      const body = { script, args: [JSON.stringify(args)] };
      const answer = JSON.parse((await ask("POST", `${session}/execute/async`, body)) as string);
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    },
    perform: async (actions) => {
      await ask("POST", `${session}/actions`, { actions });
    },
    back: async () => {
      await ask("POST", `${session}/back`, {});
    },
    setCookies: async (cookies) => {
      await ask("DELETE", `${session}/cookie`);
      for (const cookie of cookies)
        await ask("POST", `${session}/cookie`, { cookie: { ...cookie, path: "/" } });
    },
    screenshot: async () => (await ask("GET", `${session}/screenshot`)) as string,
    close: async () => {
      await ask("DELETE", session);
      program.kill();
      screen.kill();
    },
  };
}

async function untilListening(ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + SLOW_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
