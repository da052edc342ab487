import type { Page, Route } from "@playwright/test";
import { type Account, findToken } from "./account";
import { insertLeads, insertLists } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseAction,
  expect,
  JOURNEY,
  openScreen,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

/** Creates lists through the API. */
async function createLists(page: Page, account: Account, names: string[]) {
  const token = await findToken(page, account);
  const ids: number[] = [];
  for (const [at, name] of names.entries()) {
    // Each list has its own contact, and one that all share.
    const contacts = [`551198765${1000 + at}`, "5511987650000"].map((number) => ({
      whatsapp_number: number,
      display_name: `Contato ${number.slice(-4)}`,
    }));
    const made = await page.request.post("/api/lists", {
      headers: { token },
      data: { name, contacts },
    });
    expect(made.status()).toBe(201);
    ids.push(((await made.json()) as { list: { id: number } }).list.id);
  }
  return { token, ids };
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function rowAction(page: Page, name: string, action: string) {
  await rowOf(page, name)
    .getByRole("button", { name: `Ações de ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test.describe("lists", () => {
  test.use({ expectedStatuses: [404, 500] });

  test(
    "an empty screen says what fills it; a failed load offers another try",
    JOURNEY,
    async ({ page }) => {
      await page.goto("/my-lists");
      await expect(page.getByRole("heading", { name: "Minhas Listas" })).toBeVisible();
      await expect(page.getByText("Nenhuma lista ainda")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await expect(
        page.getByRole("main").getByRole("link", { name: "Usar meus contatos" }),
      ).toHaveAttribute("href", "/whatsapp-contacts");

      await page.route("**/api/lists?**", (route) =>
        route.fulfill({ status: 500, json: { error: "x", code: "internal" } }),
      );
      await page.goto("/my-lists?search=x");
      await expect(page.getByText("Erro ao carregar listas")).toBeVisible();
      await page.unroute("**/api/lists?**");
      await page.getByRole("button", { name: "Tentar novamente" }).click();
      await expect(page.getByText("Nenhuma lista encontrada")).toBeVisible();
      await page.getByRole("button", { name: "Limpar busca" }).last().click();
      await expect(page.getByText("Nenhuma lista ainda")).toBeVisible();
    },
  );

  test(
    "a list opens to its leads, is renamed, and is deleted after saying what that does",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      const { ids } = await createLists(page, account, ["Óticas de Santos", "Padarias"]);
      await page.goto("/my-lists");
      for (const label of [
        "Nome",
        "Busca",
        "Cidade",
        "Estado",
        "Total de leads",
        "Status",
        "Criada em",
        "Concluída em",
      ]) {
        await expect(page.getByRole("columnheader", { name: label, exact: true })).toBeAttached();
      }
      await expect(rowOf(page, "Óticas de Santos")).toContainText("Concluída");
      await expect(
        rowOf(page, "Óticas de Santos").locator("[data-label='Total de leads']"),
      ).toHaveText("2");
      await expect(page.getByLabel("Itens por página").locator("option")).toHaveText([
        "10",
        "20",
        "50",
      ]);
      await expect(page.getByLabel("Itens por página")).toHaveValue("20");

      await rowOf(page, "Óticas de Santos").getByRole("cell").nth(1).click();
      await expect(page).toHaveURL(new RegExp(`/leads\\?list_id=${ids[0]}$`));
      const banner = page.getByRole("region", { name: "Lista aberta" });
      await expect(banner).toContainText("Óticas de Santos");
      await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("1–2 de 2");
      expect(await accessibilityFaults(page)).toEqual([]);
      await banner.getByRole("button", { name: "Ver todos os leads" }).click();
      await expect(banner).toBeHidden();
      await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("1–3 de 3");

      await openScreen(page, "Minhas Listas");
      await rowAction(page, "Padarias", "Renomear lista");
      const form = page.getByRole("dialog", { name: "Renomear lista" });
      await form.getByLabel("Nome da lista").fill(" ");
      await form.getByRole("button", { name: "Salvar" }).click();
      await expect(form.getByText("Informe o nome da lista.")).toBeVisible();
      await form.getByLabel("Nome da lista").fill("Padarias de bairro");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Lista renomeada com sucesso!")).toBeVisible();
      await expect(rowOf(page, "Padarias de bairro")).toBeVisible();

      await rowAction(page, "Padarias de bairro", "Excluir lista");
      const dialog = page.getByRole("dialog", { name: "Excluir lista" });
      await expect(
        dialog.getByText(
          'Tem certeza que deseja excluir a lista "Padarias de bairro"? Esta ação não pode ser desfeita.',
        ),
      ).toBeVisible();
      await expect(dialog.getByText("1 lead é excluído com a lista.")).toBeVisible();
      await expect(
        dialog.getByText("1 lead fica, porque também está em outra lista."),
      ).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Cancelar" }).click();
      await expect(rowOf(page, "Padarias de bairro")).toBeVisible();
      await rowAction(page, "Padarias de bairro", "Excluir lista");
      await dialog.getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText("Lista excluída com sucesso!")).toBeVisible();
      await expect(rowOf(page, "Padarias de bairro")).toBeHidden();
      // The row went with the button that had the focus.
      await expect(page.getByRole("region", { name: "Minhas Listas" })).toBeFocused();
      await openScreen(page, "Leads");
      await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("1–2 de 2");
    },
  );

  test("a deleted list says so", async ({ page, account }) => {
    const { token, ids } = await createLists(page, account, ["Some"]);
    await page.goto("/my-lists");
    await rowAction(page, "Some", "Excluir lista");
    const dialog = page.getByRole("dialog", { name: "Excluir lista" });
    await expect(dialog.getByText("2 leads são excluídos com a lista.")).toBeVisible();
    // Gone between the click and the call: any earlier, and the screen would have heard of it.
    const deleteFirst = async (route: Route) => {
      await page.request.delete(`/api/lists/${ids[0]}`, { headers: { token } });
      await route.continue();
    };
    await page.route(`**/api/lists/${ids[0]}`, deleteFirst, { times: 1 });
    await dialog.getByRole("button", { name: "Sim" }).click();
    await expect(page.getByText("Erro ao excluir lista")).toBeVisible();
    await expect(page.getByText("Lista não encontrada ou não pertence a você.")).toBeVisible();
    await expect(page.getByText("Nenhuma lista ainda")).toBeVisible();
    await page.goto(`/leads?list_id=${ids[0]}`);
    await expect(page.getByRole("region", { name: "Lista aberta" })).toContainText(
      "Lista não encontrada ou não pertence a você.",
    );
  });
});

test(
  "lists are searched, sorted and paged, all of it in the address",
  JOURNEY,
  async ({ page, account }) => {
    await createLists(
      page,
      account,
      Array.from({ length: 12 }, (_, at) => `Lista ${String(at + 1).padStart(2, "0")}`),
    );
    await page.goto("/my-lists?per_page=10");
    const nav = page.getByRole("navigation", { name: "Paginação" });
    await expect(nav).toContainText("1–10 de 12");
    await expect(page.getByRole("row").nth(1)).toContainText("Lista 12");
    await page.getByRole("button", { name: "Nome", exact: true }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByRole("row").nth(1)).toContainText("Lista 01");
    await page.getByRole("button", { name: "Próxima página" }).click();
    await expect(page.getByRole("row").nth(1)).toContainText("Lista 11");
    await page.reload();
    await expect(page.getByRole("row").nth(1)).toContainText("Lista 11");
    await page.keyboard.press("/");
    await page.keyboard.type("lista 05");
    await expect(nav).toContainText("1–1 de 1");
    await expect(page).toHaveURL(/search=lista\+05/);
  },
);

test("a list being filled updates live", async ({ page, account }) => {
  const token = await findToken(page, account);
  await page.goto("/my-lists");
  await expect(page.getByText("Nenhuma lista ainda")).toBeVisible();
  const started = await page.request.post("/api/pages", {
    headers: { token },
    data: { query: "padaria", city: "Campinas", state: "SP", startPage: 1, endPage: 1 },
  });
  expect(started.status()).toBe(202);
  const row = rowOf(page, "padaria em Campinas/SP");
  await expect(row).toBeVisible();
  await expect(row).toContainText("Concluída", { timeout: 60_000 });
  await expect(row.locator("[data-label='Total de leads']")).not.toHaveText("0");
});

test.describe("an account with more lists than a field holds", () => {
  const LEAD = { name: "Padaria do Porto", whatsapp: "5511987650001" };

  test.beforeEach(async ({ account }) => {
    await insertLists(account, 203);
    await insertLeads(account, [LEAD]);
  });

  test("puts leads on an old list, which is searched for", BOTH_WIDTHS, async ({ page }) => {
    await page.goto("/leads");
    await page.getByLabel(`Selecionar ${LEAD.name}`).check();
    const bar = page.getByRole("region", { name: "Leads selecionados" });
    await chooseAction(page, "Adicionar à lista", bar);
    const dialog = page.getByRole("dialog", { name: "Adicionar à lista" });
    const choice = dialog.getByRole("combobox", { name: "Lista", exact: true });
    await choice.click();
    const options = page.getByRole("listbox").getByRole("option");
    await expect(options.first()).toHaveText("Nova lista");
    // Sorted by name, not by age: the first of the 200 that were loaded without a search.
    await expect(options.nth(1)).toHaveText("Lista 4 (0)");
    await choice.fill("nenhuma com este nome");
    await expect(dialog.getByText("Nenhuma lista com este nome.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await choice.fill("lista 1");
    await options.getByText("Lista 1 (0)", { exact: true }).click();
    await expect(choice).toHaveValue("Lista 1 (0)");
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(page.getByText("1 lead adicionado à lista!")).toBeVisible();
  });

  test("filters leads by an old list, and still names it", async ({ page }) => {
    await page.goto("/leads");
    await page.getByRole("button", { name: "Filtros" }).click();
    const filter = page.getByRole("combobox", { name: "Lista", exact: true });
    await filter.fill("lista 2");
    await page.getByRole("option", { name: "Lista 203", exact: true }).click();
    await filter.fill("lista 1");
    await page.getByRole("option", { name: "Lista 1", exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(filter).toHaveAttribute("placeholder", "Lista 203, Lista 1");
    await page.reload();
    await expect(
      page.getByRole("button", { name: "Remover filtro Lista: Lista 203, Lista 1" }),
    ).toBeVisible();
  });
});
