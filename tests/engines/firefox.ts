import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { type Driver, HEIGHT, SLOW_MS, WIDTH } from "./driver";

const PREFERENCES = {
  "intl.accept_languages": "pt-BR",
  "ui.prefersReducedMotion": 1,
  // The browser requests nothing from the network except the product.
  "app.update.auto": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "browser.safebrowsing.update.enabled": false,
};

export function findFirefox(): string | undefined {
  return ["firefox-esr", "firefox"].find((name) => spawnSync(name, ["--version"]).status === 0);
}

/** Firefox by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(program: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "garimpo-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const browser = spawn(
    program,
    [
      ...["--headless", "--no-remote", "--profile", profile],
      ...[`--width=${WIDTH}`, `--height=${HEIGHT}`],
      // The window around the page has the Back button.
      ...["--remote-debugging-port=0", "--remote-allow-system-access"],
    ],
    {
      env: { ...process.env, HOME: profile, TZ: "America/Sao_Paulo" },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = new Promise((resolve) => browser.once("close", resolve));
  const send = await connect(await readAddress(browser));
  await send("session.new", { capabilities: {} });
  const findContext = async (scope: object) => {
    const { contexts } = await send("browsingContext.getTree", scope);
    return (contexts as { context: string }[])[0]?.context;
  };
  const context = await findContext({});
  const window = await findContext({ "moz:scope": "chrome" });
  return {
    goto: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    call: async (source, args) => {
      const answer = await send("script.callFunction", {
        functionDeclaration: `async (args) => JSON.stringify([await (${source})(...JSON.parse(args))])`,
        arguments: [{ type: "string", value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      });
      if (answer["type"] === "exception") throw new Error(JSON.stringify(answer));
      return JSON.parse((answer["result"] as { value: string }).value)[0];
    },
    perform: async (actions) => {
      await send("input.performActions", { context, actions });
    },
    back: async () => {
      const target = { context: window };
      await send("script.evaluate", {
        ...{ target, awaitPromise: false, expression: "gBrowser.goBack()" },
      });
    },
    setCookies: async (cookies) => {
      await send("storage.deleteCookies", {});
      for (const { value, ...cookie } of cookies) {
        const bytes = { type: "string", value };
        await send("storage.setCookie", { cookie: { ...cookie, path: "/", value: bytes } });
      }
    },
    screenshot: async () =>
      (await send("browsingContext.captureScreenshot", { context }))["data"] as string,
    close: async () => {
      await send("browser.close", {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function readAddress(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    browser.stderr?.on("data", (chunk) => {
      said += chunk;
      const address = /BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    browser.once("close", () => reject(new Error(`Firefox ended: ${said}`)));
  });
}

type Answer = Record<string, unknown>;

async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer["id"] as number)?.(answer);
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let last = 0;
  return async (method: string, params: object): Promise<Answer> => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${method}: no answer`)), SLOW_MS);
      waiting.set(id, (answer) => {
        clearTimeout(late);
        waiting.delete(id);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer["type"] === "error") throw new Error(`${method}: ${answer["message"]}`);
    return answer["result"] as Answer;
  };
}
