import { accessibilityFaults, expect, logIn, logOut, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new" });

test(
  "an account's history tells of log-ins, and comes as a file",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await page.goto("/profile/historico");
    const card = page.getByRole("region", { name: "Histórico da conta" });
    await expect(card.getByText("Nada por aqui ainda.")).toBeVisible();
    await logOut(page);
    await logIn(page, account);
    await page.goto("/profile/historico");
    const entry = card.getByRole("list", { name: "Ações" }).getByRole("listitem");
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText("Entrada na conta");
    await expect(entry).toContainText(/Chrome/);
    expect(await accessibilityFaults(page)).toEqual([]);
    const downloaded = page.waitForEvent("download");
    await card.getByRole("link", { name: "Exportar CSV" }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/^historico-da-conta-.*\.csv$/);
  },
);
