import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { openSession } from "../e2e/rows";
import type { Driver } from "./driver";
import { locate, locateArguments, type Seen, type Target } from "./locate";

const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** Keys as WebDriver names them. */
export const KEYS = { control: "\uE009", delete: "\uE017", enter: "\uE007" };

export class Page {
  constructor(
    private readonly driver: Driver,
    readonly origin: string,
  ) {}

  goto(path: string): Promise<void> {
    return this.driver.goto(this.origin + path);
  }

  back(): Promise<void> {
    return this.driver.back();
  }

  /** Runs a function in the page, which receives only its source. */
  run<A extends readonly unknown[], R>(work: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    // The compiler of these sources names functions by a helper that a page has not.
    const source = `(...args) => { const __name = (named) => named; return (${work})(...args); }`;
    return this.driver.call(source, [...args]) as Promise<Awaited<R>>;
  }

  /** With a separate session, and nothing else that a browser keeps. */
  async signIn({ cookies, origins }: Awaited<ReturnType<typeof openSession>>): Promise<void> {
    // A page of the product without its code, which would send further requests with the session.
    await this.goto("/icon.svg");
    await this.run((items) => {
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, origins[0]?.localStorage ?? []);
    await this.driver.setCookies(
      cookies.map(({ name, value, domain }) => ({ name, value, domain })),
    );
  }

  see(target: Target): Promise<Seen> {
    return this.until(`see ${nameTarget(target)}`, () => this.look(target));
  }

  async seeGone(target: Target): Promise<void> {
    await this.until(`no longer see ${nameTarget(target)}`, async () => !(await this.look(target)));
  }

  async click(target: Target): Promise<void> {
    let last: Seen | null = null;
    const { x, y } = await this.until(`click ${nameTarget(target)}`, async () => {
      const seen = await this.look(target, true);
      const isStill = seen?.x === last?.x && seen?.y === last?.y;
      last = seen;
      return isStill && seen?.isReady ? seen : null;
    });
    await this.driver.perform([
      {
        ...{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } },
        actions: [
          { type: "pointerMove", x, y, origin: "viewport" },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.press(KEYS.control, "a");
    await this.press(KEYS.delete);
    await this.type(text);
  }

  /** Types into the focused element, key by key. */
  type(text: string): Promise<void> {
    return this.keys([...text].flatMap((value) => [down(value), up(value)]));
  }

  /** All of them at once, as Control+A. */
  press(...keys: string[]): Promise<void> {
    return this.keys([...keys.map(down), ...keys.toReversed().map(up)]);
  }

  async seePath(path: string): Promise<void> {
    await this.until(`be at ${path}`, () => this.run((at) => location.pathname === at, path));
  }

  async until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
    const deadline = Date.now() + WAIT_MS;
    let problem: unknown;
    for (;;) {
      // A page that is just being left answers nothing.
      const answer = await ask().catch((error: unknown) => {
        problem = error;
        return undefined;
      });
      if (answer) return answer as NonNullable<T>;
      if (Date.now() > deadline)
        throw new Error(`It did not ${what}.`, problem ? { cause: problem } : {});
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async takePicture(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(await this.driver.screenshot(), "base64"));
  }

  private look(target: Target, scrolls = false): Promise<Seen | null> {
    return this.run(locate, ...locateArguments(target, scrolls));
  }

  private keys(actions: object[]): Promise<void> {
    return this.driver.perform([{ type: "key", id: "keyboard", actions }]);
  }
}

const down = (value: string) => ({ type: "keyDown", value });
const up = (value: string) => ({ type: "keyUp", value });

function nameTarget({ role, name, within }: Target): string {
  return `${role} ${name}${within ? ` in ${nameTarget(within)}` : ""}`;
}
