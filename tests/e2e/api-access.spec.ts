import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new", permissions: ["clipboard-read", "clipboard-write"] });

test.describe("API tokens", () => {
  test(
    "a token is made, shown once, used by a program and revoked",
    WIDE_JOURNEY,
    async ({ page, request }) => {
      await page.goto("/profile/api");
      const card = page.getByRole("region", { name: "Tokens de API" });
      await expect(card.getByText("Ligue o Garimpo a planilhas, CRMs e automações.")).toBeVisible();
      await card.getByRole("button", { name: "Novo token" }).click();
      const dialog = page.getByRole("dialog", { name: "Novo token de API" });
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await card.getByRole("button", { name: "Novo token" }).click();
      await dialog.getByRole("checkbox", { name: "Ler" }).uncheck();
      await dialog.getByRole("button", { name: "Criar token" }).click();
      await expect(dialog.getByText("Informe um nome para o token.")).toBeVisible();
      await expect(dialog.getByText("Escolha ao menos uma permissão.")).toBeVisible();
      await dialog.getByLabel("Nome").fill("Planilha de vendas");
      await dialog.getByRole("checkbox", { name: "Ler" }).check();
      await dialog.getByLabel("Validade").selectOption("30 dias");
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Criar token" }).click();

      // An Escape by mistake loses nothing: the token is never shown again.
      const shown = page.getByRole("dialog", { name: "Copie o seu token" });
      await expect(shown).toBeVisible();
      await page.keyboard.press("Escape");
      const question = shown.getByRole("alertdialog", { name: "Já copiou o token?" });
      await question.getByRole("button", { name: "Ainda não" }).click();
      await expect(question).toBeHidden();
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

test.describe("webhooks", () => {
  test(
    "an address is added, tried out, sent to again, switched off and removed",
    WIDE_JOURNEY,
    async ({ page }) => {
      await page.goto("/profile/webhooks");
      const card = page.getByRole("region", { name: "Webhooks" });
      await expect(card.getByText("Receba um aviso no seu servidor")).toBeVisible();
      await card.getByRole("button", { name: "Novo webhook" }).click();
      const dialog = page.getByRole("dialog", { name: "Novo webhook" });
      await dialog.getByRole("button", { name: "Criar webhook" }).click();
      await expect(dialog.getByText("Informe o endereço.")).toBeVisible();
      // The sandbox answers for all names under .example.
      await dialog.getByLabel("Endereço").fill("http://destino.example/gancho");
      for (const name of ["Busca concluída", "Mensagem recebida"]) {
        await dialog.getByRole("checkbox", { name }).uncheck();
      }
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Criar webhook" }).click();
      const shown = page.getByRole("dialog", { name: "Copie o segredo do webhook" });
      await expect(shown.getByLabel("Segredo do webhook")).toHaveValue(/^whsec_/);
      await shown.getByRole("button", { name: "Já guardei o segredo" }).click();
      const item = card.getByRole("listitem");
      await expect(item).toContainText("http://destino.example/gancho");
      await expect(item).toContainText("Ligado");
      await expect(item).toContainText("Lead criado, Lead respondeu, Pedido para sair");

      await item.getByRole("button", { name: /Ver as entregas/ }).click();
      const log = page.getByRole("dialog", { name: "Entregas" });
      await expect(log.getByText("Nada foi enviado ainda.")).toBeVisible();
      await log.getByRole("button", { name: "Enviar teste" }).click();
      const delivery = log.getByRole("listitem").first();
      await expect(delivery).toContainText("Falhou");
      await expect(delivery).toContainText(/1 tentativa · HTTP 4\d\d/);
      await delivery.getByText("Ver o conteúdo").click();
      await expect(delivery).toContainText("Este é um teste do Garimpo.");
      await delivery.getByRole("button", { name: /^Reenviar: Teste/ }).click();
      await expect(delivery).toContainText("2 tentativas");
      expect(await accessibilityFaults(page)).toEqual([]);
      await log.getByRole("button", { name: "Fechar" }).click();
      await expect(item).toContainText("Falhando");

      await item.getByRole("button", { name: /Editar o webhook/ }).click();
      const editor = page.getByRole("dialog", { name: "Editar webhook" });
      await editor.getByRole("checkbox", { name: "Ligado" }).uncheck();
      await editor.getByRole("button", { name: "Salvar" }).click();
      await expect(item).toContainText("Desligado");
      await item.getByRole("button", { name: /Excluir o webhook/ }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText("Webhook excluído.")).toBeVisible();
      await expect(item).toHaveCount(0);
    },
  );

  test.describe("at an address that may not be called", () => {
    test.use({ expectedStatuses: [400] });

    test("are refused under the field", async ({ page }) => {
      await page.goto("/profile/webhooks");
      await page.getByRole("button", { name: "Novo webhook" }).click();
      const dialog = page.getByRole("dialog", { name: "Novo webhook" });
      await dialog.getByLabel("Endereço").fill("https://10.0.0.1/");
      await dialog.getByRole("button", { name: "Criar webhook" }).click();
      await expect(
        dialog.getByText("Use um endereço público que comece com https://, na porta padrão."),
      ).toBeVisible();
    });
  });
});
