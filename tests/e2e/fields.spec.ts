import { insertLeads } from "./rows";
import { accessibilityFaults, chooseMore, expect, test, WIDE_JOURNEY } from "./support";

// A name that is taken is refused.
test.use({ signedInAs: "new", expectedStatuses: [409] });

test(
  "fields are made above the table, filled in the drawer, filtered by, deleted and brought back",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(
      account,
      ["Padaria Sol", "Clínica Lua"].map((name, at) => ({
        name,
        whatsapp: `5511987653${String(at).padStart(3, "0")}`,
      })),
    );
    await page.goto("/leads");
    await chooseMore(page, "Campos dos leads");
    const dialog = page.getByRole("dialog", { name: "Campos dos leads" });
    await dialog.getByRole("button", { name: "Novo campo" }).click();
    await dialog.getByLabel("Nome do campo").fill("Frota");
    await dialog.getByLabel("Tipo").selectOption({ label: "Número" });
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Número · 0 leads")).toBeVisible();
    await dialog.getByRole("button", { name: "Novo campo" }).click();
    await dialog.getByLabel("Nome do campo").fill("frota");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Já existe um campo com este nome.")).toBeVisible();
    await dialog.getByLabel("Nome do campo").fill("Porte");
    await dialog.getByLabel("Tipo").selectOption({ label: "Escolha única" });
    await dialog.getByLabel("Opções").fill("MEI\nME");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Escolha única · 0 leads")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    // A wrong value keeps what was typed, and says what it may be.
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await drawer.getByRole("button", { name: "Editar campos" }).click();
    await drawer.getByLabel("Frota").fill("doze");
    await drawer.getByLabel("Porte").selectOption("MEI");
    const form = drawer.getByRole("form", { name: "Campos" });
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(form.getByText("Use um número, como 1.200,50.")).toBeVisible();
    await form.getByLabel("Frota").fill("1.200,5");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(drawer.getByText("1.200,5", { exact: true })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Filtros", exact: true }).click();
    const filter = page.getByRole("form", { name: "Filtrar por campo" });
    await filter.getByLabel("Campo").selectOption({ label: "Frota" });
    await filter.getByLabel("Condição").selectOption({ label: "a partir de" });
    await filter.getByLabel("Valor").fill("1.000");
    await filter.getByRole("button", { name: "Filtrar" }).click();
    await expect(page.getByRole("button", { name: "Clínica Lua", exact: true })).toBeHidden();
    await expect(page.getByRole("button", { name: "Padaria Sol", exact: true })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Remover filtro Frota: a partir de 1.000" }).click();
    await expect(page.getByRole("button", { name: "Clínica Lua", exact: true })).toBeVisible();

    await chooseMore(page, "Campos dos leads");
    await dialog.getByRole("button", { name: "Excluir Frota" }).click();
    await expect(dialog.getByText("1 valor vai junto.")).toBeVisible();
    await dialog.getByRole("button", { name: "Excluir campo" }).click();
    await dialog.getByRole("button", { name: "Recuperar Frota" }).click();
    await expect(dialog.getByText("Número · 1 lead")).toBeVisible();
  },
);
