import type { Page } from "@playwright/test";
import { insertLeads } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  openMenu,
  openScreen,
  PHONE_ONLY_JOURNEY,
  pressBack,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

/** Opens a screen with another one before it, to which Back leads. */
async function reachLeads(page: Page) {
  await page.goto("/dashboard");
  await openScreen(page, "Leads");
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole("button", { name: "Criar lead" }).first()).toBeVisible();
}

test("Back closes a dialog, and then leaves the screen", BOTH_WIDTHS, async ({ page }) => {
  await reachLeads(page);
  await page.getByRole("button", { name: "Criar lead" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
  await expect(dialog).toBeVisible();
  await pressBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(page.getByRole("button", { name: "Criar lead" }).first()).toBeFocused();
  await pressBack(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Back asks before it closes a dialog with typed text", WIDE_JOURNEY, async ({ page }) => {
  await reachLeads(page);
  await page.getByRole("button", { name: "Criar lead" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
  const name = dialog.getByLabel("Nome", { exact: true });
  const question = dialog.getByRole("alertdialog", { name: "Descartar alterações?" });
  await name.fill("Padaria do Porto");
  await pressBack(page);
  await expect(question.getByRole("button", { name: "Continuar editando" })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole("button", { name: "Continuar editando" }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Padaria do Porto");
  await pressBack(page);
  await question.getByRole("button", { name: "Descartar" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);
});

/** Events and properties that other browsers lack. */
const UNTOLD: Record<string, () => unknown> = {
  "without the Navigation API": () => Reflect.deleteProperty(window, "navigation"),
  // Firefox, by its button and by its keys.
  "that calls no step the person's": () =>
    Object.defineProperty(NavigateEvent.prototype, "userInitiated", { value: false }),
};
for (const [browser, forget] of Object.entries(UNTOLD)) {
  test(`Back does the same in a browser ${browser}`, WIDE_JOURNEY, async ({ page, account }) => {
    await page.addInitScript(forget);
    await insertLeads(account, [{ name: "Bar do Porto", whatsapp: "5511987654301" }]);
    await reachLeads(page);
    const told = await page.evaluate(
      () => "navigation" in window && NavigateEvent.prototype.userInitiated,
    );
    expect(told).toBe(false);
    const question = page.getByRole("alertdialog", { name: "Descartar alterações?" });

    await test.step("a dialog with typed text", async () => {
      await page.getByRole("button", { name: "Criar lead" }).first().click();
      const name = page
        .getByRole("dialog", { name: "Gerenciar Lead" })
        .getByLabel("Nome", { exact: true });
      await name.fill("Padaria do Porto");
      await pressBack(page);
      await question.getByRole("button", { name: "Continuar editando" }).click();
      await expect(name).toHaveValue("Padaria do Porto");
      await expect(page).toHaveURL(/\/leads$/);
      await pressBack(page);
      await question.getByRole("button", { name: "Descartar" }).click();
      await expect(name).toBeHidden();
      await expect(page).toHaveURL(/\/leads$/);
    });

    await test.step("a drawer with an address", async () => {
      await page.getByRole("button", { name: "Bar do Porto", exact: true }).click();
      const drawer = page.getByRole("dialog", { name: "Bar do Porto" });
      await drawer.getByRole("textbox", { name: "Nova tarefa" }).fill("ligar");
      await pressBack(page);
      await question.getByRole("button", { name: "Descartar" }).click();
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL(/\/leads$/);
    });

    await test.step("nothing is open: the screen is left", async () => {
      await pressBack(page);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Boas-vindas");
    });
  });
}

test(
  "Back asks in a lead's drawer, and closes what is open over it first",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await insertLeads(account, [{ name: "Bar do Porto", whatsapp: "5511987654301" }]);
    await reachLeads(page);
    await page.getByRole("button", { name: "Bar do Porto", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "Bar do Porto" });
    await expect(page).toHaveURL(/lead=/);

    await test.step("a dialog over it", async () => {
      await drawer.getByRole("button", { name: "Adicionar contato" }).click();
      const contact = page.getByRole("dialog", { name: "Novo contato" });
      await expect(contact).toBeVisible();
      await pressBack(page);
      await expect(contact).toBeHidden();
      await expect(drawer).toBeVisible();
    });

    await test.step("typed text", async () => {
      const task = drawer.getByRole("textbox", { name: "Nova tarefa" });
      const question = drawer.getByRole("alertdialog", { name: "Descartar alterações?" });
      await task.click();
      await task.fill("ligar");
      await pressBack(page);
      await question.getByRole("button", { name: "Continuar editando" }).click();
      await expect(task).toHaveValue("ligar");
      await expect(page).toHaveURL(/lead=/);
      await pressBack(page);
      await question.getByRole("button", { name: "Descartar" }).click();
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL(/\/leads$/);
    });

    await test.step("nothing typed: its address closes it", async () => {
      await page.getByRole("button", { name: "Bar do Porto", exact: true }).click();
      await expect(drawer).toBeVisible();
      await pressBack(page);
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL(/\/leads$/);
    });
  },
);

test("Back closes the menu over a screen", PHONE_ONLY_JOURNEY, async ({ page }) => {
  await reachLeads(page);
  await openMenu(page);
  const menu = page.getByRole("navigation", { name: "Principal" });
  await expect(menu).toBeVisible();
  await pressBack(page);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/leads$/);
});
