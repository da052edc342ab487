import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from "@playwright/test";

/** A page has settled when it has made no request for this long, and is idle. */
const QUIET_MS = 700;
/** The product's one request that never ends. */
const STREAM = "EventSource";

export interface Screen extends Pick<BrowserContextOptions, "viewport" | "hasTouch" | "userAgent"> {
  /** How many times slower than this machine the page's processor is. */
  slowDown: number;
  /** The encodings the browser asks for; all that it knows unless given. */
  encodings?: string;
}

type StoredSession = NonNullable<Parameters<Browser["newContext"]>[0]>["storageState"];

export interface Visit {
  page: Page;
  /** Scripts as transferred, in KB: until the page's `load` event, and until it settled. */
  firstScriptsKb: number;
  scriptsKb: number;
  /** Largest contentful paint, and what it was. */
  paintMs: number;
  painted: string;
  /** Cumulative layout shift, and what moved most. */
  shift: number;
  shifted: string;
}

/** Opens a path in a browser that has nothing cached, waits until it settles, and hands its figures to `use`. */
export async function visit<T>(
  browser: Browser,
  url: string,
  { slowDown, encodings, ...device }: Screen,
  session: StoredSession,
  use: (visit: Visit) => Promise<T>,
  /** Runs in the page before its own scripts. */
  prepare: () => void = () => undefined,
): Promise<T> {
  const context = await browser.newContext({
    ...device,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    storageState: session,
  });
  try {
    // The loader that runs this file marks every function with its name by a function of this name.
    await context.addInitScript("globalThis.__name = (named) => named");
    await context.addInitScript(prepare);
    if (encodings) await context.setExtraHTTPHeaders({ "accept-encoding": encodings });
    const page = await context.newPage();
    const network = await watchNetwork(context, page);
    await network.session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
    await page.goto(url, { waitUntil: "load" });
    const firstScriptsKb = network.countScriptsKb();
    await network.settle();
    return await use({
      page,
      firstScriptsKb,
      scriptsKb: network.countScriptsKb(),
      ...(await page.evaluate(readVitals)),
    });
  } finally {
    await context.close();
  }
}

async function watchNetwork(context: BrowserContext, page: Page) {
  const session: CDPSession = await context.newCDPSession(page);
  const open = new Set<string>();
  const scripts = new Set<string>();
  let bytes = 0;
  let changed: () => void = () => undefined;

  session.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type !== STREAM) open.add(requestId);
    if (type === "Script") scripts.add(requestId);
    changed();
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
    open.delete(requestId);
    changed();
  });
  session.on("Network.loadingFailed", ({ requestId }) => {
    open.delete(requestId);
    changed();
  });
  await session.send("Network.enable");

  return {
    session,
    countScriptsKb: () => bytes / 1000,
    settle: () =>
      new Promise<void>((resolve, reject) => {
        let quiet: NodeJS.Timeout | undefined;
        const resolveIfIdle = async () => {
          const at = quiet;
          // A slow processor makes no requests while it renders.
          await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
          if (at === quiet) resolve();
        };
        changed = () => {
          clearTimeout(quiet);
          if (open.size > 0) quiet = undefined;
          else quiet = setTimeout(() => void resolveIfIdle().catch(reject), QUIET_MS);
        };
        changed();
      }),
  };
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}

/** Runs in the page. */
async function readVitals() {
  const read = <E extends PerformanceEntry>(type: string) =>
    new Promise<E[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(list.getEntries() as E[]);
      });
      observer.observe({ type, buffered: true });
      // Nothing of the type has happened: a buffered entry would have been reported by the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]))));
    });
  const describeNode = (node: Element | null | undefined) =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()} '${(node.textContent ?? "").trim().slice(0, 40)}'`
      : "";
  const paints = await read<PerformanceEntry & { element: Element | null }>(
    "largest-contentful-paint",
  );
  const shifts = (await read<Shift>("layout-shift")).filter(
    ({ hadRecentInput }) => !hadRecentInput,
  );
  const worst = shifts.toSorted((one, other) => other.value - one.value)[0];
  return {
    paintMs: paints.at(-1)?.startTime ?? Number.NaN,
    painted: describeNode(paints.at(-1)?.element),
    shift: shifts.reduce((total, { value }) => total + value, 0),
    shifted: worst ? worst.sources.map(({ node }) => describeNode(node)).join(", ") : "",
  };
}
