import type { Page } from "@playwright/test";
import { mailedLink } from "./mailbox";
import { insertRadarFindings } from "./rows";
import { expect, expectAccessible, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new" });

/** The demonstration's registry is imported in the background after the first start. */
const IMPORT_MS = 60_000;
/** No month that is imported meanwhile opens one of these. */
const RESTAURANTS = "uf=SP&cidade=3550308&cnae_primario=56&aberta_ate=2015-12-31";
/** The worker looks for radars that are due every 15 seconds. */
const RUN_MS = 45_000;

async function openRestaurants(page: Page) {
  await expect
    .poll(
      async () => {
        await page.goto(`/search-receita?${RESTAURANTS}`);
        await expect(page.getByRole("table", { name: "Empresas encontradas" })).toBeVisible();
        return page.getByText("A base da Receita ainda não está pronta").isVisible();
      },
      { timeout: IMPORT_MS },
    )
    .toBe(false);
}

test(
  "a search of the registry is saved, its news are told once, and the radar is switched off and deleted",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    test.slow();
    await page.goto("/radar");
    await expect(page.getByText("Nenhum radar ainda")).toBeVisible();
    await expectAccessible(page);

    await openRestaurants(page);
    await page.getByRole("button", { name: "Salvar como radar" }).click();
    const dialog = page.getByRole("dialog", { name: "Salvar como radar" });
    await dialog.getByRole("button", { name: "Salvar radar" }).click();
    await expect(dialog.getByText("Dê um nome ao radar.")).toBeVisible();
    await expect(dialog.getByLabel("Nome do radar")).toBeFocused();
    await dialog.getByLabel("Nome do radar").fill("Restaurantes");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Salvar radar" }).click();
    await expect(page.getByText("Radar salvo.")).toBeVisible();

    await page.goto("/radar");
    const item = page.getByRole("listitem").filter({ hasText: "Restaurantes" });
    await expect(item).toContainText("CNAE 56 · em São Paulo/SP · abertas até 31/12/2015");
    await expect(item).toContainText("A cada mês da Receita");

    await insertRadarFindings(account);
    await expect(item.getByText("5 novidades")).toBeVisible({ timeout: RUN_MS });
    const NEWS = "1 abriu, 1 reabriu, 1 mudou para cá, 1 mudou o contato, 1 fechou";
    await expect(item).toContainText(NEWS);
    await expectAccessible(page);
    expect(new URL(await mailedLink(page, account.email)).pathname).toMatch(/^\/radar\/\d+$/);

    await page.goto("/hoje");
    const news = page.getByRole("region", { name: "Novidades dos radares" });
    await expect(news.getByRole("listitem")).toContainText(NEWS);
    await expectAccessible(page);
    await news.getByRole("link", { name: "Radar Restaurantes" }).click();

    await expect(page.getByRole("heading", { name: "Restaurantes" })).toBeVisible();
    const found = page.getByRole("table", { name: "O que o radar achou" });
    const kinds = ["Abriu", "Reabriu", "Mudou para cá", "Mudou de telefone ou e-mail", "Fechou"];
    for (const kind of kinds) await expect(found.getByText(kind, { exact: true })).toBeVisible();
    await expect(found.getByText("novo", { exact: true })).toHaveCount(5);
    // What closed is no lead.
    await expect(found.getByRole("link")).toHaveCount(4);
    await expectAccessible(page);
    await page.getByLabel("O que mostrar").selectOption("Fechou");
    await expect(found.getByText("novo", { exact: true })).toHaveCount(1);

    await page.getByRole("link", { name: "Ver a lista" }).click();
    await expect(page).toHaveURL(/list_id=\d+/);
    await page.goto("/radar");
    await expect(item.getByText(/novidades?$/)).toBeHidden();
    await page.goto("/hoje");
    await expect(page.getByRole("heading", { name: "Hoje" })).toBeVisible();
    await expect(page.getByText("Tudo em dia")).toBeVisible();

    await page.goto("/radar");
    await item.getByRole("button", { name: "Ações do radar Restaurantes" }).click();
    await page.getByRole("menuitem", { name: "Editar" }).click();
    const edit = page.getByRole("dialog", { name: "Editar radar" });
    await edit.getByLabel("Nome do radar").fill("Almoço em São Paulo");
    await edit.getByRole("button", { name: "Salvar" }).click();
    const renamed = page.getByRole("listitem").filter({ hasText: "Almoço em São Paulo" });
    await renamed.getByRole("button", { name: /^Ações do radar/ }).click();
    await page.getByRole("menuitem", { name: "Desligar" }).click();
    await expect(renamed.getByText("Desligado").first()).toBeVisible();
    await renamed.getByRole("button", { name: /^Ações do radar/ }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
    await expect(page.getByText("Nenhum radar ainda")).toBeVisible();
  },
);

test("a search of the web is saved as a radar and run at once", async ({ page }) => {
  test.slow();
  await page.goto("/prospect");
  await page.getByLabel("O que você procura").fill("padaria");
  await page.getByLabel("Estado").selectOption("SP");
  const city = page.getByRole("combobox", { name: "Cidade" });
  await city.fill("campinas");
  await page.getByRole("listbox").getByRole("option", { name: "Campinas", exact: true }).click();
  await page.getByRole("button", { name: "Salvar como radar" }).click();
  const dialog = page.getByRole("dialog", { name: "Salvar como radar" });
  await expect(dialog.getByLabel("Nome do radar")).toHaveValue("padaria em Campinas");
  await dialog.getByLabel("Buscar de novo").selectOption("Toda semana");
  await dialog.getByLabel("No máximo, créditos por vez").fill("2");
  await dialog.getByRole("button", { name: "Salvar radar" }).click();
  await page.getByRole("button", { name: "Ver radar" }).click();

  await expect(page.getByText("Nada de novo ainda")).toBeVisible();
  await page.getByRole("button", { name: /^Ações do radar/ }).click();
  await page.getByRole("menuitem", { name: "Rodar agora" }).click();
  const found = page.getByRole("table", { name: "O que o radar achou" });
  await expect(found.getByText("Apareceu na busca")).toHaveCount(2, { timeout: RUN_MS });
  await expect(page.getByText(/O limite de créditos do radar acabou/)).toBeVisible();
  await page.getByRole("button", { name: "Marcar vistas" }).click();
  await expect(found.getByText("novo", { exact: true })).toHaveCount(0);
});
