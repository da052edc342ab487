/**
 * Weight and speed of the pages: the production build behind the front door, a person with 5,000 leads, a real Chromium
 * with an empty cache. Every figure is held against a fixed limit, the reference: the ratio is limit / ours, and 1 or
 * more holds. Times are medians of five visits with a processor four times slower; scripts are as transferred until the
 * page has settled.
 */
import { chromium, type Page } from "@playwright/test";
import { chromiumOptions, PHONE } from "../support/chromium";
import { type Measurement, median } from "./measurement";
import { startLighthouse } from "./web-lighthouse";
import { type Screen, type Visit, visit } from "./web-page";
import { startProduct } from "./web-product";

const SHELL_KB = 200;
const SCREEN_KB = 230;
/** Leaflet alone is 42. */
const MAP_KB = 255;
const PAINT_MS = 1_500;
const SHIFT = 0.02;
const TICK_MS = 100;
const ROWS_MS = 2_000;
const ROUNDS = 5;

const WIDE: Screen = { viewport: { width: 1280, height: 800 }, slowDown: 4 };
const SMALL: Screen = { ...PHONE, slowDown: 4 };

/** The name and path of every screen, with the limit of its scripts in KB. */
const SCREENS: [name: string, path: string, scriptsKb: number][] = [
  ["login", "/", 165],
  ["shell", "/nenhuma-tela", SHELL_KB],
  ["dashboard", "/dashboard", SCREEN_KB],
  ["leads", "/leads", SCREEN_KB],
  ["import", "/leads/importar", SCREEN_KB],
  ["lists", "/my-lists", SCREEN_KB],
  ["pages search", "/prospect", SCREEN_KB],
  ["maps", "/busca-google-maps", MAP_KB],
  ["registry", "/search-receita", SCREEN_KB],
  ["contacts", "/whatsapp-contacts", SCREEN_KB],
  ["chat", "/chat-whatsapp", SCREEN_KB],
  ["campaign editor", "/prospect-by-whats", SCREEN_KB],
  ["campaigns", "/prospecting-activities", SCREEN_KB],
  ["campaign", "/prospecting-activities/1", SCREEN_KB],
  ["opt-outs", "/nao-perturbe", SCREEN_KB],
  ["events", "/events", SCREEN_KB],
  ["credits", "/credits", SCREEN_KB],
  ["subscription", "/subscription", SCREEN_KB],
  ["profile", "/profile", SCREEN_KB],
];
/** A page that does not exist, which Lighthouse does not rate. */
const UNRATED = "shell";

const product = await startProduct();
const browser = await chromium.launch(chromiumOptions);
const measurements: Measurement[] = [];
for (const screen of SCREENS) measurements.push(...(await measureScreen(...screen)));
measurements.push(...(await measureRows()));
await browser.close();
const lighthouse = await startLighthouse(product);
for (const [name, path] of SCREENS) {
  if (name !== UNRATED) measurements.push(...(await rate(name, path)));
}
await lighthouse.close();
process.send?.(measurements, () => process.exit(0));

async function measureScreen(name: string, path: string, limitKb: number): Promise<Measurement[]> {
  const visits: Record<"wide" | "phone", Visit[]> = { wide: [], phone: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    visits.wide.push(await open(path, WIDE));
    visits.phone.push(await open(path, SMALL));
  }
  const all = [...visits.wide, ...visits.phone];
  const { scriptsKb: gzipKb } = await open(path, { ...WIDE, slowDown: 1, encodings: "gzip" });
  const heaviest = Math.max(...all.map(({ scriptsKb }) => scriptsKb));
  const first = Math.max(...all.map(({ firstScriptsKb }) => firstScriptsKb));
  const moved = all.toSorted((one, other) => other.shift - one.shift)[0];
  const paints = (width: "wide" | "phone") =>
    `${median(visits[width].map(({ paintMs }) => paintMs)).toFixed()} ms ${visits[width][0]?.painted}`;
  console.log(
    `  ${name}: ${first.toFixed()} of ${heaviest.toFixed()} KB before load, ${gzipKb.toFixed()} KB as gzip; paints ${paints("wide")}, ` +
      `on a phone ${paints("phone")}; moves ${moved?.shift.toFixed(3)} ${moved?.shifted}`,
  );
  return [
    limit(`${name}: scripts, as transferred`, "KB", limitKb, heaviest),
    ...(["wide", "phone"] as const).map((width) =>
      limit(
        `${name}, ${width}: largest paint at 4×`,
        "ms",
        PAINT_MS,
        median(visits[width].map(({ paintMs }) => paintMs)),
      ),
    ),
    limit(`${name}: layout shift, the most of both widths`, "", SHIFT, moved?.shift ?? 0),
  ];
}

function open(path: string, screen: Screen): Promise<Visit> {
  const session = path === "/" ? undefined : product.session;
  return visit(browser, `${product.url}${path}`, screen, session, async (figures) => figures);
}

/** The leads' table with 200 rows: the time until the last row is shown, and until a tick is painted. */
async function measureRows(): Promise<Measurement[]> {
  const [ready, ticks]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await visit(
      browser,
      `${product.url}/leads?per_page=200`,
      WIDE,
      product.session,
      async ({ page }) => {
        await page.waitForFunction(() => performance.getEntriesByName("rows").length > 0);
        ready.push(
          await page.evaluate(
            () => performance.getEntriesByName("rows")[0]?.startTime ?? Number.NaN,
          ),
        );
        ticks.push(await tick(page, round));
      },
      markRows,
    );
  }
  return [
    limit("leads, 200 rows: ready at 4×", "ms", ROWS_MS, median(ready)),
    limit("leads, 200 rows: a tick painted at 4×", "ms", TICK_MS, median(ticks)),
  ];
}

/** Runs in the page from its start: marks the first frame that shows all rows. */
function markRows(): void {
  const look = () => {
    const boxes = document.querySelectorAll("tbody input[type=checkbox]").length;
    if (boxes >= 200) performance.mark("rows");
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** From the click on a row's box to the frame after it. */
function tick(page: Page, row: number): Promise<number> {
  return page.evaluate(async (at) => {
    const box = document.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]")[at];
    if (!box) throw new Error("No box to tick.");
    const startedAt = performance.now();
    box.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - startedAt;
  }, row);
}

async function rate(name: string, path: string): Promise<Measurement[]> {
  const desktop = await lighthouse.rate(path, "desktop");
  const mobile = await lighthouse.rate(path, "mobile");
  const least = (category: "accessibility" | "best-practices") =>
    Math.min(desktop[category], mobile[category]);
  return [
    atLeast(`${name}: Lighthouse performance, desktop`, 95, desktop.performance),
    atLeast(`${name}: Lighthouse performance, mobile`, 90, mobile.performance),
    atLeast(`${name}: Lighthouse accessibility`, 100, least("accessibility")),
    atLeast(`${name}: Lighthouse best practices`, 95, least("best-practices")),
  ];
}

function limit(what: string, unit: string, most: number, ours: number): Measurement {
  // A figure of 0 is within every limit; the ratio stays finite.
  const ratio = most / Math.max(ours, most / 1_000);
  return { what: `web: ${what}`, unit, reference: most, ours, ratio, target: "≥ 1" };
}

function atLeast(what: string, least: number, ours: number): Measurement {
  return {
    what: `web: ${what}`,
    unit: "of 100",
    reference: least,
    ours,
    ratio: ours / least,
    target: "≥ 1",
  };
}
