import type { Page } from "@playwright/test";
import { chatPath } from "@/lib/paths";
import { toast } from "./campaign-page";
import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";
import { newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new", expectedStatuses: [400, 404] });

const strip = (page: Page) => page.getByRole("region", { name: "Mensagens agendadas" });
const field = (page: Page) => page.getByRole("textbox", { name: "Mensagem", exact: true });
const line = (page: Page, text: string) =>
  strip(page).getByRole("listitem").filter({ hasText: text });

test(
  "a message is sent later, changed, cancelled and brought back, and dies when the person answers first",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "receives");
    await whatsapp.createLead(phone, "Padaria Sol");
    await page.goto(chatPath(phone));

    await field(page).fill("Conseguiu ver a proposta?");
    await page.getByRole("button", { name: "Enviar depois" }).click();
    await page.getByRole("menuitem", { name: /Amanhã às 9/ }).click();
    await expect(line(page, "Conseguiu ver a proposta?")).toContainText("Sai amanhã 9:00");
    await expect(field(page)).toHaveValue("");
    expect(await accessibilityFaults(page)).toEqual([]);

    // By keyboard: another time, and it stays whatever the person says.
    await field(page).fill("Fecho amanhã");
    await page.getByRole("button", { name: "Enviar depois" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Escolher o horário" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Enviar depois" });
    await expect(dialog.getByLabel("Mensagem")).toHaveValue("Fecho amanhã");
    await dialog.getByLabel("Dia").fill("01/01/2020");
    await dialog.getByLabel("Horário").fill("10:00");
    await dialog.getByRole("button", { name: "Agendar" }).click();
    await expect(dialog.getByText("Escolha um horário no futuro.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Dia").fill("31/12/2026");
    await dialog.getByLabel("Enviar mesmo se a pessoa escrever antes").check();
    await dialog.getByRole("button", { name: "Agendar" }).click();
    await expect(line(page, "Fecho amanhã")).toContainText("mesmo com resposta");

    await page.getByRole("button", { name: "Editar a mensagem agendada: Fecho amanhã" }).click();
    const editing = page.getByRole("dialog", { name: "Mensagem agendada" });
    await editing.getByLabel("Mensagem").fill("Fecho na sexta");
    await editing.getByRole("button", { name: "Agendar" }).click();
    await expect(line(page, "Fecho na sexta")).toBeVisible();

    await page
      .getByRole("button", { name: "Cancelar a mensagem agendada: Fecho na sexta" })
      .click();
    await expect(line(page, "Fecho na sexta")).toHaveCount(0);
    await toast(page).getByRole("button", { name: "Desfazer" }).click();
    await expect(line(page, "Fecho na sexta")).toBeVisible();

    // An answer keeps the first one back, live, and the other goes on waiting.
    await whatsapp.receive(phone, "Vi sim!");
    await expect(line(page, "Conseguiu ver a proposta?")).toContainText(
      "Não saiu: a pessoa respondeu antes.",
    );
    await expect(line(page, "Fecho na sexta")).toContainText("Sai");
    await page.getByRole("button", { name: /Dispensar a mensagem que não saiu/ }).click();
    await expect(line(page, "Conseguiu ver a proposta?")).toHaveCount(0);
  },
);
