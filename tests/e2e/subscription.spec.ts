import type { Page } from "@playwright/test";
import { SANDBOX_URL } from "./ports";
import { accessibilityFaults, expect, test, WIDE_JOURNEY } from "./support";

test.use({ signedInAs: "new" });

/** Triggers an event of the subscription at the sandbox's Stripe. */
async function happen(page: Page, id: string, action: string, body: object = {}) {
  const answer = await page.request.post(
    `${SANDBOX_URL}/control/stripe/subscriptions/${id}/${action}`,
    { data: body },
  );
  expect(answer.status()).toBe(200);
}

/** Buys on the page that is opened for the account; returns the subscription's id. */
async function buyAgain(page: Page, email: string): Promise<string> {
  const payment = await page.context().newPage();
  await payment.goto("/subscription/checkout?plano=monthly");
  await payment.getByRole("button", { name: "Pagar" }).click();
  await payment.waitForURL(/\/subscription\?pagamento=pago$/);
  await payment.close();
  return findSubscription(page, email);
}

/** The latest one. */
async function findSubscription(page: Page, email: string): Promise<string> {
  const answer = await page.request.get(`${SANDBOX_URL}/control/stripe/subscriptions`);
  const all = (await answer.json()) as { id: string; email: string }[];
  return all.findLast((each) => each.email === email)?.id ?? "";
}

const details = (page: Page) => page.getByRole("region", { name: "Detalhes da assinatura" });
const banner = (page: Page) => page.getByRole("complementary", { name: "Pagamento pendente" });

test("offers the plans with their prices and savings", WIDE_JOURNEY, async ({ page }) => {
  await page.goto("/subscription");
  await expect(page.getByRole("heading", { name: "Escolha um Plano", exact: true })).toBeVisible();
  const plans = page.getByRole("list", { name: "Planos" }).getByRole("listitem");
  await expect(plans).toHaveText([
    /Mensal.*R\$\s97 por mês/,
    /Trimestral.*R\$\s87 por mês.*R\$\s261 a cada 3 meses.*Economize R\$\s120 por ano/,
    /Anual.*R\$\s77 por mês.*R\$\s924 por ano.*Economize R\$\s240 por ano/,
  ]);
  for (const link of await plans.getByRole("link").all()) {
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("href", /\/subscription\/checkout\?plano=\w+$/);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("the life of a subscription", async ({ page, context, account }) => {
  await page.goto("/subscription");
  const other = await context.newPage();
  await other.goto("/credits");
  await expect(other.getByText("Faça upgrade para o PRO")).toBeVisible();

  // The payment page, first with a card that is refused.
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /^Assinar o plano Mensal/ }).click();
  const payment = await opened;
  await expect(payment.getByText(account.email)).toBeVisible();
  await payment.getByRole("button", { name: "Recusar" }).click();
  await expect(payment.getByText("Nada foi cobrado.")).toBeVisible();
  await payment.goBack();
  await payment.getByRole("button", { name: "Pagar" }).click();
  await payment.waitForURL(/\/subscription\?pagamento=pago$/);
  await expect(details(payment).getByText("Ativa", { exact: true })).toBeVisible();
  // A second subscription is refused where it would begin.
  await payment.goto("/subscription/checkout?plano=annual");
  await expect(payment.getByText(/^Sua conta já tem uma assinatura/)).toBeVisible();
  expect(await accessibilityFaults(payment)).toEqual([]);
  await payment.close();

  // Live in every open tab.
  await expect(page.getByText("Seu plano agora é PRO")).toBeVisible();
  await expect(details(page).getByText("Ativa", { exact: true })).toBeVisible();
  await expect(details(page).getByText("Mensal", { exact: true })).toBeVisible();
  await expect(details(page).getByText("R$ 97", { exact: true })).toBeVisible();
  for (const label of ["Início da Assinatura", "Próxima Cobrança"]) {
    await expect(details(page).locator("dl > div").filter({ hasText: label })).toHaveText(
      new RegExp(`^${label}\\d\\d/\\d\\d/\\d{4}$`),
    );
  }
  await expect(other.getByRole("link", { name: "Gerenciar Assinatura" })).toBeVisible();
  await other.close();
  const history = page.getByRole("table", { name: "Histórico de cobrança" });
  for (const name of ["Data", "Plano", "Valor", "Status"]) {
    await expect(history.getByRole("columnheader", { name, exact: true })).toBeAttached();
  }
  await expect(history.getByText("Paga")).toHaveCount(1);
  await expect(history.getByRole("link", { name: /^Recibo/ })).toHaveAttribute("target", "_blank");
  expect(await accessibilityFaults(page)).toEqual([]);

  const id = await findSubscription(page, account.email);

  await happen(page, id, "renew");
  await expect(history.getByText("Paga")).toHaveCount(2);

  // A failed payment keeps PRO for seven days and says so on every screen.
  await happen(page, id, "fail");
  await expect(banner(page)).toContainText(/Seu plano PRO continua até \d\d\/\d\d\/\d{4}/);
  await expect(details(page).getByText("Pagamento Pendente")).toBeVisible();
  await page.goto("/dashboard");
  const bill = context.waitForEvent("page");
  await banner(page)
    .getByRole("link", { name: /^Pagar fatura/ })
    .click();
  const invoice = await bill;
  await invoice.getByRole("button", { name: "Pagar" }).click();
  await expect(invoice.getByText("· Paga")).toBeVisible();
  await invoice.close();
  await expect(banner(page)).toBeHidden();

  // From monthly to annual, on the provider's page.
  await page.goto("/subscription");
  await happen(page, id, "renew");
  await expect(history.getByText("Paga")).toHaveCount(4);
  await page.getByRole("button", { name: "Mudar de plano" }).click();
  await page.getByRole("button", { name: "Anual" }).click();
  await page.waitForURL(/\/subscription$/);
  await expect(details(page).getByText("R$ 924", { exact: true })).toBeVisible();

  // Cancelled to the period's end, and taken up again.
  await page.getByRole("button", { name: "Cancelar Assinatura" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancelar Assinatura?" });
  for (const statement of [
    /^A assinatura continua ativa até o fim do período atual \(\d\d\/\d\d\/\d{4}\)\.$/,
    "Não há reembolso do período atual.",
    "Depois do fim do período, o acesso premium é perdido.",
  ]) {
    await expect(dialog.getByText(statement)).toBeVisible();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Manter Assinatura" }).click();
  await page.getByRole("button", { name: "Cancelar Assinatura" }).click();
  await dialog.getByRole("button", { name: "Confirmar Cancelamento" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancelar Assinatura" })).toHaveCount(0);
  await page.getByRole("button", { name: "Retomar Assinatura" }).click();
  await expect(page.getByRole("button", { name: "Cancelar Assinatura" })).toBeVisible();

  await page.getByRole("button", { name: "Portal do cliente" }).click();
  await expect(page.getByRole("heading", { name: "Portal do cliente" })).toBeVisible();
  await page.getByRole("link", { name: "Voltar ao Garimpo" }).click();
  await expect(details(page)).toBeVisible();

  // An open dispute changes nothing; a refund of the whole payment ends PRO.
  await happen(page, id, "dispute");
  await expect(history.getByText("Contestada")).toBeVisible();
  await expect(details(page)).toBeVisible();
  await happen(page, id, "dispute_won");
  await expect(history.getByText("Contestada")).toHaveCount(0);
  await happen(page, id, "refund");
  await expect(page.getByText("Seu plano agora é o gratuito.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Escolha um Plano" })).toBeVisible();
  await expect(history.getByText("Devolvida")).toBeVisible();

  // The next purchase brings PRO back, and a dispute that is lost takes it.
  const next = await buyAgain(page, account.email);
  await expect(details(page).getByText("Ativa", { exact: true })).toBeVisible();
  await expect(history.getByText("Devolvida")).toHaveCount(1);
  await happen(page, next, "dispute");
  await expect(history.getByText("Contestada")).toBeVisible();
  await expect(details(page)).toBeVisible();
  await happen(page, next, "dispute_lost");
  await expect(page.getByRole("heading", { name: "Escolha um Plano" })).toBeVisible();
  await expect(history.getByText("Contestada")).toBeVisible();
  await page.goto("/credits");
  await expect(page.getByText("Faça upgrade para o PRO")).toBeVisible();
});

test("one that ended after failed payments is not paid any more: the plans are offered", async ({
  page,
  account,
}) => {
  await page.goto("/subscription");
  const id = await buyAgain(page, account.email);
  await expect(details(page).getByText("Ativa", { exact: true })).toBeVisible();
  await happen(page, id, "fail");
  await expect(banner(page).getByRole("link", { name: /^Pagar fatura/ })).toBeVisible();
  await happen(page, id, "cancel_unpaid");
  await expect(banner(page)).toContainText(
    /Assinatura encerrada por falta de pagamento\. Seu plano PRO continua até \d\d\/\d\d\/\d{4}.*Assine de novo para não perdê-lo\./,
  );
  const until = /até (\d\d\/\d\d\/\d{4})/.exec((await banner(page).textContent()) ?? "")?.[1];
  await expect(details(page)).toContainText(`o plano PRO fica ativo até ${until}.`);
  await expect(page.getByRole("heading", { name: "Escolha um Plano" })).toBeVisible();
  const history = page.getByRole("table", { name: "Histórico de cobrança" });
  await expect(history.getByText("Cancelada")).toHaveCount(1);
  await expect(history.getByRole("link", { name: /^Pagar/ })).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("a debit by Pix takes days, and what was ended at the bank has a way back", async ({
  page,
  account,
}) => {
  await page.goto("/subscription/checkout?plano=monthly");
  await page.getByRole("button", { name: "Pix Automático" }).click();
  await expect(details(page).getByText("Pix", { exact: true })).toBeVisible();
  const id = await findSubscription(page, account.email);
  await happen(page, id, "renew");
  await expect(details(page)).toContainText("O banco debita em 3 dias; até lá nada muda.");
  await expect(banner(page)).toBeHidden();
  const history = page.getByRole("table", { name: "Histórico de cobrança" });
  await expect(history.getByText("Em débito")).toBeVisible();
  await happen(page, id, "settle");
  await expect(history.getByText("Paga")).toHaveCount(2);

  const ended = details(page).getByText(
    /^O débito pelo Pix foi cancelado no banco\. O plano PRO fica ativo até \d\d\/\d\d\/\d{4}\./,
  );
  await happen(page, id, "end_mandate");
  await expect(ended).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Escolher como pagar" }).click();
  await page.getByRole("button", { name: "Cartão" }).click();
  await page.waitForURL(/\/subscription$/);
  await expect(ended).toHaveCount(0);
  await expect(details(page).getByText("Visa •••• 4242")).toBeVisible();
  await expect(history.getByText("Paga")).toHaveCount(2);
});

test.describe("when it cannot be loaded", () => {
  test.use({ expectedStatuses: [500] });

  test("says so and tries again", async ({ page }) => {
    let failing = true;
    await page.route("**/api/billing/overview", (route) =>
      failing
        ? route.fulfill({ status: 500, json: { error: "x", code: "internal" } })
        : route.continue(),
    );
    await page.goto("/subscription");
    await expect(page.getByText("Erro ao carregar informações da assinatura")).toBeVisible({
      timeout: 30_000,
    });
    failing = false;
    await page.getByRole("button", { name: "Tentar Novamente", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Escolha um Plano" })).toBeVisible();
  });
});
