import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { insertLeads } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseMore,
  expect,
  PHONE_JOURNEY,
  selectionBar,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

const addLeads = (account: Account, count: number) =>
  insertLeads(
    account,
    Array.from({ length: count }, (_, at) => ({
      name: `Bar ${at + 1}`,
      whatsapp: `551198765430${at + 1}`,
    })),
  );

/** Through the API, which notifies the open pages. */
async function createLead(page: Page, account: Account) {
  const token = await findToken(page, account);
  const answer = await page.request.post("/api/leads", {
    headers: { token },
    data: { name: "Bar 1", whatsapp: "11987654301" },
  });
  expect(answer.status()).toBe(201);
}

test(
  "a lead has its address, its actions first, and its neighbours one click away",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await addLeads(account, 3);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Bar 2", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("heading", { name: "Bar 2" })).toBeVisible();
    await expect(page).toHaveURL(/lead=\d+/);
    await expect(drawer.getByRole("link", { name: "Abrir no WhatsApp" })).toHaveAttribute(
      "href",
      "https://wa.me/5511987654302",
    );
    await expect(drawer.getByRole("link", { name: "Ligar", exact: true })).toHaveAttribute(
      "href",
      "tel:+5511987654302",
    );
    // Empty fields are out of the way.
    await expect(drawer.getByText("CNAE")).toBeHidden();
    await drawer.getByRole("button", { name: "Mostrar todos os campos" }).click();
    await expect(drawer.getByText("CNAE")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByLabel("Status do lead").selectOption({ label: "Fechado" });
    await expect(drawer.getByText("Status: Novo → Fechado, por você")).toBeVisible();
    await expect(drawer.getByLabel("Status do lead").locator("option:checked")).toHaveText(
      "Fechado",
    );

    const address = page.url();
    await drawer.getByRole("button", { name: "Próximo lead" }).click();
    await expect(drawer.getByRole("heading", { name: "Bar 1" })).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Próximo lead" })).toBeDisabled();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/lead=/);

    await page.goto(address);
    await expect(drawer.getByRole("heading", { name: "Bar 2" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/leads$/);
  },
);

test("a deletion can be undone, also after a reload", WIDE_JOURNEY, async ({ page, account }) => {
  await addLeads(account, 3);
  await page.goto("/leads");
  await page.getByRole("checkbox", { name: "Selecionar todos desta página" }).check();
  await chooseMore(page, "Excluir", selectionBar(page));
  await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
  const notice = page.getByRole("region", { name: "Exclusão recente" });
  await expect(notice).toContainText("3 leads excluídos às");
  await expect(page.getByText("Sua base começa aqui")).toBeVisible();
  await page.reload();
  expect(await accessibilityFaults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByText("3 leads restaurados.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Bar 3", exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("the status of who asked to leave is locked, with its reason, until the number is free", async ({
  page,
  account,
}) => {
  await createLead(page, account);
  const headers = { token: await findToken(page, account) };
  const data = { number: "11987654301" };
  expect((await page.request.post("/api/opt-outs", { headers, data })).status()).toBe(201);
  await page.goto("/leads");
  await page.getByRole("button", { name: "Bar 1", exact: true }).click();
  const drawer = page.getByRole("dialog");
  const status = drawer.getByRole("combobox", { name: "Status do lead" });
  await expect(status).toBeDisabled();
  await expect(status).toHaveAccessibleDescription(
    /^Pediu para não receber mensagens: o status só muda depois que você libera o número/,
  );
  await expect(drawer.getByText("Pediu para não receber", { exact: true })).toBeVisible();
  await expect(drawer.getByText("Campanhas escrevem aqui")).toBeHidden();
  expect(await accessibilityFaults(page)).toEqual([]);

  const found = await page.request.get("/api/opt-outs?search=98765-4301", { headers });
  const { opt_outs } = (await found.json()) as { opt_outs: { id: number }[] };
  const removal = { headers, data: { reason: "Pediu um orçamento" } };
  await page.request.post(`/api/opt-outs/${opt_outs[0]?.id}/removal`, removal);
  await expect(status).toBeEnabled();
  await status.selectOption({ label: "Contatado" });
  await expect(drawer.getByText("Campanhas escrevem aqui")).toBeVisible();
});

test("what one tab changes, the others show", async ({ page, account, context }) => {
  await page.goto("/leads");
  await expect(page.getByText("Sua base começa aqui")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/leads");
  await createLead(page, account);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Bar 1", exact: true })).toBeVisible();
  }
});

test("deleting thousands asks for their number to be typed", async ({ page, account }) => {
  await addLeads(account, 2);
  // The answer is changed on its way, instead of creating thousands.
  await page.route("**/api/leads?**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { pagination: object };
    const pagination = { ...body.pagination, total: 1_500, total_pages: 150 };
    await route.fulfill({ response: answer, json: { ...body, pagination } });
  });
  await page.goto("/leads");
  await page.getByRole("checkbox", { name: "Selecionar todos desta página" }).check();
  await page.getByRole("button", { name: "Selecionar todos os 1.500" }).click();
  await chooseMore(page, "Excluir", selectionBar(page));
  const dialog = page.getByRole("dialog", {
    name: "Tem certeza que deseja excluir 1.500 leads selecionados?",
  });
  const button = dialog.getByRole("button", { name: "Excluir" });
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill("150");
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill("1.500");
  await expect(button).toBeEnabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 lead(s) excluído(s) com sucesso!")).toBeVisible();
});

const FORMS = [
  ["/profile/api", "Novo token", "Novo token de API", "Nome"],
  ["/profile/webhooks", "Novo webhook", "Novo webhook", "Endereço"],
  ["/nao-perturbe", "Bloquear o primeiro", "Bloquear número", "WhatsApp"],
  ["/nao-perturbe", "Importar", "Importar números", "Números"],
  ["/hoje", "Nova tarefa", "Nova tarefa", "Nova tarefa"],
] as const;

test("what was typed into a form of another dialog is not lost by a slip either", async ({
  page,
}) => {
  for (const [path, button, name, field] of FORMS) {
    await test.step(name, async () => {
      await page.goto(path);
      await page.getByRole("button", { name: button, exact: true }).click();
      const dialog = page.getByRole("dialog", { name });
      const input = dialog.getByLabel(field, { exact: true });
      await input.pressSequentially("1");
      await page.keyboard.press("Escape");
      const question = dialog.getByRole("alertdialog", { name: "Descartar alterações?" });
      await expect(question).toBeVisible();
      // A second slip takes the question back, and nothing else.
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
      await expect(input).not.toHaveValue("");
      await page.keyboard.press("Escape");
      await question.getByRole("button", { name: "Descartar" }).click();
      await expect(dialog).toBeHidden();
    });
  }
});

test(
  "what was typed into a lead is not lost by a slip",
  PHONE_JOURNEY,
  async ({ page, account }) => {
    await addLeads(account, 1);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Criar lead" }).click();
    const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
    const question = page.getByRole("alertdialog", { name: "Descartar alterações?" });
    // Nothing typed, nothing asked.
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Criar lead" }).click();
    await dialog.getByLabel("Nome", { exact: true }).fill("Padaria do Porto");
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: "Continuar editando" })).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel("Nome", { exact: true })).toHaveValue("Padaria do Porto");
    // The browser also asks before the page is left.
    const asks = () =>
      page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await asks()).toBe(true);
    await dialog.getByRole("button", { name: "Fechar" }).click();
    await question.getByRole("button", { name: "Descartar" }).click();
    await expect(dialog).toBeHidden();
    expect(await asks()).toBe(false);
  },
);

test("ticking keeps the table in its place, and Shift takes in a range", async ({
  page,
  account,
}) => {
  await addLeads(account, 6);
  await page.goto("/leads");
  const table = page.getByRole("table");
  await expect(page.getByLabel("Selecionar Bar 6")).toBeVisible();
  const before = await table.boundingBox();
  await page.getByLabel("Selecionar Bar 5").check();
  await page.getByLabel("Selecionar Bar 2").click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Leads selecionados" });
  await expect(bar).toContainText("4 selecionados");
  expect(await table.boundingBox()).toEqual(before);
  await bar.getByRole("button", { name: "Limpar seleção" }).click();
  await expect(page.getByRole("searchbox", { name: "Pesquisar leads" })).toBeVisible();
  expect(await table.boundingBox()).toEqual(before);
});

test(
  "what is typed for one lead is not saved for the next one",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await addLeads(account, 2);
    await page.goto("/leads");
    const rows = page
      .getByRole("table", { name: "Leads" })
      .locator("tbody")
      .getByRole("button", { name: /^Bar \d$/ });
    await rows.first().click();
    const drawer = page.getByRole("dialog");
    const deal = drawer.getByRole("form", { name: "Negócio" });
    await drawer.getByRole("button", { name: "Editar negócio" }).click();
    await deal.getByLabel("Valor (R$)").fill("50.000");
    await drawer.getByRole("textbox", { name: "Nova tarefa" }).fill("ligar");
    const first = await drawer.getByRole("heading", { level: 2 }).textContent();
    await drawer.getByRole("button", { name: "Próximo lead" }).click();
    const question = drawer.getByRole("alertdialog", { name: "Descartar alterações?" });
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(deal.getByLabel("Valor (R$)")).toHaveValue("50.000");
    await drawer.getByRole("button", { name: "Próximo lead" }).click();
    await question.getByRole("button", { name: "Descartar" }).click();
    await expect(drawer.getByRole("heading", { level: 2 })).not.toHaveText(first ?? "");
    await expect(deal).toBeHidden();
    await expect(drawer.getByRole("textbox", { name: "Nova tarefa" })).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
  },
);
