import { insertLeads } from "./rows";
import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new", expectedStatuses: [400, 404, 409] });

test(
  "contacts are added, edited, made the main one, deleted and brought back in the drawer",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Padaria Sol", whatsapp: "5511987650001" },
      { name: "Padaria Lua", whatsapp: "5511987650009" },
    ]);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    const contacts = drawer.getByRole("list", { name: "Contatos" });
    await expect(contacts.getByRole("listitem")).toHaveText(/98765-0001.*Campanhas escrevem aqui/);

    await drawer.getByRole("button", { name: "Adicionar contato" }).click();
    const form = page.getByRole("form", { name: "Novo contato" });
    await form.getByLabel("Cargo").fill("Compras");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(form.getByText("Informe um nome, um número ou um e-mail.")).toBeVisible();
    await form.getByLabel("Nome").fill("Maria");
    await form.getByLabel("WhatsApp").fill("11987650001");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(form.getByText("Este já é o número do contato principal.")).toBeVisible();
    await form.getByLabel("WhatsApp").fill("11987650002");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(form).toBeHidden();
    const maria = contacts.getByRole("listitem").filter({ hasText: "Maria, Compras" });
    await expect(maria).toContainText("98765-0002");
    await expect(
      maria.getByRole("link", { name: "Abrir conversa com Maria, Compras" }),
    ).toHaveAttribute("href", /contato=%2B5511987650002/);
    expect(await accessibilityFaults(page)).toEqual([]);

    await maria.getByRole("button", { name: "Ações de Maria, Compras" }).click();
    await page.getByRole("menuitem", { name: "Editar" }).click();
    const edit = page.getByRole("form", { name: "Editar contato" });
    await edit.getByLabel("E-mail").fill("maria@sol.example");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(maria).toContainText("maria@sol.example");

    await maria.getByRole("button", { name: "Ações de Maria, Compras" }).click();
    await page.getByRole("menuitem", { name: "Tornar principal" }).click();
    await expect(
      page.getByText("As campanhas passam a escrever para Maria, Compras."),
    ).toBeVisible();
    await expect(contacts.getByRole("listitem").first()).toHaveText(
      /Maria, Compras.*Campanhas escrevem aqui/,
    );

    const before = contacts.getByRole("listitem").nth(1);
    await before.getByRole("button", { name: /^Ações de/ }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await expect(contacts.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(before).toContainText("98765-0001");

    await page.keyboard.press("Escape");
    await page.getByRole("searchbox").first().fill("maria");
    await expect(page.getByRole("button", { name: "Padaria Lua", exact: true })).toBeHidden();
    await expect(page.getByRole("button", { name: "Padaria Sol", exact: true })).toBeVisible();
  },
);

test("C asks whom to write to, and the conversation says whose it is", async ({
  page,
  account,
}) => {
  await insertLeads(account, [{ name: "Padaria Sol", whatsapp: "5511987650001" }]);
  await page.goto("/leads");
  await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
  await drawer.getByRole("button", { name: "Adicionar contato" }).click();
  const form = page.getByRole("form", { name: "Novo contato" });
  await form.getByLabel("Nome").fill("Maria");
  await form.getByLabel("Cargo").fill("compras");
  await form.getByLabel("WhatsApp").fill("11987650002");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(form).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await page.keyboard.press("j");
  await page.keyboard.press("c");
  const asked = page.getByRole("dialog", { name: "Escrever para quem?" });
  await expect(asked.getByRole("button", { name: /98765-0001/ })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await asked.getByRole("button", { name: /Maria, compras/ }).click();
  await expect(page).toHaveURL(/contato=%2B5511987650002/);
  const conversation = page.getByRole("region", { name: "Conversa" });
  await expect(
    conversation.getByRole("heading", { name: "Maria, compras · Padaria Sol" }),
  ).toBeVisible();
  const tray = page.getByRole("complementary", { name: "Dados do lead" });
  const contacts = tray.getByRole("list", { name: "Contatos" }).getByRole("listitem");
  await expect(contacts.filter({ hasText: "Maria, compras" })).toContainText("Nesta conversa");
  expect(await accessibilityFaults(page)).toEqual([]);
});
