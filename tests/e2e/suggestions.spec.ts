import { accessibilityFaults, expect, test } from "./support";
import { conversation, input, newPhone, pair } from "./whatsapp";

const strip = "Sugestões de resposta";

test.describe("a free account", () => {
  test.use({ signedInAs: "new" });
  test("is told that suggestions are for PRO", async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.receive(phone, "Quanto custa?");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    const suggestions = conversation(page).getByRole("region", { name: strip });
    await expect(
      suggestions.getByText("Sugestões disponíveis apenas para usuários PRO"),
    ).toBeVisible();
    await expect(suggestions.getByRole("button", { name: "Novas sugestões" })).toBeDisabled();
  });
});

test.describe("a PRO account", () => {
  test.use({ signedInAs: "newPro" });
  test("takes a suggestion into the composer, and nothing is sent", async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.receive(phone, "Quanto custa?");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    const asked = page.waitForRequest("**/get_suggestions");
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    // With its plus where the address is read before the conversation has come.
    expect((await asked).postDataJSON().phone_number.replace("+", "")).toBe(phone);
    const suggestions = conversation(page).getByRole("region", { name: strip });
    await expect(suggestions.getByText("modelo")).toBeVisible();
    const first = suggestions.getByRole("button", { name: /^Depende do que vocês precisam/ });
    await first.click();
    await expect(input(page)).toHaveValue(/^Depende do que vocês precisam/);
    await expect(input(page)).toBeFocused();
    await expect(conversation(page).getByText("Quanto custa?").first()).toBeVisible();
    expect(await whatsapp.countMessages(phone)).toBe(1);
    await input(page).fill("");
    await whatsapp.receive(phone, "Não quero mais receber mensagens");
    await expect(
      suggestions.getByText("O contato pediu para não receber mensagens."),
    ).toBeVisible();
    await expect(first).toBeHidden();
    await expect(suggestions).toContainText("O número está bloqueado.");
    // Unblocked by hand: the strip offers to block it again.
    const { opt_outs: blocked } = await whatsapp.get<{
      opt_outs: { id: number; number: string }[];
    }>(`/api/opt-outs?search=${phone}`);
    const optOut = blocked.find(({ number }) => number === phone);
    await whatsapp.post(`/api/opt-outs/${optOut?.id}/removal`, { reason: "Pediu orçamento" });
    await page.reload();
    await suggestions.getByRole("button", { name: "Não escrever mais" }).click();
    await expect(suggestions).toContainText("O número está bloqueado.");
    await expect(suggestions.getByRole("button", { name: "Não escrever mais" })).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(suggestions).toContainText("O número está bloqueado.");
  });

  test.describe("without an answer of the model", () => {
    test.use({ expectedStatuses: [500] });
    test("a failure is logged and not shown", async ({ page, account }) => {
      const whatsapp = await pair(page, account);
      const phone = newPhone();
      await whatsapp.receive(phone, "Quanto custa?");
      await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
      await page.route("**/get_suggestions", (route) =>
        route.fulfill({ status: 500, json: { error: "Algo deu errado.", code: "internal" } }),
      );
      const logged = page.waitForEvent("console", (message) =>
        message.text().startsWith("As sugestões de resposta falharam."),
      );
      await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
      expect((await logged).type()).toBe("warning");
      await expect(
        conversation(page).getByRole("region", { name: strip }).getByText("Sem sugestões agora."),
      ).toBeVisible();
      await expect(page.getByText("Algo deu errado.")).toBeHidden();
    });
  });

  test("suggestions are off while WhatsApp is disconnected", async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.receive(phone, "Quanto custa?");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    const first = conversation(page)
      .getByRole("region", { name: strip })
      .getByRole("button", { name: /^Depende do que vocês precisam/ });
    await expect(first).toBeEnabled();
    expect((await whatsapp.post("/api/whatsapp/instance/disconnect", {})).status()).toBe(200);
    await expect(first).toBeDisabled();
  });
});
