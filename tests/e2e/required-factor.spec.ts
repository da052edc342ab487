import { ADMIN } from "./account";
import { addAuthenticator } from "./authenticator";
import { openSession, releaseAccounts, requireOfEveryone } from "./rows";
import { expect, expectAccessible, logOut, test } from "./support";

/** It affects the whole installation: `E2E_PRODUCT=apart`. */

// What is refused until the account is protected.
test.use({ signedInAs: "new", expectedStatuses: [401, 403] });

test.afterEach(releaseAccounts);

for (const [width, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`a required second factor is set up before anything else, on a ${width}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(viewport);
    await addAuthenticator(page);
    await page.goto("/leads");
    await expect(page.getByRole("heading", { name: "Leads", level: 1 })).toBeVisible();

    const panel = await browser.newPage({
      storageState: await openSession({ ...ADMIN }, baseURL),
      viewport,
    });
    await panel.goto("/admin/seguranca");
    await expect(panel.getByLabel("De ninguém")).toBeChecked();
    await expectAccessible(panel);
    await panel.getByLabel("De todas as contas").click();
    await panel.getByRole("button", { name: "Sim" }).click();
    // The administrator has none either.
    await expect(panel).toHaveURL(/proteja-sua-conta/);
    await panel.close();

    // A session that was open.
    await page.goto("/leads");
    await expect(page).toHaveURL(/proteja-sua-conta/);
    await expect(page.getByRole("heading", { name: "Proteja sua conta" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Adicionar chave" }).click();
    const form = page.getByRole("dialog", { name: "Adicionar chave de acesso" });
    await form.getByLabel("Senha atual").fill("uma senha boa");
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Pronto: sua conta está protegida.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Continuar" }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });
}

test("the password alone no longer signs in where a passkey is the second factor", async ({
  page,
  account,
}) => {
  await addAuthenticator(page);
  await page.goto("/profile/chaves-de-acesso");
  await page.getByRole("button", { name: "Adicionar chave" }).click();
  const form = page.getByRole("dialog", { name: "Adicionar chave de acesso" });
  await form.getByLabel("Senha atual").fill(account.password);
  await form.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("Chave de acesso adicionada.")).toBeVisible();
  await logOut(page);
  await requireOfEveryone();
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByLabel("Código de verificação")).toBeVisible();
  await page.getByRole("button", { name: "Usar chave de acesso" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});
