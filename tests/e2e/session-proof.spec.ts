import { ageSessions } from "./rows";
import { BOTH_WIDTHS, expect, test } from "./support";

// What asks for the proof, and a wrong password.
test.use({ signedInAs: "new", expectedStatuses: [400, 403] });

test(
  "in an old session a token asks who it is, and nothing that was filled in is lost",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await ageSessions(account);
    await page.goto("/profile/api");
    await page.getByRole("button", { name: "Novo token" }).click();
    const form = page.getByRole("dialog", { name: "Novo token de API" });
    await form.getByLabel("Nome").fill("Planilha de vendas");
    await form.getByRole("button", { name: "Criar token" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
    await expect(dialog).toBeVisible();

    // A user who gives up sees the reason, and the form is as it was.
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Já faz algum tempo que você entrou")).toBeVisible();
    await expect(form.getByLabel("Nome")).toHaveValue("Planilha de vendas");

    await form.getByRole("button", { name: "Criar token" }).click();
    await dialog.getByLabel("Senha atual").fill("outra senha");
    await dialog.getByRole("button", { name: "Confirmar" }).click();
    await expect(dialog.getByText("Senha atual incorreta.")).toBeVisible();
    await dialog.getByLabel("Senha atual").fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Copie o seu token" })).toBeVisible();
    await page.getByRole("button", { name: "Já guardei o token" }).click();
    await expect(
      page.getByRole("listitem").filter({ hasText: "Planilha de vendas" }),
    ).toBeVisible();

    // For a while after it nobody asks again.
    await page.goto("/profile/webhooks");
    await page.getByRole("button", { name: "Novo webhook" }).click();
    const webhook = page.getByRole("dialog", { name: "Novo webhook" });
    await webhook.getByLabel("Endereço").fill("http://destino.example/gancho");
    await webhook.getByRole("button", { name: "Criar webhook" }).click();
    await expect(page.getByRole("dialog", { name: "Copie o segredo do webhook" })).toBeVisible();
  },
);
