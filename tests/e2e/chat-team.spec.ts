import type { Page } from "@playwright/test";
import { insertColleague, openSession, suspend } from "./rows";
import { accessibilityFaults, expect, JOURNEY, PHONE_ONLY_JOURNEY, test } from "./support";
import { bubble, conversation, history, input, list, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "newPro" });

test(
  "a conversation is whose answers it first: a colleague sees it, takes it over and passes it on with a word",
  JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    const colleague = await insertColleague(account, "Bia Lima", "manager");
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "reads");
    await whatsapp.receive(phone, "Qual o preço?");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await page.goto("/chat-whatsapp");
    await list(page).getByRole("link").first().click();
    await input(page).fill("Bom dia, já vejo");
    await input(page).press("Enter");
    await expect(bubble(page, "Bom dia, já vejo")).toBeVisible();
    await expect(list(page).getByRole("link").first()).toContainText("Você");
    expect(await accessibilityFaults(page)).toEqual([]);

    const context = await browser.newContext({
      storageState: (await openSession(colleague, baseURL)) as never,
    });
    const other = await context.newPage();
    await other.goto(`${baseURL}/chat-whatsapp`);
    await list(other).getByRole("link").first().click();
    await expect(conversation(other).getByText(/está atendendo\.$/)).toBeVisible();
    await expect(bubble(other, "Bom dia, já vejo")).toContainText(account.name);
    await input(other).fill("Oi, sou a Bia");
    await input(other).press("Enter");
    await expect(other.getByText(`${account.name} está atendendo esta conversa.`)).toBeVisible();
    await other.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityFaults(other)).toEqual([]);
    // Nothing that was typed is lost.
    await expect(input(other)).toHaveValue("Oi, sou a Bia");
    await conversation(other).getByRole("button", { name: "Assumir" }).click();
    await expect(conversation(other).getByText(/está atendendo\.$/)).toBeHidden();
    await input(other).press("Enter");
    await expect(bubble(other, "Oi, sou a Bia")).toBeVisible();
    await expect(conversation(page).getByText("Bia Lima está atendendo.")).toBeVisible();

    await conversation(other).getByRole("button", { name: "Passar conversa" }).click();
    const dialog = other.getByRole("dialog", { name: "Passar conversa" });
    await dialog.getByLabel("Para").selectOption({ label: account.name });
    await dialog.getByLabel("Recado").fill("Quer o plano anual");
    await other.screenshot({ path: test.info().outputPath("passing-on.png") });
    await dialog.getByRole("button", { name: "Passar" }).click();
    await expect(page.getByText("Bia Lima passou uma conversa para você")).toBeVisible();
    await expect(conversation(page).getByText("Quer o plano anual")).toBeVisible();
    await page.screenshot({ path: test.info().outputPath("given.png") });
    await list(other).getByText("Minhas", { exact: true }).click();
    await expect(list(other).getByText("Você não atende nenhuma conversa.")).toBeVisible();
    await context.close();
  },
);

test(
  "a new conversation goes to whose turn it is, who is told and finds it among theirs",
  JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    const colleague = await insertColleague(account, "Bia Lima", "seller");
    const whatsapp = await pair(page, account);
    await page.goto("/equipe");
    const card = page.getByRole("region", { name: "Conversas novas em turno" });
    await card.getByRole("checkbox", { name: "Bia Lima recebe conversas novas" }).check();
    await card.getByLabel("Quantas conversas podem esperar por Bia Lima").selectOption("1");
    await expect(page.getByText("Por aqui")).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
    await card.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath("turns.png") });

    const context = await browser.newContext({
      storageState: (await openSession(colleague, baseURL)) as never,
    });
    const seller = await context.newPage();
    await seller.goto(`${baseURL}/hoje`);
    await expect(seller.getByRole("heading", { level: 1 })).toBeVisible();
    const [first, second] = [newPhone(), newPhone()];
    for (const phone of [first, second]) await whatsapp.behave(phone, "reads");
    await whatsapp.receive(first, "Qual o preço?");
    await expect(seller.getByText("É a sua vez: uma conversa nova espera por você")).toBeVisible();
    await whatsapp.receive(second, "Vocês entregam?");
    await seller.getByRole("button", { name: "Abrir" }).click();
    await expect(bubble(seller, "Qual o preço?")).toBeVisible();
    await list(seller).getByText("Minhas", { exact: true }).click();
    await expect(list(seller).getByRole("link")).toHaveCount(1);

    // Answered, it makes room for the next.
    await input(seller).fill("Bom dia! R$ 100.");
    await input(seller).press("Enter");
    await expect(list(seller).getByRole("link")).toHaveCount(2);
    await page.reload();
    await expect(card.getByText("Por aqui")).toBeVisible();
    await context.close();
  },
);

test(
  "on a phone, who answers stands above the composer",
  PHONE_ONLY_JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    const colleague = await insertColleague(account, "Bia Lima", "manager");
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "reads");
    await whatsapp.receive(phone, "Boa tarde");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    const context = await browser.newContext({
      storageState: (await openSession(colleague, baseURL)) as never,
    });
    const other = await context.newPage();
    await other.goto(`${baseURL}/chat-whatsapp`);
    await list(other).getByRole("link").first().click();
    await input(other).fill("Boa tarde!");
    const sent = other.waitForResponse(/send_message/);
    await input(other).press("Enter");
    expect((await sent).status()).toBe(200);
    await context.close();
    await page.goto("/chat-whatsapp");
    await expect(row(page, /Boa tarde!/)).toContainText("Bia");
    await row(page, /Boa tarde!/).click();
    await expect(conversation(page).getByText("Bia Lima está atendendo.")).toBeVisible();
    await page.screenshot({ path: test.info().outputPath("held.png") });
    await conversation(page).getByRole("button", { name: "Assumir" }).click();
    await expect(conversation(page).getByText("Bia Lima está atendendo.")).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

const noteInput = (page: Page) => page.getByRole("textbox", { name: "Nota interna" });

test(
  "colleagues write notes that the contact never gets, and one that is mentioned is told where it is",
  JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    const colleague = await insertColleague(account, "Bia Lima", "manager");
    const whatsapp = await pair(page, account);
    const [phone, another] = [newPhone(), newPhone()];
    await whatsapp.behave(phone, "reads");
    await whatsapp.createLead(phone, "Padaria Sol");
    await whatsapp.receive(phone, "Qual o preço?");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await whatsapp.receive(another, "Bom dia");
    await expect.poll(() => whatsapp.countMessages(another)).toBe(1);

    const context = await browser.newContext({
      storageState: (await openSession(colleague, baseURL)) as never,
    });
    const other = await context.newPage();
    await other.goto(`${baseURL}/leads`);
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();

    await page.goto("/chat-whatsapp");
    await row(page, /Padaria Sol/).click();
    await input(page).fill("Rascunho da mensagem");
    await conversation(page).getByRole("button", { name: "Nota interna" }).click();
    await expect(noteInput(page)).toBeFocused();
    await expect(noteInput(page)).toHaveValue("");
    await expect(conversation(page).getByRole("button", { name: "Emojis" })).toBeHidden();
    await noteInput(page).pressSequentially("Quer desconto, @li");
    const menu = page.getByRole("listbox", { name: "Pessoas da equipe" });
    await expect(menu.getByRole("option")).toHaveText(["Bia Lima"]);
    await noteInput(page).press("Escape");
    await expect(menu).toBeHidden();
    await expect(conversation(page)).toBeVisible();
    await noteInput(page).press("Backspace");
    await expect(menu).toBeVisible();
    await noteInput(page).press("Enter");
    await expect(noteInput(page)).toHaveValue("Quer desconto, @Bia Lima ");
    await noteInput(page).pressSequentially("pode ver?");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath("writing-note.png") });
    await noteInput(page).press("Enter");
    await expect(bubble(page, "Quer desconto")).toContainText("Nota interna · Você");
    await expect(bubble(page, "Quer desconto").locator("strong")).toHaveText("@Bia Lima");
    await expect(noteInput(page)).toHaveValue("");
    await page.screenshot({ path: test.info().outputPath("note.png") });

    // Another conversation begins with a message, and the draft of this one's is still there.
    await noteInput(page).fill("Só um rascunho de nota");
    await list(page).getByRole("link").filter({ hasNotText: "Padaria Sol" }).first().click();
    await expect(input(page)).toBeVisible();
    await expect(noteInput(page)).toBeHidden();
    await row(page, /Padaria Sol/).click();
    await expect(input(page)).toHaveValue("Rascunho da mensagem");
    await conversation(page).getByRole("button", { name: "Nota interna" }).click();
    await expect(noteInput(page)).toHaveValue("Só um rascunho de nota");

    const notice = other
      .getByRole("alert")
      .filter({ hasText: `${account.name} mencionou você na conversa com Padaria Sol` });
    await expect(notice).toBeVisible();
    await other.evaluate(() => Object.assign(window, { stayed: true }));
    await notice.getByRole("link", { name: "Abrir conversa" }).click();
    await expect(bubble(other, "Quer desconto")).toContainText(`Nota interna · ${account.name}`);
    expect(await other.evaluate(() => "stayed" in window)).toBe(true);
    // It was opened, and waits no more.
    await list(other).getByText("Menções", { exact: true }).click();
    await expect(list(other).getByText("Ninguém mencionou você, ou você já viu.")).toBeVisible();
    await other.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityFaults(other)).toEqual([]);
    await other.screenshot({ path: test.info().outputPath("note-dark.png") });

    // What a colleague writes shows at once; a manager deletes it.
    await conversation(other).getByRole("button", { name: "Nota interna" }).click();
    await noteInput(other).fill("Já falei com ela");
    await conversation(other).getByRole("button", { name: "Salvar nota" }).click();
    await expect(bubble(page, "Já falei com ela")).toContainText("Nota interna · Bia Lima");
    await bubble(page, "Já falei com ela").hover();
    await bubble(page, "Já falei com ela").getByRole("button", { name: "Ações da nota" }).click();
    await page.getByRole("menuitem", { name: "Excluir nota" }).click();
    await page.getByRole("button", { name: "Sim" }).click();
    await expect(bubble(page, "Já falei com ela")).toBeHidden();
    await expect(bubble(other, "Já falei com ela")).toBeHidden();

    const sent = await whatsapp.readLedger("ledger");
    expect(sent).toEqual([]);
    await context.close();
  },
);

test(
  "on a phone, a note is written where no message can be, and a mention waits in its filter",
  PHONE_ONLY_JOURNEY,
  async ({ page, account, browser, baseURL }) => {
    const colleague = await insertColleague(account, "Bia Lima", "manager");
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.receive(phone, "Boa tarde");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await whatsapp.disconnect();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/chat-whatsapp");
    await list(page).getByRole("link").first().click();
    await conversation(page).getByRole("button", { name: "Nota interna" }).click();
    await noteInput(page).pressSequentially("Ligar amanhã @bi");
    await page.getByRole("option", { name: "Bia Lima" }).click();
    await page.screenshot({ path: test.info().outputPath("phone-writing.png") });
    await conversation(page).getByRole("button", { name: "Salvar nota" }).click();
    await expect(bubble(page, "Ligar amanhã")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await history(page).evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0);
    await page.screenshot({ path: test.info().outputPath("phone-note.png") });

    const context = await browser.newContext({
      storageState: (await openSession(colleague, baseURL)) as never,
      viewport: page.viewportSize(),
    });
    const other = await context.newPage();
    await other.goto(`${baseURL}/chat-whatsapp`);
    const filter = list(other).getByRole("radio", { name: "Menções 1" });
    await expect(filter).toBeAttached();
    await list(other).getByText("Menções").click();
    await expect(list(other).getByRole("link")).toHaveCount(1);
    await other.screenshot({ path: test.info().outputPath("phone-mentions.png") });
    await list(other).getByRole("link").first().click();
    await expect(bubble(other, "Ligar amanhã")).toBeVisible();
    await conversation(other)
      .getByRole("button", { name: /Voltar/ })
      .click();
    await expect(list(other).getByText("Ninguém mencionou você, ou você já viu.")).toBeVisible();
    await context.close();
  },
);

test.describe("a note that is refused", () => {
  test.use({ expectedStatuses: [400] });

  test(
    "stays in its form, with the sentence that says whom it may not mention",
    JOURNEY,
    async ({ page, account }) => {
      const colleague = await insertColleague(account, "Bia Lima");
      const whatsapp = await pair(page, account);
      const phone = newPhone();
      await whatsapp.receive(phone, "Boa tarde");
      await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
      await page.goto("/chat-whatsapp");
      await list(page).getByRole("link").first().click();
      await conversation(page).getByRole("button", { name: "Nota interna" }).click();
      await noteInput(page).fill("@Bia Lima, veja isto");
      await suspend(colleague);
      await noteInput(page).press("Enter");
      await expect(conversation(page).getByRole("alert")).toHaveText(
        "Esta pessoa não está na equipe, ou está sem acesso.",
      );
      await expect(noteInput(page)).toHaveValue("@Bia Lima, veja isto");
      expect(await accessibilityFaults(page)).toEqual([]);
      await noteInput(page).fill("Veja isto");
      await expect(conversation(page).getByRole("alert")).toBeHidden();
      await noteInput(page).press("Enter");
      await expect(bubble(page, "Veja isto")).toBeVisible();
    },
  );
});
