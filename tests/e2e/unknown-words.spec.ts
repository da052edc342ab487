import type { Page } from "@playwright/test";
import { allEndpoints } from "@/lib/contracts";
import { paths } from "@/lib/paths";
import { plantUnknownWords, UNKNOWN_WORD } from "@/tests/support/unknown-words";
import { expect, JOURNEY, test } from "./support";

/** The server may be newer than the page that a browser still has. */

const FAILURES = /Erro ao|Não foi possível|Algo deu errado|Tentar novamente/;

const findEndpoint = (method: string, path: string) =>
  allEndpoints
    .filter((each) => each.method === method)
    .find((each) => new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path));

/** Every answer that the page reads has an unknown word everywhere its contract allows one of several. */
async function plantInAnswers(page: Page, only: (path: string) => boolean = () => true) {
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const endpoint = findEndpoint(request.method(), pathname);
    if (request.method() !== "GET" || !endpoint || !only(pathname)) return route.fallback();
    const response = await route.fetch();
    const isJson = response.headers()["content-type"]?.includes("json");
    if (!response.ok() || !isJson) return route.fulfill({ response });
    const json = plantUnknownWords(endpoint.response, await response.json());
    return route.fulfill({ response, json });
  });
}

test.describe("a member", () => {
  test.use({ signedInAs: "pro" });

  const screens = [
    ...[paths.dashboard, paths.leads, paths.lists, paths.activities, paths.newCampaign, paths.chat],
    ...[paths.subscription, paths.credits, paths.events, paths.profile, paths.blockedNumbers],
    ...[
      paths.whatsappContacts,
      paths.registrySearch,
      paths.pagesSearch,
      paths.mapsSearch,
      paths.leadImport,
      paths.leadDuplicates,
    ],
  ];
  for (const path of screens) {
    test(`sees ${path} whole, whatever words its answers have`, async ({ page }) => {
      await plantInAnswers(page);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText(FAILURES);
    });
  }

  test("reads the word itself where it stands for a status", JOURNEY, async ({ page }) => {
    await plantInAnswers(page);
    await page.goto(paths.leads);
    await expect(page.getByRole("row").nth(1)).toContainText(UNKNOWN_WORD);
    await page.getByRole("row").nth(1).getByRole("button").first().click();
    await expect(page.getByRole("dialog")).toContainText(UNKNOWN_WORD);
    await page.goto(paths.activities);
    await expect(page.getByRole("row").nth(1)).toContainText(UNKNOWN_WORD);
  });

  test("sees a status where an activity comes without one", async ({ page }) => {
    const known = {
      ...{ error_message: null, completed_at: null, scheduled: false, scheduled_datetime: null },
      ...{ leads_processed: 0, status: undefined },
    };
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const changes = [
      { error_message: "caiu", completed_at: tomorrow },
      { completed_at: tomorrow },
      { scheduled: true, scheduled_datetime: tomorrow },
      { leads_processed: 2 },
      {},
      { status: "processing" },
      { status: "stopped" },
    ];
    await page.route("**/api/prospecting/activities", async (route) => {
      const response = await route.fetch();
      const { activities } = (await response.json()) as { activities: object[] };
      const json = {
        activities: changes.map((change, at) => ({
          ...activities[0],
          ...known,
          ...change,
          id: 1_000_000 + at,
          name: `Sem status ${at}`,
        })),
      };
      return route.fulfill({ response, json });
    });
    // Without a connection nothing runs, whichever status is stored.
    await page.route("**/api/whatsapp/instance", async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      return route.fulfill({ response, json: { data: { ...data, connected: true } } });
    });
    await page.goto(paths.activities);
    for (const [at, label] of [
      "Erro",
      "Concluída",
      "Agendada",
      "Em execução",
      "Pendente",
      "Processando",
      "Parada",
    ].entries()) {
      await expect(
        page
          .getByRole("row")
          .filter({ hasText: `Sem status ${at}` })
          .locator("[data-status]"),
      ).toHaveText(label);
    }
  });
});
