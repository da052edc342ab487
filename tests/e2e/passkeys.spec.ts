import { addAuthenticator } from "./authenticator";
import { expect, expectAccessible, logOut, test, WIDE_JOURNEY } from "./support";

// A wrong password, and a passkey that is no longer known.
test.use({ signedInAs: "new", expectedStatuses: [400, 401] });

test(
  "a passkey is added, signs in, stands for the password and is removed",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await addAuthenticator(page);
    await page.goto("/profile/chaves-de-acesso");
    const card = page.getByRole("region", { name: "Chaves de acesso" });
    await expect(card.getByText("Nenhuma chave de acesso ainda.")).toBeVisible();
    await card.getByRole("button", { name: "Adicionar chave" }).click();
    const form = page.getByRole("dialog", { name: "Adicionar chave de acesso" });
    await form.getByLabel("Nome da chave").fill("Meu celular");
    await form.getByLabel("Senha atual").fill("outra senha");
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(form.getByText("Senha atual incorreta.")).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel("Senha atual").fill(account.password);
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Chave de acesso adicionada.")).toBeVisible();
    const item = card.getByRole("listitem").filter({ hasText: "Meu celular" });
    await expect(item.getByText("Nunca usada")).toBeVisible();

    // The device has one already.
    await card.getByRole("button", { name: "Adicionar chave" }).click();
    await expect(form.getByRole("button", { name: "Usar chave de acesso" })).toBeVisible();
    await form.getByLabel("Senha atual").fill(account.password);
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText(/^Este aparelho já tem uma chave/)).toBeVisible();
    await form.getByRole("button", { name: "Cancelar" }).click();

    await card.getByRole("button", { name: "Renomear a chave Meu celular" }).click();
    const naming = page.getByRole("dialog", { name: "Renomear chave de acesso" });
    await naming.getByLabel("Nome da chave").fill("Celular do trabalho");
    await naming.getByRole("button", { name: "Salvar" }).click();
    await expect(card.getByText("Celular do trabalho")).toBeVisible();
    await expectAccessible(page);

    await logOut(page);
    await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await page.goto("/profile/chaves-de-acesso");
    await expect(card.getByText(/Último uso em/)).toBeVisible();
    await card.getByRole("button", { name: "Remover a chave Celular do trabalho" }).click();
    const removal = page.getByRole("dialog", { name: "Remover a chave Celular do trabalho?" });
    await removal.getByRole("button", { name: "Usar chave de acesso" }).click();
    await expect(removal.getByText("Confirmado com a chave de acesso.")).toBeVisible();
    await expectAccessible(page);
    await removal.getByRole("button", { name: "Remover" }).click();
    await expect(card.getByText("Nenhuma chave de acesso ainda.")).toBeVisible();

    // The device still offers it.
    await logOut(page);
    await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
    await expect(page.getByText(/^Esta chave de acesso não foi aceita/)).toBeVisible();
  },
);
