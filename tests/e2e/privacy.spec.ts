import type { Page } from "@playwright/test";
import { insertLeads } from "./rows";
import { accessibilityFaults, chooseMore, expect, openScreen, test, WIDE_JOURNEY } from "./support";

// A note that names the person, and an erased person, are refused.
test.use({ signedInAs: "new", expectedStatuses: [400, 409] });

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const result = (page: Page) => page.getByLabel("Resultado");

async function search(page: Page, way: string, text: string) {
  await page.getByLabel("Procurar por").selectOption({ label: way });
  await page.getByLabel(way, { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

test(
  "a person is found, gets a copy, is erased by a typed word, stays out, and is allowed again",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Ana Quitéria", whatsapp: "5511987650042" },
      { name: "Outra empresa", whatsapp: "5511987650043" },
    ]);
    await page.goto("/dashboard");
    await openScreen(page, "Não perturbe");
    await page.getByRole("link", { name: "Pedidos de titulares" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Pedidos de titulares" }),
    ).toBeVisible();
    await expect(page.getByText("Nenhum pedido ainda")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await search(page, "Telefone ou WhatsApp", "123");
    await expect(page.getByText("Informe o número com DDD.")).toBeVisible();
    await search(page, "Nome ou usuário do WhatsApp", "quiteria");
    await page.getByRole("button", { name: "Ver Ana Quitéria" }).click();
    await expect(result(page).getByText("1 lead", { exact: true })).toBeVisible();
    await expect(result(page).getByRole("link", { name: "Ana Quitéria" })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await result(page).getByRole("button", { name: "Exportar" }).click();
    const copying = page.getByRole("dialog", { name: "Exportar os dados desta pessoa" });
    await copying.getByLabel("Por onde").selectOption({ label: "E-mail" });
    await copying.getByRole("button", { name: "Registrar e preparar" }).click();
    await expect(copying).toBeHidden();
    const copy = page.getByRole("link", { name: "Abrir para imprimir ou salvar em PDF" });
    const [printed] = await Promise.all([page.waitForEvent("popup"), copy.click()]);
    await expect(printed.getByRole("heading", { name: "Cópia dos dados pessoais" })).toBeVisible();
    await expect(printed.getByText("Ana Quitéria").first()).toBeVisible();
    await printed.close();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Baixar JSON" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^pedido-\d+\.json$/);

    await result(page).getByRole("button", { name: "Apagar tudo" }).click();
    const erasing = page.getByRole("dialog", { name: "Apagar tudo desta pessoa?" });
    const confirm = erasing.getByRole("button", { name: "Apagar tudo" });
    await expect(confirm).toBeDisabled();
    await erasing.getByLabel("Observação (opcional)").fill("Pediu pelo 11 98765-0042");
    await erasing.getByLabel("Para confirmar, digite APAGAR").fill("apagar");
    expect(await accessibilityFaults(page)).toEqual([]);
    await confirm.click();
    await expect(erasing.getByText("não escreva nela o telefone", { exact: false })).toBeVisible();
    await erasing.getByLabel("Observação (opcional)").fill("Protocolo 77");
    // Enter does nothing until the refused attempt is over, which is a moment after its message.
    await expect(confirm).toBeEnabled();
    await erasing.getByLabel("Para confirmar, digite APAGAR").press("Enter");
    await expect(erasing).toBeHidden();
    await expect(page.getByText("Apagados: 1 lead", { exact: false })).toBeVisible();
    await expect(result(page).getByText("Já apagada")).toBeVisible();
    await expect(
      result(page).getByText("Nada é guardado desta pessoa", { exact: false }),
    ).toBeVisible();
    await expect(copy).toBeHidden();
    expect(await overflow(page)).toBe(0);

    await page.goto("/leads");
    await expect(page.getByRole("button", { name: "Outra empresa", exact: true })).toBeVisible();
    await expect(page.getByText("Ana Quitéria")).toBeHidden();
    await chooseMore(page, "Adição rápida");
    const adding = page.getByRole("dialog", { name: "Adição rápida" });
    await adding.getByLabel("A empresa em uma linha").fill("Ana Quitéria 11 98765-0042");
    await adding.getByRole("button", { name: "Adicionar" }).click();
    await expect(
      page.getByText("Os dados desta pessoa foram apagados", { exact: false }).first(),
    ).toBeVisible();

    await page.goto("/nao-perturbe/titulares");
    await page.getByRole("button", { name: /^Permitir de novo a pessoa/ }).click();
    const asking = page.getByRole("alertdialog", { name: "Voltar a aceitar esta pessoa?" });
    await expect(asking.getByRole("button", { name: "Cancelar" })).toBeFocused();
    await asking.getByRole("button", { name: "Permitir" }).click();
    await expect(page.getByText("Permitida de novo", { exact: true })).toBeVisible();
  },
);
