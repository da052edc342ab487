import type { Page } from "@playwright/test";
import { overflow, toast } from "./campaign-page";
import { insertCampaigns } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  test,
  WIDE_JOURNEY,
} from "./support";
import { newPhone, onPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new" });

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function confirm(page: Page, question: RegExp, answer = "Sim") {
  await page
    .getByRole("alertdialog", { name: question })
    .getByRole("button", { name: answer })
    .click();
}

test(
  "a campaign is followed live, stopped, looked at, duplicated and deleted",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    for (let at = 1; at <= 8; at += 1) {
      const phone = newPhone();
      await whatsapp.behave(phone, "receives");
      await whatsapp.createLead(phone, `Oficina ${at}`);
    }
    await page.goto("/prospecting-activities");
    await expect(page.getByText("Nenhuma campanha ainda")).toBeVisible();
    const started = await whatsapp.post("/api/prospecting/start-prospecting", {
      num_leads: 8,
      name: "Oficinas",
      messages: ["Olá, {{empresa}}!", "Oi! Tudo bem?"],
    });
    expect(started.status()).toBe(202);
    const row = page.getByRole("row").filter({ hasText: "Oficinas" });
    await expect(row).toContainText("Em execução");
    await expect(row.getByRole("progressbar")).toHaveAttribute("aria-valuetext", /^[12] enviada/);
    await expect(row).toContainText("Não");
    const labels = ["Nome", "Total de leads", "Processados", "Agendada", "Status", "Criada em"];
    for (const name of onPhone(page) ? [] : [...labels, "Concluída em"]) {
      await expect(page.getByRole("columnheader", { name, exact: true })).toBeAttached();
    }
    // A pause is not an end.
    const status = row.locator("[data-status]");
    await page.getByRole("button", { name: "Pausar Oficinas" }).click();
    await expect(toast(page).getByText("Atividade pausada com sucesso!")).toBeVisible();
    await expect(status).toHaveText("Pausada por você");
    await expect(row).toContainText("continue quando quiser");
    await page.getByRole("button", { name: "Retomar Oficinas" }).click();
    await expect(toast(page).getByText("Atividade retomada com sucesso!")).toBeVisible();
    await expect(status).toHaveText("Em execução");

    await page.getByRole("button", { name: "Ações de Oficinas" }).click();
    await page.getByRole("menuitem", { name: "Encerrar" }).click();
    await expect(
      page.getByRole("alertdialog").getByText(/É definitivo: \d pessoas? não v(ai|ão) receber/),
    ).toBeVisible();
    await confirm(page, /^Tem certeza que deseja parar esta atividade\?$/, "Encerrar");
    await expect(toast(page).getByText("Atividade parada com sucesso!")).toBeVisible();
    await expect(row.locator("[data-status]")).toHaveText(/Parando…|Parada/);
    await expect(row.locator("[data-status]")).toHaveText("Parada");
    // The date of its end comes without a reload.
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d.*\d\d\/\d\d\/\d{4} \d\d:\d\d/s);
    await expect(row).toContainText(/encerrada com \d de 8 · \d não enviadas?/);
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await row.locator("[data-status]").click();
    const tray = page.getByRole("dialog", { name: "Oficinas" });
    for (const text of ["Variação 1", "Olá, {{empresa}}!", "Variação 2", "Agendamento semanal"]) {
      await expect(tray.getByText(text, { exact: true })).toBeVisible();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await tray.getByRole("button", { name: "Duplicar" }).click();
    await expect(page.getByLabel("Mensagem", { exact: true })).toHaveValue("Olá, {{empresa}}!");
    await page.goBack();

    await page.getByRole("button", { name: "Ações de Oficinas" }).click();
    await page.getByRole("menuitem", { name: "Excluir" }).click();
    await confirm(page, /excluir esta atividade/);
    await expect(toast(page).getByText("Atividade excluída com sucesso!")).toBeVisible();
    await expect(page.getByText("Nenhuma campanha ainda")).toBeVisible();
  },
);

test(
  "the page of a campaign proves what became of each recipient, and tries the failed again",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    for (const [name, behaviour] of [
      ["Bar que recebe", "receives"],
      ["Bar que responde", "replies"],
      ["Bar sem WhatsApp", "missing"],
    ] as const) {
      const phone = newPhone();
      await whatsapp.behave(phone, behaviour);
      await whatsapp.createLead(phone, name);
    }
    const started = await whatsapp.post("/api/prospecting/start-prospecting", {
      num_leads: 3,
      messages: ["Olá, {{empresa}}!", "Oi! Podemos conversar?"],
    });
    const { activity_id } = (await started.json()) as { activity_id: number };
    await page.goto(`/prospecting-activities/${activity_id}`);
    // Numbers count per person.
    await expect(page.getByRole("heading", { level: 1, name: "Campanha 1" })).toBeVisible();
    const summary = region(page, "Resumo");
    await expect(summary).toContainText(
      "3 destinatários: 2 enviadas, 1 sem WhatsApp, 0 recusadas, 0 perdidas, 0 duplicadas",
      { timeout: 40_000 },
    );
    await expect(region(page, "Situação")).toContainText("Concluída em");
    await expect(summary.getByRole("list", { name: "Funil" })).toContainText(
      /Respondidas.*1 \(50%\)/s,
      { timeout: 30_000 },
    );
    await expect(region(page, "Resultados por variação")).toContainText(
      "Diferença ainda não conclusiva",
    );
    const hours = region(page, "Respostas por hora");
    await hours.getByText("Ver em tabela").click();
    await expect(hours.getByRole("row")).toHaveCount(25);
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);

    await test.step("recipients", async () => {
      const table = page.getByRole("table", { name: "Destinatários" });
      await expect(table.getByRole("row")).toHaveCount(4);
      await page.locator("label", { hasText: "Falhou" }).click();
      await expect(page).toHaveURL(/state=failed/);
      await expect(table.getByRole("row")).toHaveCount(2);
      await expect(table).toContainText("Bar sem WhatsApp");
      await expect(table).toContainText(/WhatsApp/);
      await page.locator("label", { hasText: "Todos" }).click();
      await page.getByRole("searchbox", { name: "Pesquisar destinatários" }).fill("responde");
      await expect(table.getByRole("row")).toHaveCount(2);
      await expect(
        table.getByRole("link", { name: "Bar que responde", exact: true }),
      ).toHaveAttribute("href", /^\/leads\?lead=\d+$/);
      await expect(table.getByRole("link", { name: /Abrir conversa/ })).toHaveAttribute(
        "href",
        /^\/chat-whatsapp\?contato=/,
      );
      const downloaded = page.waitForEvent("download");
      await page.getByRole("link", { name: "Exportar CSV" }).click();
      expect((await downloaded).suggestedFilename()).toMatch(/destinatarios.*\.csv$/);
      await page.getByRole("searchbox", { name: "Pesquisar destinatários" }).fill("");
      await expect(table.getByRole("row")).toHaveCount(4);
    });

    await test.step("on paper only the report", async () => {
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("navigation", { name: "Principal" })).toBeHidden();
      await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
      await expect(summary).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    });

    await test.step("a second try", async () => {
      await page.getByRole("button", { name: "Tentar novamente as que falharam" }).click();
      await confirm(page, /Tentar novamente a mensagem que falhou/);
      await expect(toast(page).getByText("1 mensagem será enviada de novo.")).toBeVisible();
      const runs = region(page, "Ocorrências");
      await expect(runs.getByRole("radio")).toHaveCount(3);
      await expect(runs).toContainText("nova tentativa das que falharam");
      await runs.locator("label").nth(2).click();
      await expect(summary).toContainText("3 destinatários");
      await runs.locator("label").nth(1).click();
      await expect(summary).toContainText("1 destinatário:");
    });

    await test.step("the lead's history names the campaign once", async () => {
      await page.goto("/leads");
      await page.getByRole("button", { name: "Bar que recebe", exact: true }).click();
      await expect(
        page.getByRole("dialog").getByText("Campanha 1: enviada", { exact: true }),
      ).toBeVisible();
    });

    await test.step("an unknown outcome", async () => {
      // No honest server loses its word on demand: the answer is changed on its way.
      await page.route("**/recipients?**", async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { recipients: { state: string }[] };
        await route.fulfill({
          response: answer,
          json: {
            ...body,
            recipients: body.recipients.map((each) => ({ ...each, state: "unknown" })),
          },
        });
      });
      let asked = "";
      await page.route("**/api/prospecting/recipients/*/resend", (route) => {
        asked = route.request().url();
        return route.fulfill({
          status: 202,
          json: { activity_id, recipients: 1, message: "1 mensagem será enviada de novo." },
        });
      });
      await page.goto(`/prospecting-activities/${activity_id}`);
      await page
        .getByRole("button", { name: /^Reenviar para/ })
        .first()
        .click();
      await confirm(page, /a mensagem pode chegar duas vezes/);
      await expect.poll(() => asked).toMatch(/recipients\/\d+\/resend$/);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  },
);

test(
  "a paused campaign says why and is continued; a stop of one that repeats names the rest",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    for (let at = 1; at <= 3; at += 1) {
      const phone = newPhone();
      await whatsapp.behave(phone, "receives");
      await whatsapp.createLead(phone, `Bar ${at}`);
    }
    const started = await whatsapp.post("/api/prospecting/start-prospecting", {
      num_leads: 3,
      name: "Bares",
      messages: ["Olá, {{empresa}}!"],
    });
    const { activity_id } = (await started.json()) as { activity_id: number };
    // A later live event would show the campaign's real state.
    await expect
      .poll(async () => {
        const path = `/api/prospecting/activities/${activity_id}`;
        return (await whatsapp.get<{ activity: { status: string } }>(path)).activity.status;
      })
      .toBe("completed");
    // Only failures and opt-outs above a share pause a campaign: the answers are changed on their way.
    let paused = true;
    const alter = <A extends object>(activity: A) => ({
      ...activity,
      status: "processing",
      completed_at: null,
      recurrence_type: "weekly",
      paused,
      notice: paused ? "Pausada: 4 das últimas 10 mensagens falharam." : null,
    });
    await page.route("**/api/prospecting/activities", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { activities: object[] };
      await route.fulfill({
        response: answer,
        json: { ...body, activities: body.activities.map(alter) },
      });
    });
    await page.route(`**/api/prospecting/activities/${activity_id}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { activity: object; runs: object[] };
      const [run] = body.runs;
      const missed = { ...run, id: 2_000_000_000, status: "missed", total: 0, sent: 0 };
      await route.fulfill({
        response: answer,
        json: { ...body, activity: alter(body.activity), runs: [...body.runs, missed] },
      });
    });
    await page.route("**/activities/*/resume", async (route) => {
      paused = false;
      const { activity } = await whatsapp.get<{ activity: object }>(
        `/api/prospecting/activities/${activity_id}`,
      );
      await route.fulfill({ json: { activity: alter(activity) } });
    });
    await page.goto("/prospecting-activities");
    const row = page.getByRole("row").filter({ hasText: "Bares" });
    await expect(row).toContainText("4 das últimas 10 mensagens falharam");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto(`/prospecting-activities/${activity_id}`);
    await expect(region(page, "Ocorrências")).toContainText("Perdida");
    await page.getByRole("button", { name: "Retomar" }).first().click();
    await expect(toast(page).getByText("Atividade retomada com sucesso!")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retomar" })).toHaveCount(0);
    await page.getByRole("button", { name: "Encerrar" }).first().click();
    const question = page.getByRole("alertdialog", {
      name: "Tem certeza que deseja parar esta atividade? As próximas ocorrências também serão canceladas.",
    });
    await question.getByRole("button", { name: "Manter" }).click();
    await expect(question).toBeHidden();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);

test(
  "campaigns before the latest hundred are loaded when asked for",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await insertCampaigns(account, 203);
    await page.goto("/prospecting-activities");
    const rows = page.getByRole("row").filter({ hasText: "Campanha" });
    await expect(rows.first()).toContainText("Campanha 203");
    const more = page.getByRole("button", { name: "Carregar campanhas anteriores" });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(rows.last()).toContainText("Campanha 4");
    expect(await accessibilityFaults(page)).toEqual([]);
    await more.click();
    await expect(rows.last()).toContainText("Campanha 1");
    await expect(rows).toHaveCount(203);
    await expect(more).toBeHidden();
    await rows.last().click();
    await expect(
      page.getByRole("dialog").getByRole("heading", { name: "Campanha 1" }),
    ).toBeVisible();
  },
);

test.describe("what is not there", () => {
  test.use({ expectedStatuses: [404] });
  test("a campaign of somebody else says so", async ({ page }) => {
    await page.goto("/prospecting-activities/999999");
    await expect(page.getByText("Campanha não encontrada")).toBeVisible();
  });
});
