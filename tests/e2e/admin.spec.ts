import type { Page } from "@playwright/test";
import { newAccount } from "./account";
import { mailedLink } from "./mailbox";
import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";

function confirmed(page: Page, account: string) {
  return page
    .getByRole("alertdialog", { name: `Tem certeza que deseja desativar a conta ${account}?` })
    .getByRole("button", { name: "Sim" })
    .click();
}

test.describe("anybody else", () => {
  test.use({ signedInAs: "demo" });

  test("finds the panel closed", async ({ page }) => {
    await page.goto("/admin");
    await expect(page.getByText("Acesso restrito. Apenas administradores.")).toBeVisible();
    await expect(page.getByRole("form")).toHaveCount(0);
  });
});

test.describe("the administrator", () => {
  test.use({ expectedStatuses: [400, 401, 403, 404, 409], signedInAs: "admin" });

  test("whose token is gone is told so, and has to log in again", async ({ page }) => {
    await page.goto("/admin");
    const deactivate = page.getByRole("form", { name: "Desativar conta" });
    await deactivate.getByLabel("ID do usuário (user_id)").fill("999999");
    await page.evaluate(() => localStorage.removeItem("user"));
    await deactivate.getByRole("button", { name: "Desativar conta" }).click();
    await confirmed(page, "999999");
    await expect(page.getByText("Usuário não autenticado")).toBeVisible();
    await expect(
      page.getByText("Sua sessão expirou. Por favor, faça login novamente."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test(
    "creates an account, deactivates it, and both are on the trail",
    BOTH_WIDTHS,
    async ({ page }) => {
      const person = newAccount();
      await page.goto("/admin");
      await expect(page.getByRole("heading", { name: "Painel Administrativo" })).toBeVisible();

      const create = page.getByRole("form", { name: "Criar conta" });
      await create.getByRole("button", { name: "Criar conta" }).click();
      await expect(
        page.locator("[data-sonner-toast]").getByText("Preencha todos os campos obrigatórios."),
      ).toBeVisible();
      await create.getByLabel("Nome").fill("Pessoa Convidada");
      await create.getByLabel("E-mail").fill(person.email);
      await create.getByLabel("WhatsApp").fill("11987654321");
      await create.getByRole("button", { name: "Criar conta" }).click();
      await expect(page.getByText(/^Conta criada! user_id: \d+$/)).toBeVisible();
      expect(await mailedLink(page, person.email)).toContain("/reset_password?token=");
      const trail = page.getByRole("table", { name: "Trilha de auditoria" });
      await expect(trail.getByRole("row", { name: new RegExp(person.email) })).toContainText(
        "Conta criada",
      );

      // The account is found, and its page opens.
      const people = page.getByRole("table", { name: "Contas" });
      await page.getByRole("searchbox", { name: "Pesquisar contas" }).fill(person.email);
      await expect(people.getByRole("row")).toHaveCount(2);
      await expect(people.getByRole("row").nth(1)).toContainText("Gratuito");
      await expect(people.getByRole("row").nth(1)).toContainText("Nunca");
      await expect(people.getByRole("link", { name: "Pessoa Convidada" })).toHaveAttribute(
        "href",
        /\/admin\/contas\/\d+$/,
      );

      const deactivate = page.getByRole("form", { name: "Desativar conta" });
      const submit = deactivate.getByRole("button", { name: "Desativar conta" });
      await submit.click();
      await expect(
        page.locator("[data-sonner-toast]").getByText("Informe o user_id ou o e-mail."),
      ).toBeVisible();
      await deactivate.getByLabel("ID do usuário (user_id)").fill("4");
      await submit.click();
      await confirmed(page, "4");
      await expect(page.getByText("Você não pode desativar a sua própria conta.")).toBeVisible();
      await deactivate.getByLabel("ID do usuário (user_id)").fill("");
      await deactivate.getByLabel("E-mail").fill(person.email);
      await submit.click();
      await confirmed(page, person.email);
      await expect(page.getByText("Conta desativada!")).toBeVisible();
      await expect(
        trail.getByRole("row", { name: new RegExp(`Conta desativada.*${person.email}`) }),
      ).toBeVisible();
    },
  );

  test("writes a billing record and deletes it", BOTH_WIDTHS, async ({ page }) => {
    await page.goto("/admin");
    const form = page.getByRole("form", { name: "Criar registro de cobrança" });
    await form.getByRole("button", { name: "Criar registro" }).click();
    await expect(
      page.getByText(
        "Preencha os campos obrigatórios: ID do usuário, ID do cliente no Stripe, ID da assinatura no Stripe, Plano, Preço (R$), Início da assinatura, Fim do período atual",
      ),
    ).toBeVisible();
    await expect(form.getByLabel("Status").locator("option")).toHaveText([
      "Ativo",
      "Cancelado",
      "Pagamento Atrasado",
      "Não Pago",
      "Período de Teste",
    ]);
    await form.getByLabel("ID do usuário").fill("4");
    await form.getByLabel("ID do cliente no Stripe").fill("cus_teste");
    await form.getByLabel("ID da assinatura no Stripe").fill("sub_teste");
    await form.getByLabel("Plano").selectOption("Anual");
    await form.getByLabel("Preço (R$)").fill("924.5");
    await form.getByLabel("Início da assinatura").fill("2026-01-31");
    await form.getByLabel("Fim do período atual").fill("2027-01-30");
    await form.getByRole("button", { name: "Criar registro" }).click();
    const said = page.getByText(/^Registro de cobrança criado! ID: \d+$/);
    await expect(said).toBeVisible();
    const id = (await said.textContent())?.replace(/\D/g, "") ?? "";

    const table = page.getByRole("table", { name: "Registros de cobrança" });
    const row = table.getByRole("row").filter({
      has: page.getByRole("button", { name: `Excluir registro de cobrança ${id}`, exact: true }),
    });
    await expect(row).toContainText("Anual");
    await expect(row).toContainText(/R\$\s924,50/);
    await expect(row).toContainText("31/01/2026");
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole("button", { name: /Excluir registro/ }).click();
    const question = page.getByRole("alertdialog", {
      name: `Tem certeza que deseja excluir o registro de cobrança ${id}?`,
    });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    await expect(row).toBeVisible();
    await row.getByRole("button", { name: /Excluir registro/ }).click();
    await question.getByRole("button", { name: "Sim" }).click();
    await expect(page.getByText(`Registro de cobrança ${id} excluído com sucesso!`)).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});
