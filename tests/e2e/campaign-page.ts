import type { Page } from "@playwright/test";

/** Shared by the journeys of campaigns: the parts of the editor and of any screen. */

export const message = (page: Page) => page.getByLabel("Mensagem", { exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Pré-visualização" });
export const launch = (page: Page) => page.getByRole("region", { name: "Resumo do envio" });
export const audience = (page: Page) => page.getByRole("region", { name: "Público" });
export const toast = (page: Page) => page.locator("[data-sonner-toast]");
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
