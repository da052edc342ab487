import { insertLeads } from "./rows";
import {
  accessibilityFaults,
  chooseMore,
  expect,
  selectionBar,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

test(
  "tags are put on in the drawer and in bulk, filter the table, and are taken off",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(
      account,
      ["Padaria Sol", "Clínica Lua", "Bar do Mar"].map((name, at) => ({
        name,
        whatsapp: `5511987652${String(at).padStart(3, "0")}`,
      })),
    );
    await page.goto("/leads");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await drawer.getByRole("combobox", { name: "Nova etiqueta" }).fill("Indicação");
    await page.keyboard.press("Enter");
    await expect(drawer.getByRole("list", { name: "Etiquetas" })).toHaveText("Indicação");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    // The others get it at once, by the bar of the selection.
    await page.getByRole("checkbox", { name: /Clínica Lua/ }).check();
    await page.getByRole("checkbox", { name: /Bar do Mar/ }).check();
    await chooseMore(page, "Etiquetas", selectionBar(page));
    const dialog = page.getByRole("dialog", { name: "Etiquetas" });
    await expect(dialog.getByText("2 leads selecionados")).toBeVisible();
    await dialog.getByRole("button", { name: "Pôr Indicação nos selecionados" }).click();
    await expect(page.getByText("2 leads etiquetados com Indicação.")).toBeVisible();
    await expect(dialog.getByText("3 leads", { exact: true })).toBeVisible();
    await dialog.getByLabel("Cor de Indicação").selectOption({ label: "Dourado" });
    await dialog.getByRole("combobox", { name: "Nova etiqueta" }).fill("VIP");
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 leads etiquetados com VIP.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Tirar Indicação dos selecionados" }).click();
    await expect(page.getByText("Indicação tirada de 2 leads.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Nova etiqueta" }).fill("Velha");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Excluir a etiqueta Velha" }).focus();
    await page.keyboard.press("Enter");
    const question = dialog.getByRole("alertdialog", { name: /^Excluir a etiqueta Velha de 2/ });
    await expect(question.getByRole("button", { name: "Cancelar" })).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Velha")).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Limpar seleção" }).click();
    await page.getByRole("button", { name: "Filtros" }).click();
    const filter = page.getByRole("combobox", { name: "Etiqueta", exact: true });
    await filter.fill("vip");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1–2 de 2")).toBeVisible();
    const chips = page.getByRole("list", { name: "Filtros ativos" });
    await expect(chips).toContainText("Etiqueta:VIP");
    await page.keyboard.press("Escape");
    await chips.getByRole("button", { name: "Limpar filtros" }).click();
    await page.getByRole("combobox", { name: "Sem nenhuma" }).fill("vip");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1–1 de 1")).toBeVisible();

    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    await drawer.getByRole("button", { name: "Tirar a etiqueta Indicação" }).click();
    await expect(drawer.getByRole("list", { name: "Etiquetas" })).toHaveCount(0);
  },
);
