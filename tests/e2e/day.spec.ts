import type { Locator, Page } from "@playwright/test";
import {
  chooseMore,
  expect,
  expectAccessible,
  openScreen,
  PHONE_ONLY_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { pair } from "./whatsapp";

// A number that is not in the address book.
test.use({ signedInAs: "new", expectedStatuses: [404] });

const MOST_TABS = 120;

/** Moves to an element by keyboard, and uses it. */
async function press(page: Page, target: Locator, key = "Enter") {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await isThere()); tabs += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
  await page.keyboard.press(key);
}

async function goByPalette(page: Page, words: string, name: string | RegExp) {
  // A page that has just come listens to keys a moment after it is there: whoever sees nothing presses again.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").first().waitFor({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.type(words);
  const option = page.getByRole("option", { name }).first();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
}

test(
  "a day goes by keyboard alone: added in a line, moved, planned, answered and won with its value",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    await page.goto("/dashboard");
    await page.getByRole("main").waitFor();

    // Added in one line.
    await goByPalette(page, "adição", "Adição rápida de lead");
    const adding = page.getByRole("dialog", { name: "Adição rápida" });
    await expect(adding.getByLabel("A empresa em uma linha")).toBeFocused();
    await page.keyboard.type("Padaria Sol 11 98765-4321 padariasol.com.br");
    await expect(adding.getByText("+55 (11) 98765-4321")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Padaria Sol: lead criado.")).toBeVisible();

    // Moved on the board.
    await goByPalette(page, "leads", "Leads");
    await press(page, page.getByRole("button", { name: "Quadro" }));
    const board = page.getByRole("region", { name: "Quadro de leads" });
    const card = board.getByRole("button", { name: /^Padaria Sol/ });
    const stage = (name: string) => board.getByRole("region", { name: new RegExp(`^${name}:`) });
    await press(page, card, "Shift+ArrowRight");
    await expect(stage("Contatado").getByText("Padaria Sol", { exact: true })).toBeVisible();

    // Planned next to the lead.
    await press(page, card);
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await press(page, drawer.getByRole("textbox", { name: "Nova tarefa" }), "l");
    await page.keyboard.type("igar hoje 23:59");
    await page.keyboard.press("Enter");
    await expect(drawer.getByRole("checkbox", { name: "Concluir: Ligar" })).toBeVisible();
    await expect(drawer.getByRole("textbox", { name: "Nova tarefa" })).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();

    // Answered in the day, and the task done there.
    await whatsapp.receive("5511987654321", "Quanto custa?");
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page).toHaveURL(/\/hoje$/);
    await press(page, page.getByRole("button", { name: "Responder a Padaria Sol" }));
    await expect(page.getByRole("textbox", { name: "Mensagem para Padaria Sol" })).toBeFocused();
    await page.keyboard.type("R$ 97 por mês");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Mensagem enviada para Padaria Sol.")).toBeVisible();
    await press(page, page.getByRole("checkbox", { name: "Concluir: Ligar" }), "Space");
    await expect(page.getByText("Tudo em dia")).toBeVisible();
    await expectAccessible(page);
    expect((await whatsapp.readLedger("ledger")).at(-1)?.text).toBe("R$ 97 por mês");

    // Won with its value.
    await goByPalette(page, "leads", "Leads");
    await press(page, page.getByRole("button", { name: "Quadro" }));
    await expect(stage("Respondeu").getByText("Padaria Sol", { exact: true })).toBeVisible();
    await press(page, card);
    await press(page, drawer.getByRole("button", { name: "Editar negócio" }));
    await press(page, drawer.getByLabel("Valor (R$)"), "9");
    await page.keyboard.type("70");
    await press(page, drawer.getByRole("button", { name: "Salvar" }));
    await expect(drawer.getByRole("region", { name: "Negócio" }).getByText("R$ 970")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await press(page, card, "Shift+ArrowRight");
    await expect(stage("Fechado").getByText("Padaria Sol", { exact: true })).toBeVisible();
    await expect(stage("Fechado").getByText("R$ 970").first()).toBeVisible();
  },
);

/** Nothing is outside the window to the side. */
async function expectNoSideways(page: Page) {
  const sideways = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
}

test("the same day goes by touch on a phone", PHONE_ONLY_JOURNEY, async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  await page.goto("/dashboard");

  // Added in one line.
  await openScreen(page, "Leads");
  await chooseMore(page, "Adição rápida");
  const adding = page.getByRole("dialog", { name: "Adição rápida" });
  await adding
    .getByLabel("A empresa em uma linha")
    .fill("Padaria Sol 11 98765-4321 padariasol.com.br");
  await adding.getByRole("button", { name: "Adicionar" }).tap();
  await expect(page.getByText("Padaria Sol: lead criado.")).toBeVisible();

  // Moved on the board, by its menu.
  await page.getByRole("button", { name: "Quadro" }).tap();
  const board = page.getByRole("region", { name: "Quadro de leads" });
  const stage = (name: string) => board.getByRole("region", { name: new RegExp(`^${name}:`) });
  const move = async (to: string) => {
    await board.getByRole("button", { name: "Ações de Padaria Sol" }).tap();
    await page.getByRole("menuitem", { name: to }).tap();
    await expect(stage(to).getByText("Padaria Sol", { exact: true })).toBeVisible();
  };
  await move("Contatado");
  await expectNoSideways(page);

  // Planned next to the lead.
  const card = board.getByRole("button", { name: /^Padaria Sol/ });
  await card.tap();
  const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
  await drawer.getByRole("textbox", { name: "Nova tarefa" }).fill("ligar hoje 23:59");
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("checkbox", { name: "Concluir: Ligar" })).toBeVisible();
  await drawer.getByRole("button", { name: "Fechar" }).tap();
  await expect(drawer).toBeHidden();

  // Answered in the day, and the task done there.
  await whatsapp.receive("5511987654321", "Quanto custa?");
  await openScreen(page, "Hoje");
  await page.getByRole("button", { name: "Responder a Padaria Sol" }).tap();
  const answer = page.getByRole("textbox", { name: "Mensagem para Padaria Sol" });
  await answer.fill("R$ 97 por mês");
  await page.getByRole("button", { name: "Enviar", exact: true }).tap();
  await expect(page.getByText("Mensagem enviada para Padaria Sol.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Concluir: Ligar" }).tap();
  await expect(page.getByText("Tudo em dia")).toBeVisible();
  await expectNoSideways(page);
  await expectAccessible(page);
  expect((await whatsapp.readLedger("ledger")).at(-1)?.text).toBe("R$ 97 por mês");

  // Won with its value.
  await openScreen(page, "Leads");
  await page.getByRole("button", { name: "Quadro" }).tap();
  await expect(stage("Respondeu").getByText("Padaria Sol", { exact: true })).toBeVisible();
  await card.tap();
  await drawer.getByRole("button", { name: "Editar negócio" }).tap();
  await drawer.getByLabel("Valor (R$)").fill("970");
  await drawer.getByRole("button", { name: "Salvar" }).tap();
  await expect(drawer.getByRole("region", { name: "Negócio" }).getByText("R$ 970")).toBeVisible();
  await drawer.getByRole("button", { name: "Fechar" }).tap();
  await expect(drawer).toBeHidden();
  await move("Fechado");
  await expect(stage("Fechado").getByText("R$ 970").first()).toBeVisible();
});
