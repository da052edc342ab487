import type { Page } from "@playwright/test";
import { accessibilityFaults, expect } from "./support";

/** What the journeys of campaigns share: the parts of the editor, and checks of any screen. */

export const message = (page: Page) => page.getByLabel("Mensagem", { exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Pré-visualização" });
export const launch = (page: Page) => page.getByRole("region", { name: "Resumo do envio" });
export const audience = (page: Page) => page.getByRole("region", { name: "Público" });
export const toast = (page: Page) => page.locator("[data-sonner-toast]");
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export async function expectAccessible(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
