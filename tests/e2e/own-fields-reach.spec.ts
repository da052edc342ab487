import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { message, preview } from "./campaign-page";
import { accessibilityFaults, BOTH_WIDTHS, expect, test, WIDE_JOURNEY } from "./support";

/** Places other than the table of leads where own fields are written and read: the lead's form, and messages. */

test.use({ signedInAs: "new", expectedStatuses: [400] });

async function post(page: Page, account: Account, path: string, data: object) {
  const headers = { token: await findToken(page, account) };
  const answer = await page.request.post(path, { headers, data });
  expect(answer.status()).toBe(201);
}

async function addFields(page: Page, account: Account) {
  await post(page, account, "/api/own_fields", { name: "Cargo", kind: "text" });
  await post(page, account, "/api/own_fields", { name: "Frota", kind: "number" });
  const choices = ["Loja", "Site"];
  await post(page, account, "/api/own_fields", { name: "Canais", kind: "choices", choices });
}

test(
  "a lead's form has the account's fields, folded until one has a value",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await addFields(page, account);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Criar lead" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
    await expect(dialog.getByLabel("Cargo", { exact: true })).toBeHidden();
    for (const [label, text] of [
      ["Nome", "Padaria Sol"],
      ["WhatsApp", "11987654321"],
      ["Site", "padariasol.com.br"],
      ["Endereço", "Rua das Flores, 10"],
      ["Observações", "Abre cedo"],
    ] as const) {
      await dialog.getByLabel(label, { exact: false }).first().fill(text);
    }
    await dialog.getByText("Campos da conta").click();
    await dialog.getByLabel("Cargo", { exact: true }).fill("Dona");
    await dialog.getByLabel("Frota").fill("doze");
    // A field that is wrong is not folded away, and nothing that was typed is lost.
    await dialog.getByText("Campos da conta").click();
    await dialog.getByRole("button", { name: "Enviar" }).click();
    await expect(dialog.getByText("Use um número, como 1.200,50.")).toBeVisible();
    await expect(dialog.getByLabel("Frota")).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Frota").fill("1.200,5");
    await dialog.getByRole("button", { name: "Enviar" }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await expect(drawer.getByText("1.200,5", { exact: true })).toBeVisible();
    await drawer.getByRole("button", { name: "Editar lead" }).click();
    await expect(dialog.getByLabel("Cargo", { exact: true })).toHaveValue("Dona");
    await dialog.getByLabel("Cargo", { exact: true }).fill("");
    await dialog.getByLabel("Frota").fill("7");
    await dialog.getByRole("button", { name: "Enviar" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    await expect(drawer.getByText("7", { exact: true })).toBeVisible();
    // The history keeps it.
    await expect(drawer.locator("dd").filter({ hasText: "Dona" })).toBeHidden();
  },
);

test(
  "a message names the account's fields, and says what stands for a missing value",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await addFields(page, account);
    await post(page, account, "/api/leads", { name: "Padaria Lua", whatsapp: "11987654322" });
    const own = { cargo: "dona", canais: ["Loja", "Site"] };
    await post(page, account, "/api/leads", { name: "Padaria Sol", whatsapp: "11987654321", own });
    await page.goto("/prospect-by-whats");
    await message(page).fill("Oi, ");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Inserir variável" }).click();
    await page.getByRole("menuitem", { name: /^cargo/ }).click();
    await expect(message(page)).toHaveValue("Oi, {{cargo}}");
    await message(page).fill("Oi, {{cargo|responsável}}! Vi {{canais|a padaria}}, {{carga}}.");
    // The audience's first lead, and the next one.
    await expect(preview(page)).toContainText("Oi, responsável! Vi a padaria,.");
    await preview(page).getByRole("button", { name: "Próximo lead" }).click();
    await expect(preview(page)).toContainText("Oi, dona! Vi Loja e Site,.");
    await page.getByRole("button", { name: "Iniciar prospecção" }).click();
    await expect(page.getByText("Variável desconhecida: {{carga}}")).toBeVisible();
    await expect(message(page)).toBeFocused();
    await message(page).fill(`Oi, {{cargo|${"a".repeat(101)}}}!`);
    await expect(page.getByText(/^Depois de \{\{cargo\| use até 100 caracteres/)).toBeVisible();
  },
);
