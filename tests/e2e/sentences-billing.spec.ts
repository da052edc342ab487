import type { Page } from "@playwright/test";
import { newAccount } from "./account";
import { createAccount } from "./rows";
import { expect, openScreen, test } from "./support";

/** The specification's sentences about the subscription, profile, events and the administrator's table, word by word. */

const INTERNAL = { error: "Algo deu errado.", code: "internal" };

const RECORD = {
  ...{ id: 7, user_id: 1, stripe_customer_id: "cus_x", stripe_subscription_id: "sub_x" },
  ...{ plan: "monthly", price: 97, cancel_at_period_end: false, payment_method: null },
  ...{ start_date: "2026-03-01T03:00:00.000Z", current_period_end: "2027-03-01T03:00:00.000Z" },
  created_at: "2026-03-01T03:00:00.000Z",
};

/** An account whose subscription is recorded with this status, and has no payments yet. */
async function recordSubscription(page: Page, status: string, changed: object = {}) {
  const current = { ...RECORD, status, ...changed };
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

  test("names its status, and is loaded again after its cancellation", async ({ page }) => {
    const details = page.getByRole("region", { name: "Detalhes da assinatura" });
    for (const [status, label] of [
      ["Succeeded", "Ativa"],
      ["canceled", "Cancelada"],
      ["cancelled", "Cancelada"],
      ["Canceled", "Cancelada"],
      ["past_due", "Pagamento Pendente"],
      ["Failed", "Pagamento Pendente"],
      ["active", "Ativa"],
    ] as const) {
      await test.step(`the status ${status}`, async () => {
        await recordSubscription(page, status);
        await page.goto("/subscription");
        await expect(details.getByText(label, { exact: true })).toBeVisible();
      });
    }

    await test.step("a cancellation", async () => {
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const ending = { cancel_at_period_end: true };
      await page.route("**/api/billing/7/cancel", async (route) => {
        await answered;
        const billing = { ...RECORD, status: "active", ...ending };
        await route.fulfill({ json: { success: true, billing } });
      });
      await page.getByRole("button", { name: "Cancelar Assinatura" }).click();
      const dialog = page.getByRole("dialog", { name: "Cancelar Assinatura?" });
      await dialog.getByRole("button", { name: "Confirmar Cancelamento" }).click();
      await expect(dialog.getByRole("button", { name: "Processando..." })).toBeDisabled();
      await expect(dialog.getByRole("button", { name: "Manter Assinatura" })).toBeDisabled();
      await recordSubscription(page, "active", ending);
      answer();
      await expect(dialog).toBeHidden();
      await expect(details).toContainText(
        "A assinatura foi cancelada: o plano PRO fica ativo até 01/03/2027.",
      );
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

test.describe("what the administrator does", () => {
  test.use({ signedInAs: "admin", expectedStatuses: [500] });

  test("has a sentence of its own where a failure says nothing", async ({ page }) => {
    const person = newAccount();
    await createAccount(person);
    const failure = { status: 500, json: { error: "", code: "internal" } };
    await page.route(/\/api\/(admin|billing)\b/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill(failure),
    );
    const confirm = () =>
      page.getByRole("alertdialog").getByRole("button", { name: "Sim" }).click();

    await test.step("the creation of an account", async () => {
      await page.goto("/admin");
      await page.getByRole("button", { name: "Criar conta" }).click();
      const dialog = page.getByRole("dialog", { name: "Criar conta" });
      await dialog.getByLabel("Nome").fill("Pessoa Convidada");
      await dialog.getByLabel("E-mail").fill(newAccount().email);
      await dialog.getByLabel("WhatsApp").fill("11987654321");
      await dialog.getByRole("button", { name: "Criar conta" }).click();
      await expect(dialog.getByText("Erro ao criar conta.", { exact: true })).toBeVisible();
    });

    await test.step("its deactivation", async () => {
      await page.goto("/admin");
      await page.getByRole("searchbox", { name: "Pesquisar contas" }).fill(person.email);
      const people = page.getByRole("table", { name: "Contas" });
      await expect(people.getByRole("row")).toHaveCount(2);
      await people.getByRole("link", { name: person.name }).click();
      await page.getByRole("button", { name: "Desativar conta" }).click();
      await confirm();
      await expect(page.getByText("Erro ao desativar conta.", { exact: true })).toBeVisible();
    });

    await test.step("a new record", async () => {
      await page.getByRole("button", { name: "Novo registro" }).click();
      const form = page.getByRole("form", { name: "Criar registro de cobrança" });
      await form.getByLabel("Acertado por fora do Stripe").check();
      await form.getByLabel("Plano").selectOption("Anual");
      await form.getByLabel("Preço (R$)").fill("924.5");
      await form.getByLabel("Início da assinatura").fill("2026-01-31");
      await form.getByLabel("Fim do período atual").fill("2036-01-30");
      await form.getByRole("button", { name: "Criar registro" }).click();
      await expect(
        form.getByText("Erro ao criar registro de cobrança.", { exact: true }),
      ).toBeVisible();
    });

    await test.step("the deletion of a record", async () => {
      const record = { ...RECORD, status: "active", source: "stripe" };
      await page.route(/\/api\/billing\?/, (route) =>
        route.fulfill({ json: { billings: [record], total_pages: 1 } }),
      );
      await page.goto("/admin/cobranca");
      await page.getByRole("button", { name: "Excluir registro de cobrança 7" }).click();
      await confirm();
      await expect(
        page.getByText("Erro ao excluir registro de cobrança.", { exact: true }),
      ).toBeVisible();
    });

    await test.step("the records", async () => {
      await page.route(/\/api\/billing\?/, (route) => route.fulfill(failure));
      await page.goto("/admin/cobranca");
      await expect(
        page.getByText("Erro ao carregar registros de cobrança", { exact: true }),
      ).toBeVisible({ timeout: 30_000 });
    });
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
