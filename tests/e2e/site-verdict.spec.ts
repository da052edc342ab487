import type { Page } from "@playwright/test";
import { insertLeads } from "./rows";
import { chooseMore, expect, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new" });

const nameOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test(
  "the sites of selected leads are looked at, and filtered by what was found",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Padaria Fora", website: "http://nao-existe-mais.example" },
      { name: "Padaria Sem Site" },
    ]);
    await page.goto("/leads?site=unknown");
    await expect(nameOf(page, "Padaria Fora")).toBeVisible();
    await expect(nameOf(page, "Padaria Sem Site")).toBeHidden();
    await page.goto("/leads");
    for (const name of ["Padaria Fora", "Padaria Sem Site"]) {
      await page.getByLabel(`Selecionar ${name}`).check();
    }
    const bar = page.getByRole("region", { name: "Leads selecionados" });
    await chooseMore(page, "Verificar sites", bar);
    await expect(page.getByText("1 site na fila para verificar")).toBeVisible();

    await page.goto("/leads?site=broken");
    await expect(nameOf(page, "Padaria Fora")).toBeVisible({ timeout: 45_000 });
    await nameOf(page, "Padaria Fora").click();
    await expect(page.getByRole("dialog").getByText("Fora do ar")).toBeVisible();
  },
);
