import { findToken } from "./account";
import {
  accessibilityFaults,
  expect,
  expectAccessible,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { newPhone, pair, showQr } from "./whatsapp";

test.describe("an account with a history", () => {
  test.use({ signedInAs: "demo" });
  test("sees the last thirty days drawn, and told as tables", WIDE_JOURNEY, async ({ page }) => {
    const history = page.waitForRequest(/credits\/history\?days=7$/);
    await page.goto("/dashboard");
    await history;
    const figures = page
      .getByRole("region", { name: "Estatísticas de leads" })
      .getByRole("definition");
    await expect(figures).toHaveCount(7);
    await expect(
      page.getByRole("region", { name: "Estatísticas de leads" }).getByRole("term"),
    ).toHaveText([
      "Total de leads",
      "Enviados",
      "Respondidos",
      "Fechados",
      "Pendentes",
      "Falharam",
      "Não contatar",
    ]);
    await expect(figures.first()).toHaveText(/\d/);
    const [total = 0, ...parts] = (await figures.allTextContents()).map((text) =>
      Number(text.replaceAll(".", "")),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
    const statistics = page.getByRole("region", { name: "Estatísticas de leads" });
    await expect(statistics).toContainText(/Taxa de resposta: [\d,]+% \([\d.]+ de [\d.]+ contatad/);
    // A figure opens the leads it counts.
    await expect(statistics.getByRole("link", { name: "Respondidos" })).toHaveAttribute(
      "href",
      "/leads?status=answered,responded",
    );

    const results = page.getByRole("region", { name: "Resultados do período" });
    const created = results.getByRole("definition").first();
    await expect(created).toContainText(/\d+antes: [\d.]+ \(/);
    const week = await created.textContent();
    await results.getByLabel("Período").selectOption("30 dias");
    await expect(created).not.toHaveText(week ?? "");

    const leads = page.getByRole("region", { name: "Leads por dia" });
    // Pointing at a day names its figures.
    const drawing = leads.locator("figure > [aria-hidden]").first();
    await drawing.hover();
    await expect(drawing).toContainText(/Busca no Google: \d/);
    expect(
      await drawing.evaluate(
        (node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight,
      ),
    ).toBe(true);
    await leads.getByText("Ver em tabela").click();
    await expect(leads.getByRole("columnheader", { name: "Busca no Google" })).toBeVisible();
    await expect(leads.getByRole("row")).toHaveCount(31);
    const messages = page.getByRole("region", { name: "Mensagens por dia" });
    await messages.getByText("Ver em tabela").click();
    await expect(messages.getByRole("columnheader", { name: "Recebidas" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Fontes de Listas" })).toContainText(
      "Busca no Google",
    );
    await expect(
      page.getByRole("region", { name: "Últimos usos" }).getByRole("listitem").first(),
    ).toContainText("Lead criado pela busca no Google");
    await expect(
      page.getByRole("region", { name: "Últimos usos" }).getByRole("listitem"),
    ).toHaveCount(5);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test.describe("an account with nothing yet", () => {
  test.use({ signedInAs: "new" });

  test(
    "is shown the way to its first campaign, which ticks itself",
    PHONE_JOURNEY,
    async ({ page, account }) => {
      await page.goto("/dashboard");
      const steps = page.getByRole("region", { name: "Primeiros passos" });
      await expect(steps.getByRole("listitem")).toHaveText([
        /Conecte o WhatsApp/,
        /Busque empresas/,
        /Envie a primeira campanha/,
        /Complete o perfil/,
      ]);
      await expect(steps.locator("[aria-current=step]")).toContainText("Conecte o WhatsApp");
      await expect(page.getByRole("region", { name: "Leads por dia" })).toBeHidden();
      await expect(
        page.getByRole("region", { name: "Estatísticas de leads" }).getByRole("definition"),
      ).toHaveText(Array.from({ length: 7 }, () => "0"));
      await expectAccessible(page);

      await steps.getByRole("link", { name: "Conecte o WhatsApp" }).click();
      await showQr(page);
      await expect(
        page.getByRole("img", { name: "QR Code para conectar o WhatsApp" }),
      ).toBeInViewport();
      const whatsapp = await pair(page, account);
      await expect(steps.locator("[aria-current=step]")).toContainText("Busque empresas");
      const phone = newPhone();
      await whatsapp.behave(phone, "receives");
      await whatsapp.createLead(phone, "Bar do Mar");
      await expect(steps).toContainText("2 de 4");
      await expect(page.getByRole("region", { name: "Leads por dia" })).toBeVisible();
      await steps.getByRole("link", { name: "Envie a primeira campanha" }).click();
      await expect(page).toHaveURL(/prospect-by-whats/);
      const started = await whatsapp.post("/api/prospecting/start-prospecting", {
        num_leads: 1,
        messages: ["Olá, {{empresa}}!"],
      });
      expect(started.status()).toBe(202);
      await page.goto("/dashboard");
      await expect(page.getByRole("region", { name: "Leads por dia" })).toBeVisible();
      await expect(steps.locator("[aria-current=step]")).toContainText("Complete o perfil");
      await expect(steps.getByRole("link", { name: "Acompanhar a campanha" })).toHaveAttribute(
        "href",
        /prospecting-activities\/\d+/,
      );
      await expect(steps).toContainText("já saíram");
      await page.request.patch("/api/user", {
        headers: { token: await findToken(page, account) },
        data: { business_name: "Ana Sistemas", business_description: "Sistemas para bares" },
      });
      await page.reload();
      await expect(steps).toContainText("Parabéns, está tudo pronto!");
      await whatsapp.receive(phone, "Quanto custa?");
      await expect(steps).toContainText("1 contato respondeu: continue a conversa.");
      await expect(steps.getByRole("link", { name: "Responder" })).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);

      // Who sells has no more use for them after this visit.
      await page.reload();
      await expect(page.getByRole("region", { name: "Leads por dia" })).toBeVisible();
      await expect(steps).toBeHidden();
    },
  );

  test("puts the way aside, sees what will appear, and then sees it appear", async ({
    page,
    account,
  }) => {
    await page.goto("/dashboard");
    await expect(
      page.getByRole("heading", { name: `Boas-vindas, ${account.name}!` }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Dispensar primeiros passos" }).click();
    await page.reload();
    await expect(page.getByRole("region", { name: "Primeiros passos" })).toBeHidden();
    const lists = page.getByRole("region", { name: "Fontes de Listas" });
    for (const text of [
      "Nenhum lead nos últimos 30 dias",
      "Nenhuma mensagem nos últimos 30 dias",
      "Nenhuma lista nos últimos 30 dias",
      "Nenhum uso de crédito registrado",
    ]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    const token = await findToken(page, account);
    await page.request.post("/api/lists", {
      headers: { token },
      data: { name: "Nova", contacts: [{ whatsapp_number: "11987654321" }] },
    });
    await expect(lists).toContainText("Contatos do WhatsApp");
    await expect(
      page.getByRole("region", { name: "Leads por dia" }).getByRole("figure"),
    ).toBeVisible();
  });
});
