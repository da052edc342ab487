import type { Locator, Page } from "@playwright/test";
import type { Account } from "./account";
import { insertLeads, insertTask } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseMore,
  expect,
  JOURNEY,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";

// A name that is taken; a number that is not in the address book.
test.use({ signedInAs: "new", expectedStatuses: [404, 409] });

const BOARD = "/leads?layout=board";

const column = (page: Page, stage: string) =>
  page
    .getByRole("region", { name: "Quadro de leads" })
    .getByRole("region", { name: new RegExp(`^${stage}:`) });
const card = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Quadro de leads" })
    .getByRole("listitem")
    .filter({ hasText: name });
const names = (of: Locator) => of.locator("[data-card] .line-clamp-2");

async function openBoard(page: Page, account: Account, leads: string[]) {
  await insertLeads(
    account,
    leads.map((name, at) => ({
      name,
      whatsapp: `5511987651${String(at).padStart(3, "0")}`,
      city: "Santos",
    })),
  );
  await page.goto(BOARD);
  await expect(names(column(page, "Novo"))).toHaveCount(leads.length);
}

test(
  "cards are moved by keyboard and by menu, and moves are taken back",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await openBoard(page, account, ["Padaria Sol", "Clínica Lua"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await card(page, "Padaria Sol")
      .getByRole("button", { name: /^Padaria Sol/ })
      .focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(names(column(page, "Contatado"))).toHaveText(["Padaria Sol"]);
    await expect(page.getByRole("status").filter({ hasText: "Padaria Sol: Contatado" })).toHaveText(
      "Padaria Sol: Contatado, posição 1 de 1.",
    );
    // It keeps the focus, and moves on by the next key.
    await expect(
      card(page, "Padaria Sol").getByRole("button", { name: /^Padaria Sol/ }),
    ).toBeFocused();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(names(column(page, "Respondeu"))).toHaveText(["Padaria Sol"]);
    await page.keyboard.press("Control+z");
    await expect(names(column(page, "Contatado"))).toHaveText(["Padaria Sol"]);
    await page.keyboard.press("Control+z");
    await expect(names(column(page, "Contatado"))).toHaveCount(0);
    await expect(names(column(page, "Novo"))).toHaveCount(2);

    // For a loss the reason is asked once.
    await card(page, "Clínica Lua").getByRole("button", { name: "Ações de Clínica Lua" }).click();
    await page.getByRole("menuitem", { name: "Perdido" }).click();
    const dialog = page.getByRole("dialog", { name: "Por que o negócio foi perdido?" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Outro motivo" }).fill("Mudou de ramo");
    await dialog.getByRole("button", { name: "Usar" }).click();
    await expect(names(column(page, "Perdido"))).toHaveText(["Clínica Lua"]);

    // The drawer shows the reason, and the deal's value is on the card and above its column.
    await card(page, "Clínica Lua")
      .getByRole("button", { name: /^Clínica Lua/ })
      .click();
    const drawer = page.getByRole("dialog", { name: "Clínica Lua" });
    await expect(drawer.getByText("Mudou de ramo")).toBeVisible();
    await expect(drawer.getByText("Status: Novo → Perdido, por você")).toBeVisible();
    await drawer.getByRole("button", { name: "Editar negócio" }).click();
    await drawer.getByLabel("Valor (R$)").fill("mil");
    await drawer.getByRole("button", { name: "Salvar" }).click();
    await expect(drawer.getByText(/^Use um valor como 1\.200,50/)).toBeVisible();
    await drawer.getByLabel("Valor (R$)").fill("1.250,50");
    await drawer.getByRole("button", { name: "Salvar" }).click();
    await expect(
      drawer.getByRole("region", { name: "Negócio" }).getByText("R$ 1.250,50"),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(column(page, "Perdido").getByText("R$ 1.250,50")).toHaveCount(2);
    await page.reload();
    await expect(names(column(page, "Perdido"))).toHaveText(["Clínica Lua"]);
    await expect(names(column(page, "Novo"))).toHaveText(["Padaria Sol"]);

    // Taken back, it is lost for the same reason.
    await card(page, "Clínica Lua").getByRole("button", { name: "Ações de Clínica Lua" }).click();
    await page.getByRole("menuitem", { name: "Novo" }).click();
    await expect(names(column(page, "Novo"))).toHaveText(["Clínica Lua", "Padaria Sol"]);
    await page.keyboard.press("Control+z");
    await expect(names(column(page, "Perdido"))).toHaveText(["Clínica Lua"]);
    await card(page, "Clínica Lua")
      .getByRole("button", { name: /^Clínica Lua/ })
      .click();
    await expect(drawer.getByText("Mudou de ramo")).toBeVisible();
  },
);

test(
  "a card is dragged to its place, which stays after a reload",
  JOURNEY,
  async ({ page, account }) => {
    await openBoard(page, account, ["Primeira", "Segunda", "Terceira"]);
    const order = await names(column(page, "Novo")).allTextContents();
    const [top = "", middle = "", bottom = ""] = order;
    await drag(page, card(page, bottom), card(page, top), "below");
    await expect(names(column(page, "Novo"))).toHaveText([top, bottom, middle]);
    await drag(page, card(page, top), column(page, "Respondeu"), "below");
    await expect(names(column(page, "Respondeu"))).toHaveText([top]);
    await expect(page.getByText(`${top} → Respondeu`)).toBeVisible();
    await drag(page, card(page, middle), card(page, top), "above");
    await expect(names(column(page, "Respondeu"))).toHaveText([middle, top]);
    await page.reload();
    await expect(names(column(page, "Respondeu"))).toHaveText([middle, top]);
    await expect(names(column(page, "Novo"))).toHaveText([bottom]);
    await page.keyboard.press("Control+z");
    // Moves from before a reload are not taken back.
    await expect(names(column(page, "Respondeu"))).toHaveText([middle, top]);
  },
);

test(
  "stages are added, put in order and removed, and hold the leads that one says",
  PHONE_JOURNEY,
  async ({ page, account }) => {
    await openBoard(page, account, ["Padaria Sol"]);
    await chooseMore(page, "Etapas do funil");
    const dialog = page.getByRole("dialog", { name: "Etapas do funil" });
    await expect(dialog.getByRole("listitem")).toHaveCount(5);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Nova etapa" }).click();
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Informe o nome da etapa.")).toBeVisible();
    await dialog.getByLabel("Nome da etapa").fill("novo");
    await dialog.getByLabel("Dias até ficar parado").fill("0");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Use de 1 a 365 dias, ou deixe em branco.")).toBeVisible();
    await dialog.getByLabel("Dias até ficar parado").fill("7");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Já existe uma etapa com este nome.")).toBeVisible();
    await dialog.getByLabel("Nome da etapa").fill("Proposta");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByRole("listitem").nth(3)).toContainText(
      "Proposta0 leads · conta como Respondeu · parado depois de 7 dias",
    );
    await dialog.getByRole("button", { name: "Subir Proposta" }).click();
    await expect(dialog.getByRole("listitem").nth(2)).toContainText("Proposta");
    await page.keyboard.press("Escape");

    await card(page, "Padaria Sol").getByRole("button", { name: "Ações de Padaria Sol" }).click();
    await page.getByRole("menuitem", { name: "Proposta" }).click();
    await expect(names(column(page, "Proposta"))).toHaveText(["Padaria Sol"]);
    await chooseMore(page, "Etapas do funil");
    await dialog.getByRole("button", { name: "Remover Proposta" }).click();
    await expect(dialog.getByText("Remover Proposta, que tem 1 lead?")).toBeVisible();
    await dialog.getByLabel("Para onde vão os leads").selectOption({ label: "Contatado" });
    await dialog.getByRole("button", { name: "Remover etapa" }).click();
    await expect(page.getByText("Etapa removida: 1 lead movido.")).toBeVisible();
    await expect(dialog.getByRole("listitem")).toHaveCount(5);
    await page.keyboard.press("Escape");
    await expect(names(column(page, "Contatado"))).toHaveText(["Padaria Sol"]);
  },
);

test("the board is kept by a view, with the filters of the table", async ({ page, account }) => {
  await openBoard(page, account, ["Padaria Sol", "Clínica Lua"]);
  await page.getByRole("searchbox", { name: "Pesquisar leads" }).fill("padaria");
  await expect(names(column(page, "Novo"))).toHaveText(["Padaria Sol"]);
  await page.getByRole("button", { name: "Minhas visões" }).click();
  await page.getByRole("menuitem", { name: "Salvar visão atual" }).click();
  await page.getByLabel("Nome da visão").fill("Padarias no quadro");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(page.getByText("Visão salva!")).toBeVisible();
  await page.goto("/leads");
  await expect(page.getByRole("table", { name: "Leads" })).toBeVisible();
  await page.getByRole("button", { name: "Minhas visões" }).click();
  await page.getByRole("menuitem", { name: "Padarias no quadro" }).click();
  await expect(names(column(page, "Novo"))).toHaveText(["Padaria Sol"]);
  await page.getByRole("button", { name: "Tabela" }).click();
  await expect(page.getByRole("row", { name: /Padaria Sol/ })).toBeVisible();
});

test("a column loads what is scrolled to, and no more", BOTH_WIDTHS, async ({ page, account }) => {
  const leads = Array.from({ length: 90 }, (_, at) => ({
    name: `Empresa ${String(at).padStart(2, "0")}`,
    whatsapp: `5511987653${String(at).padStart(3, "0")}`,
  }));
  await insertLeads(account, leads);
  const pages: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/leads\/board\/\d+/.test(request.url())) pages.push(request.url());
  });
  await page.goto(BOARD);
  await expect(names(column(page, "Novo"))).not.toHaveCount(0);
  await page.waitForLoadState("networkidle");
  expect(pages.length).toBeLessThanOrEqual(1);
  const list = column(page, "Novo").getByRole("list");
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(names(column(page, "Novo"))).toHaveCount(90, { timeout: 500 });
  }).toPass();
  expect(pages.length).toBe(4);
});

/** With the mouse, in steps, as a hand moves it. */
/** Drops the card when the line shows the place: the board draws it a moment after the pointer moved. */
async function drag(page: Page, from: Locator, to: Locator, side: "above" | "below") {
  await from.hover({ position: { x: 60, y: 12 } });
  const end = await to.boundingBox();
  if (!end) throw new Error("A card or a column is not on the screen.");
  const top = side === "above" ? end.y : Math.min(end.y + end.height, end.y + 300);
  await page.mouse.down();
  await page.mouse.move(end.x + 80, side === "above" ? top + 4 : top - 4, { steps: 12 });
  const line = page.getByRole("region", { name: "Quadro de leads" }).locator("li.bg-primary");
  await expect(async () => {
    const place = await line.boundingBox({ timeout: 1000 });
    // The board may have moved sideways below the pointer.
    const left = (await to.boundingBox())?.x ?? end.x;
    expect(place?.x).toBeGreaterThanOrEqual(left);
    expect(place?.x).toBeLessThan(left + end.width);
    if (end.height < 300) expect(Math.abs((place?.y ?? 0) - top)).toBeLessThan(14);
  }).toPass();
  await page.mouse.up();
}

test("a conversation opens beside the board, and the next task stands on the card", async ({
  page,
  account,
}) => {
  await openBoard(page, account, ["Padaria Sol", "Clínica Lua"]);
  await insertTask(account, { what: "Cobrar retorno", lead: "Padaria Sol", minutes: -26 * 60 });
  await page.reload();
  await expect(card(page, "Padaria Sol")).toContainText("Cobrar retorno");
  await expect(card(page, "Padaria Sol").getByText("Atrasada:")).toBeAttached();

  await card(page, "Padaria Sol")
    .getByRole("button", { name: /^Padaria Sol/ })
    .focus();
  await page.keyboard.press("c");
  const conversation = page.getByRole("region", { name: "Conversa" });
  await expect(conversation.getByRole("heading", { name: "Padaria Sol" })).toBeVisible();
  await expect(card(page, "Clínica Lua")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await conversation.getByRole("button", { name: "Fechar a conversa" }).click();
  await expect(conversation).toBeHidden();
  await expect(page).toHaveURL(/layout=board/);
});
