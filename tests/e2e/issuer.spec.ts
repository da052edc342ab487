import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { newAccount } from "./account";
import { createAccount } from "./rows";
import {
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  logIn,
  logOut,
  test,
  WIDE_JOURNEY,
} from "./support";

// Passwords that are refused, returns that prove nothing, and the session that a log-in still lacks.
test.use({ expectedStatuses: [400, 401, 403, 409] });

const ISSUER = "Mundo de mentira";

/** Leaves for the issuer, and is somebody there. */
async function chooseAtIssuer(
  page: Page,
  { name = "", email, verified = true }: { name?: string; email: string; verified?: boolean },
): Promise<void> {
  await expect(page.getByRole("heading", { name: "Quem está entrando?" })).toBeVisible();
  await page.getByLabel("Nome").fill(name);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  if (!verified) await page.getByLabel("E-mail confirmado").uncheck();
  await page.getByRole("button", { name: "Entrar como esta pessoa" }).click();
}

const leaveForIssuer = (page: Page) =>
  page.getByRole("button", { name: `Entrar com ${ISSUER}` }).click();

test(
  "somebody new registers with what the issuer says, and signs in by it from then on",
  WIDE_JOURNEY,
  async ({ page }) => {
    const account = newAccount();
    await page.goto("/?next=/leads");
    await expectAccessible(page);
    await leaveForIssuer(page);
    await chooseAtIssuer(page, account);
    await expect(page.getByRole("heading", { name: "Crie sua conta" })).toBeVisible();
    await expect(page).toHaveURL(/\/entrar$/);
    await expect(page.getByLabel("Nome")).toHaveValue(account.name);
    await expect(page.getByLabel("E-mail")).toHaveValue(account.email);
    await expectAccessible(page);
    await page.getByLabel("WhatsApp").fill("11987654321");
    await page.getByLabel("Senha", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    await logOut(page);
    await page.goto("/?next=/leads");
    await leaveForIssuer(page);
    await chooseAtIssuer(page, account);
    await expect(page).toHaveURL(/\/leads/);
    await expect(page.getByText("Bem-vindo! Autenticado com sucesso!")).toBeVisible();
  },
);

test(
  "an account with the same e-mail is linked by its password alone",
  WIDE_JOURNEY,
  async ({ page }) => {
    const account = newAccount();
    await createAccount(account);
    await page.goto("/");
    await leaveForIssuer(page);
    await chooseAtIssuer(page, account);
    await expect(
      page.getByRole("heading", { name: "Já existe uma conta com este e-mail" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Senha", { exact: true }).fill("outra senha");
    await page.getByRole("button", { name: "Ligar e entrar" }).click();
    await expect(page.getByText("Erro ao autenticar, verifique e-mail e senha!")).toBeVisible();
    await page.getByLabel("Senha", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Ligar e entrar" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test("a return that proves nothing says so and leads back", BOTH_WIDTHS, async ({ page }) => {
  const alert = page.getByRole("main").getByRole("alert");
  await page.goto("/");
  await leaveForIssuer(page);
  await page.getByRole("button", { name: "Recusar" }).click();
  await expect(alert).toHaveText(/A entrada foi cancelada/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Voltar ao início" }).click();
  await leaveForIssuer(page);
  await chooseAtIssuer(page, { email: newAccount().email, verified: false });
  await expect(alert).toHaveText(/ainda não confirmou o seu e-mail/);
  await page.goto("/entrar?state=one&code=that-nobody-gave");
  await expect(alert).toHaveText(/expirou ou já foi usada/);
  await page.goto("/entrar");
  await expect(alert).toHaveText(/expirou ou já foi usada/);
});

test.describe("in the profile", () => {
  test.use({ signedInAs: "new" });

  test(
    "an issuer is linked, required and asked for in place of the password, with the second factor, and unlinked",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      await page.goto("/profile/entrar");
      const card = page.getByRole("region", { name: "Formas de entrar" });
      await expect(card.getByText("Não ligado")).toBeVisible();
      await expectAccessible(page);

      await card.getByRole("button", { name: `Ligar: ${ISSUER}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Senha atual").fill("outra senha");
      await dialog.getByRole("button", { name: "Continuar" }).click();
      await expect(dialog.getByText("Senha atual incorreta.")).toBeVisible();
      await expectAccessible(page);
      await dialog.getByLabel("Senha atual").fill(account.password);
      await dialog.getByRole("button", { name: "Continuar" }).click();
      const email = `outro-${account.email}`;
      await chooseAtIssuer(page, { email });
      await expect(page).toHaveURL(/\/profile\/entrar$/);
      await expect(card.getByText(email)).toBeVisible();

      await card.getByRole("button", { name: `Exigir: ${ISSUER}` }).click();
      await dialog.getByLabel("Senha atual").fill(account.password);
      await dialog.getByRole("button", { name: "Exigir", exact: true }).click();
      await expect(card.getByText("Exigido")).toBeVisible();
      await expect(card.getByRole("button", { name: `Desligar: ${ISSUER}` })).toBeHidden();
      await expectAccessible(page);
      const secret = await enableFactor(page, account.password);

      await logOut(page);
      await page.getByLabel("E-mail").fill(account.email);
      await page.getByLabel("Senha", { exact: true }).fill(account.password);
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await page.getByLabel("Código de verificação").fill(codeOf(secret, 0));
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await expect(page.getByText(`Esta conta exige entrada por ${ISSUER}.`)).toBeVisible();

      await leaveForIssuer(page);
      await chooseAtIssuer(page, { email });
      await expect(page.getByRole("heading", { name: "Falta o código" })).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel("Código de verificação").fill("000000");
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await expect(page.getByText(/^Código incorreto\./)).toBeVisible();
      await page.getByLabel("Código de verificação").fill(codeOf(secret, 1));
      await page.getByRole("button", { name: "Entrar", exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.getByRole("dialog").getByRole("button", { name: "Agora não" }).click();

      await page.goto("/profile/historico");
      await expect(page.getByText("Senha deixou de bastar para entrar")).toBeVisible();
    },
  );
});

test("who has signed in by an issuer keeps the password", async ({ page }) => {
  const account = newAccount();
  await createAccount(account);
  await page.goto("/");
  await leaveForIssuer(page);
  await chooseAtIssuer(page, account);
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Ligar e entrar" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("dialog").getByRole("button", { name: "Agora não" }).click();
  await page.goto("/profile/entrar");
  const card = page.getByRole("region", { name: "Formas de entrar" });
  await card.getByRole("button", { name: `Desligar: ${ISSUER}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Senha atual").fill(account.password);
  await dialog.getByRole("button", { name: "Desligar" }).click();
  await expect(card.getByText("Não ligado")).toBeVisible();
  await logOut(page);
  await logIn(page, account);
});

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function enableFactor(page: Page, password: string): Promise<string> {
  await page.goto("/profile/verificacao");
  const card = page.getByRole("region", { name: "Verificação em duas etapas" });
  await card.getByLabel("Senha atual").fill(password);
  await card.getByRole("button", { name: "Ligar a verificação" }).click();
  const secret = ((await card.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await card.getByLabel("Código do aplicativo").fill(codeOf(secret, -1));
  await card.getByRole("button", { name: "Confirmar" }).click();
  await card.getByRole("button", { name: "Já guardei" }).click();
  await expect(card.getByText(/Ligada desde/)).toBeVisible();
  return secret;
}
