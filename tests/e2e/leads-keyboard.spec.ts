import type { Page } from "@playwright/test";
import type { Account } from "./account";
import { insertLeads } from "./rows";
import { accessibilityFaults, expect, JOURNEY, test } from "./support";

test.use({ signedInAs: "new", expectedStatuses: [400, 404, 409] });

const cell = (page: Page, lead: string, column: string) =>
  page
    .getByRole("table", { name: "Leads" })
    .getByRole("row")
    .filter({ hasText: lead })
    .locator(`td[data-column="${column}"]`);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Three leads with the columns of a working day, the newest first: Padaria, Oficina, Clínica. */
async function openTable(page: Page, account: Account) {
  await insertLeads(
    account,
    ["Clínica Lua", "Oficina Rio", "Padaria Sol"].map((name, at) => ({
      name,
      whatsapp: `551198765200${at}`,
      city: "Santos",
    })),
  );
  await page.addInitScript(() => {
    const shown = {
      email: true,
      city: true,
      value: true,
      last_contact: true,
      next_step: true,
      obs: false,
    };
    localStorage.setItem("leadsColumns", JSON.stringify(shown));
  });
  await page.goto("/leads");
  await expect(page.getByRole("row", { name: /Padaria Sol/ })).toBeVisible();
}

test("values are edited in the table by keyboard alone", JOURNEY, async ({ page, account }) => {
  await openTable(page, account);
  await press(page, "j");
  await expect(cell(page, "Padaria Sol", "name")).toBeFocused();
  await press(page, "j", "k", "ArrowRight", "ArrowRight");
  await expect(cell(page, "Padaria Sol", "email")).toBeFocused();

  // Enter edits, Tab goes on to the next cell that can be edited.
  await press(page, "Enter");
  await expect(page.getByRole("textbox", { name: "E-mail de Padaria Sol" })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type("isto não é");
  await press(page, "Enter");
  await expect(page.getByRole("alert").filter({ hasText: "E-mail inválido." })).toBeVisible();
  await page.getByRole("textbox", { name: "E-mail de Padaria Sol" }).fill("sol@padaria.example");
  await press(page, "Tab");
  await expect(page.getByRole("textbox", { name: "Cidade de Padaria Sol" })).toBeFocused();
  await page.keyboard.type("Campinas");
  await press(page, "Shift+Tab", "Escape");
  await expect(cell(page, "Padaria Sol", "email")).toBeFocused();
  await expect(cell(page, "Padaria Sol", "email")).toHaveText("sol@padaria.example");
  await expect(cell(page, "Padaria Sol", "city")).toHaveText("Campinas");

  // Esc gives up.
  await press(page, "Enter");
  await page.keyboard.type("outro@padaria.example");
  await expect(page.getByRole("textbox", { name: "E-mail de Padaria Sol" })).toHaveValue(
    "outro@padaria.example",
  );
  await press(page, "Escape");
  await expect(cell(page, "Padaria Sol", "email")).toHaveText("sol@padaria.example");

  // What was done is on the server, and can be taken back.
  await press(page, "Control+z");
  await expect(page.getByText("Desfeito: Cidade de Padaria Sol.")).toBeVisible();
  await page.reload();
  await expect(cell(page, "Padaria Sol", "city")).toHaveText("Santos");
  await expect(cell(page, "Padaria Sol", "email")).toHaveText("sol@padaria.example");
});

test("a value that the server refuses comes back with what was typed", async ({
  page,
  account,
}) => {
  await openTable(page, account);
  await cell(page, "Oficina Rio", "whatsapp").focus();
  await press(page, "Enter");
  // Another lead's.
  await page.getByRole("textbox", { name: "WhatsApp de Oficina Rio" }).fill("5511987652002");
  await press(page, "Enter");
  const field = page.getByRole("textbox", { name: "WhatsApp de Oficina Rio" });
  await expect(page.getByRole("alert").filter({ hasText: /já/ })).toBeVisible();
  await expect(field).toHaveValue("+55 (11) 98765-2002");
  const existing = page.getByRole("link", { name: "Abrir lead existente" });
  // In a table of three rows, too.
  await expect(existing).toBeInViewport({ ratio: 1 });
  await press(page, "Tab");
  await expect(existing).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Padaria Sol" })).toBeVisible();
  await press(page, "Escape");

  await cell(page, "Oficina Rio", "whatsapp").focus();
  await press(page, "Enter");
  await field.fill("5511987659999");
  await press(page, "Enter");
  await expect(cell(page, "Oficina Rio", "whatsapp")).toHaveText("+55 (11) 98765-9999");

  await cell(page, "Oficina Rio", "value").focus();
  await press(page, "Enter");
  await page.keyboard.type("1.200,50");
  await press(page, "Enter");
  await expect(cell(page, "Oficina Rio", "value")).toHaveText(/R\$\s1\.200,50/);
});

test("a letter does what is done most with a lead", JOURNEY, async ({ page, account }) => {
  await openTable(page, account);
  await press(page, "j", "j", "e");
  await page.getByRole("menuitem", { name: "Contatado" }).waitFor();
  await press(page, "ArrowDown", "Enter");
  await expect(cell(page, "Oficina Rio", "status")).toHaveText("Contatado");
  await expect(cell(page, "Oficina Rio", "name")).toBeFocused();

  // For a loss the reason is asked.
  await press(page, "e");
  await page.getByRole("menuitem", { name: "Perdido" }).focus();
  await press(page, "Enter");
  const question = page.getByRole("dialog", { name: "Por que o negócio foi perdido?" });
  await question.getByRole("button", { name: "Sem motivo" }).click();
  await expect(cell(page, "Oficina Rio", "status")).toHaveText("Perdido");
  // Each letter is a separate change.
  await cell(page, "Oficina Rio", "name").focus();
  await press(page, "Control+z");
  await expect(cell(page, "Oficina Rio", "status")).toHaveText("Contatado");

  await cell(page, "Oficina Rio", "name").focus();
  await press(page, "t");
  await page.getByRole("dialog", { name: "Nova tarefa" }).getByRole("textbox").first().waitFor();
  await page.keyboard.type("ligar amanhã 14h");
  await press(page, "Enter");
  await expect(page.getByRole("dialog", { name: "Nova tarefa" })).toBeHidden();
  await expect(cell(page, "Oficina Rio", "next_step")).toContainText("amanhã");

  await cell(page, "Oficina Rio", "name").focus();
  await press(page, "n");
  await page.getByRole("dialog", { name: "Nova nota" }).getByRole("textbox").waitFor();
  await page.keyboard.type("Prefere falar à tarde");
  await press(page, "Control+Enter");
  await expect(page.getByRole("dialog", { name: "Nova nota" })).toBeHidden();

  await cell(page, "Oficina Rio", "name").focus();
  await press(page, "x");
  await expect(page.getByRole("checkbox", { name: "Selecionar Oficina Rio" })).toBeChecked();
  await press(page, "x", "Space");
  const drawer = page.getByRole("dialog", { name: /Oficina Rio/ });
  await expect(drawer.getByText("Prefere falar à tarde")).toBeVisible();
  await press(page, "Escape");
  await expect(drawer).toBeHidden();

  await cell(page, "Oficina Rio", "name").focus();
  await press(page, "c");
  await expect(page).toHaveURL(/\/chat-whatsapp/);
});

test("the mouse edits a cell by its pencil", async ({ page, account }) => {
  await openTable(page, account);
  await cell(page, "Clínica Lua", "city").hover();
  await page.getByRole("button", { name: "Editar Cidade de Clínica Lua" }).click();
  await page.getByRole("textbox", { name: "Cidade de Clínica Lua" }).fill("Itu");
  // Leaving the field saves it.
  await page.getByRole("heading", { name: "Gerenciamento de Leads" }).click();
  await expect(cell(page, "Clínica Lua", "city")).toHaveText("Itu");
  await expect(page.getByRole("dialog")).toBeHidden();
});
