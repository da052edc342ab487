import type { Page } from "@playwright/test";
import { findToken } from "./account";
import { setPlan } from "./rows";
import { expect, test } from "./support";
import { bubble, conversation, history, input, list, newPhone, pair, row } from "./whatsapp";

/** The specification's sentences about the chat, the searches and the lists, word by word. */

const MINUTE_MS = 60_000;

test.describe("the chat", () => {
  // A suggestion is requested while the plan ends; the address book does not know a number.
  test.use({ signedInAs: "newPro", expectedStatuses: [403, 404] });

  test("grows its input, reads its lead anew, asks for the plan, and keeps what it showed", async ({
    page,
    account,
  }) => {
    const whatsapp = await pair(page, account);
    const [one, other] = [newPhone(), newPhone()];
    const made = await whatsapp.createLead(one, "Padaria da Ana");
    const { lead } = (await made.json()) as { lead: { id: number } };
    await whatsapp.receive(one, "Mensagem guardada");
    await whatsapp.receive(other, "Outra conversa");
    await page.goto("/chat-whatsapp");
    await expect(row(page, /Outra conversa/)).toBeVisible();
    await row(page, /Padaria da Ana/).click();
    await expect(bubble(page, "Mensagem guardada")).toBeVisible();

    await test.step("the input grows with its text, up to 30% of the window", async () => {
      await expect(input(page)).toBeEnabled();
      const height = () => input(page).evaluate((element: HTMLElement) => element.offsetHeight);
      const alone = await height();
      await input(page).fill("linha\n".repeat(3));
      await expect.poll(height).toBeGreaterThan(alone + 30);
      await input(page).fill("linha\n".repeat(80));
      const windowHeight = await page.evaluate(() => window.innerHeight);
      await expect.poll(height).toBe(Math.round(windowHeight * 0.3));
      await input(page).fill("");
      await expect.poll(height).toBe(alone);
    });

    const tray = page.getByRole("complementary", { name: "Dados do lead" });
    await test.step("the lead is read anew when asked for", async () => {
      const button = page.getByRole("button", { name: "Dados do lead", exact: true });
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      await expect(tray.getByRole("heading", { name: "Padaria da Ana" })).toBeVisible();
      // The open page is not notified.
      await page.route("**/api/leads/phone/**", async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: { lead: object } };
        const json = { data: { lead: { ...data.lead, name: "Padaria da Bia" } } };
        await route.fulfill({ response, json });
      });
      await tray.getByRole("button", { name: "Atualizar lead" }).click();
      await expect(tray.getByRole("heading", { name: "Padaria da Bia" })).toBeVisible();
      await page.unroute("**/api/leads/phone/**");
      await tray.getByRole("button", { name: "Atualizar lead" }).click();
      await expect(tray.getByRole("heading", { name: "Padaria da Ana" })).toBeVisible();
    });

    await test.step("the plan is asked for again with each contact that is opened", async () => {
      const strip = conversation(page).getByRole("region", { name: "Sugestões de resposta" });
      const locked = strip.getByText("Sugestões disponíveis apenas para usuários PRO");
      await expect(strip.getByRole("button", { name: "Novas sugestões" })).toBeEnabled();
      await expect(locked).toBeHidden();
      await setPlan(account, "free");
      const loads = await page.evaluate(() => performance.timeOrigin);
      await row(page, /Outra conversa/).click();
      await expect(bubble(page, "Outra conversa")).toBeVisible();
      await expect(locked).toBeVisible();
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads);
    });

    await test.step("what was shown is kept: the list for ever, messages and leads 180 minutes", async () => {
      await row(page, /Padaria da Ana/).click();
      await expect(bubble(page, "Mensagem guardada")).toBeVisible();
      await expect(tray.getByRole("heading", { name: "Padaria da Ana" })).toBeVisible();
      const key = one.replace(/^(\d{4})9/, "$1");
      const kept = ["whatsappChatCache", `whatsappMessages_${key}`, `leadDetails_${lead.id}`];
      // No answer comes: what is shown is what was kept.
      await page.route(/\/api\/(whatsapp\/(chats|messages)|leads\/phone)/, () => undefined);
      const age = (minutes: Record<string, number>) =>
        page.evaluate((ages) => {
          for (const [name, age] of Object.entries(ages)) {
            const stored = JSON.parse(localStorage.getItem(name) ?? "null") as object | null;
            if (!stored) throw new Error(`Nothing is kept as ${name}.`);
            localStorage.setItem(name, JSON.stringify({ ...stored, timestamp: Date.now() - age }));
          }
        }, minutes);
      const [chats = "", messages = "", details = ""] = kept;

      await age({
        [chats]: 10_000 * MINUTE_MS,
        [messages]: 179 * MINUTE_MS,
        [details]: 179 * MINUTE_MS,
      });
      await page.reload();
      await expect(row(page, /Padaria da Ana/)).toBeVisible();
      await expect(bubble(page, "Mensagem guardada")).toBeVisible();
      await expect(tray.getByRole("heading", { name: "Padaria da Ana" })).toBeVisible();

      await age({ [messages]: 181 * MINUTE_MS, [details]: 181 * MINUTE_MS });
      await page.reload();
      await expect(row(page, /Padaria da Ana/)).toBeVisible();
      await expect(history(page).getByText("Carregando mensagens")).toBeAttached();
      await expect(bubble(page, "Mensagem guardada")).toHaveCount(0);
      await expect(tray.locator("[aria-busy=true]")).toBeVisible();
      await expect(tray.getByRole("heading", { name: "Padaria da Ana" })).toHaveCount(0);
      await expect(list(page).getByRole("listitem")).toHaveCount(2);
    });
  });
});

test.describe("the map", () => {
  test.use({ signedInAs: "new", expectedStatuses: [401] });

  test("is 400 pixels high, and begins in São Paulo at zoom 13", async ({ page }) => {
    await page.goto("/busca-google-maps");
    const map = page.locator(".search-map");
    await expect(map.locator(".leaflet-tile-loaded").first()).toBeVisible();
    const box = await map.boundingBox();
    expect(box?.height).toBe(400);
    for (const tile of await map.locator(".leaflet-tile").all()) {
      await expect(tile).toHaveAttribute("src", /\/13\/\d+\/\d+/);
    }
    await map.click({ position: { x: (box?.width ?? 0) / 2, y: 200 } });
    await expect(map.getByText("Você selecionou este ponto")).toBeVisible();
    const readCoordinate = async (label: string) =>
      Number(await page.getByLabel(label).inputValue());
    // A pixel is a fifth of a thousandth of a degree.
    expect(Math.abs((await readCoordinate("Latitude")) - -23.55052)).toBeLessThan(0.001);
    expect(Math.abs((await readCoordinate("Longitude")) - -46.633308)).toBeLessThan(0.001);
  });

  for (const [what, act] of [
    [
      "search",
      async (page: Page) => {
        await page.getByLabel("O que você procura").fill("padaria");
        await page.locator(".search-map").click({ position: { x: 120, y: 120 } });
        await expect(page.getByRole("button", { name: "Buscar negócios" })).toBeEnabled();
        return page.getByRole("button", { name: "Buscar negócios" });
      },
    ],
    [
      "location",
      async (page: Page) => {
        await page.getByLabel("Buscar localização").fill("Campinas");
        return page.getByRole("button", { name: "Localizar" });
      },
    ],
  ] as const) {
    test(`without a token its ${what} says that nobody is signed in`, async ({ page }) => {
      await page.goto("/busca-google-maps");
      await expect(page.locator(".leaflet-tile-loaded").first()).toBeVisible();
      const button = await act(page);
      await page.evaluate(() => localStorage.removeItem("user"));
      // The screen goes to the log-in at once, which does not come: what was said on the way stays.
      await page.route(
        ({ pathname }) => pathname === "/",
        () => undefined,
      );
      await button.click();
      await expect(page.getByText("Usuário não autenticado", { exact: true })).toBeVisible();
    });
  }
});

test.describe("the search on the web", () => {
  test.use({ signedInAs: "new", expectedStatuses: [402, 500] });

  test("asks for every field, for credits, and says what failed", async ({ page }) => {
    const NO_CREDITS = "Você não possui créditos suficientes para realizar esta operação.";
    let remaining = 3;
    await page.route("**/api/credits/status", async (route) => {
      const response = await route.fetch();
      const credits = { remaining_credits: remaining, credits_used: 20 - remaining };
      await route.fulfill({ response, json: { ...(await response.json()), ...credits } });
    });
    let requests = 0;
    const answers: [number, object][] = [
      [402, { error: "Insufficient credits", code: "insufficient_credits" }],
      [500, { error: "Algo deu errado.", code: "internal" }],
    ];
    await page.route("**/api/pages", (route) => {
      const [status, json] = answers[requests] ?? [500, {}];
      requests += 1;
      return route.fulfill({ status, json });
    });
    const what = page.getByLabel("O que você procura");
    const submit = page.getByRole("button", { name: "Buscar leads", exact: true });
    const offer = page.getByRole("complementary", { name: "Plano PRO" });
    async function fill() {
      await what.fill("padaria");
      await page.getByLabel("Estado").selectOption({ label: "São Paulo" });
      const city = page.getByRole("combobox", { name: "Cidade" });
      await city.click();
      await city.fill("Campinas");
      await page.getByRole("option", { name: "Campinas", exact: true }).click();
    }
    await page.goto("/prospect");

    await test.step("few credits: the offer of PRO", async () => {
      await expect(offer.getByText("Seus créditos de hoje estão acabando")).toBeVisible();
      await expect(offer.getByRole("link", { name: "Ver planos PRO" })).toHaveAttribute(
        "href",
        "/subscription",
      );
    });

    await test.step("an emptied field", async () => {
      const refusal = page.getByText("Por favor, preencha todos os campos", { exact: true });
      const first = page.getByLabel("Página inicial");
      const last = page.getByLabel("Página final");
      const state = page.getByLabel("Estado");
      const city = page.getByRole("combobox", { name: "Cidade" });
      for (const [before, field] of [what, state, city, first, last].entries()) {
        await expect(refusal).toHaveCount(before);
        await field.focus();
        if (field === first || field === last) await field.fill("");
        await field.blur();
      }
      await expect(refusal).toHaveCount(5);
      await expect(submit).toBeDisabled();
      for (const field of [first, last]) await field.fill("1");
    });

    await test.step("402: the text stands in the form", async () => {
      await fill();
      await expect(page.getByText("Por favor, preencha todos os campos")).toHaveCount(0);
      await submit.click();
      await expect(
        page.getByRole("region", { name: "Nova busca" }).getByText(NO_CREDITS, { exact: true }),
      ).toBeVisible();
      expect(requests).toBe(1);
    });

    await test.step("another failure", async () => {
      await submit.click();
      await expect(page.getByText("Erro ao buscar lead!", { exact: true })).toBeVisible();
      expect(requests).toBe(2);
    });

    await test.step("no credits: said without a request", async () => {
      remaining = 0;
      await page.reload();
      await expect(offer.getByText("Seus créditos de hoje acabaram")).toBeVisible();
      await fill();
      await expect(page.getByText(NO_CREDITS)).toHaveCount(0);
      await submit.click();
      await expect(page.getByText(NO_CREDITS, { exact: true })).toBeVisible();
      expect(requests).toBe(2);
    });
  });

  test("the API names an empty field too", async ({ page, account }) => {
    const token = await findToken(page, account);
    const answer = await page.request.post("/api/pages", {
      headers: { token },
      data: { query: " ", state: "SP", city: "Campinas", startPage: 1, endPage: 1 },
    });
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "Por favor, preencha todos os campos" });
  });
});

test.describe("the lists", () => {
  test.use({ signedInAs: "new" });

  test("only a completed one has a date of its end; an unknown status is shown as it is", async ({
    page,
  }) => {
    const list = (id: number, status: string) => ({
      ...{ id, name: `Lista ${id}`, source: "google", query: "x", city: null, state: null },
      ...{ status, note: null, total_leads: 1, created_at: "2026-03-01T15:00:00.000Z" },
      completed_at: "2026-03-02T13:45:00.000Z",
    });
    const statuses = ["completed", "processing", "quase_pronta", "error"];
    const lists = statuses.map((status, at) => list(at + 1, status));
    const pagination = { page: 1, per_page: 20, total: 4, total_pages: 1, total_items: 4 };
    await page.route(/\/api\/lists(\?|$)/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { pagination: object };
      const json = { lists, pagination: { ...answer.pagination, ...pagination } };
      await route.fulfill({ response, json });
    });
    await page.goto("/my-lists");
    const cell = (id: number, label: string) =>
      page
        .getByRole("row")
        .filter({ hasText: `Lista ${id}` })
        .locator(`[data-label='${label}']`);
    await expect(cell(1, "Status")).toHaveText("Concluída");
    await expect(cell(1, "Concluída em")).toHaveText("02/03/2026 10:45");
    for (const [id, label] of [
      [2, "Processando"],
      [3, "quase_pronta"],
      [4, "Erro"],
    ] as const) {
      await expect(cell(id, "Status")).toHaveText(label);
      await expect(cell(id, "Criada em")).toHaveText("01/03/2026 12:00");
      await expect(cell(id, "Concluída em")).not.toHaveText(/\d/);
    }
  });
});
