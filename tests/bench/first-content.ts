/**
 * From the navigation to the first real row, number or message of a screen, on a cheap phone: 390 px, a processor four
 * times slower, 150 ms to the server and 1.6 Mbit/s, nothing cached; a person with 5,000 leads. With `--against` the
 * same figures of another build, in turns. Also how many calls of the API a page makes before that, and how many requests
 * in all until nothing is asked for any more.
 */
import { type Browser, chromium } from "@playwright/test";
import { chromiumOptions, PHONE } from "../support/chromium";
import { type Measurement, median } from "./measurement";
import { startProduct } from "./web-product";

const ROUNDS = 5;
const SLOW_DOWN = 4;
/** 1.6 Mbit/s, in bytes per second. */
const RATE = 200_000;
const LATENCY_MS = 150;
const LIMIT_MS = 2_000;
const WAITED_MS = 30_000;

/** What each screen's first real content is in, and how it reads: a row, a number or a conversation, no placeholder. */
const SCREENS: [name: string, path: string, selector: string, text: string][] = [
  ["Leads", "/leads", "tbody tr", "Contatado|Novo|Respondeu|Fechado"],
  ["Hoje", "/hoje", "main section li", "há \\d|Hoje|Ontem|semana"],
  ["Dashboard", "/dashboard", "main", "Taxa de resposta: \\d"],
  ["Conversas", "/chat-whatsapp", "[aria-label=Conversas] li", "\\w"],
  ["Atividades", "/prospecting-activities", "tbody tr", "\\d de \\d"],
  ["Radar", "/radar", "main li a", "\\w"],
  ["Eventos", "/events", "[aria-label=Resumo] li", "[1-9]"],
  ["Minhas Listas", "/my-lists", "tbody tr", "\\d"],
];

const product = await startProduct();
const browser = await chromium.launch(chromiumOptions);
const measurements: Measurement[] = [];
for (const [name, path, ...content] of SCREENS) {
  const visits: { ms: number; calls: number; requests: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, path, content));
  const ms = median(visits.map((each) => each.ms));
  const calls = median(visits.map((each) => each.calls));
  const requests = median(visits.map((each) => each.requests));
  console.log(
    `  ${name}: first content after ${ms.toFixed()} ms, ${calls} calls of the API before it, ${requests} requests in all`,
  );
  measurements.push({
    what: `${name}: first content on a cheap phone`,
    ...{ unit: "ms", reference: LIMIT_MS, ours: ms, ratio: LIMIT_MS / ms, target: "≥ 1" },
  });
}
await browser.close();
process.send?.(measurements, () => process.exit(0));

async function visit(chrome: Browser, path: string, content: [selector: string, text: string]) {
  const context = await chrome.newContext({
    ...{ ...PHONE, locale: "pt-BR" },
    ...{ timezoneId: "America/Sao_Paulo", storageState: product.session },
  });
  try {
    await context.addInitScript("globalThis.__name = (named) => named");
    await context.addInitScript(markContent, content);
    const page = await context.newPage();
    let calls = 0;
    let requests = 0;
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      requests += 1;
      if (pathname.startsWith("/api/") && pathname !== "/api/stream") calls += 1;
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: LATENCY_MS },
      ...{ downloadThroughput: RATE, uploadThroughput: RATE },
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
    await page.goto(`${product.url}${path}`, { waitUntil: "commit" });
    const found = await page.waitForFunction(
      () => performance.getEntriesByName("content")[0]?.startTime,
      undefined,
      { timeout: WAITED_MS, polling: 50 },
    );
    const callsBefore = calls;
    await page.waitForLoadState("networkidle");
    return { ms: Number(await found.jsonValue()), calls: callsBefore, requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page from its start: marks the first frame that shows the content. */
function markContent([selector, text]: [selector: string, text: string]): void {
  const look = () => {
    const found = [...document.querySelectorAll(selector)];
    if (found.some(({ textContent }) => new RegExp(text).test(textContent ?? ""))) {
      performance.mark("content");
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
