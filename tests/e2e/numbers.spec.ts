import type { Page } from "@playwright/test";
import { launch, message, overflow } from "./campaign-page";
import { SANDBOX_URL } from "./ports";
import { insertLeads } from "./rows";
import { expect, expectAccessible, test, WIDE_JOURNEY } from "./support";
import { bubble, conversation, input, list, newPhone, onPhone, pair } from "./whatsapp";

test.use({ signedInAs: "newPro" });

async function choose(page: Page, entry: string) {
  await card(page).getByRole("button", { name: "Opções do número" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

const card = (page: Page) => page.getByRole("region", { name: "WhatsApp" });
const choice = (page: Page, name: string) => card(page).getByRole("button", { name });

test(
  "a second number has its own connection and conversations, and becomes the default one",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    test.slow();
    const first = await pair(page, account);
    const phone = newPhone();
    await first.behave(phone, "reads");
    await first.receive(phone, "Oi, loja");
    await page.goto("/dashboard");
    await expect(card(page).getByText("Conectado", { exact: true })).toBeVisible();
    await expect(card(page).getByRole("button", { name: /padrão/ })).toBeHidden();
    await choose(page, "Adicionar número");
    const dialog = page.getByRole("dialog", { name: "Adicionar número" });
    await dialog.getByLabel("Nome").fill("Vendas");
    await dialog.getByLabel("Cor").selectOption("Azul");
    await expectAccessible(page, (scheme) =>
      page.screenshot({ path: test.info().outputPath(`adding-${scheme}.png`) }),
    );
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(choice(page, "Vendas")).toHaveAttribute("aria-pressed", "true");

    // It is connected like the first one.
    const asked = page.waitForResponse(/instance\/connect/);
    await card(page).getByRole("button", { name: "Conectar WhatsApp" }).click();
    const { data } = (await (await asked).json()) as { data: { code: string } };
    const scanned = await page.request.post(`${SANDBOX_URL}/control/scan`, {
      data: { code: data.code, phone: "5511900010303" },
    });
    const { instance } = (await scanned.json()) as { instance: string };
    expect(instance).not.toBe(first.instance);
    await expect(choice(page, "Vendas")).toContainText("Conectado");
    await expect(card(page).getByText("+55 (11) 90001-0303")).toBeVisible();
    await expectAccessible(page, (scheme) =>
      page.screenshot({ path: test.info().outputPath(`card-${scheme}.png`) }),
    );

    // The same person writes to both: two conversations, each answered by its number.
    await page.request.post(`${SANDBOX_URL}/control/phones/${phone}/reply`, {
      data: { instance, text: "Oi, vendas" },
    });
    await page.goto("/chat-whatsapp");
    await expect(list(page).getByRole("link")).toHaveCount(2);
    const row = list(page).getByRole("link", { name: /Oi, vendas/ });
    await expect(row).toContainText("pelo número Vendas");
    await row.click();
    const by = (name: string) =>
      conversation(page).getByRole("button", { name: `Falar por: ${name}` });
    await expect(by("Vendas")).toBeVisible();
    await input(page).fill("Aqui é das vendas");
    await input(page).press("Enter");
    await expect(bubble(page, "Aqui é das vendas")).toBeVisible();
    await expect(bubble(page, "Oi, loja")).toBeHidden();
    await expectAccessible(page, (scheme) =>
      page.screenshot({ path: test.info().outputPath(`chat-${scheme}.png`) }),
    );
    await by("Vendas").click();
    await page.getByRole("menuitem", { name: "Número 1" }).click();
    await expect(bubble(page, "Oi, loja")).toBeVisible();
    await expect(bubble(page, "Aqui é das vendas")).toBeHidden();
    await input(page).fill("Aqui é da loja");
    await input(page).press("Enter");
    await expect(bubble(page, "Aqui é da loja")).toBeVisible();
    await expect
      .poll(async () => (await first.readLedger("ledger")).map(({ text }) => text))
      .toEqual(["Aqui é da loja"]);

    if (onPhone(page)) await page.getByRole("button", { name: "Voltar para as conversas" }).click();
    await list(page).getByLabel("Número", { exact: true }).selectOption("Vendas");
    await expect(list(page).getByRole("link")).toHaveCount(1);

    await page.goto("/dashboard");
    await choice(page, "Vendas").click();
    await choose(page, "Editar número");
    const edit = page.getByRole("dialog", { name: "Editar número" });
    await edit.getByLabel("Nome").fill("Atacado");
    await edit.getByRole("button", { name: "Salvar" }).click();
    await choose(page, "Tornar padrão");
    await expect(page.getByText("Atacado é o número padrão agora.")).toBeVisible();
    await expect(choice(page, "Atacado")).toContainText("padrão");
    await choice(page, "Número 1").click();
    await choose(page, "Remover número");
    await page.getByRole("button", { name: "Remover", exact: true }).click();
    await expect(page.getByText("O número Número 1 foi removido.")).toBeVisible();
    await expect(card(page).getByText("+55 (11) 90001-0303")).toBeVisible();
    await expect(choice(page, "Atacado")).toBeHidden();
    await page.goto("/chat-whatsapp");
    await list(page)
      .getByRole("link", { name: /Aqui é da loja/ })
      .click();
    await expect(conversation(page).getByText("O número Número 1 foi removido.")).toBeVisible();
    await page.screenshot({ path: test.info().outputPath("removed.png") });
  },
);

test(
  "a campaign goes out by two numbers, which share its people",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    test.slow();
    const first = await pair(page, account);
    const made = await first.post("/api/whatsapp/numbers", { name: "Vendas", colour: "sky" });
    const { number } = (await made.json()) as { number: { id: number } };
    const second = await pair(page, account, { numberId: number.id, phone: "5511900010404" });
    const phones = [1, 2, 3, 4].map(newPhone);
    for (const phone of phones) await first.behave(phone, "reads");
    await insertLeads(
      account,
      phones.map((whatsapp, at) => ({ name: `Padaria ${at + 1}`, whatsapp })),
    );
    await page.goto("/prospect-by-whats");
    const numbers = page.getByRole("group", { name: "Números que enviam" });
    await expect(numbers.getByLabel("Número 1 (padrão)")).toBeChecked();
    // One of them has to send it.
    await expect(numbers.getByLabel("Número 1 (padrão)")).toBeDisabled();
    await numbers.getByLabel("Vendas").check();
    await expect(numbers.getByText("Cada pessoa recebe de um só")).toBeVisible();
    await message(page).fill("Oi, tudo bem?");
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page, (scheme) =>
      numbers.screenshot({ path: test.info().outputPath(`numbers-${scheme}.png`) }),
    );
    await launch(page).getByRole("button", { name: "Iniciar prospecção" }).click();
    const parts = page.getByRole("region", { name: "Por número" });
    await expect(parts.getByRole("listitem")).toHaveCount(2);
    await expect(parts.getByText("Concluída")).toHaveCount(2, { timeout: 60_000 });
    const sent = async (by: typeof first) => (await by.readLedger("ledger")).length;
    const counts = [await sent(first), await sent(second)];
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count)).toBe(4);
    await expect(parts.getByRole("listitem").nth(1)).toContainText(`${counts[1]} de ${counts[1]}`);
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page, (scheme) =>
      page.screenshot({ path: test.info().outputPath(`report-${scheme}.png`), fullPage: true }),
    );
  },
);
