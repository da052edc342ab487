import { expect, JOURNEY_ON_BOTH, test } from "./support";

test.use({ signedInAs: "demo" });

const MOST_MOVED = 0.02;
/** An answer that comes at once would replace a placeholder before it was drawn. */
const ANSWER_MS = 150;

test(
  "nothing moves on any screen of the menu while it fills",
  JOURNEY_ON_BOTH,
  async ({ page }) => {
    test.slow();
    await page.addInitScript(() => {
      const moved: { value: number; what: string[] }[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as LayoutShift[]) {
          if (entry.hadRecentInput) continue;
          const what = entry.sources.map(
            ({ node }) => (node as Element | null)?.outerHTML ?? "text",
          );
          moved.push({ value: entry.value, what: what.map((html) => html.slice(0, 120)) });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.route("**/api/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      await route.fallback();
    });
    for (const path of [
      "/hoje",
      "/chat-whatsapp",
      "/dashboard",
      "/prospect",
      "/busca-google-maps",
      "/whatsapp-contacts",
      "/search-receita",
      "/search-receita?uf=SP",
      "/radar",
      "/leads",
      "/leads?layout=board",
      "/my-lists",
      "/prospect-by-whats",
      "/prospecting-activities",
      "/nao-perturbe",
      "/events",
      "/subscription",
      "/profile",
      "/credits",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved);
      const sum = moved.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${path}: ${JSON.stringify(moved)}`).toBeLessThanOrEqual(MOST_MOVED);
    }
  },
);

interface Moved {
  value: number;
  what: string[];
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}
