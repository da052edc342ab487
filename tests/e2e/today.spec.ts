import type { Page } from "@playwright/test";
import { insertLeads, insertTask } from "./rows";
import {
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new" });

const adder = (page: Page) => page.getByRole("textbox", { name: "Nova tarefa" });
const tasks = (page: Page) => page.getByRole("region", { name: "Tarefas", exact: true });
const line = (page: Page, what: string) =>
  tasks(page).getByRole("listitem").filter({ hasText: what });

/** Types a task, waits until the page shows how it understood it, and saves it by Enter. */
async function addTask(page: Page, typed: string, understood: string | RegExp) {
  await adder(page).focus();
  await page.keyboard.type(typed);
  await expect(page.getByText(understood, { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(adder(page)).toHaveValue("");
}

test(
  "tasks are typed beside the lead, stand in the day, and are put off and done by keyboard",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [{ name: "Bar Central", whatsapp: newPhone() }]);
    await page.goto("/leads");
    const drawer = page.getByRole("dialog");
    // A key that comes before the page listens is lost.
    await expect(async () => {
      await page.getByRole("button", { name: "Bar Central", exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(drawer.getByRole("heading", { name: "Bar Central" })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass();
    await addTask(page, "ligar amanhã 14h", "Ligar · amanhã, 14:00");
    await expect(line(page, "Ligar")).toContainText("Amanhã, 14:00");
    await addTask(page, "mandar proposta hoje", "Mensagem: Mandar proposta · hoje");
    await expect(tasks(page).getByRole("listitem")).toHaveCount(2);
    await adder(page).fill("visita hoje 00:00");
    await expect(page.getByText("Este horário já passou.")).toBeVisible();
    await expectAccessible(page);
    await adder(page).fill("pagar todo dia 5");
    await adder(page).press("Enter");
    await expect(page.getByText("Uma tarefa não se repete: diga um só dia")).toBeVisible();
    await expect(adder(page)).toHaveValue("pagar todo dia 5");
    await expect(tasks(page).getByRole("listitem")).toHaveCount(2);
    await adder(page).fill("");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();

    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page).toHaveURL(/\/hoje$/);
    await expect(line(page, "Mandar proposta")).toContainText("Hoje");
    await expect(line(page, "Mandar proposta").getByRole("link")).toHaveText("Bar Central");
    await expect(tasks(page).getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);

    await page.getByRole("button", { name: "Adiar: Mandar proposta" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menu")).toBeVisible();
    await page.getByRole("menuitem", { name: /Amanhã às 9/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Adiada para amanhã, 09:00.")).toBeVisible();
    await expect(page.getByText("Tudo em dia")).toBeVisible();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(line(page, "Mandar proposta")).toBeVisible();

    await page.getByRole("checkbox", { name: "Concluir: Mandar proposta" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Tarefa concluída.")).toBeVisible();
    await expect(page.getByText("Tudo em dia")).toBeVisible();
    await expectAccessible(page);

    // Of a lead, by '@' and a part of its name, without leaving the line.
    await page.getByRole("button", { name: "Nova tarefa" }).click();
    const dialog = page.getByRole("dialog", { name: "Nova tarefa" });
    await adder(page).pressSequentially("cobrar hoje @centr");
    const option = dialog.getByRole("option", { name: /Bar Central/ });
    await expect(option).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(option).toBeHidden();
    await page.keyboard.type("a");
    await expect(option).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("De Bar Central")).toBeVisible();
    await expect(adder(page)).toHaveValue("cobrar hoje ");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(line(page, "Cobrar").getByRole("link")).toHaveText("Bar Central");
  },
);

test("a task is changed, deleted and brought back, and the table knows the next one", async ({
  page,
  account,
}) => {
  await insertLeads(account, [{ name: "Bar Central", whatsapp: newPhone() }]);
  await insertTask(account, { what: "Cobrar retorno", lead: "Bar Central", minutes: -26 * 60 });
  await page.goto("/leads");
  const table = page.getByRole("table", { name: "Leads" });
  await expect(table.getByText("Tarefa atrasada: Cobrar retorno")).toBeAttached();
  await page.getByRole("button", { name: "Colunas" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Próximo passo" }).click();
  await page.keyboard.press("Escape");
  await expect(table.getByRole("columnheader", { name: "Próximo passo" })).toBeVisible();
  await expect(table.getByText(/Cobrar retorno/).last()).toBeVisible();

  await page.getByRole("button", { name: "Bar Central", exact: true }).click();
  await page.getByRole("button", { name: "Editar: Cobrar retorno" }).click();
  const dialog = page.getByRole("dialog", { name: "Editar tarefa" });
  await dialog.getByLabel("O que fazer").fill("Visitar a loja");
  await dialog.getByLabel("Tipo").selectOption("visit");
  await dialog.getByLabel("Dia").fill("31/01/2030");
  await dialog.getByLabel("Horário, se houver").fill("");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(line(page, "Visitar a loja")).toContainText("quinta, 31/01/2030");
  await expect(table.getByText("Tarefa atrasada")).toHaveCount(0);
  await page.getByRole("button", { name: "Excluir: Visitar a loja" }).click();
  await expect(line(page, "Visitar a loja")).toHaveCount(0);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(line(page, "Visitar a loja")).toContainText("quinta, 31/01/2030");
});

test("a reply that waits is answered where it stands", PHONE_JOURNEY, async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.createLead(phone, "Padaria Sol");
  await page.goto("/hoje");
  await expect(page.getByText("Tudo em dia")).toBeVisible();
  await whatsapp.receive(phone, "Quanto custa?");
  const replies = page.getByRole("region", { name: "Respostas que esperam" });
  await expect(replies.getByRole("listitem")).toContainText("Quanto custa?");
  await expect(
    replies.getByRole("link", { name: "Abrir a conversa com Padaria Sol" }),
  ).toHaveAttribute("href", /\/chat-whatsapp\?contato=/);
  await page.getByRole("button", { name: "Responder a Padaria Sol" }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Mensagem para Padaria Sol" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("R$ 97 por mês");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Mensagem enviada para Padaria Sol.")).toBeVisible();
  await expect(page.getByText("Tudo em dia")).toBeVisible();
  expect((await whatsapp.readLedger("ledger")).at(-1)?.text).toBe("R$ 97 por mês");
});

test(
  "a task is added beside the conversation, and a late one marks it",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.createLead(phone, "Padaria Sol");
    await whatsapp.receive(phone, "Bom dia");
    await insertTask(account, { what: "Mandar o preço", lead: "Padaria Sol", minutes: -26 * 60 });
    await page.goto("/chat-whatsapp");
    await expect(row(page, /Padaria Sol/)).toContainText("Tarefa atrasada: Mandar o preço");
    await row(page, /Padaria Sol/).click();
    const tray = page.getByRole("complementary", { name: "Dados do lead" });
    const button = page.getByRole("button", { name: "Dados do lead", exact: true });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    await expect(line(page, "Mandar o preço")).toContainText("Atrasada");
    await addTask(page, "ligar em 3 dias", /^Ligar · /);
    await expect(tasks(page).getByRole("listitem")).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "Concluir: Mandar o preço" }).click();
    await expect(line(page, "Mandar o preço")).toBeHidden();
    await expect(tray.getByText("Tarefa atrasada")).toHaveCount(0);
  },
);

test("the hour of a task is told in one of the tabs, and it is done from there", async ({
  page,
  account,
}) => {
  await insertLeads(account, [{ name: "Bar Central", whatsapp: newPhone() }]);
  const other = await page.context().newPage();
  await page.goto("/leads");
  await other.goto("/dashboard");
  await insertTask(account, { what: "Ligar agora", lead: "Bar Central", minutes: 0 });
  const noticeOf = (tab: Page) => tab.getByRole("alert").filter({ hasText: "Ligar agora" });
  const countNotices = async () => (await noticeOf(page).count()) + (await noticeOf(other).count());
  // The worker looks every 15 seconds.
  await expect.poll(countNotices, { timeout: 40_000 }).toBe(1);
  const tab = (await noticeOf(page).count()) === 1 ? page : other;
  await expect(noticeOf(tab).getByRole("link", { name: "Abrir" })).toBeVisible();
  // It belongs to no screen.
  await tab.keyboard.press("g");
  await tab.keyboard.press("h");
  await expect(tab).toHaveURL(/\/hoje$/);
  await expect(line(tab, "Ligar agora")).toBeVisible();
  await noticeOf(tab).getByRole("button", { name: "Concluir" }).click();
  await expect(tab.getByText("Tarefa concluída.")).toBeVisible();
  await expect(tab.getByText("Tudo em dia")).toBeVisible();
  await expect.poll(countNotices).toBe(0);
});

test("a task of nothing in particular comes from the palette", async ({ page }) => {
  await page.goto("/dashboard");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Ir para..." });
  await palette.getByRole("combobox").fill("nova tarefa");
  await expect(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(adder(page)).toBeFocused();
  await page.keyboard.type("pagar a fatura hoje");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Tarefa criada: hoje.")).toBeVisible();
  await page.goto("/hoje");
  await expect(line(page, "Pagar a fatura")).toBeVisible();
});

test(
  "a lead that rests beyond its stage's days gets a next step, or moves on",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Bar Parado", whatsapp: newPhone(), status: "answered", stagedDaysAgo: 9 },
      { name: "Loja Parada", whatsapp: newPhone(), status: "sent", stagedDaysAgo: 12 },
    ]);
    await page.goto("/hoje");
    const resting = page.getByRole("region", { name: "Leads parados" });
    await expect(resting.getByRole("listitem")).toHaveCount(2);
    await expect(resting.getByRole("listitem").first()).toContainText("Bar Parado");
    await expect(resting.getByRole("listitem").first()).toContainText("parado há 9 dias");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Nova tarefa para Bar Parado" }).focus();
    await page.keyboard.press("Enter");
    await expect(adder(page)).toBeFocused();
    await page.keyboard.type("ligar amanhã 14h");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Tarefa criada: amanhã, 14:00.")).toBeVisible();
    await expect(resting.getByRole("listitem")).toHaveCount(1);

    await page.getByRole("button", { name: "Mover Loja Parada" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Perdido" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Preço" }).click();
    await expect(page.getByText("Loja Parada → Perdido")).toBeVisible();
    await expect(page.getByText("Tudo em dia")).toBeVisible();
  },
);

test(
  "a deal is forecast, won with its value, and told in the reports",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Bar Central", whatsapp: newPhone(), status: "answered", valueCents: 250_000 },
      { name: "Loja Sol", whatsapp: newPhone(), status: "sent", valueCents: 100_000 },
    ]);
    await page.goto("/dashboard");
    const forecast = page.getByRole("region", { name: "Previsão de vendas" });
    await expect(forecast.getByText("R$ 3.500")).toHaveCount(2);
    await expect(forecast.getByRole("listitem").filter({ hasText: "Sem previsão" })).toContainText(
      "R$ 3.500",
    );
    await expectAccessible(page);

    await page.goto("/leads?layout=board");
    await page.getByRole("button", { name: "Ações de Bar Central" }).click();
    await page.getByRole("menuitem", { name: "Fechado" }).click();
    await page.getByRole("button", { name: "Ações de Loja Sol" }).click();
    await page.getByRole("menuitem", { name: "Perdido" }).click();
    await page.getByRole("button", { name: "Preço" }).click();
    await expect(page.getByText("Loja Sol → Perdido")).toBeVisible();

    await page.goto("/events");
    const deals = page.getByRole("region", { name: "Ganhos e perdas" });
    await expect(deals).toContainText("1 ganho (R$ 2.500) e 1 perdido: taxa de 50%.");
    await deals.getByLabel("Agrupar negócios").selectOption("Por motivo da perda");
    await expect(deals.getByRole("row").filter({ hasText: "Preço" })).toContainText("1");
    await expectAccessible(page);
  },
);
