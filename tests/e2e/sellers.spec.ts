import type { Page } from "@playwright/test";
import { type Account, createToken } from "./account";
import { insertColleague, insertLeads, suspend } from "./rows";
import {
  accessibilityFaults,
  chooseMore,
  expect,
  JOURNEY,
  menuButton,
  PHONE_ONLY_JOURNEY,
  selectionBar,
  test,
} from "./support";

test.use({ signedInAs: "new" });

async function openLeads(page: Page, account: Account) {
  const names = ["Padaria Sol", "Clínica Lua", "Bar do Mar"];
  await insertLeads(
    account,
    names.map((name, at) => ({ name, whatsapp: `551198765210${at}`, city: "Santos" })),
  );
  await page.goto("/leads");
}

test(
  "a team gives leads in the drawer and in bulk, takes it back, and filters them by seller",
  JOURNEY,
  async ({ page, account }) => {
    const colleague = await insertColleague(account, "Bia Lima", "manager");
    await openLeads(page, account);
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    const seller = drawer.getByLabel("Vendedor do lead");
    await expect(seller.getByRole("option")).toHaveText([
      "Ninguém",
      "Ana Souza (você)",
      "Bia Lima",
    ]);
    await seller.selectOption("Bia Lima");
    await expect(drawer.getByText("Vendedor: Bia Lima")).toBeVisible();
    await seller.selectOption("Ana Souza (você)");
    await expect(drawer.getByText("Vendedor: Bia Lima → Ana Souza")).toBeVisible();
    await expect(drawer.getByText("Editado por você")).toHaveCount(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Colunas" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Vendedor" }).click();
    await page.keyboard.press("Escape");
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect(row("Padaria Sol")).toContainText("Ana Souza");

    await page.getByRole("checkbox", { name: /Clínica Lua/ }).check();
    await page.getByRole("checkbox", { name: /Bar do Mar/ }).check();
    await chooseMore(page, "Passar para…", selectionBar(page));
    const dialog = page.getByRole("dialog", { name: "Passar para…" });
    await expect(dialog.getByText("2 leads selecionados")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Bia Lima" }).click();
    await expect(page.getByText("2 leads passados para Bia Lima.")).toBeVisible();
    await expect(row("Bar do Mar")).toContainText("Bia Lima");
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(page.getByText("2 leads voltaram ao que eram")).toBeVisible();
    await expect(row("Bar do Mar")).not.toContainText("Bia Lima");

    await page.getByRole("button", { name: "Filtros" }).click();
    await page.getByRole("combobox", { name: "Vendedor" }).fill("meus");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/seller=me/);
    await expect(page.getByText("1–1 de 1")).toBeVisible();
    await expect(page.getByRole("list", { name: "Filtros ativos" })).toContainText("Vendedor:Meus");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Quadro" }).click();
    await expect(
      page.getByRole("region", { name: "Quadro de leads" }).getByRole("img", {
        name: "Vendedor: Ana Souza",
      }),
    ).toHaveText("AS");
    expect(await accessibilityFaults(page)).toEqual([]);

    // The colleague gives the lead back meanwhile.
    const token = await createToken(page, colleague);
    const given = await page.request.post("/api/leads/bulk_seller", {
      headers: { token },
      data: { filter: { search: "Padaria" }, to_ids: [] },
    });
    expect(given.status()).toBe(200);
    await expect(page.getByText("Padaria Sol")).toHaveCount(0);
    await page.goto("/leads?search=Padaria");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).click();
    await expect(seller).toHaveValue("");
    await expect(drawer.getByText("Editado por Bia Lima")).toBeVisible();
  },
);

test(
  "a phone's cards name the seller, also one without access; who works alone sees nothing of sellers",
  PHONE_ONLY_JOURNEY,
  async ({ page, account }) => {
    await openLeads(page, account);
    await menuButton(page, "Colunas").tap();
    await expect(page.getByRole("menuitemcheckbox", { name: "Etiquetas" })).toBeVisible();
    await expect(page.getByRole("menuitemcheckbox", { name: "Vendedor" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).tap();
    const drawer = page.getByRole("dialog", { name: "Padaria Sol" });
    await expect(drawer.getByText("Previsão")).toBeVisible();
    await expect(drawer.getByText("Vendedor")).toHaveCount(0);

    const colleague = await insertColleague(account, "Bia Lima");
    await page.goto("/leads");
    await page.getByRole("button", { name: "Padaria Sol", exact: true }).tap();
    await drawer.getByLabel("Vendedor do lead").selectOption("Bia Lima");
    await expect(drawer.getByText("Vendedor: Bia Lima")).toBeVisible();
    await page.keyboard.press("Escape");
    await menuButton(page, "Colunas").tap();
    await page.getByRole("menuitemcheckbox", { name: "Vendedor" }).tap();
    await page.keyboard.press("Escape");
    const row = page.getByRole("row").filter({ hasText: "Padaria Sol" });
    await expect(row).toContainText("Bia Lima");

    // Her leads stay hers until somebody gives them away.
    await suspend(colleague);
    await page.reload();
    await expect(row).toContainText("Bia Lima");
    await row.getByRole("button", { name: "Padaria Sol", exact: true }).tap();
    await expect(drawer.getByRole("option", { name: "Bia Lima (sem acesso)" })).toHaveJSProperty(
      "selected",
      true,
    );
    await page.keyboard.press("Escape");
    await page.getByLabel("Selecionar Padaria Sol").tap();
    await chooseMore(page, "Passar para…", selectionBar(page));
    const dialog = page.getByRole("dialog", { name: "Passar para…" });
    await expect(dialog.getByRole("button", { name: /Bia Lima/ })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Ninguém" }).tap();
    await expect(page.getByText("1 lead ficou sem vendedor.")).toBeVisible();
    await expect(row).not.toContainText("Bia Lima");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);
