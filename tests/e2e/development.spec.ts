import { DEMO } from "./account";
import { expect, logIn, openScreen, test } from "./support";

/** Runs on the development server, which `npm run dev` starts: `E2E_PRODUCT=development`. */

// The first request of a page compiles it.
test.describe.configure({ timeout: 240_000 });
test.use({ navigationTimeout: 120_000 });

test("a developer logs in and goes from screen to screen", async ({ page }) => {
  await page.goto("/", { timeout: 120_000 });
  // Until its scripts have run, the form is the browser's own.
  await page.waitForLoadState("networkidle");
  await logIn(page, DEMO);
  await openScreen(page, "Leads");
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openScreen(page, "Dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
});
