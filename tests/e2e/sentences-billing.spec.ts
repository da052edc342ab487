import type { Page } from "@playwright/test";
import { expect, openScreen, test } from "./support";

/** What the specification says of the subscription, the profile, the events and the administrator's table, word by word. */

const INTERNAL = { error: "Algo deu errado.", code: "internal" };

/** An account whose subscription is recorded with this status, and has no payments yet. */
async function recordSubscription(page: Page, status: string) {
  const current = {
    ...{ id: 7, user_id: 1, stripe_customer_id: "cus_x", stripe_subscription_id: "sub_x" },
    ...{ plan: "monthly", price: 97, status, cancel_at_period_end: false, payment_method: null },
    ...{ start_date: "2026-03-01T03:00:00.000Z", current_period_end: "2027-03-01T03:00:00.000Z" },
    created_at: "2026-03-01T03:00:00.000Z",
  };
  await page.route("**/api/billing/overview", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), current } });
  });
}

test.describe("the subscription of a free account", () => {
  test.use({ signedInAs: "new" });

  test("loads, names the current plan, and says when nobody is signed in", async ({ page }) => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/billing/overview", async (route) => {
      await answered;
      await route.continue();
    });
    const loading = page.getByRole("main").getByRole("status").filter({ hasText: "Carregando..." });
    const current = page.getByRole("region", { name: "Plano atual" });

    await test.step("loading", async () => {
      await page.goto("/subscription");
      await expect(loading).toBeVisible();
      await expect(current).toHaveCount(0);
    });

    await test.step("the current plan", async () => {
      answer();
      await expect(current.getByText("Gratuito", { exact: true })).toBeVisible();
      await expect(loading).toHaveCount(0);
    });

    await test.step("the stored session is gone", async () => {
      await page.goto("/leads");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.evaluate(() => localStorage.removeItem("user"));
      await openScreen(page, "Upgrade to Pro");
      await expect(page.getByText("Token ou usuário inválido", { exact: true })).toBeVisible();
      await expect(current).toHaveCount(0);
    });
  });
});

test.describe("a recorded subscription", () => {
  test.use({ signedInAs: "newPro", expectedStatuses: [500] });

  test("shows a status without a label as it is, no payments, and a failed cancellation", async ({
    page,
  }) => {
    const details = page.getByRole("region", { name: "Detalhes da assinatura" });
    for (const status of ["unpaid", "quase_pago"]) {
      await test.step(`the status ${status}`, async () => {
        await recordSubscription(page, status);
        await page.goto("/subscription");
        await expect(details.getByText(status, { exact: true })).toBeVisible();
      });
    }

    await test.step("no payments", async () => {
      await expect(
        page
          .getByRole("region", { name: "Histórico de cobrança" })
          .getByText("Nenhum histórico de cobrança disponível", { exact: true }),
      ).toBeVisible();
    });

    await test.step("a cancellation that fails", async () => {
      await page.route("**/api/billing/7/cancel", (route) =>
        route.fulfill({ status: 500, json: INTERNAL }),
      );
      await page.getByRole("button", { name: "Cancelar Assinatura" }).click();
      const dialog = page.getByRole("dialog", { name: "Cancelar Assinatura?" });
      await dialog.getByRole("button", { name: "Confirmar Cancelamento" }).click();
      await expect(
        page.getByText("Erro ao cancelar assinatura. Por favor, tente novamente.", { exact: true }),
      ).toBeVisible();
      await expect(dialog).toBeVisible();
    });
  });
});

test.describe("the profile", () => {
  test.use({ signedInAs: "new", expectedStatuses: [400, 500] });

  test("sends what changed alone, and says why it was not saved", async ({ page }) => {
    await page.goto("/profile");
    await page.getByRole("button", { name: "Editar", exact: true }).click();
    await page.getByLabel("Nome do negócio").fill("Padaria da Ana");
    const save = page.getByRole("button", { name: "Salvar", exact: true });

    const answers: [number, object, string][] = [
      [400, { error: "Este nome já tem dono.", code: "invalid_input" }, "Este nome já tem dono."],
      [400, { error: "", code: "invalid_input" }, "Dados inválidos"],
      [500, INTERNAL, "Erro ao salvar perfil. Tente novamente."],
    ];
    for (const [status, json, text] of answers) {
      await test.step(`${status}: ${text}`, async () => {
        await page.route("**/api/user", (route) =>
          route.request().method() === "PATCH" ? route.fulfill({ status, json }) : route.fallback(),
        );
        const sent = page.waitForRequest((request) => request.method() === "PATCH");
        await save.click();
        expect((await sent).postDataJSON()).toEqual({ business_name: "Padaria da Ana" });
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        await expect(page.getByLabel("Nome do negócio")).toHaveValue("Padaria da Ana");
        await page.unroute("**/api/user");
      });
    }

    await test.step("two changed fields of five", async () => {
      await page.getByLabel("Site").fill("padariadaana.com.br");
      const sent = page.waitForRequest((request) => request.method() === "PATCH");
      await save.click();
      expect((await sent).postDataJSON()).toEqual({
        business_name: "Padaria da Ana",
        website: "padariadaana.com.br",
      });
      await expect(page.getByText("Perfil atualizado com sucesso!")).toBeVisible();
    });
  });
});

test.describe("the administrator's table of records", () => {
  test.use({ signedInAs: "admin" });

  test("asks for five a page, and says when there are none", async ({ page }) => {
    let asked: URLSearchParams | undefined;
    await page.route(/\/api\/billing\?/, (route) => {
      asked = new URL(route.request().url()).searchParams;
      return route.fulfill({ json: { billings: [], total_pages: 1 } });
    });
    await page.goto("/admin/cobranca");
    await expect(page.getByText("Nenhum registro encontrado", { exact: true })).toBeVisible();
    expect(Object.fromEntries(asked ?? [])).toEqual({ page: "1", per_page: "5" });
  });
});

test.describe("the events", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });

  test("say when a report could not be loaded, each by itself", async ({ page }) => {
    await page.route(/\/api\/events\/(summary|by-source)/, (route) =>
      route.fulfill({ status: 500, json: INTERNAL }),
    );
    await page.goto("/events");
    const sources = page.getByRole("region", { name: "Fontes de Listas" });
    const failed = page.getByText("Erro ao carregar dados do dashboard", { exact: true });
    await expect(sources.getByText("Erro ao carregar dados do dashboard")).toBeVisible();
    await expect(failed).toHaveCount(2);
    await page.unroute(/\/api\/events\/(summary|by-source)/);
    await sources.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(sources.getByText("Nenhuma lista neste período")).toBeVisible();
    await expect(failed).toHaveCount(1);
  });
});
