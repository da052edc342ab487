import { insertColleague, openSession } from "./rows";
import { accessibilityFaults, expect, JOURNEY, PHONE_ONLY_JOURNEY, test } from "./support";
import { bubble, conversation, input, list, newPhone, pair, row } from "./whatsapp";

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
