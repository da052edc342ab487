import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";

test.use({ signedInAs: "new", permissions: ["clipboard-read", "clipboard-write"] });

test.describe("API tokens", () => {
  test(
    "a token is made, shown once, used by a program and revoked",
    BOTH_WIDTHS,
    async ({ page, request }) => {
      await page.goto("/profile");
      const card = page.getByRole("region", { name: "Tokens de API" });
      await expect(card.getByText("Ligue o Garimpo a planilhas, CRMs e automações.")).toBeVisible();
      await card.getByRole("button", { name: "Novo token" }).click();
      const dialog = page.getByRole("dialog", { name: "Novo token de API" });
      await dialog.getByRole("checkbox", { name: "Ler" }).uncheck();
      await dialog.getByRole("button", { name: "Criar token" }).click();
      await expect(dialog.getByText("Informe um nome para o token.")).toBeVisible();
      await expect(dialog.getByText("Escolha ao menos uma permissão.")).toBeVisible();
      await dialog.getByLabel("Nome").fill("Planilha de vendas");
      await dialog.getByRole("checkbox", { name: "Ler" }).check();
      await dialog.getByLabel("Validade").selectOption("30 dias");
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Criar token" }).click();

      const shown = page.getByRole("dialog", { name: "Copie o seu token" });
      await shown.getByRole("button", { name: "Copiar" }).click();
      await expect(shown.getByRole("button", { name: "Copiado" })).toBeVisible();
      const token = await page.evaluate(() => navigator.clipboard.readText());
      expect(token).toBe(await shown.getByLabel("Token de API").inputValue());
      expect(await accessibilityFaults(page)).toEqual([]);
      await shown.getByRole("button", { name: "Já guardei o token" }).click();
      const item = card.getByRole("listitem");
      await expect(item).toContainText("Planilha de vendas");
      await expect(item).toContainText(`${token.slice(0, 12)}…`);
      await expect(item).toContainText("Nunca usado");
      await expect(page.getByText(token)).toBeHidden();

      const headers = { authorization: `Bearer ${token}` };
      expect((await request.get("/api/leads", { headers })).status()).toBe(200);
      const refused = await request.post("/api/leads", { headers, data: { name: "x" } });
      expect(await refused.json()).toMatchObject({ code: "missing_scope" });
      await page.reload();
      await expect(item).toContainText("Último uso em");

      await item.getByRole("button", { name: "Revogar o token Planilha de vendas" }).click();
      await page
        .getByRole("alertdialog", { name: /revogar o token Planilha de vendas/ })
        .getByRole("button", { name: "Sim" })
        .click();
      await expect(page.getByText("Token revogado.")).toBeVisible();
      await expect(item).toHaveCount(0);
      expect((await request.get("/api/leads", { headers })).status()).toBe(401);
    },
  );
});
