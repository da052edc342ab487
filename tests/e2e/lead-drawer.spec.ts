import type { Page } from "@playwright/test";
import { createToken } from "./account";
import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";

test.use({ signedInAs: "new" });

async function createLeads(page: Page, account: Parameters<typeof createToken>[1], count: number) {
  const token = await createToken(page, account);
  for (let at = 1; at <= count; at += 1) {
    const answer = await page.request.post("/api/leads", {
      headers: { token },
      data: { name: `Bar ${at}`, whatsapp: `1198765430${at}` },
    });
    expect(answer.status()).toBe(201);
  }
}

test(
  "a lead has its address, its actions first, and its neighbours one click away",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await createLeads(page, account, 3);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Bar 2", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByRole("heading", { name: "Bar 2" })).toBeVisible();
    await expect(page).toHaveURL(/lead=\d+/);
    await expect(drawer.getByRole("link", { name: "Abrir no WhatsApp" })).toHaveAttribute(
      "href",
      "https://wa.me/5511987654302",
    );
    await expect(drawer.getByRole("link", { name: "Ligar" })).toHaveAttribute(
      "href",
      "tel:+5511987654302",
    );
    // Empty fields are out of the way.
    await expect(drawer.getByText("CNAE")).toBeHidden();
    await drawer.getByRole("button", { name: "Mostrar todos os campos" }).click();
    await expect(drawer.getByText("CNAE")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByLabel("Status do lead").selectOption("closed");
    await expect(drawer.getByText("Status: Pendente → Fechado, por você")).toBeVisible();
    await expect(drawer.getByLabel("Status do lead")).toHaveValue("closed");

    const address = page.url();
    await drawer.getByRole("button", { name: "Próximo lead" }).click();
    await expect(drawer.getByRole("heading", { name: "Bar 1" })).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Próximo lead" })).toBeDisabled();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/lead=/);

    await page.goto(address);
    await expect(drawer.getByRole("heading", { name: "Bar 2" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/leads$/);
  },
);

test("a deletion can be undone, also after a reload", BOTH_WIDTHS, async ({ page, account }) => {
  await createLeads(page, account, 3);
  await page.goto("/leads");
  await page.getByRole("checkbox", { name: "Selecionar todos desta página" }).check();
  await page.getByRole("button", { name: "Excluir", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
  const notice = page.getByRole("region", { name: "Exclusão recente" });
  await expect(notice).toContainText("3 leads excluídos às");
  await expect(page.getByText("Sua base começa aqui")).toBeVisible();
  await page.reload();
  expect(await accessibilityFaults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByText("3 leads restaurados.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Bar 3", exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("what one tab changes, the others show", async ({ page, account, context }) => {
  await page.goto("/leads");
  await expect(page.getByText("Sua base começa aqui")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/leads");
  await createLeads(page, account, 1);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Bar 1", exact: true })).toBeVisible();
  }
});

test("deleting thousands asks for their number to be typed", async ({ page, account }) => {
  await createLeads(page, account, 2);
  // The answer is changed on its way, instead of creating thousands.
  await page.route("**/api/leads?**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { pagination: object };
    const pagination = { ...body.pagination, total: 1_500, total_pages: 150 };
    await route.fulfill({ response: answer, json: { ...body, pagination } });
  });
  await page.goto("/leads");
  await page.getByRole("checkbox", { name: "Selecionar todos desta página" }).check();
  await page.getByRole("button", { name: "Selecionar todos os 1.500" }).click();
  await page.getByRole("button", { name: "Excluir", exact: true }).click();
  const dialog = page.getByRole("dialog", {
    name: "Tem certeza que deseja excluir 1.500 leads selecionados?",
  });
  const button = dialog.getByRole("button", { name: "Excluir" });
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill("150");
  await expect(button).toBeDisabled();
  await dialog.getByRole("textbox").fill("1.500");
  await expect(button).toBeEnabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 lead(s) excluído(s) com sucesso!")).toBeVisible();
});
