import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig, type Flags } from "lighthouse";
import { freePort } from "@/scripts/postgres.mjs";
import { chromiumOptions } from "../support/chromium";
import type { startProduct } from "./web-product";

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

export type Scores = Record<(typeof CATEGORIES)[number], number>;

/** Lighthouse's scores of 100 for screens of a signed-in person, in a separate browser. */
export async function startLighthouse({
  url,
  session: { cookies, origins },
}: Awaited<ReturnType<typeof startProduct>>) {
  const port = await freePort(0);
  const args = [...chromiumOptions.args, `--remote-debugging-port=${port}`];
  // Lighthouse opens its pages in the browser's own context, which only this way of starting has.
  const context = await chromium.launchPersistentContext("", { ...chromiumOptions, args });

  async function signIn(signedIn: boolean) {
    await context.clearCookies();
    if (signedIn) await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${url}/icon.svg`);
    await page.evaluate(
      (items) => {
        localStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      signedIn ? (origins[0]?.localStorage ?? []) : [],
    );
    await page.close();
  }

  async function rate(path: string, device: "desktop" | "mobile"): Promise<Scores> {
    await signIn(path !== "/");
    const flags: Flags = {
      port,
      disableStorageReset: true,
      onlyCategories: [...CATEGORIES],
      logLevel: "error",
    };
    const result = await lighthouse(
      `${url}${path}`,
      flags,
      device === "desktop" ? desktopConfig : undefined,
    );
    if (!result || result.lhr.runtimeError) {
      throw new Error(`Lighthouse failed on ${path}: ${result?.lhr.runtimeError?.message}`);
    }
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((name) => {
      const { score, auditRefs } = categories[name] ?? { score: null, auditRefs: [] };
      const failed = auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`);
      if (failed.length > 0) console.log(`  ${path} ${device} ${name}: ${failed.join(", ")}`);
      return [name, (score ?? 0) * 100] as const;
    });
    return Object.fromEntries(scores) as Scores;
  }

  return { rate, close: () => context.close() };
}
