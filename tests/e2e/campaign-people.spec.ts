import { audience, launch, message, overflow, toast } from "./campaign-page";
import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";
import { newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new" });

test(
  "who gets a campaign is seen before it starts, each with their message, and unticked one by one",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phones = [newPhone(), newPhone(), newPhone()];
    for (const [at, phone] of phones.entries()) {
      await whatsapp.behave(phone, "receives");
      await whatsapp.createLead(phone, `Padaria ${at + 1}`);
    }
    await page.goto("/prospect-by-whats");
    await message(page).fill("Oi, {{empresa}}!");
    await page.getByRole("checkbox", { name: "Incluir a linha para sair" }).uncheck();
    await page.getByRole("button", { name: "Adicionar variação" }).click();
    await message(page).fill("Olá, {{empresa}}!");
    await audience(page).getByRole("button", { name: "Ver quem recebe" }).click();
    const dialog = page.getByRole("dialog", { name: "Quem recebe" });
    const people = dialog.getByRole("list", { name: "Destinatários" });
    await expect(people.getByRole("listitem")).toHaveCount(3);
    await expect(dialog.getByTestId("person-message")).toHaveText("Oi, Padaria 1!");
    await dialog.getByRole("button", { name: "Próximo destinatário" }).click();
    await expect(dialog.getByTestId("person-message")).toHaveText("Olá, Padaria 2!");
    await people.getByRole("checkbox", { name: "Padaria 3" }).uncheck();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Concluir" }).click();
    await expect(audience(page)).toContainText("1 desmarcado por você");
    await expect(launch(page)).toContainText("2 mensagens:");

    // Ticked again, then removed again.
    await audience(page).getByRole("button", { name: "Ver quem recebe" }).click();
    const before = dialog.getByRole("list", { name: "Desmarcados antes" });
    await before.getByRole("checkbox", { name: "Padaria 3" }).check();
    await people.getByRole("checkbox", { name: "Padaria 1" }).uncheck();
    // Who gets none is passed over in the turns of the variants.
    await expect(dialog.getByTestId("person-message")).toBeHidden();
    await dialog.getByRole("button", { name: "Próximo destinatário" }).click();
    await expect(dialog.getByTestId("person-message")).toHaveText("Oi, Padaria 2!");
    await dialog.getByRole("button", { name: "Concluir" }).click();
    await expect(launch(page)).toContainText("2 mensagens:");
    expect(await overflow(page)).toBe(0);
    await launch(page).getByRole("button", { name: "Iniciar prospecção" }).click();
    await expect(toast(page).getByText("Mensagens enviadas com sucesso!")).toBeVisible();
    await expect
      .poll(async () => (await whatsapp.readLedger("ledger")).map(({ text }) => text).sort(), {
        timeout: 45_000,
      })
      .toEqual(["Oi, Padaria 2!", "Olá, Padaria 3!"]);
  },
);

test.describe("on the PRO plan", () => {
  test.use({ signedInAs: "newPro" });
  test(
    "who waits for an answer is left out, read, and released one by one",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      const whatsapp = await pair(page, account);
      const [waits, quiet] = [newPhone(), newPhone()];
      for (const [phone, name] of [
        [waits, "Padaria Sol"],
        [quiet, "Oficina Lua"],
      ] as const) {
        await whatsapp.behave(phone, "receives");
        await whatsapp.createLead(phone, name);
      }
      await whatsapp.receive(waits, "Quanto custa?");
      await page.goto("/prospect-by-whats");
      await message(page).fill("Oi, {{empresa}}!");
      await page.getByRole("checkbox", { name: "Repetir leads" }).check();
      await expect(audience(page)).toContainText("1 espera resposta sua");
      await audience(page).getByRole("button", { name: "Ver quem recebe" }).click();
      const dialog = page.getByRole("dialog", { name: "Quem recebe" });
      const people = dialog.getByRole("list", { name: "Destinatários" });
      await expect(people.getByRole("listitem")).toHaveText([/Oficina Lua/]);
      await dialog.getByText("1 lead fica de fora").click();
      const left = dialog.getByRole("list", { name: "Ficam de fora" }).getByRole("listitem");
      await expect(left).toContainText("espera resposta sua");
      expect(await accessibilityFaults(page)).toEqual([]);
      const opened = page.waitForEvent("popup");
      await left.getByRole("link", { name: "Ler a conversa de Padaria Sol" }).click();
      const conversation = await opened;
      await expect(conversation.getByText("Quanto custa?").last()).toBeVisible();
      await conversation.close();
      await left.getByRole("button", { name: "Arquivar e liberar Padaria Sol" }).click();
      await expect(people.getByRole("listitem")).toHaveCount(2);
      await expect(left).toHaveCount(0);
      expect(await overflow(page)).toBe(0);
      await dialog.getByRole("button", { name: "Concluir" }).click();
      await expect(audience(page)).not.toContainText("espera resposta sua");
    },
  );
});
