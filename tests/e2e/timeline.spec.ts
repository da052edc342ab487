import { toast } from "./campaign-page";
import { insertLeads } from "./rows";
import { accessibilityFaults, expect, JOURNEY, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new" });

test(
  "notes are written, kept while they are typed, pinned, edited and deleted in the timeline",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [{ name: "Padaria Sol", whatsapp: "5511987653001" }]);
    await page.goto("/leads");
    const row = page.getByRole("button", { name: "Padaria Sol", exact: true });
    await row.click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    const composer = drawer.getByRole("textbox", { name: "Nova nota" });
    await composer.fill("Prefere de manhã");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await page.reload();
    // On some screens the address contains the open lead; the row is there in any case.
    if (!(await drawer.isVisible())) await row.click();
    await expect(composer).toHaveValue("Prefere de manhã");
    await composer.press("Control+Enter");
    await expect(composer).toHaveValue("");

    const today = drawer.getByRole("list", { name: "Hoje" });
    await expect(today.getByText("Prefere de manhã")).toBeVisible();
    await expect(today.getByText(/^Lead criado/)).toBeVisible();
    await today.getByRole("button", { name: "Fixar nota" }).click();
    const pinned = drawer.getByRole("list", { name: "Notas fixadas" });
    await expect(pinned.getByText("Prefere de manhã")).toBeVisible();

    await pinned.getByRole("button", { name: "Editar nota" }).click();
    await pinned.getByRole("textbox", { name: "Editar nota" }).fill("Prefere depois das 14h");
    await page.keyboard.press("Control+Enter");
    await expect(pinned.getByText("Prefere depois das 14h")).toBeVisible();
    await expect(today.getByText("editada")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    const groups = drawer.getByRole("group", { name: "Mostrar" });
    await groups.getByRole("button", { name: "Notas" }).click();
    await expect(today.getByRole("listitem")).toHaveCount(1);
    await groups.getByRole("button", { name: "Mensagens" }).click();
    await expect(drawer.getByText("Nenhuma mensagem ainda.")).toBeVisible();
    await groups.getByRole("button", { name: "Tudo" }).click();

    await pinned.getByRole("button", { name: "Excluir nota" }).click();
    await expect(pinned).toHaveCount(0);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(pinned.getByText("Prefere depois das 14h")).toBeVisible();
  },
);

test.describe("when a note cannot be changed", () => {
  test.use({ expectedStatuses: [500] });

  test(
    "the editor says so itself and keeps the text, and a click is answered by one notice",
    JOURNEY,
    async ({ page, account }) => {
      await insertLeads(account, [{ name: "Padaria Lua", whatsapp: "5511987653002" }]);
      await page.goto("/leads");
      await page.getByRole("button", { name: "Padaria Lua", exact: true }).click();
      const drawer = page.getByRole("dialog", { name: "Padaria Lua" });
      const composer = drawer.getByRole("textbox", { name: "Nova nota" });
      await composer.fill("Prefere de manhã");
      await composer.press("Control+Enter");
      const today = drawer.getByRole("list", { name: "Hoje" });
      let refused = 0;
      await page.route("**/api/notes/*", (route) => {
        refused += 1;
        return route.fulfill({
          status: 500,
          json: { error: `Falha ${refused}.`, code: "internal" },
        });
      });

      await today.getByRole("button", { name: "Editar nota" }).click();
      const editor = today.getByRole("textbox", { name: "Editar nota" });
      await editor.fill("Prefere depois das 14h");
      await editor.press("Control+Enter");
      await expect(today.getByRole("alert")).toHaveText("Falha 1.");
      await expect(editor).toHaveValue("Prefere depois das 14h");
      await today.getByRole("button", { name: "Cancelar" }).click();

      await today.getByRole("button", { name: "Fixar nota" }).click();
      await expect(toast(page).filter({ hasText: "Falha 2." })).toHaveCount(1);
      await expect(toast(page)).toHaveCount(1);
    },
  );
});
