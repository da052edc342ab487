import type { Page } from "@playwright/test";
import { launch, message, overflow, toast } from "./campaign-page";
import { passDays } from "./rows";
import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";
import { newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "newPro" });

const card = (page: Page) => page.getByRole("region", { name: "Sequência", exact: true });
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test(
  "a sequence is written, follows up on whoever is silent, and is changed while it runs",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phones = [newPhone(), newPhone(), newPhone()];
    for (const [at, phone] of phones.entries()) {
      await whatsapp.behave(phone, "receives");
      await whatsapp.createLead(phone, `Padaria ${at + 1}`);
    }
    await page.goto("/prospect-by-whats");
    await message(page).fill("Oi, {{empresa}}!");

    await test.step("a step is written, with its days and hours", async () => {
      await card(page).getByRole("button", { name: "Adicionar passo" }).click();
      const step = card(page).getByRole("listitem", { name: /^Passo 2/ });
      await expect(step).toContainText(/a partir de .+ se ninguém responder/);
      await step
        .getByRole("textbox", { name: "Mensagem do passo 2" })
        .fill("Conseguiu ver, {{empresa}}?");
      await expect(page.getByTestId("preview-step")).toContainText("Conseguiu ver, Padaria 1?");
      await card(page).getByRole("button", { name: "Adicionar passo" }).click();
      await launch(page).getByRole("button", { name: "Iniciar prospecção" }).click();
      await expect(card(page).getByRole("listitem", { name: /^Passo 3/ })).toContainText(
        "Adicione pelo menos uma mensagem!",
      );
      await card(page).getByRole("button", { name: "Remover passo 3" }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });

    await test.step("days of one's own are days without steps", async () => {
      await card(page).getByRole("button", { name: "Dias sem envio" }).click();
      const dialog = page.getByRole("dialog", { name: "Dias sem envio" });
      await expect(dialog.getByRole("list", { name: "Feriados nacionais" })).toContainText("Natal");
      await dialog.getByLabel("Dia", { exact: true }).fill("24/06/2027");
      await dialog.getByLabel("Nome").fill("São João");
      await dialog.getByRole("button", { name: "Adicionar" }).click();
      await expect(dialog.getByRole("list", { name: "Seus dias" })).toContainText("São João");
      const carnival = dialog.getByRole("button", { name: /^Incluir Carnaval/ }).first();
      const name = (await carnival.getAttribute("aria-label")) ?? "";
      await carnival.click();
      const own = dialog.getByRole("list", { name: "Seus dias" });
      await expect(own).toContainText("Carnaval (segunda)");
      await expect(own).toContainText("Carnaval (terça)");
      const offered = dialog.getByRole("button", { name, exact: true });
      await expect(offered).toBeHidden();
      await own.getByRole("button", { name: "Remover Carnaval (terça)" }).click();
      await expect(offered).toBeVisible();
      // Until the form is empty, the dialog asks before it closes.
      await expect(dialog.getByLabel("Nome")).toHaveValue("");
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    await launch(page).getByRole("button", { name: "Iniciar prospecção" }).click();
    await expect(toast(page).getByText("Mensagens enviadas com sucesso!")).toBeVisible();
    await expect(page).toHaveURL(/\/prospecting-activities\/\d+$/);
    await expect(page.locator("[data-status]").first()).toHaveText("Esperando o próximo passo", {
      timeout: 45_000,
    });

    await test.step("each person's line says what is next, and it is ended for one", async () => {
      await expect(card(page)).toContainText("3 pessoas esperam");
      await expect(rowOf(page, "Padaria 1")).toContainText(/Passo 2: .*\d:\d\d/);
      await page.getByRole("button", { name: "Encerrar a sequência para Padaria 1" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();
      await expect(rowOf(page, "Padaria 1")).toContainText("Passo 2 não vai: sequência encerrada");
    });

    await test.step("an answer ends it, too", async () => {
      await whatsapp.receive(phones[1] ?? "", "Quem fala?");
      await expect(rowOf(page, "Padaria 2")).toContainText("Passo 2 não vai: respondeu");
    });

    await test.step("the text of a step that is to come is changed", async () => {
      await card(page).getByRole("button", { name: "Editar sequência" }).click();
      const dialog = page.getByRole("dialog", { name: "Editar sequência" });
      await expect(dialog).toContainText("Mudar este passo muda para 1 pessoa.");
      await dialog
        .getByRole("textbox", { name: "Mensagem do passo 2" })
        .fill("Ainda faz sentido, {{empresa}}?");
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Salvar sequência" }).click();
      await expect(toast(page).getByText("Sequência salva: muda para 1 pessoa.")).toBeVisible();
    });

    await passDays(account);
    await expect(rowOf(page, "Padaria 3")).toContainText(/Passo 2: (enviada|entregue|lida)/, {
      timeout: 15_000,
    });
    const sent = (await whatsapp.readLedger("ledger")).map(({ text }) => text);
    expect(sent.filter((text) => text.startsWith("Ainda faz sentido"))).toEqual([
      expect.stringMatching(/^Ainda faz sentido, Padaria 3\?\n\n.*responda SAIR\.$/),
    ]);
    await expect(page.getByRole("region", { name: "Tabela de passos" })).toContainText("Passo 2");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  },
);
