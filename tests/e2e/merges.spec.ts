import type { Page } from "@playwright/test";
import { insertLeads } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseMore,
  expect,
  selectionBar,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const shoot = async (page: Page, name: string) => {
  const folder = process.env["MERGE_PICTURES"];
  if (folder)
    await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png` });
};

test(
  "two leads are merged from the drawer by keyboard alone, and parted again",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Padaria Sol", whatsapp: "5511987653001", email: "oi@sol.example" },
      { name: "Padaria Sol Ltda", whatsapp: "5511987653002", email: "oi@sol.example" },
    ]);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await drawer.getByRole("button", { name: "Juntar com outro lead…" }).focus();
    await page.keyboard.press("Enter");
    const search = page.getByRole("dialog", { name: "Juntar com outro lead" });
    const similar = search.getByRole("button", { name: /Padaria Sol Ltda.*Mesmo e-mail/ });
    await expect(similar).toBeVisible();
    await similar.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Juntar 2 leads" });
    const number = dialog.getByRole("group", { name: "WhatsApp" });
    await expect(number.getByRole("radio").first()).toBeChecked();
    await expect(
      dialog.getByRole("group", { name: "Nome" }).getByRole("radio", { name: "Padaria Sol Ltda" }),
    ).toBeChecked();
    await number.getByRole("radio").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(number.getByRole("radio").nth(1)).toBeChecked();
    expect(await fits(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "dialog");
    await dialog.getByRole("button", { name: "Juntar", exact: true }).focus();
    await page.keyboard.press("Enter");

    const merged = page.getByRole("dialog", { name: "Padaria Sol Ltda" });
    await expect(merged.getByText("+55 (11) 98765-3002").first()).toBeVisible();
    await expect(merged.getByText("Juntado com Padaria Sol Ltda").first()).toBeVisible();
    await shoot(page, "drawer");
    await merged
      .getByRole("list", { name: "Junções" })
      .getByRole("button", { name: "Desfazer junção" })
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Junção desfeita: 1 lead voltou.")).toBeVisible();
    await page.goto("/leads");
    await expect(page.getByRole("button", { name: "Padaria Sol", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Padaria Sol Ltda", exact: true })).toBeVisible();
  },
);

test("two leads that are ticked are merged, and the toast takes it back", async ({
  page,
  account,
}) => {
  await insertLeads(account, [
    { name: "Casa Azul", whatsapp: "5511987653011" },
    { name: "Casa Verde", whatsapp: "5511987653012" },
  ]);
  await page.goto("/leads");
  await page.getByRole("checkbox", { name: "Selecionar Casa Azul" }).check();
  await page.getByRole("checkbox", { name: "Selecionar Casa Verde" }).check();
  await chooseMore(page, "Juntar", selectionBar(page));
  const dialog = page.getByRole("dialog", { name: "Juntar 2 leads" });
  await dialog.getByRole("group", { name: "Lead que fica" }).getByText("Casa Verde").click();
  await dialog.getByRole("button", { name: "Juntar", exact: true }).click();
  await expect(page.getByRole("button", { name: "Casa Azul", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Desfazer junção" }).click();
  await expect(page.getByRole("button", { name: "Casa Azul", exact: true })).toBeVisible();
});

test(
  "possible duplicates are merged group by group, told apart, and parted again",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Oficina Um", whatsapp: "5511987653021", email: "um@oficina.example" },
      { name: "Oficina Um Ltda", email: "um@oficina.example" },
      { name: "Loja Dois", whatsapp: "5511987653022", email: "dois@loja.example" },
      { name: "Loja Dois ME", email: "dois@loja.example" },
      { name: "Bar Três", whatsapp: "5511987653023", city: "Santos" },
      { name: "Bar Tres", city: "Santos" },
    ]);
    await page.goto("/leads");
    await chooseMore(page, "Possíveis duplicados");
    const groups = page.getByRole("list", { name: "Grupos" }).locator("> li");
    await expect(groups).toHaveCount(3);
    const names = groups.filter({ hasText: "Mesmo nome e cidade?" });
    await expect(names.getByRole("checkbox")).not.toBeChecked();
    await expect(groups.filter({ hasText: "Oficina Um" }).getByRole("checkbox")).toBeChecked();
    expect(await fits(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "duplicates");
    await names.getByRole("button", { name: "Não são duplicados" }).click();
    await expect(groups).toHaveCount(2);
    await page.getByRole("button", { name: "Juntar 2 grupos" }).click();
    await expect(page.getByText("2 grupos juntados.")).toBeVisible();
    await expect(page.getByText("Nenhum duplicado")).toBeVisible();
    const merges = page.getByRole("list", { name: "Junções" }).locator("> li");
    await expect(merges).toHaveCount(2);
    await shoot(page, "merged");
    await merges.first().getByRole("button", { name: "Desfazer junção" }).click();
    await expect(groups).toHaveCount(1);
    await expect(merges).toHaveCount(1);
  },
);
