import type { Page } from "@playwright/test";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import { message, toast } from "./campaign-page";
import { insertCampaigns, setPlan } from "./rows";
import { expect, test } from "./support";

/** The specification's sentences about the campaign's editor and the activities, word by word. */

const START = "**/api/prospecting/start-prospecting";
const startButton = (page: Page) => page.getByRole("button", { name: "Iniciar prospecção" });

/** Submits, and expects exactly this sentence for exactly this answer. */
async function refuse(page: Page, status: number, json: object, button: string, sentence: string) {
  await page.route(START, (route) => route.fulfill({ status, json }));
  await page.getByRole("button", { name: button }).click();
  await expect(toast(page).getByText(sentence, { exact: true })).toBeVisible();
  await page.unroute(START);
}

test.describe("the editor", () => {
  test.use({ signedInAs: "newPro", expectedStatuses: [402, 403, 409, 500, 503] });

  test("says how campaigns work, what is refused and why", async ({ page, account }) => {
    await page.goto("/prospect-by-whats");

    await test.step("the help: few leads first, and whom a campaign writes to", async () => {
      const help = page.getByRole("region", { name: "Ajuda e dicas" });
      for (const sentence of [
        /^Contas novas: comece com 5-10 leads/,
        "Sem repetição, só são usados leads que nunca foram contatados.",
        "Com repetição, são usados todos os leads, menos os que falharam antes.",
        "Sem listas selecionadas, todas as listas são consideradas.",
      ]) {
        await expect(help.getByText(sentence)).toBeVisible();
      }
    });

    await test.step("a message longer than 8000 characters is refused on its field", async () => {
      const refused = page.getByText("Cada mensagem pode ter no máximo 8000 caracteres!");
      await message(page).fill("a".repeat(8_001));
      await startButton(page).click();
      await expect(refused).toBeVisible();
      await expect(message(page)).toHaveAttribute("aria-invalid", "true");
      await message(page).fill(" Oi ");
      await expect(refused).toBeHidden();
    });

    await test.step("trimmed messages are sent without blanks; the button says that it is busy", async () => {
      await page.getByRole("button", { name: "Adicionar variação" }).click();
      await message(page).fill(" ");
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(START, async (route) => {
        await answered;
        await route.fulfill({
          status: 409,
          json: { error: "There is already an active prospecting.", code: "prospecting_active" },
        });
      });
      const sent = page.waitForRequest(START);
      await startButton(page).click();
      expect((await sent).postDataJSON()).toMatchObject({ messages: ["Oi"] });
      await expect(page.getByRole("button", { name: "Processando...", exact: true })).toBeVisible();
      await expect(startButton(page)).toHaveCount(0);
      answer();
      // The one sentence of a campaign that is already on its way.
      await expect(
        toast(page).getByText(
          "Já tem uma prospecção em andamento, aguarde até que ela termine para iniciar outra!",
          { exact: true },
        ),
      ).toBeVisible();
      await expect(toast(page)).toHaveCount(1);
      await expect(startButton(page)).toBeVisible();
      await page.unroute(START);
    });

    await test.step("what the server refuses", async () => {
      await refuse(
        page,
        403,
        { error: "PRO feature: repetição de leads.", code: "pro_required" },
        "Iniciar prospecção",
        "PRO feature: repetição de leads. Faça upgrade para o plano PRO para acessar.",
      );
      const offline = { error: "Seu WhatsApp está desconectado.", code: "whatsapp_disconnected" };
      await refuse(
        page,
        409,
        offline,
        "Iniciar prospecção",
        "Erro ao enviar mensagem: Seu WhatsApp está desconectado.",
      );
      await page.getByRole("checkbox", { name: "Agendar prospecção" }).check();
      await refuse(
        page,
        409,
        offline,
        "Agendar prospecção",
        "Erro ao agendar prospecção: Seu WhatsApp está desconectado.",
      );
      await page.getByRole("checkbox", { name: "Agendar prospecção" }).uncheck();
      // Where the installation's messages cost credits.
      for (const [plan, text] of [
        ["free", "Créditos insuficientes. Faça upgrade para o plano PRO para mais créditos!"],
        [
          "paid",
          "Créditos insuficientes. Aguarde o reset diário ou entre em contato com o suporte.",
        ],
      ] as const) {
        const credits_info = {
          ...{ plan, daily_limit: 20, remaining_credits: 2, required_credits: 3 },
        };
        const body = { error: "Insufficient credits", code: "insufficient_credits", credits_info };
        await refuse(page, 402, body, "Iniciar prospecção", text);
      }
    });

    await test.step("a draft of PRO after PRO has ended is not sent", async () => {
      await page.getByRole("checkbox", { name: "Repetir leads" }).check();
      await setPlan(account, "free");
      await page.reload();
      await expect(page.getByRole("checkbox", { name: "Repetir leads" })).toBeChecked();
      let requests = 0;
      await page.route(START, (route) => {
        requests += 1;
        return route.abort();
      });
      // The offer of the plan comes with the first screen of a free account.
      const offer = page.getByRole("dialog").getByRole("button", { name: "Agora não" });
      await page.addLocatorHandler(offer, () => offer.click());
      await startButton(page).click();
      await expect(
        toast(page).getByText(
          "Repetir leads é uma funcionalidade PRO. Faça upgrade para acessar.",
          { exact: true },
        ),
      ).toBeVisible();
      expect(requests).toBe(0);
    });
  });
});

test.describe("the activities", () => {
  test.use({ signedInAs: "new" });

  test("are named, and the tray tells all about one", async ({ page }) => {
    const activity: Activity = {
      ...({ id: 77, name: "", status: "error" } as const),
      ...{
        message: "Só um texto, sem variações",
        following: false,
        steps: [],
        except_lead_ids: [],
        lead_ids: [],
        legal_basis: null,
        number_ids: [],
        by_number: [],
        tag_ids: [],
      },
      ...{ num_leads: 9, leads_count: 9, total_leads: 9, leads_processed: 8, sent: 5, failed: 2 },
      ...{ skipped: 1, unknown: 0, answered: 3, stopping: false, paused: false, notice: null },
      ...{ not_reached: 0, waits_for: null, delivered: 4, next_run_at: null },
      ...{ next_send_at: null, error_message: "O celular caiu", scheduled: true },
      ...{ scheduled_datetime: "2026-03-02T12:30:00.000Z", weekly_scheduled: true },
      ...({ recurrence_type: "weekly" } as const),
      ...{ repeat_leads: false, repeat_count: 4, repeats_completed: 2 },
      ...{ list_ids: [31, 45], opt_out_line: false, pacing: {}, templates: null, opt_in: false },
      ...{ created_at: "2026-03-01T15:00:00.000Z", completed_at: "2026-03-02T13:45:00.000Z" },
    };
    const other = { ...activity, id: 78, name: "Oficinas", message: '["Oi","Olá"]', list_ids: [] };
    await page.route("**/api/prospecting/activities", (route) =>
      route.fulfill({ json: { activities: [activity, other] } }),
    );
    await page.goto("/prospecting-activities");

    const openDetails = async (name: string) => {
      await page.getByRole("button", { name: `Ações de ${name}` }).click();
      await page.getByRole("menuitem", { name: "Detalhes" }).click();
    };
    await test.step("without a name: by its number", () => openDetails("Atividade 77"));

    const tray = page.getByRole("dialog", { name: "Atividade 77" });
    const detail = (label: string) =>
      tray
        .locator("dt")
        .filter({ hasText: new RegExp(`^${label}$`) })
        .locator("+ dd");

    await test.step("everything that is known of it", async () => {
      for (const [label, text] of [
        ["ID", "77"],
        ["Nome", "Atividade 77"],
        ["Status", "Erro"],
        ["Agendada", "Sim"],
        ["Data e hora agendadas", "02/03/2026 09:30"],
        ["Agendamento semanal", "Sim"],
        ["Total de leads", "9"],
        ["Processados", "8"],
        ["Enviadas", "5"],
        ["Respondidas", "3"],
        ["Falharam", "2"],
        ["Não enviadas", "1"],
        ["Repetições", "2 / 4"],
        ["Listas", "31, 45"],
        ["Criada em", "01/03/2026 12:00"],
        ["Erro", "O celular caiu"],
        ["Concluída em", "02/03/2026 10:45"],
      ] as const) {
        await expect(detail(label), label).toHaveText(text);
      }
    });

    await test.step("a message that is plain text is shown as it is", async () => {
      await expect(tray.getByRole("heading", { name: "Mensagem", exact: true })).toBeVisible();
      await expect(tray.getByText("Só um texto, sem variações", { exact: true })).toBeVisible();
      await expect(tray.getByText(/Variação \d/)).toHaveCount(0);
      await page.keyboard.press("Escape");
      await openDetails("Oficinas");
      await expect(
        page.getByRole("dialog", { name: "Oficinas" }).getByText("Variação 2", { exact: true }),
      ).toBeVisible();
    });
  });
});

test.describe("activities that fail", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });

  test("to load, to be stopped or to be deleted say so", async ({ page, account }) => {
    await insertCampaigns(account, 2);
    const failure = { status: 500, json: { error: "Algo deu errado.", code: "internal" } };
    const ACTIVITIES = "**/api/prospecting/activities";
    await page.route(ACTIVITIES, (route) => route.fulfill(failure));
    await page.goto("/prospecting-activities");
    await expect(
      page.getByText("Erro ao carregar atividades de prospecção", { exact: true }),
    ).toBeVisible({ timeout: 30_000 });
    await page.unroute(ACTIVITIES);
    // Both are over: one is shown as if it ran.
    await page.route(ACTIVITIES, async (route) => {
      const response = await route.fetch();
      const { activities, ...rest } = (await response.json()) as { activities: Activity[] };
      const shown = activities.map((each) =>
        each.name === "Campanha 1" ? { ...each, status: "running", completed_at: null } : each,
      );
      await route.fulfill({ response, json: { ...rest, activities: shown } });
    });
    await page.getByRole("button", { name: "Tentar novamente" }).click();

    await page.route("**/api/prospecting/activities/*/stop", (route) => route.fulfill(failure));
    await page.route("**/api/prospecting/activities/*", (route) =>
      route.request().method() === "DELETE" ? route.fulfill(failure) : route.fallback(),
    );
    for (const [name, action, question, answer, text] of [
      ["Campanha 1", "Encerrar", /parar esta atividade/, "Encerrar", "Erro ao parar atividade"],
      ["Campanha 2", "Excluir", /excluir esta atividade/, "Sim", "Erro ao excluir atividade"],
    ] as const) {
      await page.getByRole("button", { name: `Ações de ${name}`, exact: true }).click();
      await page.getByRole("menuitem", { name: action }).click();
      await page
        .getByRole("alertdialog", { name: question })
        .getByRole("button", { name: answer })
        .click();
      await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
    }
  });
});
