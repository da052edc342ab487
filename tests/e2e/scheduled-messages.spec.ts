import type { Page } from "@playwright/test";
import { chatPath } from "@/lib/paths";
import { toast } from "./campaign-page";
import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";
import { bubble, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new", expectedStatuses: [400, 404, 503] });

const strip = (page: Page) => page.getByRole("region", { name: "Mensagens agendadas" });
const field = (page: Page) => page.getByRole("textbox", { name: "Mensagem", exact: true });
const line = (page: Page, text: string) =>
  strip(page).getByRole("listitem").filter({ hasText: text });

test(
  "a message is sent later, changed, cancelled and brought back, and dies when the person answers first",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "receives");
    await whatsapp.createLead(phone, "Padaria Sol");
    await page.goto(chatPath(phone));

    await field(page).fill("Conseguiu ver a proposta?");
    await page.getByRole("button", { name: "Enviar depois" }).click();
    await expect(page.getByText("Uma resposta antes cancela a mensagem.")).toBeVisible();
    await page.getByRole("menuitem", { name: /Amanhã às 9/ }).click();
    await expect(line(page, "Conseguiu ver a proposta?")).toContainText("Sai amanhã 9:00");
    await expect(field(page)).toHaveValue("");
    expect(await accessibilityFaults(page)).toEqual([]);

    // By keyboard: another time, and it is sent even if the contact answers.
    await field(page).fill("Fecho amanhã");
    await page.getByRole("button", { name: "Enviar depois" }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("menuitemcheckbox", { name: "Enviar mesmo se a pessoa escrever antes" })
      .press("Space");
    await page.getByRole("menuitem", { name: "Escolher o horário" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Enviar depois" });
    await expect(dialog.getByLabel("Mensagem")).toHaveValue("Fecho amanhã");
    await dialog.getByLabel("Dia").fill("01/01/2020");
    await dialog.getByLabel("Horário").fill("10:00");
    await dialog.getByRole("button", { name: "Agendar" }).click();
    await expect(dialog.getByText("Escolha um horário no futuro.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    // Days that do not exist stay as they were typed, and the day before them is not sent.
    const nextYear = new Date().getFullYear() + 1;
    const unreadable = dialog.getByText("Data e hora inválidas! Por favor, selecione uma data");
    for (const typed of [`31/11/${nextYear}`, `99/99/${nextYear}`, "31/1"]) {
      await dialog.getByLabel("Dia").fill(`30/12/${nextYear}`);
      await dialog.getByLabel("Dia").fill(typed);
      await expect(unreadable).toBeHidden();
      await dialog.getByRole("button", { name: "Agendar" }).click();
      await expect(unreadable).toBeVisible();
      await expect(dialog.getByLabel("Dia")).toHaveValue(typed);
      await expect(dialog.getByLabel("Dia")).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Dia")).toHaveAccessibleDescription(/Data e hora inválidas!/);
    const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Dia").fill(later);
    await expect(unreadable).toBeHidden();
    await dialog.getByLabel("Horário").fill("25:00");
    await dialog.getByLabel("Horário").press("Enter");
    await expect(dialog.getByLabel("Horário")).toHaveValue("25:00");
    await expect(unreadable).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Horário").fill("10:00");
    await expect(dialog.getByLabel("Enviar mesmo se a pessoa escrever antes")).toBeChecked();
    await dialog.getByRole("button", { name: "Agendar" }).click();
    await expect(line(page, "Fecho amanhã")).toContainText("mesmo com resposta");

    await page.getByRole("button", { name: "Editar a mensagem agendada: Fecho amanhã" }).click();
    const editing = page.getByRole("dialog", { name: "Mensagem agendada" });
    await editing.getByLabel("Mensagem", { exact: true }).fill("Fecho na sexta");
    // The hour alone, sent from its field.
    await editing.getByLabel("Horário").fill("14");
    await page.keyboard.press("Enter");
    await expect(line(page, "Fecho na sexta")).toContainText("14:00");

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
    await page.goto("/hoje");
    const unsent = page.getByRole("region", { name: "Mensagens que não saíram" });
    await expect(unsent.getByRole("link", { name: "Padaria Sol" })).toBeVisible();
    await expect(unsent).toContainText("Não saiu: a pessoa respondeu antes.");
    expect(await accessibilityFaults(page)).toEqual([]);
    await unsent.getByRole("button", { name: /Dispensar a mensagem que não saiu/ }).click();
    await expect(unsent).toHaveCount(0);
  },
);

/** Holds the requests that schedule until `release` is called, which says whether they reach the server. */
async function holdScheduling(page: Page) {
  let release: (how: "work" | "fail") => void = () => undefined;
  const released = new Promise<"work" | "fail">((resolve) => {
    release = resolve;
  });
  await page.route("**/api/whatsapp/scheduled_messages", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if ((await released) === "work") return route.continue();
    await route.fulfill({
      status: 503,
      json: { error: "Agora não deu para agendar.", code: "unavailable" },
    });
  });
  return release;
}

async function openTwoChats(page: Page, whatsapp: Awaited<ReturnType<typeof pair>>) {
  const [one, other] = [newPhone(), newPhone()];
  for (const phone of [one, other]) await whatsapp.behave(phone, "receives");
  await whatsapp.receive(one, "Da primeira");
  await whatsapp.receive(other, "Da segunda");
  await page.goto("/chat-whatsapp");
  await row(page, /Da primeira/).click();
  await expect(bubble(page, "Da primeira")).toBeVisible();
  await expect(field(page)).toBeEnabled();
}

async function scheduleForTomorrow(page: Page, text: string) {
  await field(page).fill(text);
  await page.getByRole("button", { name: "Enviar depois" }).click();
  await page.getByRole("menuitem", { name: /Amanhã às 9/ }).click();
}

test("what is typed while a message is being scheduled stays, and the message goes out once", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  await openTwoChats(page, whatsapp);
  const release = await holdScheduling(page);
  await scheduleForTomorrow(page, "Até amanhã");
  await expect(page.getByRole("button", { name: "Enviar depois" })).toBeDisabled();
  await expect(field(page)).toHaveValue("Até amanhã");
  await field(page).press("Enter");
  await expect(bubble(page, "Até amanhã")).toHaveCount(0);
  await field(page).fill("Outro assunto");
  release("work");
  await expect(line(page, "Até amanhã")).toContainText("Sai amanhã 9:00");
  await expect(toast(page).getByText("Mensagem agendada.")).toBeVisible();
  await expect(field(page)).toHaveValue("Outro assunto");
  expect(await whatsapp.readLedger("ledger")).toEqual([]);
});

test("a message that is scheduled while another conversation is opened is told, and leaves its input", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  await openTwoChats(page, whatsapp);
  const release = await holdScheduling(page);
  await scheduleForTomorrow(page, "Volto amanhã");
  await row(page, /Da segunda/).click();
  await expect(bubble(page, "Da segunda")).toBeVisible();
  release("work");
  await expect(toast(page).getByText("Mensagem agendada.")).toBeVisible();
  await row(page, /Da primeira/).click();
  await expect(line(page, "Volto amanhã")).toBeVisible();
  await expect(field(page)).toHaveValue("");
});

test("one that could not be scheduled meanwhile is told too, and stays in its input", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  await openTwoChats(page, whatsapp);
  const release = await holdScheduling(page);
  const question = bubble(page, "Da primeira");
  await question.getByRole("button", { name: "Responder" }).focus();
  await question.getByRole("button", { name: "Responder" }).click();
  await field(page).fill("Sobre isso, amanhã");
  await page.getByRole("button", { name: "Enviar depois" }).click();
  await expect(page.getByText("Sai sem citar a mensagem respondida.")).toBeVisible();
  await page.getByRole("menuitem", { name: /Amanhã às 9/ }).click();
  await row(page, /Da segunda/).click();
  await expect(bubble(page, "Da segunda")).toBeVisible();
  release("fail");
  await expect(toast(page).getByText("Agora não deu para agendar.")).toBeVisible();
  await row(page, /Da primeira/).click();
  await expect(field(page)).toHaveValue("Sobre isso, amanhã");
  await expect(strip(page)).toHaveCount(0);
});
