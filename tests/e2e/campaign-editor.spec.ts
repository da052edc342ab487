import type { Page } from "@playwright/test";
import { audience, launch, message, overflow, preview, toast } from "./campaign-page";
import { expect, expectAccessible, logOut, test, WIDE_JOURNEY } from "./support";
import { newPhone, pair } from "./whatsapp";

/** Whether the element is inside the window, which a sticky one always is. */
const inView = (page: Page, name: string) =>
  page.getByRole("button", { name }).evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

test.describe("on the free plan", () => {
  // A second campaign while the first one runs; a receipt that arrives during the logout makes the screen refetch.
  // The page of a campaign whose start is undone may request it again before it is left.
  test.use({ signedInAs: "new", expectedStatuses: [400, 401, 404, 409] });

  test(
    "a campaign is written, counted, kept as a draft, tested and started",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      const whatsapp = await pair(page, account);
      const phones = [newPhone(), newPhone(), newPhone()];
      for (const [at, phone] of phones.entries()) {
        await whatsapp.behave(phone, "receives");
        await whatsapp.createLead(phone, `Padaria ${at + 1}`);
      }
      await page.goto("/prospect-by-whats");

      await test.step("the plan", async () => {
        const banner = page.getByRole("complementary", { name: "Plano PRO" });
        await expect(banner.getByRole("link", { name: "Ver planos PRO" })).toHaveAttribute(
          "href",
          "/subscription",
        );
        for (const [control, feature] of [
          [page.getByRole("checkbox", { name: "Repetir leads" }), "Repetir leads"],
          [page.getByRole("checkbox", { name: "Agendar prospecção" }), "Agendamento"],
          [page.getByRole("button", { name: /^Listas/ }), "Seleção de listas"],
        ] as const) {
          await control.click();
          await expect(toast(page).getByText(`Recurso PRO: ${feature}`)).toBeVisible();
        }
        for (const part of [
          ...["Mensagens", "Configurações da campanha", "Agendamento", "Listas", "Ajuda e dicas"],
        ]) {
          await expect(page.getByRole("region", { name: part, exact: true })).toBeVisible();
        }
        await expect(page.getByRole("checkbox", { name: "Repetir leads" })).not.toBeChecked();
        await expect(page.getByRole("button", { name: /^Listas/ })).toHaveAttribute(
          "aria-expanded",
          "false",
        );
        await expect(
          toast(page).getByRole("button", { name: "Ver planos PRO" }).first(),
        ).toBeVisible();
      });

      await test.step("the audience", async () => {
        await expect(audience(page)).toContainText("3 de 3 leads podem receber a mensagem.");
        await expect(launch(page)).toContainText(/3 mensagens: .*até \d\d:\d\d/);
        await expect(launch(page)).toContainText("Para leads de todas as listas.");
        await expect(launch(page)).toContainText("Há 3 leads disponíveis dos 10 pedidos");
        const count = page.getByLabel("Número de leads");
        await count.fill("2");
        await expect(launch(page)).toContainText("2 mensagens:");
        // Larger input is ignored.
        await count.press("End");
        await count.pressSequentially("11");
        await expect(count).toHaveValue("21");
        await count.fill("0");
        await page.getByRole("button", { name: "Iniciar prospecção" }).click();
        const refusal = page.getByText("O total de leads deve ser entre 1 e 210!", { exact: true });
        await expect(refusal).toBeVisible();
        await count.fill("210");
        await expect(refusal).toBeHidden();
        await count.fill("");
        await expect(refusal).toBeVisible();
        await expect(page.getByText("Adicione pelo menos uma mensagem!")).toBeVisible();
        await count.fill("3");
        expect(await inView(page, "Iniciar prospecção")).toBe(true);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3));
        expect(await inView(page, "Iniciar prospecção")).toBe(true);
      });

      await test.step("the message", async () => {
        await page.getByLabel("Nome da campanha").fill("Padarias do bairro");
        await message(page).fill(
          "Olá, {{empreza}}! Vi a padaria de vocês e gostei muito do pão de ontem.",
        );
        await page.getByRole("button", { name: "Iniciar prospecção" }).click();
        await expect(page.getByText("Variável desconhecida: {{empreza}}").first()).toBeVisible();
        await message(page).fill("Olá, ");
        await page.getByRole("button", { name: "Inserir variável" }).click();
        await page.getByRole("menuitem", { name: /empresa/ }).click();
        await expect(message(page)).toHaveValue("Olá, {{empresa}}");
        await message(page).pressSequentially(
          "! Vi a padaria de vocês e gostei muito do pão de ontem.",
        );
        await expect(preview(page)).toContainText("Olá, Padaria 1! Vi a padaria");
        await preview(page).getByRole("button", { name: "Próximo lead" }).click();
        await expect(preview(page)).toContainText(/Olá, Padaria [23]!/);
        await page.getByRole("checkbox", { name: "Incluir a linha para sair" }).check();
        await expect(preview(page)).toContainText(
          "Para não receber mais mensagens, responda SAIR.",
        );
        await page.getByRole("button", { name: "Adicionar variação" }).click();
        await message(page).fill(
          "Oi, {{empresa}}! Vi a padaria de vocês e gostei muito do pão de ontem.",
        );
        await expect(page.getByRole("list", { name: "Variações parecidas" })).toContainText(
          "As variações 1 e 2 dizem quase o mesmo",
        );
        await message(page).fill("Bom dia! Posso mostrar como vender mais pelo WhatsApp?");
        await expect(page.getByRole("list", { name: "Variações parecidas" })).toBeHidden();
        for (let variant = 3; variant <= 10; variant += 1) {
          await page.getByRole("button", { name: "Adicionar variação" }).click();
        }
        await page.getByRole("button", { name: "Adicionar variação" }).click();
        await expect(toast(page).getByText("Máximo de 10 mensagens!")).toBeVisible();
        await expect(page.getByRole("tab")).toHaveCount(10);
        await expect(page.getByText("0 / 8.000")).toBeVisible();
      });

      await test.step("the draft", async () => {
        await page.reload();
        await expect(page.getByLabel("Nome da campanha")).toHaveValue("Padarias do bairro");
        await expect(page.getByRole("tab")).toHaveCount(10);
        await page.getByRole("link", { name: "Ver atividades" }).click();
        await expect(page.getByText("Nenhuma campanha ainda")).toBeVisible();
        await page.goBack();
        await expect(message(page)).toHaveValue(/^Olá, \{\{empresa\}\}!/);
        await expect(
          page.getByRole("checkbox", { name: "Incluir a linha para sair" }),
        ).toBeChecked();
        for (let variant = 10; variant > 2; variant -= 1) {
          await page.getByRole("tab", { name: `Variação ${variant}` }).click();
          await page.getByRole("button", { name: `Remover variação ${variant}` }).click();
        }
        await page.getByRole("tab", { name: "Variação 1" }).click();
        expect(await overflow(page)).toBe(0);
        await expectAccessible(page);
      });

      await test.step("a test message", async () => {
        await preview(page).getByRole("button", { name: "Enviar teste para o meu número" }).click();
        await expect(
          toast(page).getByText("Mensagem de teste enviada para o seu número."),
        ).toBeVisible();
        await expect
          .poll(async () => (await whatsapp.readLedger("ledger")).map(({ text }) => text))
          .toEqual([expect.stringMatching(/^Olá, Padaria .*responda SAIR\.$/s)]);
      });

      await test.step("the start", async () => {
        const begin = async () => {
          await page.getByRole("button", { name: "Iniciar prospecção" }).click();
          await expect(toast(page).getByText("Mensagens enviadas com sucesso!")).toBeVisible();
          await expect(page).toHaveURL(/\/prospecting-activities\/\d+$/);
        };
        const strip = page.getByRole("region", { name: "Início da campanha" });
        for (const place of [strip, toast(page)]) {
          await begin();
          await expect(strip).toContainText(/A primeira mensagem sai em \d+ segundos?\./);
          await expect(page.getByText("Começa em instantes")).toBeVisible();
          expect(await overflow(page)).toBe(0);
          await place.getByRole("button", { name: "Desfazer" }).click();
          const undone = toast(page).getByText("Desfeito: nenhuma mensagem foi enviada.");
          await expect(undone).toBeVisible();
          // Nothing that was written is lost.
          await expect(message(page)).toHaveValue(/^Olá, \{\{empresa\}\}! Vi a padaria/);
          await expect(page.getByLabel("Nome da campanha")).toHaveValue("Padarias do bairro");
        }
        await begin();
        await page.goto("/prospect-by-whats");
        await expect(message(page)).toHaveValue("");
        await expect(page.getByRole("tab")).toHaveCount(1);
        await expect(page.getByLabel("Número de leads")).toHaveValue("3");
        await expect(audience(page)).toContainText("0 de 3 leads");
        await expect(audience(page)).toContainText("em outra campanha");
        // A second one at once is refused, and nothing that was typed is lost.
        await message(page).fill("De novo");
        await page.getByRole("button", { name: "Iniciar prospecção" }).click();
        await expect(toast(page).last()).toContainText(
          /Já tem uma prospecção em andamento, aguarde até que ela termine para iniciar outra!|Nenhum lead para prospectar/,
        );
        await expect(message(page)).toHaveValue("De novo");
        await expect
          .poll(async () => (await whatsapp.readLedger("ledger")).length, { timeout: 60_000 })
          .toBe(4);
      });

      await test.step("logging out", async () => {
        await page.goto("/dashboard");
        const drafts = () =>
          page.evaluate(() =>
            Object.keys(localStorage).filter((key) => key.startsWith("campaignDraft_")),
          );
        expect(await drafts()).not.toEqual([]);
        await logOut(page);
        expect(await drafts()).toEqual([]);
      });
    },
  );
});
