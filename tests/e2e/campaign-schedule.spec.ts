import { audience, launch, message, overflow, toast } from "./campaign-page";
import { insertLists } from "./rows";
import { expect, expectAccessible, test, WIDE_JOURNEY } from "./support";

test.describe("on the PRO plan", () => {
  test.use({ signedInAs: "pro" });

  test(
    "a campaign is scheduled by keyboard, changed, duplicated and cancelled",
    WIDE_JOURNEY,
    async ({ page }) => {
      const name = `Retorno ${Date.now()}`;
      const schedule = page.getByRole("region", { name: "Agendamento" });
      await page.goto("/prospect-by-whats");
      await expect(page.getByRole("complementary", { name: "Plano PRO" })).toBeHidden();

      await test.step("lists and repetition", async () => {
        await page.getByRole("button", { name: /^Listas/ }).click();
        await expect(page.getByRole("list", { name: "Listas da conta" })).toContainText(
          /\d+ leads?/,
        );
        await page.getByRole("searchbox", { name: "Pesquisar listas" }).fill("nada assim");
        await expect(page.getByText("Nenhuma lista com este nome.")).toBeVisible();
        await page.getByRole("searchbox", { name: "Pesquisar listas" }).fill("");
        await page
          .getByRole("list", { name: "Listas da conta" })
          .getByRole("checkbox")
          .first()
          .check();
        await expect(launch(page)).toContainText("Para leads de 1 lista escolhida.");
        const eligible = await audience(page).textContent();
        await page.getByRole("checkbox", { name: "Repetir leads" }).check();
        await expect(audience(page)).not.toHaveText(eligible ?? "");
      });

      await test.step("the pacing", async () => {
        await page.getByRole("button", { name: /^Ritmo/ }).click();
        const pacing = page.getByRole("region", { name: "Ritmo" });
        await expect(pacing).toContainText("Instalação: 1 s.");
        await pacing.getByLabel("Pausa mínima (s)").fill("600");
        await expect(launch(page)).toContainText(/cerca de \d+ (min|h)/);
      });

      await test.step("the schedule", async () => {
        await page.getByLabel("Nome da campanha").focus();
        await page.keyboard.type(name);
        await message(page).focus();
        await page.keyboard.type("Olá! Podemos conversar?");
        const box = page.getByRole("checkbox", { name: "Agendar prospecção" });
        await box.focus();
        await page.keyboard.press("Space");
        await expect(schedule.getByLabel("Horário")).toHaveValue(/^\d\d:00$/);
        await expect(schedule.getByLabel("Horário")).toHaveAttribute("step", "300");
        await schedule.getByLabel("Horário").press("ArrowUp");
        await expect(schedule.getByLabel("Horário")).toHaveValue(/^\d\d:05$/);
        await schedule.getByLabel("Horário").press("ArrowDown");
        await expect(schedule.getByLabel("Horário")).toHaveValue(/^\d\d:00$/);
        await expect(schedule.getByLabel("Repetição").getByRole("option")).toHaveText([
          "Não repetir",
          "Todos os dias",
          "Toda semana",
          "De segunda a sexta",
        ]);
        await schedule.getByLabel("Repetição").selectOption({ label: "De segunda a sexta" });
        const occurrences = schedule.getByRole("region", { name: "Próximas ocorrências" });
        await expect(occurrences.getByRole("listitem")).toHaveCount(10);
        await expect(occurrences).not.toContainText(/sáb|dom/);
        // Off clears the date, the time and the recurrence.
        await schedule.getByLabel("Data").fill("2036-01-31");
        await schedule.getByLabel("Horário").fill("09:30");
        await box.uncheck();
        await box.check();
        await expect(schedule.getByLabel("Repetição")).toHaveValue("none");
        await expect(schedule.getByLabel("Data")).not.toHaveValue("31/01/2036");
        await expect(schedule.getByLabel("Horário")).toHaveValue(/^\d\d:00$/);
        await schedule.getByLabel("Data").fill("2020-01-31");
        await page.getByRole("button", { name: "Agendar prospecção" }).click();
        await expect(
          schedule.getByText("A data e hora agendada deve ser no futuro!"),
        ).toBeVisible();
        await schedule.getByLabel("Data").fill("");
        const missing = schedule.getByText("Selecione uma data e hora para agendar a prospecção!");
        await expect(missing).toBeVisible();
        await schedule.getByLabel("Horário").fill("");
        await schedule.getByLabel("Horário").blur();
        await expect(missing).toBeVisible();
        const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
        await schedule.getByLabel("Data").fill(soon);
        await schedule.getByLabel("Horário").fill("09:03");
        await schedule.getByLabel("Horário").blur();
        await expect(schedule.getByLabel("Horário")).toHaveValue("09:05");
        await schedule.getByLabel("Repetição").selectOption({ label: "Toda semana" });
        expect(await overflow(page)).toBe(0);
        await expectAccessible(page);
        await message(page).focus();
        await page.getByRole("button", { name: "Agendar prospecção" }).focus();
        await page.keyboard.press("Enter");
        await expect(
          toast(page).getByText(
            `Prospecção agendada para ${soon.split("-").reverse().join("/")} às 09:05, repetindo toda semana`,
          ),
        ).toBeVisible();
        await expect(message(page)).toHaveValue("");
        await expect(box).not.toBeChecked();
        await expect(page.getByRole("button", { name: /^Listas/ })).toContainText(
          "Todas as listas",
        );
      });

      await test.step("a change", async () => {
        await page.goto("/prospecting-activities");
        await page.getByRole("button", { name: `Ações de ${name}` }).click();
        await page.getByRole("menuitem", { name: "Editar" }).click();
        await expect(page.getByLabel("Nome da campanha")).toHaveValue(name);
        await expect(
          page.getByText(`Você está alterando o agendamento de ${name}, marcado para`),
        ).toBeVisible();
        await expect(schedule.getByLabel("Horário")).toHaveValue("09:05");
        await expect(schedule.getByLabel("Repetição")).toHaveValue("weekly");
        await schedule.getByLabel("Horário").fill("10:00");
        await page.reload();
        const unsaved = page.getByText("Estas são alterações que você não salvou na última vez.");
        await expect(unsaved).toBeVisible();
        await expect(schedule.getByLabel("Horário")).toHaveValue("10:00");
        await expectAccessible(page);
        await page.getByRole("button", { name: "Descartar", exact: true }).click();
        await expect(schedule.getByLabel("Horário")).toHaveValue("09:05");
        await expect(unsaved).toBeHidden();
        await toast(page).getByRole("button", { name: "Desfazer" }).click();
        await expect(unsaved).toBeVisible();
        await expect(schedule.getByLabel("Horário")).toHaveValue("10:00");
        await page.getByRole("button", { name: "Salvar alterações" }).click();
        await expect(toast(page).getByText(/às 10:00, repetindo toda semana$/)).toBeVisible();
        await expect(page).toHaveURL(/\/prospecting-activities$/);
      });

      await test.step("a copy", async () => {
        await page.getByRole("button", { name: `Ações de ${name}` }).click();
        await page.getByRole("menuitem", { name: "Duplicar" }).click();
        await expect(message(page)).toHaveValue("Olá! Podemos conversar?");
        await expect(page.getByRole("checkbox", { name: "Agendar prospecção" })).not.toBeChecked();
        await expect(page.getByRole("checkbox", { name: "Repetir leads" })).toBeChecked();
      });

      await test.step("the end", async () => {
        await page.goto("/prospecting-activities");
        const row = page.getByRole("row").filter({ hasText: name });
        await expect(row).toContainText("Agendada");
        for (const [action, question, answer, done] of [
          [
            "Cancelar agendamento",
            /Nenhuma das próximas ocorrências será enviada/,
            "Cancelar agendamento",
            "Agendamento cancelado com sucesso!",
          ],
          ["Excluir", /excluir esta atividade/, "Sim", "Atividade excluída com sucesso!"],
        ] as const) {
          await page.getByRole("button", { name: `Ações de ${name}` }).click();
          await page.getByRole("menuitem", { name: action }).click();
          await page
            .getByRole("alertdialog", { name: question })
            .getByRole("button", { name: answer })
            .click();
          await expect(toast(page).getByText(done)).toBeVisible();
        }
        await expect(row).toHaveCount(0);
      });
    },
  );
});

test.describe("an account with more lists than one page of them", () => {
  test.use({ signedInAs: "newPro" });

  test("finds an old one, and still names it when the search is over", async ({
    page,
    account,
  }) => {
    await insertLists(account, 203);
    await page.goto("/prospect-by-whats");
    await page.getByRole("button", { name: /^Listas/ }).click();
    const lists = page.getByRole("list", { name: "Listas da conta" });
    const old = lists.getByRole("checkbox", { name: "Lista 1 0 leads" });
    await expect(lists.getByRole("checkbox").first()).toBeVisible();
    await expect(old).toHaveCount(0);
    const search = page.getByRole("searchbox", { name: "Pesquisar listas" });
    await search.fill("lista 1");
    await search.press("Enter");
    await old.check();
    // The search is no part of the form, which Enter would send.
    await expect(page.getByText("Adicione pelo menos uma mensagem!")).toBeHidden();
    await search.fill("");
    await expect(lists.getByRole("checkbox", { name: /^Lista 203/ })).toBeVisible();
    await expect(old).toBeChecked();
    await page.reload();
    await page.getByRole("button", { name: /^Listas/ }).click();
    await expect(old).toBeChecked();
  });
});
