import type { Locator, Page } from "@playwright/test";
import type { Account } from "./account";
import { insertLeads, openSession } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseAction,
  chooseMore,
  expect,
  menuButton,
  PHONE_ONLY,
  PHONE_ONLY_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

/** Opens the screen of an account with so many leads. */
async function openLeads(page: Page, account: Account, count: number) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  await insertLeads(
    account,
    numbers.map((at) => ({
      name: `Empresa ${String(at).padStart(2, "0")}`,
      website: at === 1 ? `https://www.${"muito".repeat(10)}.example` : "empresa.example/contato",
      whatsapp: `5511987650${String(at).padStart(3, "0")}`,
      address: "Rua das Flores, 10",
      obs: at % 2 ? "Ligar à tarde" : "Sem pressa",
      city: at % 2 ? "Santos" : "Campinas",
      status: at % 5 === 0 ? "answered" : "pending",
    })),
  );
  await page.goto("/leads?per_page=10");
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function fill(form: Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
}

const COMPLETE = {
  Nome: "Padaria São João",
  WhatsApp: "11987654321",
  Site: "padaria.example",
  Endereço: "Rua das Flores, 10",
  Observações: "Ligar à tarde",
};

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

/** By the header of its column or, on a phone, by the choice above the cards. */
async function sortBy(page: Page, column: string, key: string) {
  const choice = page.getByLabel("Ordenar por");
  const header = page.getByRole("button", { name: column, exact: true });
  await expect(choice.or(header)).toBeVisible();
  if (await header.isVisible()) return header.click();
  if ((await choice.inputValue()) === key) {
    return page.getByRole("button", { name: /^Ordem (de)?crescente$/ }).click();
  }
  await choice.selectOption(key);
}

/** Takes values in or out of a filter, by keyboard alone. */
async function choose(page: Page, filter: string, ...values: string[]) {
  const field = page.getByRole("combobox", { name: filter, exact: true });
  await field.focus();
  for (const value of values) {
    await page.keyboard.type(value);
    await expect(page.getByRole("option", { name: value, exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await field.fill("");
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
}

async function rowAction(page: Page, name: string, action: string) {
  await rowOf(page, name)
    .getByRole("button", { name: `Ações de ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test.describe("one lead", () => {
  test.use({ expectedStatuses: [400, 404, 409] });

  test(
    "is created, opened, edited and deleted, with every text as specified",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      await openLeads(page, account, 0);
      await expect(page.getByRole("heading", { name: "Gerenciamento de Leads" })).toBeVisible();
      await expect(page.getByText("Sua base começa aqui")).toBeVisible();
      await page.getByRole("button", { name: "Criar lead" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      for (const text of [
        "Informe o nome da empresa.",
        "Informe o site.",
        "Informe o endereço.",
        "Escreva uma observação.",
      ]) {
        await expect(dialog.getByText(text)).toBeVisible();
      }
      await expect(
        dialog.getByText("Por favor, insira um número de WhatsApp válido"),
      ).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);

      await fill(dialog, COMPLETE);
      await expect(dialog.getByLabel("WhatsApp")).toHaveValue("(11) 98765-4321");
      await fill(dialog, { CNPJ: "11.222.333/0001-82" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      await expect(dialog.getByText("CNPJ inválido.")).toBeVisible();
      await fill(dialog, { Site: "isso não é um site" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      await expect(dialog.getByText("Site inválido.")).toBeVisible();
      await fill(dialog, { Site: COMPLETE.Site });
      await fill(dialog, { CNPJ: "11.222.333/0001-81" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      await expect(page.getByText("Lead criado com sucesso!")).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(rowOf(page, "Padaria São João")).toContainText("+55 (11) 98765-4321");
      await expect(rowOf(page, "Padaria São João").locator("[data-status=pending]")).toBeVisible();
      const site = page.getByRole("link", { name: "padaria.example" });
      if (isPhone(page)) await expect(site, "a card shows what matters").toBeHidden();
      else await expect(site).toHaveAttribute("href", "https://padaria.example");

      await page.getByRole("button", { name: "Criar lead" }).click();
      await fill(dialog, { ...COMPLETE, Nome: "A mesma", WhatsApp: "+551187654321" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      // On its field, which has the focus; the button is next to it.
      const number = dialog.getByLabel("WhatsApp");
      await expect(number).toBeFocused();
      await expect(number).toHaveAttribute("aria-invalid", "true");
      await expect(dialog.getByText("Você já tem um lead com este WhatsApp.")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Abrir lead existente" }).click();
      const drawer = page.getByRole("dialog", { name: "Padaria São João" });
      await expect(drawer.getByText("11.222.333/0001-81")).toBeVisible();
      await expect(drawer.getByText("Lead criado: Cadastrado à mão")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await drawer.getByRole("button", { name: "Editar lead" }).click();
      await dialog.getByLabel("Status").selectOption({ label: "Fechado" });
      await fill(dialog, { Nome: "Padaria Nova" });
      await dialog.getByRole("button", { name: "Enviar" }).click();
      await expect(page.getByText("Lead atualizado com sucesso!")).toBeVisible();
      await page.getByRole("button", { name: "Padaria Nova", exact: true }).click();
      await expect(
        page.getByRole("dialog").getByText("Status: Novo → Fechado, por você"),
      ).toBeVisible();
      await page.keyboard.press("Escape");

      await rowAction(page, "Padaria Nova", "Excluir lead");
      const question = page.getByRole("alertdialog", {
        name: "Tem certeza que deseja excluir este lead?",
      });
      await expect(question).toContainText("Padaria Nova");
      await expect(question.getByRole("button", { name: "Cancelar" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      const menu = page.getByRole("button", { name: "Ações de Padaria Nova" });
      await expect(menu).toBeFocused();
      // From the drawer too, which makes way for the question.
      const name = page.getByRole("button", { name: "Padaria Nova", exact: true });
      await name.click();
      await page.getByRole("dialog").getByRole("button", { name: "Excluir lead" }).click();
      await expect(question.getByRole("button", { name: "Cancelar" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(question).toBeHidden();
      await expect(name).toBeFocused();
      await rowAction(page, "Padaria Nova", "Excluir lead");
      const deletions: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "DELETE") deletions.push(request.url());
      });
      await question.getByRole("button", { name: "Sim" }).dblclick();
      await expect(page.getByText("Lead excluído com sucesso!")).toBeVisible();
      expect(deletions).toHaveLength(1);
      await expect(page.getByText("Sua base começa aqui")).toBeVisible();
    },
  );

  test("is deleted by keyboard, and the focus stays in the table", async ({ page, account }) => {
    await openLeads(page, account, 2);
    await page
      .getByRole("button", { name: /^Ações de/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Excluir lead" }).press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Sim" }).press("Enter");
    await expect(page.getByRole("button", { name: /^Ações de/ })).toHaveCount(1);
    // The row went with the button that the question had given the focus back to.
    await expect(page.getByRole("region", { name: "Leads", exact: true })).toBeFocused();
  });

  test("the form closes by its × and by a click beside it", async ({ page, account }) => {
    await openLeads(page, account, 0);
    const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
    await page.getByRole("button", { name: "Criar lead" }).first().click();
    await dialog.getByRole("button", { name: "Fechar" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Criar lead" }).first().click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(dialog).toBeHidden();
  });
});

test(
  "searches, sorts, filters and pages, all of it in the address",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await openLeads(page, account, 23);
    const nav = page.getByRole("navigation", { name: "Paginação" });
    await expect(nav).toContainText("1–10 de 23");
    await expect(
      page.getByRole("columnheader", { name: "Endereço" }),
      "hidden by default",
    ).toBeHidden();

    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("987650001");
    await expect(rowOf(page, "Empresa 01")).toBeVisible();
    await expect(nav).toContainText("1–1 de 1");
    if (!isPhone(page)) {
      const site = page.getByRole("link", { name: /^www\.muito.{20,}\.\.\.$/ });
      await expect(site).toHaveText(/^.{43}$/);
    }
    await page.goBack();
    await expect(nav).toContainText("1–10 de 23");

    await sortBy(page, "Nome", "name");
    await expect(page).toHaveURL(/sort=name/);
    if (page.url().includes("direction=desc")) await sortBy(page, "Nome", "name");
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 01");
    await sortBy(page, "Nome", "name");
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 23");

    await page.getByRole("button", { name: "Próxima página" }).click();
    await expect(page).toHaveURL(/page=2&after=/);
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 13");
    await page.getByLabel("Página, de 3").fill("3");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 03");
    await page.getByRole("button", { name: "Página anterior" }).click();
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 13");
    await page.reload();
    await expect(page.getByRole("row").nth(1)).toContainText("Empresa 13");

    await page.getByRole("button", { name: "Filtros" }).click();
    await choose(page, "Status", "Respondeu");
    await expect(nav).toContainText("1–4 de 4");
    await choose(page, "Cidade", "Santos");
    await expect(nav).toContainText("1–2 de 2");
    await choose(page, "Status", "Novo");
    await expect(nav).toContainText("1–10 de 12");
    const chips = page.getByRole("list", { name: "Filtros ativos" });
    await expect(chips).toContainText("Status:Respondeu, Novo");
    await expect(chips).toContainText("Cidade:Santos");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await expect(nav).toContainText("1–10 de 12");
    await chips.getByRole("button", { name: "Remover filtro Cidade: Santos" }).click();
    await expect(nav).toContainText("1–10 de 23");
    await chips.getByRole("button", { name: "Limpar filtros" }).click();
    await expect(chips).toBeHidden();
    await page.getByRole("button", { name: "Filtros" }).click();
    await choose(page, "Próximo passo", "Sem tarefa");
    await choose(page, "Último contato", "Nenhum");
    await page.getByLabel("Valor de (R$)").fill("mil");
    await page.getByLabel("Valor de (R$)").press("Enter");
    await expect(page.getByText("Use um valor como 1.200,50")).toBeVisible();
    await expect(page.getByLabel("Valor de (R$)")).toHaveValue("mil");
    await page.getByLabel("Valor de (R$)").fill("1500.50");
    await page.getByLabel("Valor de (R$)").press("Enter");
    await expect(chips).toContainText("Valor de:R$ 1.500,50");
    await expect(page.getByText("Nenhum lead encontrado")).toBeVisible();
    await chips.getByRole("button", { name: /^Remover filtro Valor de/ }).click();
    await expect(chips).toContainText("Próximo passo:Sem tarefa");
    await page.getByLabel("Criado até").fill("2020-01-01");
    await expect(page.getByText("Nenhum lead encontrado")).toBeVisible();
    await page.getByRole("button", { name: "Limpar busca e filtros" }).click();
    await expect(nav).toContainText("1–10 de 23");

    await menuButton(page, "Colunas").click();
    await page.getByRole("menuitemcheckbox", { name: "Endereço" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Endereço" })).toBeVisible();
    const sizes = page.getByLabel("Itens por página");
    await expect(sizes.getByRole("option")).toHaveText(["10", "20", "50", "100", "200"]);
    await sizes.selectOption("50");
    await expect(nav).toContainText("1–23 de 23");
  },
);

test("selects one, a page and all, and acts on them", WIDE_JOURNEY, async ({ page, account }) => {
  await openLeads(page, account, 23);
  const bar = page.getByRole("region", { name: "Leads selecionados" });
  await page.getByLabel("Selecionar todos desta página").check();
  await expect(bar).toContainText("10 selecionados");
  await page.getByRole("button", { name: "Próxima página" }).click();
  await page.getByLabel("Selecionar Empresa 13").check();
  await expect(bar).toContainText("11 selecionados");
  await menuButton(page, "Alterar status", bar).click();
  await page.getByRole("menuitem", { name: "Fechado" }).click();
  await expect(page.getByText("11 lead(s) atualizado(s) com sucesso!")).toBeVisible();
  await expect(bar).toBeHidden();

  await page.getByLabel("Selecionar todos desta página").check();
  await bar.getByRole("button", { name: "Selecionar todos os 23" }).click();
  await chooseAction(page, "Adicionar à lista", bar);
  const dialog = page.getByRole("dialog", { name: "Adicionar à lista" });
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await expect(dialog.getByText("Informe o nome da lista.")).toBeVisible();
  await dialog.getByLabel("Nome da nova lista").fill("Clientes de verão");
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await expect(page.getByText("23 leads adicionados à lista!")).toBeVisible();

  await page.getByRole("button", { name: "Empresa 13", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Clientes de verão" }).click();
  await expect(page).toHaveURL(/list_id=\d+/);
  await expect(page.getByRole("dialog"), "the tray makes way for the list").toBeHidden();
  await expect(page.getByRole("region", { name: "Lista aberta" })).toContainText(
    "Clientes de verão",
  );

  await page.getByLabel("Itens por página").selectOption("10");
  await expect(page.getByRole("row")).toHaveCount(11);
  await page.getByLabel("Selecionar todos desta página").check();
  await chooseMore(page, "Excluir", bar);
  const question = page.getByRole("alertdialog", {
    name: "Tem certeza que deseja excluir 10 leads selecionados?",
  });
  await question.getByRole("button", { name: "Sim" }).click();
  await expect(page.getByText("10 lead(s) excluído(s) com sucesso!")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("de 13");
});

test("the bar of a selection has its last buttons in sight at every width", async ({
  page,
  account,
}) => {
  await openLeads(page, account, 23);
  await page.getByLabel("Selecionar todos desta página").check();
  const bar = page.getByRole("region", { name: "Leads selecionados" });
  for (const width of [1920, 1536, 1440, 1280, 1024, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Criar campanha", "Mais", "Limpar seleção"]) {
      const button = bar.getByRole("button", { name, exact: true });
      await expect(button, `${name} at ${width}`).toBeInViewport({ ratio: 0.95 });
    }
  }
});

test("nothing moves when the leads come", WIDE_JOURNEY, async ({ page, account }) => {
  await insertLeads(
    account,
    Array.from({ length: 60 }, (_, at) => ({ name: `Empresa ${at}`, city: "Santos" })),
  );
  await page.addInitScript(() => {
    let moved = 0;
    Object.assign(window, { readMoved: () => moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) moved += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/leads");
  await expect(page.getByText("de 60", { exact: false }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const moved = await page.evaluate(() =>
    (window as unknown as { readMoved(): number }).readMoved(),
  );
  expect(moved).toBeLessThanOrEqual(0.02);
});

test("works with the keyboard only", async ({ page, account }) => {
  await openLeads(page, account, 2);
  await page.getByRole("button", { name: "Empresa 02", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Empresa 02" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Empresa 02", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Ações de Empresa 02" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Editar lead" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Gerenciar Lead" })).toBeVisible();
});

test(
  "on a phone a lead is a card: nothing lies sideways out of sight, and touch does it all",
  PHONE_ONLY_JOURNEY,
  async ({ page, account }) => {
    const width = page.viewportSize()?.width ?? 0;
    await openLeads(page, account, 2);
    const row = rowOf(page, "Empresa 02");
    const name = row.getByRole("button", { name: "Empresa 02", exact: true });
    for (const each of [
      name,
      row.getByText("+55 (11) 98765-0002"),
      row.locator("[data-status=pending]"),
      row.getByRole("button", { name: "Ações de Empresa 02" }),
      row.getByLabel("Selecionar Empresa 02"),
    ]) {
      const box = await each.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await accessibilityFaults(page)).toEqual([]);

    await row.getByLabel("Selecionar Empresa 02").tap();
    await expect(page.getByRole("region", { name: "Leads selecionados" })).toContainText(
      "1 selecionado",
    );
    await row.getByText("Campinas").tap();
    await expect(page.getByRole("dialog", { name: "Empresa 02" })).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).tap();
    await row.getByRole("button", { name: "Ações de Empresa 02" }).tap();
    await page.getByRole("menuitem", { name: "Editar lead" }).tap();
    await expect(page.getByRole("dialog", { name: "Gerenciar Lead" })).toBeVisible();
  },
);

test("text typed while a search is loading stays, including spaces", async ({ page, account }) => {
  await openLeads(page, account, 12);
  const box = page.getByRole("searchbox");
  await box.pressSequentially("Empresa ");
  await expect(page).toHaveURL(/search=Empresa/);
  await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("1–10 de 12");
  await box.pressSequentially("12");
  await expect(box).toHaveValue("Empresa 12");
  await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("1–1 de 1");
  await page.goBack();
  await expect(box).toHaveValue("Empresa");
});

test("a date being typed triggers no request until it is complete", async ({ page, account }) => {
  await openLeads(page, account, 1);
  await page.getByRole("button", { name: "Filtros" }).click();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByLabel("Criado até").focus();
  await page.keyboard.type("01012019");
  await expect(page.getByText("Nenhum lead encontrado")).toBeVisible();
  expect(asked.filter((url) => /created_to=(?!20)/.test(url))).toEqual([]);
});

test("a page that no longer exists says so and leads back", async ({ page, account }) => {
  await openLeads(page, account, 12);
  await page.goto("/leads?page=99&per_page=10");
  await expect(page.getByText("Esta página não existe mais")).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Paginação" });
  await expect(nav).toContainText("0 de 12");
  await nav.getByRole("button", { name: "Página anterior" }).click();
  await expect(nav).toContainText("11–12 de 12");
});

test("the form keeps its title and its button in view", BOTH_WIDTHS, async ({ page, account }) => {
  await openLeads(page, account, 0);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 560 });
  await page.getByRole("button", { name: "Criar lead" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
  await expect(dialog.getByText("Campos com * são obrigatórios.")).toBeVisible();
  for (const label of ["Nome", "WhatsApp", "Site", "Endereço", "Observações"]) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute(
      "aria-required",
      "true",
    );
  }
  await expect(dialog.getByLabel("CNPJ")).not.toHaveAttribute("aria-required");
  for (const label of ["Nome", "Observações da IA"]) {
    await dialog.getByLabel(label, { exact: true }).focus();
    for (const fixed of [
      dialog.getByRole("heading", { name: "Gerenciar Lead" }),
      dialog.getByRole("button", { name: "Fechar" }),
      dialog.getByRole("button", { name: "Enviar" }),
    ]) {
      await expect(fixed).toBeInViewport({ ratio: 1 });
    }
  }
});

test(
  "a view keeps search, filters, order and columns, also on another machine",
  WIDE_JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    await openLeads(page, account, 12);
    const nav = page.getByRole("navigation", { name: "Paginação" });
    await page.goto("/leads?city=Santos&status=pending,answered&sort=name&direction=asc");
    await expect(nav).toContainText("1–6 de 6");
    const views = menuButton(page, "Minhas visões");
    await views.click();
    await expect(page.getByText("Nenhuma visão salva")).toBeVisible();
    await page.getByRole("menuitem", { name: "Salvar visão atual" }).click();
    const dialog = page.getByRole("dialog", { name: "Salvar visão" });
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Informe o nome da visão.")).toBeVisible();
    await dialog.getByLabel("Nome da visão").fill("Santos por nome");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Visão salva!")).toBeVisible();
    await expect(views).toBeFocused();

    const elsewhere = await browser.newContext({
      storageState: await openSession(account, baseURL),
      viewport: page.viewportSize(),
    });
    const other = await elsewhere.newPage();
    await other.goto(`${baseURL}/leads`);
    await expect(other.getByRole("navigation", { name: "Paginação" })).toContainText("de 12");
    await menuButton(other, "Minhas visões").click();
    await other.getByRole("menuitem", { name: "Santos por nome" }).click();
    await expect(other.getByRole("navigation", { name: "Paginação" })).toContainText("1–6 de 6");
    await expect(other).toHaveURL(/status=pending%2Canswered/);
    await expect(other.getByRole("row").nth(1)).toContainText("Empresa 01");
    await elsewhere.close();

    await views.click();
    await page.getByRole("menuitem", { name: "Organizar visões" }).click();
    const organize = page.getByRole("dialog", { name: "Minhas visões" });
    await organize.getByRole("button", { name: "Renomear Santos por nome" }).click();
    await page.getByLabel("Nome da visão").fill("Litoral");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(organize.getByText("Litoral")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await organize.getByRole("button", { name: "Excluir Litoral" }).click();
    await organize.getByRole("button", { name: "Excluir", exact: true }).click();
    await expect(organize.getByText("Nenhuma visão salva.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(organize).toBeHidden();
  },
);

test("rows are as tall as chosen, and columns use the free width", async ({ page, account }) => {
  await openLeads(page, account, 2);
  const row = rowOf(page, "Empresa 02");
  const name = row.getByRole("button", { name: "Empresa 02", exact: true });
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await expect(row).toBeVisible();
  expect(await height()).toBeGreaterThanOrEqual(44);
  await page.getByRole("button", { name: "Colunas" }).click();
  await page.getByRole("menuitemradio", { name: "Compacta" }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(row).toBeVisible();
  expect(await height()).toBeLessThan(36);
  expect(await accessibilityFaults(page)).toEqual([]);

  const cell = page.getByRole("cell", { name: "Empresa 02", exact: true });
  const narrow = (await cell.boundingBox())?.width ?? 0;
  await page.setViewportSize({ width: 1800, height: 900 });
  await expect(name).toBeVisible();
  expect((await cell.boundingBox())?.width).toBeGreaterThan(narrow + 30);
});

test(
  "a phone's selection bar stays below the cards, with every action in reach",
  PHONE_ONLY,
  async ({ page, account }) => {
    await openLeads(page, account, 8);
    const first = rowOf(page, "Empresa 08");
    await expect(first).toBeVisible();
    const before = await first.boundingBox();
    await page.getByLabel("Selecionar Empresa 08").tap();
    expect(await first.boundingBox(), "the cards do not move").toEqual(before);
    const bar = page.getByRole("region", { name: "Leads selecionados" });
    await page.getByRole("navigation", { name: "Paginação" }).scrollIntoViewIfNeeded();
    for (const action of ["Criar campanha", "Mais", "Limpar seleção"]) {
      await expect(bar.getByRole("button", { name: action })).toBeInViewport({ ratio: 1 });
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await bar.getByRole("button", { name: "Mais" }).tap();
    for (const action of [
      "Fechado",
      "Adicionar à lista",
      "Etiquetas",
      "Mudar campo",
      "Mais como estes",
      "Completar pela Receita",
      "Exportar seleção em CSV",
      "Excluir",
    ]) {
      const item = page.getByRole("menuitem", { name: action });
      await item.scrollIntoViewIfNeeded();
      await expect(item).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press("Escape");
    const next = page.getByRole("button", { name: "Última página" });
    await next.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [under, over] = [await next.boundingBox(), await bar.boundingBox()];
    expect(
      (under?.y ?? 0) + (under?.height ?? 0),
      "nothing lies under the bar",
    ).toBeLessThanOrEqual(over?.y ?? 0);
  },
);

test("the table's area is reached and scrolled by keyboard", async ({ page, account }) => {
  await openLeads(page, account, 12);
  await page.goto("/leads?per_page=20");
  await page.setViewportSize({ width: 1280, height: 560 });
  const area = page.getByRole("region", { name: "Leads", exact: true });
  await expect(rowOf(page, "Empresa 12")).toBeVisible();
  await area.focus();
  await expect(area).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => area.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test(
  "a finger that rests on a row selects it, and one that taps opens it",
  PHONE_ONLY,
  async ({ page, account }) => {
    await openLeads(page, account, 2);
    const number = rowOf(page, "Empresa 02").getByText("+55");
    const { x, y } = (await number.boundingBox()) ?? { x: 0, y: 0 };
    const touch = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 5, y: y + 5 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await expect(page.getByLabel("Selecionar Empresa 02")).toBeChecked();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(page.getByRole("region", { name: "Leads selecionados" })).toContainText("1 selec");
    await expect(page.getByRole("dialog")).toBeHidden();

    await rowOf(page, "Empresa 01").getByText("+55").tap();
    await expect(page.getByRole("dialog", { name: "Empresa 01" })).toBeVisible();
    await expect(page.getByLabel("Selecionar Empresa 01")).not.toBeChecked();
  },
);

test("an edit of many leads is taken back, by its news and by the keyboard alone", async ({
  page,
  account,
}) => {
  await openLeads(page, account, 3);
  const bar = page.getByRole("region", { name: "Leads selecionados" });
  const closed = page.getByText("Fechado", { exact: true }).and(page.locator(":visible"));
  const closeAll = async () => {
    const all = page.getByLabel("Selecionar todos desta página");
    // What is pressed before the page is hydrated is lost.
    await expect(async () => {
      await all.press("Space");
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await bar.getByRole("button", { name: "Alterar status" }).press("Enter");
    await page.getByRole("menuitem", { name: "Fechado" }).press("Enter");
    await expect(page.getByText("3 lead(s) atualizado(s) com sucesso!")).toBeVisible();
    await expect(closed).not.toHaveCount(0);
  };
  await closeAll();
  await page.getByRole("button", { name: "Desfazer", exact: true }).press("Enter");
  await expect(page.getByText("Desfeito: 3 leads voltaram ao que eram.")).toBeVisible();
  await expect(closed).toHaveCount(0);
  await closeAll();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Desfeito: 3 leads voltaram ao que eram.")).toBeVisible();
  await expect(closed).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});
