import { expect, type Page } from "@playwright/test";
import { toast } from "./campaign-page";

/** Keeps what the page's clock says when a toast comes and when it begins to go. */
export async function watchToasts(page: Page) {
  await page.clock.install();
  await page.addInitScript(() => {
    const seen: Record<string, { came: number; went?: number }> = {};
    Object.assign(globalThis, { seenToasts: seen });
    const shown = new Map<Element, string>();
    new MutationObserver(() => {
      for (const element of document.querySelectorAll("[data-sonner-toast]")) {
        const text = shown.get(element) ?? element.textContent ?? "";
        if (text === "" || (!shown.has(element) && seen[text])) continue;
        shown.set(element, text);
        seen[text] ??= { came: Date.now() };
        if (element.getAttribute("data-removed") === "true") seen[text].went ??= Date.now();
      }
      for (const [element, text] of shown) {
        if (!element.isConnected && seen[text]) seen[text].went ??= Date.now();
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

/** Lets the page's time pass until the toast is gone: how long it stood. */
export async function timeToast(page: Page, text: string): Promise<number> {
  await expect(toast(page).getByText(text)).toBeVisible();
  let stood: number | undefined;
  await expect
    .poll(
      async () => {
        await page.clock.runFor(200);
        stood = await page.evaluate((wanted) => {
          const { seenToasts } = globalThis as unknown as {
            seenToasts: Record<string, { came: number; went?: number }>;
          };
          const [, found] =
            Object.entries(seenToasts).find(([each]) => each.includes(wanted)) ?? [];
          return found?.went === undefined ? undefined : found.went - found.came;
        }, text);
        return stood;
      },
      { intervals: [50] },
    )
    .toBeDefined();
  return stood ?? Number.NaN;
}

/** The page's time passes in steps, and the machine may be slow. */
export function expectToLast(stood: number, ms: number) {
  expect(stood).toBeGreaterThanOrEqual(ms - 50);
  expect(stood).toBeLessThan(ms + 950);
}
