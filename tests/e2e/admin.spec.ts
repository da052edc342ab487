import type { Page } from "@playwright/test";
import { DEMO, newAccount } from "./account";
import { mailedLink } from "./mailbox";
import { SANDBOX_URL } from "./ports";
import { createAccount, openSession } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  JOURNEY,
  PHONE_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import { expectToLast, timeToast, watchToasts } from "./toasts";

test.describe("anybody else", () => {
  test.use({ signedInAs: "demo" });

  test("finds the panel closed", JOURNEY, async ({ page }) => {
    for (const path of ["/admin", "/admin/cobranca", "/admin/filas", "/admin/contas/4"]) {
      await page.goto(path);
      await expect(page.getByText("Acesso restrito. Apenas administradores.")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Seções do painel" })).toHaveCount(0);
      await expect(page.getByRole("table")).toHaveCount(0);
    }
  });
});

test.describe("the administrator", () => {
  test.use({ expectedStatuses: [400, 401, 403, 404, 409], signedInAs: "admin" });

  /** By the dialog. */
  async function createByDialog(page: Page, person: { email: string }): Promise<void> {
    await page.goto("/admin");
    await page.getByRole("button", { name: "Criar conta" }).click();
    const dialog = page.getByRole("dialog", { name: "Criar conta" });
    await dialog.getByLabel("Nome").fill("Pessoa Convidada");
    await dialog.getByLabel("E-mail").fill(person.email);
    await dialog.getByLabel("WhatsApp").fill("11987654321");
    await dialog.getByRole("button", { name: "Criar conta" }).click();
  }

  /** Creates an account, and opens its page. */
  async function createPerson(page: Page, person: { email: string }): Promise<void> {
    await createByDialog(page, person);
    const created = page.locator("[data-sonner-toast]").filter({ hasText: "Conta criada!" });
    await expect(created.getByText(/^Conta criada! user_id: \d+$/)).toBeVisible();
    await created.getByRole("button", { name: "Abrir" }).click();
    await expect(page).toHaveURL(/\/admin\/contas\/\d+$/);
    await expect(page.getByRole("heading", { level: 1, name: "Pessoa Convidada" })).toBeVisible();
  }

  test("is told of a new account for 3 s", async ({ page }) => {
    await watchToasts(page);
    await createByDialog(page, newAccount());
    expectToLast(await timeToast(page, "Conta criada!"), 3_000);
  });

  test("whose token is gone is told so, and has to log in again", async ({ page }) => {
    await page.goto("/admin");
    await page.getByRole("button", { name: "Criar conta" }).click();
    const dialog = page.getByRole("dialog", { name: "Criar conta" });
    await dialog.getByLabel("Nome").fill("Pessoa Convidada");
    await dialog.getByLabel("E-mail").fill(newAccount().email);
    await dialog.getByLabel("WhatsApp").fill("11987654321");
    await page.evaluate(() => localStorage.removeItem("user"));
    await dialog.getByRole("button", { name: "Criar conta" }).click();
    await expect(dialog.getByText("Usuário não autenticado")).toBeVisible();
    await expect(
      page.getByText("Sua sessão expirou. Por favor, faça login novamente."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test("asks why a message was not sent", BOTH_WIDTHS, async ({ page }) => {
    await createPerson(page, newAccount());
    const section = page.getByRole("region", { name: "Por que a mensagem não foi enviada?" });
    const number = section.getByLabel("WhatsApp de quem deveria receber");
    await number.fill("119");
    await number.press("Enter");
    await expect(section.getByText("Informe um número com DDD.")).toBeVisible();
    await number.fill("11988887777");
    await section.getByRole("button", { name: "Consultar" }).click();
    const held = section.getByRole("list", { name: "O que impede agora" });
    await expect(held).toHaveText("A conta nunca conectou um WhatsApp.");
    await expect(section.getByText("Nenhuma mensagem desta conta para este número.")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/auditoria");
    await expect(page.getByText("Mensagens para um número consultadas").first()).toBeVisible();
  });

  test("has a section for each matter, by its address", PHONE_JOURNEY, async ({ page }) => {
    await page.goto("/admin");
    const sections = page.getByRole("navigation", { name: "Seções do painel" });
    for (const [name, path, shown] of [
      ["Cobrança", "/admin/cobranca", "Alertas de pagamento"],
      ["Receita Federal", "/admin/receita-federal", "Base da Receita Federal"],
      ["Filas", "/admin/filas", "Filas de trabalho"],
      ["Auditoria", "/admin/auditoria", "Trilha de auditoria"],
      ["Pessoas", "/admin", "Contas"],
    ] as const) {
      await sections.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(sections.getByRole("link", { name, exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await expect(page.getByRole("heading", { level: 2, name: shown, exact: true })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto("/admin/filas");
    const queues = page.getByRole("region", { name: "Filas de trabalho" });
    for (const name of ["Campanhas", "Buscas", "E-mails"]) {
      await expect(queues.getByText(name, { exact: true })).toBeVisible();
    }
  });

  test(
    "creates an account, deactivates it, and both are on the trail",
    WIDE_JOURNEY,
    async ({ page }) => {
      const person = newAccount();
      await page.goto("/admin");
      await expect(page.getByRole("heading", { name: "Painel Administrativo" })).toBeVisible();

      await page.getByRole("button", { name: "Criar conta" }).click();
      const dialog = page.getByRole("dialog", { name: "Criar conta" });
      await dialog.getByRole("button", { name: "Criar conta" }).click();
      await expect(dialog.getByText("Preencha todos os campos obrigatórios.")).toHaveCount(2);
      await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
      expect(await accessibilityFaults(page)).toEqual([]);

      // The server's error about a field is shown at the field.
      await dialog.getByLabel("Nome").fill("Pessoa Convidada");
      await dialog.getByLabel("E-mail").fill(DEMO.email);
      await dialog.getByLabel("WhatsApp").fill("11987654321");
      await dialog.getByRole("button", { name: "Criar conta" }).click();
      await expect(dialog.getByText("E-mail já cadastrado!")).toHaveCount(1);
      await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);

      await createPerson(page, person);
      expect(await mailedLink(page, person.email)).toContain("/reset_password?token=");
      await expect(page.getByText("Nunca", { exact: true })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole("link", { name: "Voltar às pessoas" }).click();
      const people = page.getByRole("table", { name: "Contas" });
      await page.getByRole("searchbox", { name: "Pesquisar contas" }).fill(person.email);
      await expect(people.getByRole("row")).toHaveCount(2);
      await expect(people.getByRole("row").nth(1)).toContainText("Gratuito");
      await expect(people.getByRole("row").nth(1)).toContainText("Nunca");
      await people.getByRole("link", { name: "Pessoa Convidada" }).click();

      const question = page.getByRole("alertdialog", {
        name: `Tem certeza que deseja desativar a conta ${person.email}?`,
      });
      await page.getByRole("button", { name: "Desativar conta" }).click();
      await question.getByRole("button", { name: "Cancelar" }).click();
      await expect(question).toBeHidden();
      await page.getByRole("button", { name: "Desativar conta" }).click();
      await question.getByRole("button", { name: "Sim" }).click();
      await expect(page.getByText("Conta desativada!")).toBeVisible();
      await expect(page.getByText("Conta desativada", { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Desativar conta" })).toHaveCount(0);

      await page.goto("/admin/auditoria");
      const trail = page.getByRole("table", { name: "Trilha de auditoria" });
      for (const action of ["Conta criada", "Conta desativada"]) {
        await expect(
          trail.getByRole("row", { name: new RegExp(`${action}.*${person.email}`) }),
        ).toBeVisible();
      }
    },
  );

  test("cannot deactivate the own account, and ends the sessions of another", async ({
    page,
    baseURL,
  }) => {
    await page.goto("/admin/contas/4");
    await expect(
      page.getByText("Esta é a sua conta: você não pode desativar a sua própria conta."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Desativar conta" })).toHaveCount(0);

    const account = newAccount();
    await createAccount(account);
    await openSession(account, baseURL);
    await page.goto("/admin");
    await page.getByRole("searchbox", { name: "Pesquisar contas" }).fill(account.email);
    const people = page.getByRole("table", { name: "Contas" });
    await expect(people.getByRole("row")).toHaveCount(2);
    await people.getByRole("link", { name: account.name }).click();
    const sessions = page.getByRole("region", { name: "Sessões ativas" });
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await sessions.getByRole("button", { name: "Encerrar sessões" }).click();
    await page
      .getByRole("alertdialog", { name: /^Encerrar as sessões de/ })
      .getByRole("button", { name: "Sim" })
      .click();
    await expect(page.getByText("Sessões encerradas.")).toBeVisible();
    await expect(sessions.getByText("Ninguém está usando esta conta agora.")).toBeVisible();
  });

  test("links a payment by an unknown e-mail to its account", WIDE_JOURNEY, async ({ page }) => {
    const [account, payer] = [newAccount(), newAccount()];
    await createAccount(account);
    const bought = await page.request.post(`${SANDBOX_URL}/control/stripe/checkout`, {
      data: { plan: "monthly", email: payer.email },
    });
    expect(bought.status()).toBe(201);
    await page.goto("/admin/cobranca");
    const stuck = page
      .getByRole("region", { name: "Avisos de pagamento parados" })
      .getByRole("listitem")
      .filter({ hasText: payer.email });
    await expect(async () => {
      await page.reload();
      await expect(stuck.first()).toContainText("Sem conta", { timeout: 1_000 });
    }).toPass();
    expect(await accessibilityFaults(page)).toEqual([]);

    await stuck
      .first()
      .getByRole("button", { name: /^Ligar a uma conta o aviso/ })
      .click();
    const picker = page.getByRole("dialog", { name: "De quem é este pagamento?" });
    await picker.getByRole("searchbox", { name: "Pesquisar pessoas" }).fill(account.email);
    await expect(picker.getByRole("listitem")).toHaveCount(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picker.getByRole("listitem").getByRole("button").click();
    await expect(page.getByText("Aviso em processamento.")).toBeVisible();

    // The customer's other events follow, and the account has what was paid for.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Avisos de pagamento parados")).toBeVisible();
      await expect(stuck).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await page.goto("/admin");
    await page.getByRole("searchbox", { name: "Pesquisar contas" }).fill(account.email);
    const people = page.getByRole("table", { name: "Contas" });
    await expect(people.getByRole("row")).toHaveCount(2);
    await expect(people.getByRole("row").nth(1)).toContainText("PRO");
  });

  test("writes a billing record and deletes it", WIDE_JOURNEY, async ({ page }) => {
    const account = newAccount();
    await createAccount(account);
    await page.goto("/admin/cobranca");
    // Whose it is is searched for, and typed nowhere.
    await page.getByRole("button", { name: "Criar registro de cobrança" }).click();
    const picker = page.getByRole("dialog", { name: "De quem é o registro?" });
    await picker.getByRole("searchbox", { name: "Pesquisar pessoas" }).fill(account.email);
    await expect(picker.getByRole("listitem")).toHaveCount(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picker.getByRole("listitem").getByRole("button").click();

    const form = page.getByRole("form", { name: "Criar registro de cobrança" });
    await form.getByRole("button", { name: "Criar registro" }).click();
    await expect(
      form.getByText(
        "Preencha os campos obrigatórios: Cliente no Stripe, Assinatura no Stripe, Plano, Preço (R$), Início da assinatura, Fim do período atual",
      ),
    ).toBeVisible();
    await expect(form.getByText("Campo obrigatório.")).toHaveCount(6);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await expect(form.getByLabel("Status").locator("option")).toHaveText([
      "Ativo",
      "Cancelado",
      "Pagamento Atrasado",
      "Não Pago",
      "Período de Teste",
    ]);
    await form.getByLabel("Cliente no Stripe").fill("cus_1");
    await form.getByLabel("Assinatura no Stripe").fill("sub_1");
    await form.getByLabel("Plano").selectOption("Anual");
    await form.getByLabel("Preço (R$)").fill("924.5");
    await form.getByLabel("Início da assinatura").fill("2026-01-31");
    await form.getByLabel("Fim do período atual").fill("2025-01-30");
    await form.getByRole("button", { name: "Criar registro" }).click();
    await expect(form.getByText("O fim do período não pode vir antes do início.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByLabel("Fim do período atual").fill("2036-01-30");

    // A subscription has one record; what was settled without Stripe names none.
    const taken = "Esta assinatura já está no registro de cobrança 7.";
    const bodies: unknown[] = [];
    await page.route("**/api/admin/users/*/billings", (route) => {
      bodies.push(route.request().postDataJSON());
      const fields = { stripe_subscription_id: taken };
      return route.fulfill({ status: 409, json: { error: taken, code: "conflict", fields } });
    });
    await form.getByRole("button", { name: "Criar registro" }).click();
    await expect(form.getByText(taken)).toBeVisible();
    expect(bodies).toMatchObject([
      { stripe_customer_id: "cus_1", stripe_subscription_id: "sub_1" },
    ]);
    await page.unroute("**/api/admin/users/*/billings");
    await form.getByLabel("Acertado por fora do Stripe").check();
    await expect(form.getByLabel("Assinatura no Stripe")).toHaveCount(0);
    await form.getByRole("button", { name: "Criar registro" }).click();
    const said = page.getByText(/^Registro de cobrança criado! ID: \d+$/);
    await expect(said).toBeVisible();
    const id = (await said.textContent())?.replace(/\D/g, "") ?? "";

    const table = page.getByRole("table", { name: "Registros de cobrança" });
    const rowOf = () =>
      table.getByRole("row").filter({
        has: page.getByRole("button", { name: `Excluir registro de cobrança ${id}`, exact: true }),
      });
    await expect(rowOf()).toContainText("Anual");
    await expect(rowOf()).toContainText(/R\$\s924,50/);
    await expect(rowOf()).toContainText("31/01/2026");
    await expect(rowOf()).toContainText("Acertado por fora");
    expect(await accessibilityFaults(page)).toEqual([]);

    // It gives PRO, and can be changed on the page of its account.
    await rowOf().getByRole("link").click();
    await expect(page.getByRole("heading", { level: 2, name: "Plano PRO" })).toBeVisible();
    await page.getByRole("button", { name: `Editar registro de cobrança ${id}` }).click();
    const editor = page.getByRole("form", { name: "Editar registro de cobrança" });
    await expect(editor.getByLabel("Início da assinatura")).toHaveValue("31/01/2026");
    await expect(editor.getByLabel("Acertado por fora do Stripe")).toBeChecked();
    await editor.getByLabel("Status").selectOption("Cancelado");
    await editor.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText(`Registro de cobrança ${id} salvo.`)).toBeVisible();
    await expect(rowOf()).toContainText("Cancelado");
    await expect(page.getByRole("heading", { level: 2, name: "Plano gratuito" })).toBeVisible();
    await expectAccessible(page);

    await rowOf()
      .getByRole("button", { name: /Excluir registro/ })
      .click();
    const question = page.getByRole("alertdialog", {
      name: `Tem certeza que deseja excluir o registro de cobrança ${id}?`,
    });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    await expect(rowOf()).toBeVisible();
    await rowOf()
      .getByRole("button", { name: /Excluir registro/ })
      .click();
    await question.getByRole("button", { name: "Sim" }).click();
    await expect(page.getByText(`Registro de cobrança ${id} excluído com sucesso!`)).toBeVisible();
    await expect(rowOf()).toHaveCount(0);
    await expect(page.getByText("Nenhum registro encontrado")).toBeVisible();
  });
});
