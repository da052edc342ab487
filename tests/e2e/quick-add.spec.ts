import { accessibilityFaults, chooseMore, expect, PHONE_JOURNEY, test } from "./support";

// A lead that is there already.
test.use({ signedInAs: "new", expectedStatuses: [409] });

test(
  "a pasted line is understood, shown and saved, and a lead that exists is told",
  PHONE_JOURNEY,
  async ({ page }) => {
    await page.goto("/leads");
    await chooseMore(page, "Adição rápida");
    const dialog = page.getByRole("dialog", { name: "Adição rápida" });
    const line = dialog.getByLabel("A empresa em uma linha");
    await line.fill("11 98765-4321");
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(dialog.getByText("Escreva também o nome da empresa.")).toBeVisible();
    await line.fill("Padaria Sol 11 98765-4321 padariasol.com.br contato@padariasol.com.br");
    for (const shown of [
      "Padaria Sol",
      "+55 (11) 98765-4321",
      "padariasol.com.br",
      "contato@padariasol.com.br",
    ]) {
      await expect(dialog.getByText(shown, { exact: true })).toBeVisible();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Padaria Sol: lead criado.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Padaria Sol", exact: true })).toBeVisible();

    // From the palette, on any screen.
    await page.goto("/dashboard");
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Adição rápida de lead" }).click();
    await line.fill("Outra padaria +55 11 98765 4321");
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(dialog.getByText("Você já tem um lead com este WhatsApp.")).toBeVisible();
    await dialog.getByRole("button", { name: "Abrir lead existente" }).click();
    await expect(page.getByRole("dialog", { name: "Padaria Sol" })).toBeVisible();
  },
);
