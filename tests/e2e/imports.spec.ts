import { readFile } from "node:fs/promises";
import { workbookOf } from "../support/workbook";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseMore,
  chooseOption,
  expect,
  isNarrow,
  selectionBar,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

const csv = (text: string) => ({
  name: "clientes.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text, "latin1"),
});

const CLIENTS = [
  "Razão Social;Celular;Município;Segredo",
  "Açaí da Praça;(11) 98765-0001;São Paulo;a",
  "Padaria Ipê;(11) 98765-0002;Santos;b",
  "Sem número certo;123;Santos;c",
  "Padaria Ipê de novo;(11) 98765-0002;Santos;d",
].join("\r\n");

test(
  "a spreadsheet becomes leads: mapped, checked, imported, and what was refused comes back as a file",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/leads");
    if (isNarrow(page)) await chooseMore(page, "Importar");
    else await page.getByRole("link", { name: "Importar" }).first().click();
    await expect(page.getByRole("heading", { name: "Importar Leads" })).toBeVisible();
    await expect(page.getByText("Nenhuma importação ainda")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    const template = page.waitForEvent("download");
    await page.getByRole("link", { name: "Modelo XLSX" }).click();
    expect((await template).suggestedFilename()).toBe("modelo-importacao-leads.xlsx");

    await page.getByLabel("Arquivo de leads").setInputFiles(csv(CLIENTS));
    await expect(page.getByText("4 linhas")).toBeVisible();
    await expect(page.getByLabel("Razão Social")).toHaveValue("name");
    await expect(page.getByLabel("Celular")).toHaveValue("whatsapp");
    await expect(page.getByLabel("Município")).toHaveValue("city");
    await expect(page.getByLabel("Segredo")).toHaveValue("");
    await expect(page.getByText("Açaí da Praça · Padaria Ipê", { exact: false })).toBeVisible();

    // A field has one column: selecting it for another removes it from the first.
    await page.getByLabel("Segredo").selectOption("name");
    await expect(page.getByLabel("Razão Social")).toHaveValue("");
    await page.getByLabel("Razão Social").selectOption("name");
    await expect(page.getByLabel("Segredo")).toHaveValue("");
    await chooseOption(page.getByLabel("Adicionar a uma lista"), "Nova lista");
    const tag = page.getByRole("combobox", { name: "Etiqueta para todos os leads do arquivo" });
    for (const name of ["Feira", "Engano"]) {
      await tag.fill(name);
      await tag.press("Enter");
    }
    await page.getByRole("button", { name: "Tirar Engano" }).click();

    await page.getByRole("button", { name: "Conferir antes de importar" }).click();
    const result = page.getByRole("region", { name: "Resultado da conferência" });
    await expect(result).toContainText("Novos2");
    await expect(result).toContainText("Já existentes1");
    await expect(result).toContainText("Recusados1");
    await expect(result).toContainText('Linha 4: WhatsApp "123" tem dígitos de menos');
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Importar 2 leads novos" }).click();
    await expect(page.getByText("Informe o nome da lista.")).toBeVisible();
    await page.getByLabel("Nome da nova lista").fill("Clientes antigos");
    await page.getByRole("button", { name: "Importar 2 leads novos" }).click();
    const recent = page.getByRole("region", { name: "Importações recentes" });
    await expect(recent.getByText("Concluída")).toBeVisible();
    await expect(recent).toContainText("4 de 4 linhas · lista Clientes antigos");
    await expect(recent).toContainText("2 leads novos · 1 já existente · 1 recusado");
    await page.reload();
    await expect(recent.getByText("Concluída")).toBeVisible();

    const refused = page.waitForEvent("download");
    await recent.getByRole("link", { name: "Baixar recusados" }).click();
    const text = await readFile(await (await refused).path(), "utf8");
    expect(text).toContain("Sem número certo;123;Santos;c;4;");

    await recent.getByRole("link", { name: "Ver leads" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Açaí da Praça" })).toBeVisible();
    await expect(page.getByText("1–2 de 2")).toBeVisible();

    const exported = page.waitForEvent("download");
    await chooseMore(page, "Exportar em CSV");
    const download = await exported;
    expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const exportedText = await readFile(await download.path(), "utf8");
    expect(exportedText).toContain("Açaí da Praça;(11) 98765-0001;");
    expect(exportedText).toContain(";Feira");
    expect(exportedText).not.toContain("Engano");

    await page.getByRole("checkbox", { name: "Padaria Ipê" }).check();
    const chosen = page.waitForEvent("download");
    await chooseMore(page, "Exportar seleção em CSV", selectionBar(page));
    const one = await readFile(await (await chosen).path(), "utf8");
    expect(one).toContain("Padaria Ipê");
    expect(one).not.toContain("Açaí");
  },
);

test("what was chosen for a file is still there after a reload and in another tab, until it is dropped", async ({
  page,
  context,
}) => {
  await page.goto("/leads/importar");
  const saved = () =>
    page.waitForResponse((response) => /\/api\/imports\/\d+\/draft$/.test(response.url()));
  await page.getByLabel("Arquivo de leads").setInputFiles(csv(CLIENTS));
  let save = saved();
  await page.getByLabel("Segredo").selectOption("obs");
  await save;
  save = saved();
  await page.getByLabel("Leads que já existem").selectOption("update");
  await save;
  save = saved();
  await chooseOption(page.getByLabel("Adicionar a uma lista"), "Nova lista");
  await save;
  save = saved();
  await page.getByLabel("Nome da nova lista").fill("Clientes antigos");
  await page.getByLabel("Nome da nova lista").blur();
  await save;

  const other = await context.newPage();
  await other.goto("/leads/importar");
  await page.reload();
  for (const tab of [page, other]) {
    await expect(tab.getByLabel("Razão Social")).toHaveValue("name");
    await expect(tab.getByLabel("Segredo")).toHaveValue("obs");
    await expect(tab.getByLabel("Leads que já existem")).toHaveValue("update");
    await expect(tab.getByLabel("Adicionar a uma lista")).toHaveValue("Nova lista");
    await expect(tab.getByLabel("Nome da nova lista")).toHaveValue("Clientes antigos");
  }

  // Once it is saved, this browser keeps nothing that could hide what another one chooses later.
  const kept = () => page.evaluate(() => localStorage.getItem("importChoice"));
  for (const mode of ["skip", "update"]) {
    await page.getByLabel("Leads que já existem").selectOption(mode);
    await expect.poll(kept).toBe("null");
  }

  // While the field still has the focus.
  await page.getByLabel("Nome da nova lista").fill("Clientes novos");
  await page.reload();
  await expect(page.getByLabel("Nome da nova lista")).toHaveValue("Clientes novos");

  await page.getByLabel("Nome da nova lista").fill("Clientes de hoje");
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await expect(page).toHaveURL(/\/leads$/);
  await expect.poll(kept).toBe("null");
  await page.goBack();
  await expect(page.getByLabel("Nome da nova lista")).toHaveValue("Clientes de hoje");

  await other.getByRole("button", { name: "Trocar arquivo" }).click();
  await expect(other.getByRole("button", { name: "Escolher arquivo" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Escolher arquivo" })).toBeVisible();
});

test("a long import shows its progress, survives a reload, can be stopped and goes on", async ({
  page,
}) => {
  await page.goto("/leads/importar");
  const lines = ["nome;whatsapp"];
  for (let n = 0; n < 60_000; n += 1) lines.push(`Empresa ${n};119${60_000_000 + n}`);
  await page.getByLabel("Arquivo de leads").setInputFiles(csv(lines.join("\n")));
  await page.getByRole("button", { name: "Conferir antes de importar" }).click();
  await page.getByRole("button", { name: "Importar 60.000 leads novos" }).click();
  const recent = page.getByRole("region", { name: "Importações recentes" });
  await expect(recent.getByRole("progressbar")).toBeVisible();
  await page.reload();
  await recent.getByRole("button", { name: "Parar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
  await expect(recent.getByText("Interrompida", { exact: true })).toBeVisible();
  await expect(recent.getByText("Importação interrompida por você.")).toBeVisible();
  await recent.getByRole("button", { name: "Continuar importação" }).click();
  await expect(recent.getByText("Importação interrompida por você.")).toBeHidden();
  // As far as a free account has room.
  await expect(recent.getByText(/limite de 20\.000 leads do seu plano/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(recent.getByText("20.000 leads novos")).toBeVisible();
  await expect(recent.getByRole("button", { name: "Continuar importação" })).toBeVisible();
});

test.describe("an invalid file", () => {
  test.use({ expectedStatuses: [400] });

  test("is refused with a sentence, and another can be chosen", async ({ page }) => {
    await page.goto("/leads/importar");
    await page.getByLabel("Arquivo de leads").setInputFiles(csv("nome;whatsapp\r\n"));
    await expect(page.getByRole("alert").filter({ hasText: "cabeçalho" })).toHaveText(
      "O arquivo só tem o cabeçalho: não há linhas para importar.",
    );
    await page.getByLabel("Arquivo de leads").setInputFiles(csv(CLIENTS));
    await expect(page.getByText("4 linhas")).toBeVisible();
    await page.getByRole("button", { name: "Trocar arquivo" }).click();
    await expect(page.getByRole("button", { name: "Escolher arquivo" })).toBeVisible();
  });
});

test("the line with the columns' names is chosen by hand, and what was chosen stays", async ({
  page,
}) => {
  await page.goto("/leads/importar");
  const rows = [
    "Relatório;de;março",
    "Quem;Número",
    "Ana Souza;11987650001",
    "Bia Lima;11987650002",
  ];
  await page.getByLabel("Arquivo de leads").setInputFiles(csv(rows.join("\r\n")));
  await expect(page.getByText("3 linhas")).toBeVisible();
  const line = page.getByLabel("Os nomes das colunas estão na linha");
  await expect(line).toHaveValue("1");
  await chooseOption(page.getByLabel("Adicionar a uma lista"), "Nova lista");
  await page.getByLabel("Nome da nova lista").fill("De março");
  await line.fill("2");
  await page.getByRole("button", { name: "Ler de novo" }).click();
  await expect(page.getByText("2 linhas")).toBeVisible();
  await expect(page.getByLabel("Quem")).toBeVisible();
  await expect(line).toHaveValue("2");
  await expect(page.getByLabel("Nome da nova lista")).toHaveValue("De março");
  expect(await accessibilityFaults(page)).toEqual([]);
  // One file waits, not two.
  await page.getByRole("button", { name: "Trocar arquivo" }).click();
  await expect(page.getByRole("button", { name: "Escolher arquivo" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Escolher arquivo" })).toBeVisible();
});

const STAFF = [
  "Nome;Celular;Idade",
  "Açaí da Praça;(11) 98765-0011;31",
  "Padaria Ipê;(11) 98765-0012;45",
  "Mercado Sol;(11) 98765-0013;uns quarenta",
].join("\r\n");

test(
  "a column becomes a field of its own, and the import is taken back, by keyboard alone",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/leads/importar");
    await page.getByLabel("Arquivo de leads").setInputFiles(csv(STAFF));
    const column = page.getByLabel("Idade", { exact: true });
    await column.focus();
    await page.keyboard.type("Criar");
    const kind = page.getByLabel("Tipo");
    await expect(page.getByLabel("Nome do novo campo")).toHaveValue("Idade");
    await expect(kind).toHaveValue("text");
    await kind.focus();
    await page.keyboard.type("Núm");
    await expect(page.getByText("Número: 2 de 3 valores lidos são números.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Conferir antes de importar" }).press("Enter");
    const result = page.getByRole("region", { name: "Resultado da conferência" });
    await expect(result).toContainText("Idade: 1 valor não foi lido; a linha entra sem ele.");
    await expect(result).toContainText("Linha 4: Idade: Use um número, como 1.200,50.");
    await page.getByRole("button", { name: "Importar 3 leads novos" }).press("Enter");
    const recent = page.getByRole("region", { name: "Importações recentes" });
    await expect(recent.getByText("Concluída")).toBeVisible();
    await expect(recent).toContainText("1 valor não lido: Idade (1)");

    await recent.getByRole("button", { name: "Desfazer importação" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Desfazer importação" });
    await expect(dialog).toContainText("3 leads serão excluídos.");
    await expect(dialog).toContainText("O campo Idade, criado pela importação, fica.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Desfazer importação" }).press("Enter");
    await expect(recent.getByText("Desfeita")).toBeVisible();
    await expect(recent).toContainText("3 leads excluídos");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await page.goto("/leads");
    await expect(page.getByText("3 leads excluídos às")).toBeVisible();
    await expect(page.getByText("Açaí da Praça")).toHaveCount(0);
  },
);

test("of a workbook it says which sheet is read", BOTH_WIDTHS, async ({ page }) => {
  const rows = [
    ["nome", "celular"],
    ["Açaí da Praça", "11987650001"],
  ];
  const other = [
    ["Quem", "Ligar para", "Compra", "Plano"],
    ["Padaria Ipê", "11987650002", "R$ 1.200,00", "sim"],
    ["Padaria Sol", "11987650003", "R$ 1.500,00", "não"],
  ];
  const send = (sheets: Parameters<typeof workbookOf>[0]) =>
    page.getByLabel("Arquivo de leads").setInputFiles({
      name: "clientes.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: Buffer.from(workbookOf(sheets)),
    });
  await page.goto("/leads/importar");
  await send([{ name: "Clientes", rows }, { name: "2025", rows: other }, { name: "2024" }]);
  const told = page.getByText(
    "Planilha lida: Clientes. As outras 2 planilhas do arquivo não são lidas.",
  );
  await expect(told).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "Trocar arquivo" }).click();
  await send([
    { name: "Clientes", rows },
    { name: "2025", rows: other },
  ]);
  await page.getByLabel("Planilha do arquivo").selectOption("2025");
  await expect(page.getByText("Planilha lida: 2025")).toBeVisible();

  // Columns are recognised by their content, and the remaining fields are offered.
  await expect(page.getByLabel("Ligar para")).toHaveValue("whatsapp");
  await expect(page.getByText("2 de 2 são números de telefone")).toBeVisible();
  await expect(page.getByText("2 colunas ficam de fora: Compra, Plano.")).toBeVisible();
  await page.getByRole("button", { name: "Criar campos delas" }).click();
  await expect(page.getByLabel("Tipo").first()).toHaveValue("number");
  await expect(page.getByLabel("Tipo").last()).toHaveValue("yes_no");
  await expect(page.getByText("ficam de fora")).toBeHidden();
  await page.getByLabel("Ligar para").selectOption("");
  await expect(page.getByText("“Ligar para” parece ter números")).toBeVisible();
  await page.getByRole("button", { name: "Conferir antes de importar" }).click();
  await expect(page.getByText("2 leads sem número")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "Trocar arquivo" }).click();
  await send([{ name: "Clientes", rows }]);
  await expect(page.getByText("Planilha lida: Clientes", { exact: true })).toBeVisible();
});
