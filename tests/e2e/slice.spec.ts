import { SANDBOX_URL } from "./ports";
import {
  accessibilityFaults,
  expect,
  openScreen,
  registerByForm,
  test,
  WIDE_JOURNEY,
} from "./support";
import { showQr } from "./whatsapp";

/** The main journey, from registration to an answered lead, using only the screen and the sandbox's phones. */
test(
  "register, search, connect, prospect, be answered",
  WIDE_JOURNEY,
  async ({ page, context, account }) => {
    test.setTimeout(180_000);
    /** This account's instance among those on the sandbox's page. */
    let instance = "";
    await registerByForm(page, account);
    await expect(page.getByRole("main").getByText(/Ana/).first()).toBeVisible();

    await test.step("search", async () => {
      await openScreen(page, "Busca no Google");
      await expect(page.getByRole("heading", { name: "Buscar Leads pelo Google" })).toBeVisible();
      const submit = page.getByRole("button", { name: "Buscar leads" });
      await expect(submit).toBeDisabled();
      await page.getByLabel("O que você procura").fill("padaria");
      await page.getByLabel("Estado").selectOption({ label: "São Paulo" });
      await expect(submit).toBeDisabled();
      await page.getByRole("combobox", { name: "Cidade" }).click();
      await page.getByRole("combobox", { name: "Cidade" }).fill("Campinas");
      await page.getByRole("option", { name: "Campinas", exact: true }).click();
      await page.getByLabel("Página inicial").fill("1");
      await page.getByLabel("Página final").fill("1");
      const credits = page.waitForRequest("**/api/credits/status");
      await submit.click();
      await credits;
      await expect(
        page.getByText(
          "Busca de leads iniciada com sucesso! Em breve estarão disponíveis na página de leads.",
        ),
      ).toBeVisible();
      const city = page.getByRole("combobox", { name: "Cidade" });
      await expect(page.getByLabel("O que você procura")).toHaveValue("");
      await expect(page.getByLabel("Estado")).toHaveValue("");
      await expect(city).toHaveValue("");
      // The next search is mostly for something else in the same town.
      await page.getByRole("button", { name: "De novo em Campinas, SP" }).click();
      await expect(page.getByLabel("Estado")).toHaveValue("SP");
      await expect(city).toHaveValue("Campinas");
      const search = page.getByRole("region", { name: "Buscas recentes" });
      await expect(search.getByText("Concluída")).toBeVisible({ timeout: 60_000 });
      expect(await accessibilityFaults(page)).toEqual([]);
      await search.getByRole("link", { name: "Repetir a busca padaria" }).click();
      await expect(page.getByLabel("O que você procura")).toHaveValue("padaria");
      await expect(submit).toBeEnabled();
    });

    await test.step("leads", async () => {
      await openScreen(page, "Leads");
      await expect(page.getByRole("heading", { name: "Gerenciamento de Leads" })).toBeVisible();
      const rows = page.getByRole("row");
      await expect.poll(() => rows.count()).toBeGreaterThan(6);
      await expect(page.getByText(/\+55 \(19\) \d{4,5}-\d{4}/).first()).toBeVisible();
    });

    await test.step("connect WhatsApp", async () => {
      await openScreen(page, "Dashboard");
      const card = page.getByRole("region", { name: "WhatsApp" });
      await card.getByRole("button", { name: "Conectar WhatsApp" }).click();
      const picture = page.getByRole("img", { name: "QR Code para conectar o WhatsApp" });
      await showQr(page);
      await expect(picture).toBeVisible();
      const source = await picture.getAttribute("src");
      const phone = await context.newPage();
      await phone.goto(SANDBOX_URL);
      // Other tests' instances may be waiting too.
      const waiting = phone
        .getByRole("article")
        .filter({ has: phone.locator(`img[src="${source}"]`) });
      instance = (await waiting.getByRole("heading").textContent()) ?? "";
      await waiting
        .getByRole("button", { name: /Ler QR Code com/ })
        .first()
        .click();
      await phone.close();
      await expect(card.getByText("Conectado", { exact: true })).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    await test.step("prospect", async () => {
      await openScreen(page, "Nova campanha");
      await page.getByLabel("Número de leads").fill("5");
      await page
        .getByLabel("Mensagem", { exact: true })
        .fill("{{saudacao}}, {{empresa}}! Posso apresentar uma ideia?");
      await page.getByRole("button", { name: "Adicionar variação" }).click();
      await page
        .getByLabel("Mensagem", { exact: true })
        .fill("Olá! A {{empresa}} atende em {{cidade}}?");
      await page.getByRole("button", { name: "Iniciar prospecção" }).click();
      await expect(page.getByText("Mensagens enviadas com sucesso!")).toBeVisible();
    });

    await test.step("follow", async () => {
      await openScreen(page, "Atividades");
      await expect(page.getByText(/^\d de 5/).first()).toBeVisible();
      await expect(page.getByText("Concluída").first()).toBeVisible({ timeout: 60_000 });
    });

    await test.step("be answered", async () => {
      const phone = await context.newPage();
      await phone.goto(SANDBOX_URL);
      const conversation = phone
        .getByRole("article", { name: /Conversa com/ })
        .filter({ has: phone.locator(`input[name="instance"][value="${instance}"]`) })
        .first();
      await conversation.getByRole("textbox").fill("Oi! Quero saber mais.");
      await conversation.getByRole("button", { name: "Enviar resposta" }).click();
      await phone.close();
      await openScreen(page, "Leads");
      await expect(page.locator("[data-status=answered]").first()).toBeVisible();
    });
  },
);
