import { findToken } from "./account";
import { message, overflow, toast } from "./campaign-page";
import { accessibilityFaults, BOTH_WIDTHS, expect, test, WIDE_JOURNEY } from "./support";
import { newPhone } from "./whatsapp";

test.describe("a free account", () => {
  test.use({ signedInAs: "new" });
  test("is told that writing with AI is for PRO", async ({ page }) => {
    await page.goto("/prospect-by-whats");
    await page.getByRole("button", { name: "Escrever com IA PRO" }).click();
    await expect(toast(page).getByText("Recurso PRO: Escrever com IA")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

test.describe("a PRO account", () => {
  test.use({ signedInAs: "pro" });
  test(
    "takes drafts into the editor's empty variants and edits them",
    WIDE_JOURNEY,
    async ({ page }) => {
      const sent: string[] = [];
      page.on("request", (request) => {
        if (/start-prospecting|test-message/.test(request.url())) {
          sent.push(request.url());
        }
      });
      await page.goto("/prospect-by-whats");
      await message(page).fill("Uma mensagem minha");
      await page.getByRole("button", { name: "Escrever com IA" }).click();
      const dialog = page.getByRole("dialog", { name: "Escrever com IA" });
      await dialog.getByRole("button", { name: "Escrever", exact: true }).click();
      await expect(dialog.getByText("Conte o que a mensagem deve dizer.")).toBeVisible();
      await dialog
        .getByLabel("O que a mensagem deve dizer?")
        .fill("Oferecer uma visita a padarias");
      await dialog.getByRole("button", { name: "Escrever", exact: true }).click();
      const drafts = dialog.getByRole("region", { name: "Rascunhos" });
      await expect(drafts.getByText("modelo", { exact: true })).toBeVisible();
      await expect(drafts.getByRole("checkbox")).toHaveCount(3);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await drafts.getByRole("checkbox").nth(1).uncheck();
      await drafts.getByRole("button", { name: "Levar ao editor" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("tab")).toHaveCount(3);
      await expect(message(page)).toHaveValue(/\{\{empresa\}\}/);
      await message(page).pressSequentially(" Editada.");
      await expect(message(page)).toHaveValue(/ Editada\.$/);
      await page.getByRole("tab", { name: "Variação 1" }).click();
      await expect(message(page)).toHaveValue("Uma mensagem minha");
      expect(await accessibilityFaults(page)).toEqual([]);
      // Neither dialog nor drafts submitted the campaign's form around them.
      await expect(page.getByText("Adicione pelo menos uma mensagem!")).toBeHidden();
      expect(sent).toEqual([]);
    },
  );
});

test.describe("a note on a lead", () => {
  test.use({ signedInAs: "pro" });
  test(
    "is written into the form, edited there and saved by the person",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      const token = await findToken(page, account);
      const phone = newPhone();
      const name = `Padaria ${phone.slice(-6)}`;
      const created = await page.request.post("/api/leads", {
        headers: { token },
        data: {
          name,
          whatsapp: `+${phone}`,
          website: "padaria.example",
          address: "Rua Um, 1",
          obs: "Nota",
        },
      });
      expect(created.status()).toBe(201);
      await page.goto(`/leads?search=${encodeURIComponent(name)}`);
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Editar lead" }).click();
      const form = page.getByRole("dialog", { name: "Gerenciar Lead" });
      const field = form.getByLabel("Observações da IA");
      await field.fill("Indicada pela Ana.");
      await form.getByRole("button", { name: "Escrever observações com IA" }).click();
      await expect(form.getByText("modelo", { exact: true })).toBeVisible();
      await expect(field).toHaveValue(/^Indicada pela Ana\.\n.*Ainda não respondeu/);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await field.fill("Padaria de bairro: comece pelo pão.");
      await form.getByRole("button", { name: "Enviar" }).click();
      await expect(form).toBeHidden();
      await page.goto(`/leads?search=${encodeURIComponent(name)}`);
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("dialog")).toContainText("Padaria de bairro: comece pelo pão.");
    },
  );
});
