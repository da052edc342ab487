import { EVENT_TYPE_NAMES } from "@/lib/domain/events/event-types";
import { insertEvents } from "./rows";
import {
  accessibilityFaults,
  chooseOption,
  expect,
  expectAccessible,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";

const EMPTY = "Nenhum evento encontrado para os filtros selecionados.";

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test.describe("an account with a history", () => {
  test.use({ signedInAs: "demo" });
  test(
    "sees its last thirty days counted, drawn and listed, and narrows them",
    WIDE_JOURNEY,
    async ({ page }) => {
      await page.goto("/events");
      await expect(page.getByRole("heading", { name: "Eventos", exact: true })).toBeVisible();
      await expect(page.getByText("Leads criados").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "Resumo" })).toContainText(
        /Leads criados.*Mensage(m|ns) que falh/s,
      );
      const days = page.getByRole("region", { name: "Eventos por dia" });
      await days.getByText("Ver em tabela").click();
      await expect(days.getByRole("row")).toHaveCount(31);
      const sources = page.getByRole("region", { name: "Fontes de Listas", exact: true });
      await expect(sources.getByText("Fontes de Listas", { exact: true })).toBeVisible();
      await expect(sources.getByRole("listitem").filter({ hasText: "Busca no Google" })).toHaveText(
        /^Busca no Google\d+$/,
      );
      await expect(page.getByRole("region", { name: "Créditos" })).toBeVisible();
      await expect(
        page.getByRole("region", { name: "Respostas por dia da semana e hora", exact: true }),
      ).toContainText("respostas");

      const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await width()).toBeLessThanOrEqual(0);

      const funnel = page.getByRole("region", { name: "Funil" });
      const found = funnel.getByRole("listitem").first();
      await expect(found).toContainText("100%");
      const all = await found.textContent();
      await chooseOption(funnel.getByLabel("Leads do funil"), "Fonte: Receita Federal");
      await expect(funnel.getByText("Nenhum lead aqui")).toBeVisible();
      await chooseOption(funnel.getByLabel("Leads do funil"), "Fonte: Busca no Google");
      await expect(found).toHaveText(all ?? "");

      const history = page.getByRole("region", { name: "Histórico de atividades" });
      await expect(history.getByRole("listitem")).toHaveCount(50);
      await expect(history.getByRole("heading", { level: 3 }).first()).toContainText(
        /^(Hoje|Ontem|\p{L}+, \d\d\/\d\d)$/u,
      );
      await expect(history.getByLabel("Itens por página").getByRole("option")).toHaveText([
        ...["5", "10", "20", "50", "100", "200"],
      ]);
      await history.getByLabel("Itens por página").selectOption("10");
      await expect(history.getByRole("listitem")).toHaveCount(10);
      await expect(history.getByRole("button", { name: /^Página \d/ })).toHaveCount(5);
      await history.getByRole("button", { name: "Página 3", exact: true }).click();
      await expect(page).toHaveURL(/page=3/);
      await expect(history.getByText("21–30")).toBeVisible();
      await history.getByLabel("Tipo de evento").selectOption("message_failed");
      await expect(page).toHaveURL(/type=message_failed/);
      await expect(page).not.toHaveURL(/[?&]page=/);
      await expect(history.getByRole("listitem").first()).toContainText(
        /Mensagem que falhou|mensagens que falharam/,
      );
      await history.getByLabel("Data inicial").fill(dayBefore(400));
      // Brazilian, in any browser language.
      await expect(history.getByLabel("Data inicial")).toHaveValue(
        dayBefore(400).split("-").reverse().join("/"),
      );
      // A day that does not exist changes nothing, and says so.
      await history.getByLabel("Data final").fill("30/02/2027");
      await history.getByLabel("Data final").blur();
      await expect(history.getByText("Data e hora inválidas!")).toBeVisible();
      await expect(history.getByLabel("Data final")).toHaveValue("30/02/2027");
      await history.getByLabel("Data final").fill(dayBefore(399));
      await expect(history.getByText("Data e hora inválidas!")).toBeHidden();
      await expect(history.getByText(EMPTY)).toBeVisible();
      await history.getByRole("button", { name: "Limpar filtros" }).click();
      await expect(history.getByRole("listitem")).toHaveCount(10);
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );
});

test.describe("the story of a day", () => {
  test.use({ signedInAs: "demo" });
  test(
    "tells what a campaign sent in one line, which opens to its messages and leads on",
    PHONE_JOURNEY,
    async ({ page }) => {
      await page.goto("/events?type=message_sent");
      const history = page.getByRole("region", { name: "Histórico de atividades" });
      const line = history
        .getByRole("listitem")
        .filter({ hasText: /\d+ mensagens enviadas na campanha Prospecção 3/ })
        .first();
      await expect(line).toContainText(/\d+ respostas?/);
      await expect(line).toContainText(/\d\d:\d\d–\d\d:\d\d/);
      await line.getByRole("button", { name: /^Ver um a um: \d+ mensagens/ }).click();
      const entries = line.getByRole("listitem");
      await expect(entries.first()).toContainText(/^\d\d:\d\d/);
      await expectAccessible(page);
      await entries.first().getByRole("link").click();
      await expect(page).toHaveURL(/\/leads\?lead=\d+/);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.goBack();
      await line.getByRole("link", { name: "Prospecção 3" }).click();
      await expect(page).toHaveURL(/\/prospecting-activities\/\d+$/);
    },
  );
});

test.describe("an account with many kinds of events", () => {
  test.use({ signedInAs: "new" });
  test("shows one line of them, and all on request", async ({ page, account }) => {
    await insertEvents(account, EVENT_TYPE_NAMES);
    await page.goto("/events");
    const summary = page.getByRole("region", { name: "Resumo" });
    const last = summary.getByText("1 Plano PRO encerrado", { exact: true });
    const height = async () => (await summary.boundingBox())?.height ?? 0;
    const closed = await height();
    await expect(last).not.toBeInViewport();
    await summary.getByRole("button", { name: "Ver todos" }).click();
    await expect(last).toBeInViewport();
    expect(await height()).toBeGreaterThan(closed + 30);
    await summary.getByRole("button", { name: "Ver menos" }).click();
    expect(await height()).toBe(closed);
  });
});

test.describe("an account with nothing yet", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });
  test("sees what will be counted, what failed to load, and tries again", async ({ page }) => {
    await page.route("**/api/events/story?*", (route) =>
      route.fulfill({ status: 500, json: { error: "Algo deu errado.", code: "internal" } }),
    );
    await page.goto("/events");
    await expect(page.getByText("Nenhum evento neste período")).toBeVisible();
    await expect(page.getByText("Nenhuma resposta neste período")).toBeVisible();
    const history = page.getByRole("region", { name: "Histórico de atividades" });
    await expect(history.getByText("Erro ao carregar eventos")).toBeVisible();
    await page.unroute("**/api/events/story?*");
    await history.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(history.getByText(EMPTY)).toBeVisible();

    // The session was removed from the browser's storage.
    await page.evaluate(() => localStorage.removeItem("user"));
    await history.getByLabel("Tipo de evento").selectOption("lead_created");
    await expect(history.getByText("Token de autenticação não encontrado")).toBeVisible();
    await page.goto("/events");
    await expect(page.getByText("Token de autenticação não encontrado").first()).toBeVisible();
    await expect(page.getByText("Nenhum evento neste período")).toHaveCount(0);
  });
});
