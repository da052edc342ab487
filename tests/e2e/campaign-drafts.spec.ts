import type { Page } from "@playwright/test";
import { message } from "./campaign-page";
import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "newPro" });

const elsewhere = (page: Page) =>
  page.getByText(/O que você já tinha escrito está aberto em outra aba/);

async function openEditor(page: Page) {
  await page.goto("/prospect-by-whats");
  await expect(message(page)).toBeVisible();
}

test(
  "each tab keeps the campaign that is written in it",
  WIDE_JOURNEY,
  async ({ page, context }) => {
    await openEditor(page);
    await expect(elsewhere(page)).toBeHidden();
    await message(page).fill("Olá! Somos a padaria da esquina.");
    const other = await context.newPage();

    await test.step("a second one begins its own, and says so", async () => {
      await openEditor(other);
      await expect(elsewhere(other)).toBeVisible();
      expect(await accessibilityFaults(other)).toEqual([]);
      await expect(message(other)).toHaveValue("");
      await message(other).fill("Olá! Consertamos o seu carro.");
      await message(page).press("End");
      await message(page).pressSequentially(" Podemos conversar?");
    });

    await test.step("both come back after a reload", async () => {
      await Promise.all([page.reload(), other.reload()]);
      await expect(message(page)).toHaveValue(
        "Olá! Somos a padaria da esquina. Podemos conversar?",
      );
      await expect(message(other)).toHaveValue("Olá! Consertamos o seu carro.");
    });

    await test.step("the next visit goes on with what a closed tab left", async () => {
      await message(page).fill("");
      await other.close();
      const next = await context.newPage();
      await openEditor(next);
      await expect(message(next)).toHaveValue("Olá! Consertamos o seu carro.");
      await expect(elsewhere(next)).toBeHidden();
    });
  },
);

test("a screen that is left and come back to has its draft", async ({ page }) => {
  await openEditor(page);
  await message(page).fill("Olá! Somos a padaria da esquina.");
  await page.getByRole("link", { name: "Ver atividades" }).click();
  await expect(page.getByText("Nenhuma campanha ainda")).toBeVisible();
  await page.goBack();
  await expect(message(page)).toHaveValue("Olá! Somos a padaria da esquina.");
  await expect(elsewhere(page)).toBeHidden();
});
