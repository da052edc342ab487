import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { accessibilityFaults, BOTH_WIDTHS, expect, JOURNEY, test, WIDE_JOURNEY } from "./support";
import { onPhone } from "./whatsapp";

test.use({
  signedInAs: "new",
  permissions: ["clipboard-read", "clipboard-write"],
});

const EMPTY = "Nenhum resultado encontrado para esta busca.";
/** The demonstration's registry is imported in the background after the first start. */
const IMPORT_MS = 60_000;

/** Opens the screen with a search, when the registry is there. */
async function openSearch(page: Page, query: string) {
  await expect
    .poll(
      async () => {
        await page.goto(`/search-receita?${query}`);
        await expect(page.getByRole("table", { name: "Empresas encontradas" })).toBeVisible();
        return page.getByText("A base da Receita ainda não está pronta").isVisible();
      },
      { timeout: IMPORT_MS },
    )
    .toBe(false);
}

const table = (page: Page) => page.getByRole("table", { name: "Empresas encontradas" });

test(
  "a search by name, state and city, in the URL, and cleared",
  WIDE_JOURNEY,
  async ({ page }) => {
    await openSearch(page, "cnae_primario=47");
    await page.goto("/search-receita");
    await expect(
      page.getByRole("heading", {
        level: 1,
        name: "Busca de Leads - Receita Federal",
        exact: true,
      }),
    ).toBeVisible();
    // In the screen's own bar or, on a phone, in that of the menu right above it.
    await expect(
      page.getByText("Garimpo", { exact: true }).filter({ visible: true }).last(),
    ).toBeVisible();
    const bar = page.getByRole("main").locator("header");
    await expect(bar.getByText("Garimpo", { exact: true })).toBeVisible({
      visible: !onPhone(page),
    });
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page.getByText("Preencha pelo menos um campo de busca!")).toBeVisible();

    await page.getByLabel("Nome fantasia").fill("a");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page.getByText("Digite ao menos 2 letras do nome.")).toBeVisible();

    await page.getByLabel("Nome fantasia").fill("");
    await page.getByLabel("Estado").selectOption("SP");
    const city = page.getByRole("combobox", { name: "Cidade" });
    await city.fill("moji mirim");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Mogi Mirim"]);
    await city.fill("sao paulo");
    await page.getByRole("listbox").getByRole("option", { name: "São Paulo", exact: true }).click();
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL(/uf=SP&cidade=3550308/);
    await expect(table(page).getByText("São Paulo/SP").first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await expect(page.getByRole("region", { name: "Por cidade" })).toBeVisible();
    const headings = page.getByRole("main").getByRole("heading");
    const levels = await headings.evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect(levels).toEqual(["H1", "H2", "H3", "H3"]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);

    await page.reload();
    await expect(city).toHaveValue("São Paulo");
    await expect(table(page).getByText("São Paulo/SP").first()).toBeVisible();

    const clear = page.getByRole("button", { name: "Limpar", exact: true });
    await clear.click();
    await expect(page).toHaveURL(/\/search-receita$/);
    await expect(table(page)).toBeHidden();
    // It is still the same form, which keeps the focus and what is typed meanwhile.
    await expect(clear).toBeFocused();
    await expect(city).toHaveValue("");
    await page.goBack();
    await expect(city).toHaveValue("São Paulo");
  },
);

test("digits alone go into CEP and CNAE, and nothing found says so", async ({ page }) => {
  await openSearch(page, "cnae_primario=47");
  await page.getByRole("button", { name: "Limpar", exact: true }).click();
  await page.getByLabel("CEP").fill("01a23-4567899");
  await expect(page.getByLabel("CEP")).toHaveValue("01234567");
  await page.getByLabel("CNAE primário").fill("47.21-1/02999");
  await expect(page.getByLabel("CNAE primário")).toHaveValue("4721102");
  await page.getByLabel("Nome fantasia").fill("empresa que ninguem tem");
  await page.getByRole("button", { name: "Buscar", exact: true }).click();
  await expect(page.getByText(EMPTY)).toBeVisible();
});

test("an activity is chosen by its description, and other filters narrow the search", async ({
  page,
}) => {
  await openSearch(page, "cnae_primario=47");
  await page.getByRole("button", { name: "Limpar", exact: true }).click();
  await page.getByRole("button", { name: "Escolher CNAE pela descrição" }).click();
  await page.getByLabel("Atividade", { exact: true }).fill("restaurantes similares");
  await page.getByRole("button", { name: /5611201/ }).click();
  await expect(page.getByLabel("CNAE primário")).toHaveValue("5611201");
  await page.getByRole("button", { name: "Mais filtros" }).click();
  await page.getByLabel("Situação").selectOption("baixada");
  await page.getByRole("button", { name: "Buscar", exact: true }).click();
  await expect(page).toHaveURL(/situacao=baixada/);
  await expect(table(page).getByText("Baixada").first()).toBeVisible();
});

test.describe("more filters", () => {
  // A field that is refused.
  test.use({ expectedStatuses: [400] });

  test("a state alone is a search, and more filters narrow it", BOTH_WIDTHS, async ({ page }) => {
    await openSearch(page, "uf=SP");
    await expect(table(page).getByText(/\/SP/).first()).toBeVisible();
    await page.getByRole("button", { name: "Mais filtros" }).click();
    await page.getByLabel("Novas empresas").selectOption("Último ano");
    await page.getByLabel("Simples Nacional").selectOption("Fora do Simples");
    await page.getByLabel("DDD").fill("11a");
    await page.getByLabel("Capital de (R$)").fill("1000");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL(/simples=false&ddd=11&capital_de=1000&aberta_dias=365/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Mais filtros (4)" })).toBeVisible();
    await expect(page.getByLabel("DDD")).toHaveValue("11");
    await page.getByLabel("DDD").fill("1");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page.getByText("Informe os 2 dígitos do DDD.", { exact: true })).toBeVisible();
  });
});

test(
  "several cities, states and sizes widen the search, and chips take them away",
  BOTH_WIDTHS,
  async ({ page }) => {
    await openSearch(page, "cnae_primario=47");
    await page.getByRole("button", { name: "Limpar", exact: true }).click();
    // Before its scripts are there, a page keeps the click for later.
    await expect(page).toHaveURL(/search-receita$/);
    const city = page.getByRole("combobox", { name: "Cidade" });
    const first = page.getByRole("listbox").getByRole("option").first();
    await city.fill("santana do livramento");
    await expect(first).toHaveText("Sant'Ana do Livramento/RS");
    await city.fill("campin");
    await expect(first).toHaveText("Campinas/SP");
    await city.press("Enter");
    await expect(city).toHaveValue("Campinas");
    await expect(page.getByLabel("Estado", { exact: true })).toHaveValue("SP");
    await page.getByRole("button", { name: "Incluir mais uma cidade" }).click();
    await city.fill("rio de janeiro");
    await page.getByRole("option", { name: "Rio de Janeiro/RJ" }).click();
    await page.getByRole("button", { name: "Mais filtros" }).click();
    const size = page.getByRole("combobox", { name: "Porte" });
    await size.click();
    for (const name of ["Microempresa", "Empresa de pequeno porte"]) {
      await page.getByRole("option", { name }).click();
    }
    await size.press("Escape");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL(/cidade=3509502%2C3304557/);
    const chips = page.getByRole("list", { name: "Filtros da busca" });
    await expect(chips.getByText("Campinas/SP, Rio de Janeiro/RJ")).toBeVisible();
    const places = page.getByRole("region", { name: "Por cidade" });
    await expect(places.getByRole("button", { name: /Campinas/ })).toBeVisible();
    await expect(places.getByRole("button", { name: /Rio de Janeiro/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Remover Campinas/SP" })).toBeVisible();
    // What was typed and not searched yet stays.
    await page.getByLabel("Nome fantasia").fill("padaria");
    await chips.getByRole("button", { name: /^Remover Porte/ }).click();
    await expect(page).not.toHaveURL(/porte=/);
    await expect(chips.getByRole("button", { name: /^Remover Porte/ })).toBeHidden();
    await expect(page.getByLabel("Nome fantasia")).toHaveValue("padaria");
    await chips.getByRole("button", { name: /^Remover Cidade/ }).click();
    await expect(page).toHaveURL(/\/search-receita(\?uf=\w*)?$/);
  },
);

test("pages, sizes, where they are, and the file", JOURNEY, async ({ page }) => {
  await openSearch(page, "cnae_primario=47");
  const rows = table(page).getByRole("row");
  await expect(rows).toHaveCount(11);
  const first = await rows.nth(1).textContent();
  await page.getByRole("button", { name: "Próxima página" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.nth(1)).not.toHaveText(first ?? "");
  await page.getByLabel("Itens por página").selectOption("50");
  await expect(rows).toHaveCount(51);
  await expect(page.getByLabel("Itens por página").locator("option")).toHaveText([
    "10",
    "20",
    "50",
    "100",
  ]);

  // What does not fit is scrolled to within the table.
  for (const width of [1120, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Nome Fantasia", "CNPJ", "Telefone", "Endereço", "CEP"]) {
      await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
    }
    const overflow = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(overflow), `at ${width}`).toBeLessThanOrEqual(0);
  }

  const places = page.getByRole("region", { name: "Por cidade" });
  await places.getByRole("button").first().click();
  await expect(page).toHaveURL(/cidade=\d{7}/);
  // The form follows.
  await expect(page.getByLabel("Estado")).not.toHaveValue("");
  await expect(page.getByRole("combobox", { name: "Cidade" })).not.toHaveValue("");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportar CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^receita-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("Nome fantasia;Razão social;CNPJ");
});

test("a company is read, copied and saved as a lead", WIDE_JOURNEY, async ({ page }) => {
  await openSearch(page, "cnae_primario=47&com_celular=true");
  // The page as it came from the server has every column; then those that do not fit make way. A phone's cards show all.
  const dropped = table(page).getByRole("columnheader", { name: "Aberta em" });
  await expect(dropped).toHaveCount(test.info().project.name === "phone" ? 1 : 0);
  for (const name of ["Nome Fantasia", "CNPJ", "Telefone", "Endereço", "CEP"]) {
    await expect(table(page).getByRole("columnheader", { name, exact: true })).toBeAttached();
  }
  const copy = table(page)
    .getByRole("button", { name: /^Copiar / })
    .first();
  await copy.click();
  await expect(page.getByText("Copiado para a área de transferência!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/CNPJ: \S+/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("The clipboard is denied"));
  });
  await copy.click();
  await expect(page.getByText("Erro ao copiar!", { exact: true })).toBeVisible();

  await table(page).locator("button[aria-haspopup=dialog]").first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Capital social")).toBeVisible();
  await expect(drawer.getByText(/Dados abertos da Receita Federal/)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Salvar como lead" }).click();

  const dialog = page.getByRole("dialog", { name: "Salvar como leads" });
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(dialog.getByText("Informe o nome da lista.")).toBeVisible();
  await dialog.getByLabel("Nome da nova lista").fill("Da Receita");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const saves = page.getByRole("region", { name: "Salvando como leads" });
  await expect(saves.getByText("1 lead novo")).toBeVisible();
  await expect(saves.getByText("Concluída")).toBeVisible();
  await page.reload();
  await expect(table(page).getByText("Já na sua base").first()).toBeVisible();
});

test("what the credits do not cover is left out, and the list says so", async ({ page }) => {
  await openSearch(page, "cnae_primario=47&per_page=20");
  await page.getByRole("button", { name: /^Selecionar (todas as|as primeiras)/ }).click();
  await page.getByRole("button", { name: "Salvar como leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Salvar como leads" });
  await dialog.getByLabel("Nome da nova lista").fill("Comércio");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const saves = page.getByRole("region", { name: "Salvando como leads" });
  await expect(saves.getByText("20 leads novos")).toBeVisible();
  await expect(saves.getByText(/Seus créditos acabaram/)).toBeVisible();
  await page.goto("/leads");
  await expect(page.getByText("1–20 de 20")).toBeVisible();
});

test.describe("what the server refuses", () => {
  test.use({ expectedStatuses: [400] });

  test("stands under its field and in the place of the results", async ({ page }) => {
    await openSearch(page, "cnae_primario=47");
    await page.goto("/search-receita?cep=1&cidade=3550308");
    await expect(page.getByText(/^Erro ao buscar dados: /)).toBeVisible();
    await expect(page.getByText("Informe de 2 a 8 dígitos do CEP.").first()).toBeVisible();
  });
});

test("a saved lead is completed from the registry, after a look at what changes", async ({
  page,
}) => {
  await openSearch(page, "cnae_primario=47&com_celular=true&com_email=true");
  const cnpj = await table(page)
    .getByText(/^[\dA-Z.]{10}\/[\dA-Z]{4}-\d\d$/)
    .first()
    .textContent();
  await page.goto("/leads");
  await page.getByRole("button", { name: "Criar lead" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Nome").fill("Empresa sem dados");
  await form.getByLabel("Site").fill("empresa.example");
  await form.getByLabel("WhatsApp").fill("11987650001");
  await form.getByLabel("Endereço").fill("Rua A, 1");
  await form.getByLabel("Observações", { exact: true }).fill("x");
  await form.getByLabel("CNPJ").fill(cnpj ?? "");
  await form.getByRole("button", { name: "Enviar" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "Empresa sem dados", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Completar pela Receita" }).click();
  const dialog = page.getByRole("dialog", { name: "Completar pela Receita" });
  await expect(dialog.getByText("1 lead com CNPJ · 1 na base da Receita")).toBeVisible();
  await expect(dialog.getByText("CNAE", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Endereço", { exact: true })).toBeHidden();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Completar 1 lead" }).click();
  await expect(page.getByText("1 lead completado!")).toBeVisible();
  await expect(page.getByRole("dialog").getByText(/^47\d{5}$/)).toBeVisible();
});

/** The month MM/YYYY a text names, as a number that grows with time; NaN without one. */
function monthNumber(text: string | null): number {
  const [, month, year] = /(\d\d)\/(\d{4})/.exec(text ?? "") ?? [];
  return Number(year) * 12 + Number(month);
}

test.describe("the administrator", () => {
  test.use({ signedInAs: "admin", expectedStatuses: [400] });

  test(
    "imports a folder, returns to the month before, and downloads another one",
    WIDE_JOURNEY,
    async ({ page }) => {
      await openSearch(page, "cnae_primario=47");
      await page.goto("/admin/receita-federal");
      const panel = page.getByRole("region", { name: "Base da Receita Federal" });
      await expect(panel.getByText("No ar", { exact: true })).toHaveCount(1);
      await panel.getByRole("button", { name: "Importar" }).click();
      await expect(panel.getByText("Escolha uma das pastas ou um dos meses.")).toBeVisible();
      await panel.getByLabel("Arquivos").selectOption({ label: "demonstracao" });
      await panel.getByLabel("Mínimo de estabelecimentos").fill("1");
      await panel.getByRole("button", { name: "Importar" }).click();
      await expect(page.getByText("Importação iniciada.")).toBeVisible();
      const back = panel.getByRole("button", { name: /^Voltar para a base de/ });
      await expect(back).toBeEnabled({ timeout: IMPORT_MS });
      await expect(panel.getByText("Anterior", { exact: true })).toHaveCount(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      await back.click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText(/^A base de \d\d\/\d{4} está no ar\.$/)).toBeVisible();
      await page.goto("/admin/auditoria");
      await expect(page.getByText("Base da Receita anterior de volta").first()).toBeVisible();
      await page.goto("/admin/receita-federal");

      const imports = panel.getByRole("listitem");
      const before = await imports.first().textContent();
      const months = await panel
        .getByLabel("Arquivos")
        .getByRole("option", { name: /^Mês de/ })
        .allTextContents();
      const served = monthNumber(
        await imports
          .filter({ has: page.getByText("No ar", { exact: true }) })
          .first()
          .textContent(),
      );
      const older = months.find((option) => monthNumber(option) < served);
      const month = older ?? months.at(-1) ?? "";
      await panel.getByLabel("Arquivos").selectOption({ label: month });
      await panel.getByLabel("Mínimo de estabelecimentos").fill("1");
      await panel.getByRole("button", { name: "Importar" }).click();
      if (older) {
        await expect(page.getByRole("alertdialog")).toContainText(
          "é mais antigo que o que está no ar",
        );
        await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
      }
      await expect(imports.first()).not.toHaveText(before ?? "");
      await expect(
        imports
          .filter({ hasText: month.replace("Mês", "Base") })
          .filter({ has: page.getByText("No ar", { exact: true }) }),
      ).toHaveCount(1, { timeout: IMPORT_MS });

      await panel.getByLabel("Arquivos").selectOption({ label: "demonstracao" });
      await panel.getByText("Só ensaiar", { exact: true }).click();
      await panel.getByRole("button", { name: "Ensaiar" }).click();
      const asked = page.getByRole("alertdialog").getByRole("button", { name: "Sim" });
      const ready = panel.getByText("Pronta para publicar");
      await expect(asked.or(ready).first()).toBeVisible({ timeout: IMPORT_MS });
      if (await asked.isVisible()) await asked.click();
      await expect(ready).toBeVisible({ timeout: IMPORT_MS });
      await expect(panel.getByText(/^Em relação à base de \d\d\/\d{4}:$/)).toBeVisible();
      await expect(panel.getByText("Não vieram mais nos arquivos")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await panel.getByRole("button", { name: "Descartar" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText("Base descartada.")).toBeVisible();
      await expect(ready).toBeHidden();
    },
  );
});
