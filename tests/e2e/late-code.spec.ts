import type { Page } from "@playwright/test";
import { message } from "./campaign-page";
import { accessibilityFaults, expect, expectAccessible, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "newPro", goesOffline: true });

const TITLE = "Não foi possível carregar esta parte.";
const CODE = "**/_next/static/**";

const cutOffCode = (page: Page) => page.route(CODE, (route) => route.abort("internetdisconnected"));

test(
  "a dialog whose code does not come says so, and opens when it is asked for again",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/leads");
    const button = page.getByRole("button", { name: "Criar lead" }).first();
    const missing = page.getByRole("alertdialog", { name: TITLE });
    const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
    await expect(button).toBeVisible();
    await cutOffCode(page);

    await test.step("it can be closed", async () => {
      await button.click();
      await expect(missing).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(missing).toBeHidden();
      await expect(button).toBeFocused();
      await button.press("Enter");
      await missing.getByRole("button", { name: "Fechar" }).click();
      await expect(missing).toBeHidden();
    });

    await test.step("it says when trying again was in vain", async () => {
      await button.click();
      await expect(missing.getByText("Se continuar assim, recarregue a página.")).toBeHidden();
      await missing.getByRole("button", { name: "Tentar de novo" }).click();
      await expect(missing.getByText("Se continuar assim, recarregue a página.")).toBeVisible();
    });

    await page.unroute(CODE);
    await missing.getByRole("button", { name: "Tentar de novo" }).click();
    await expect(dialog).toBeVisible();
    await expect(missing).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(dialog).toBeVisible();
  },
);

test("a dialog above another one whose code does not come leaves that one open", async ({
  page,
}) => {
  await page.goto("/leads");
  await page.getByRole("button", { name: "Criar lead" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
  await dialog.getByLabel("Nome", { exact: true }).fill("Padaria do Vale");
  await cutOffCode(page);
  // The palette opens from anywhere.
  await page.keyboard.press("Control+k");
  const missing = page.getByRole("alertdialog", { name: TITLE });
  await expect(missing).toBeVisible();
  await missing.getByRole("button", { name: "Tentar de novo" }).focus();
  await page.keyboard.press("Escape");
  await expect(missing).toBeHidden();
  await expect(dialog.getByLabel("Nome", { exact: true })).toHaveValue("Padaria do Vale");
  await expect(dialog.getByRole("alertdialog")).toBeHidden();
});

test("a part of a screen whose code does not come says so in its place, and comes with the connection", async ({
  page,
  context,
}) => {
  await page.goto("/prospect-by-whats");
  await message(page).fill("Olá! Posso apresentar a nossa padaria?");
  const pace = page.getByRole("button", { name: /^Ritmo/ });
  await cutOffCode(page);
  await pace.click();
  const missing = page.getByRole("alert").filter({ hasText: TITLE });
  await expect(missing).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expect(message(page)).toHaveValue("Olá! Posso apresentar a nossa padaria?");
  // The browser reports that the connection is back.
  await context.setOffline(true);
  await page.unroute(CODE);
  await context.setOffline(false);
  await expect(missing).toBeHidden();
  await expect(page.getByLabel("Pausa mínima")).toBeVisible();
  await expect(message(page)).toHaveValue("Olá! Posso apresentar a nossa padaria?");
});
