import { Secret, TOTP } from "otpauth";
import { accessibilityFaults, expect, logOut, test, WIDE_JOURNEY } from "./support";

// Codes that are refused, and the session that a log-in still lacks.
test.use({ signedInAs: "new", expectedStatuses: [400, 401] });

/** Half a minute ahead of the last code that was used. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

test(
  "a second factor is switched on, asked for, and stood in for by a recovery code",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await page.goto("/profile/verificacao");
    const card = page.getByRole("region", { name: "Verificação em duas etapas" });
    await card.getByLabel("Senha atual").fill("outra senha");
    await card.getByRole("button", { name: "Ligar a verificação" }).click();
    await expect(card.getByText("Senha atual incorreta.")).toBeVisible();
    await card.getByLabel("Senha atual").fill(account.password);
    await card.getByRole("button", { name: "Ligar a verificação" }).click();
    await expect(card.getByAltText("QR code para o aplicativo de verificação")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    const secret = ((await card.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await card.getByLabel("Código do aplicativo").fill("000000");
    await card.getByRole("button", { name: "Confirmar" }).click();
    await expect(card.getByText("Código incorreto.")).toBeVisible();
    await card.getByLabel("Código do aplicativo").fill(codeOf(secret, 0));
    await card.getByRole("button", { name: "Confirmar" }).click();
    const codes = card
      .getByRole("region", { name: "Códigos de recuperação" })
      .getByRole("listitem");
    await expect(codes).toHaveCount(10);
    const recovery = (await codes.first().textContent()) ?? "";
    expect(await accessibilityFaults(page)).toEqual([]);
    await card.getByRole("button", { name: "Já guardei" }).click();
    await expect(
      card.getByText(/Ligada desde .* 10 códigos de recuperação restantes\./),
    ).toBeVisible();

    await logOut(page);
    await page.getByLabel("E-mail").fill(account.email);
    await page.getByLabel("Senha", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    const code = page.getByLabel("Código de verificação");
    await expect(code).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await code.fill("111111");
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page.getByText(/^Código incorreto\./)).toBeVisible();
    await code.fill(recovery);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await page.goto("/profile/verificacao");
    await expect(card.getByText(/9 códigos de recuperação restantes\./)).toBeVisible();
    await card.getByRole("button", { name: "Desligar" }).click();
    const dialog = page.getByRole("dialog", { name: "Desligar a verificação em duas etapas?" });
    await dialog.getByLabel("Senha atual").fill(account.password);
    await dialog.getByLabel("Código do aplicativo ou de recuperação").fill(codeOf(secret, 1));
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Desligar" }).click();
    await expect(page.getByText("Verificação em duas etapas desligada.")).toBeVisible();
    await expect(card.getByRole("button", { name: "Ligar a verificação" })).toBeVisible();
  },
);
