import type { Browser, Page } from "@playwright/test";
import { newAccount } from "./account";
import { mailedLink } from "./mailbox";
import { createAccount, insertColleague, insertLeads, insertWins, openSession } from "./rows";
import {
  accessibilityFaults,
  chooseMore,
  expect,
  JOURNEY,
  openScreen,
  PHONE_ONLY_JOURNEY,
  selectionBar,
  test,
} from "./support";

/** Fills in and sends the dialog's form. */
async function invite(page: Page, email: string, role: "Gestor" | "Vendedor" = "Vendedor") {
  await page.getByRole("button", { name: "Convidar" }).click();
  const dialog = page.getByRole("dialog", { name: "Convidar para a equipe" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Enviar convite" }).click();
  await expect(page.getByText(`Convite enviado para ${email}.`)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** A page of somebody else, with all that it was refused. */
async function openElsewhere(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return { page, context, refused };
}

async function join(page: Page, link: string, name: string) {
  await page.goto(link);
  await expect(page.getByText("Ana Souza convidou você para a equipe no Garimpo.")).toBeVisible();
  await page.getByLabel("Nome").fill(name);
  await page.getByLabel("Senha", { exact: true }).fill("uma senha boa");
  await page.getByRole("button", { name: "Entrar na equipe" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test.describe("an owner's team", () => {
  test.use({ signedInAs: "newPro" });

  test(
    "an invited seller joins by mail, is offered nothing that is refused, and is signed out when suspended",
    JOURNEY,
    async ({ page, browser, baseURL }) => {
      const { email } = newAccount();
      await page.goto("/dashboard");
      await openScreen(page, "Equipe");
      await expect(page.getByText("Por enquanto é só você")).toBeVisible();
      await expect(page.getByText("1 de 5 lugares")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await invite(page, email);
      const invitations = page.getByRole("region", { name: "Convites" });
      await expect(invitations.getByRole("listitem")).toContainText("Vendedor");
      await expect(invitations.getByRole("listitem")).toContainText(/Convite de Ana Souza · vence/);

      const seller = await openElsewhere(browser, baseURL);
      await join(seller.page, await mailedLink(page, email), "Rui Lima");
      await expect(
        seller.page.getByText("Peça a um dono ou gestor da conta para conectar o WhatsApp."),
      ).toBeVisible();
      await openScreen(seller.page, "Equipe");
      const people = seller.page.getByRole("region", { name: "Pessoas" });
      await expect(people.getByRole("listitem")).toHaveCount(2);
      await expect(people.getByRole("button")).toHaveCount(0);
      await expect(seller.page.getByRole("button", { name: "Convidar" })).toHaveCount(0);
      await expect(seller.page.getByRole("region", { name: "Convites" })).toHaveCount(0);
      const nav = seller.page.getByRole("navigation", { name: "Principal" });
      await expect(nav.getByRole("link", { name: /Assinatura|Upgrade/ })).toHaveCount(0);
      await openScreen(seller.page, "Account");
      const sections = seller.page.getByRole("navigation", { name: "Seções do perfil" });
      await expect(sections.getByRole("link", { name: "Sessões" })).toBeVisible();
      await expect(sections.getByRole("link", { name: /Histórico|Webhooks/ })).toHaveCount(0);
      await sections.getByRole("link", { name: "Meus dados" }).click();
      await expect(
        seller.page.getByText("Só um dono da conta pode fazer isto.", { exact: true }),
      ).toBeVisible();
      await openScreen(seller.page, "Leads");
      await seller.page.getByRole("button", { name: "Mais", exact: true }).click();
      await expect(seller.page.getByRole("menuitem", { name: "Adição rápida" })).toBeVisible();
      await expect(seller.page.getByRole("menuitem", { name: "Etapas do funil" })).toHaveCount(0);
      await seller.page.keyboard.press("Escape");
      for (const path of ["/nao-perturbe", "/credits", "/subscription", "/profile/webhooks"]) {
        await seller.page.goto(path);
        await expect(seller.page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      expect(seller.refused).toEqual([]);

      await page.reload();
      await expect(invitations).toHaveCount(0);
      await page.getByRole("button", { name: "Ações de Rui Lima" }).click();
      await page.getByRole("menuitem", { name: "Suspender" }).click();
      const dialog = page.getByRole("dialog", { name: "Suspender Rui Lima?" });
      await expect(dialog.getByText(/sessões dela são encerradas/)).toBeVisible();
      await dialog.getByRole("button", { name: "Suspender" }).click();
      await expect(page.getByText("Rui Lima não entra mais na conta.")).toBeVisible();
      await expect(
        page
          .getByRole("listitem")
          .filter({ hasText: "Rui Lima" })
          .getByText("Suspenso", { exact: true }),
      ).toBeVisible();
      await expect(seller.page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
      await page.goto("/profile/historico");
      await expect(page.getByRole("list", { name: "Ações" })).toContainText(
        "Rui Lima · por Ana Souza",
      );
      await seller.context.close();
    },
  );

  test(
    "what a suspended seller had passes on, and comes back",
    JOURNEY,
    async ({ page, account }) => {
      await insertColleague(account, "Bia Lima");
      const names = ["Padaria Sol", "Clínica Lua"];
      await insertLeads(
        account,
        names.map((name, at) => ({ name, whatsapp: `551198765220${at}`, city: "Santos" })),
      );
      await page.goto("/leads");
      for (const name of names)
        await page.getByRole("checkbox", { name: new RegExp(name) }).check();
      await chooseMore(page, "Passar para…", selectionBar(page));
      await page.getByRole("button", { name: "Bia Lima" }).click();
      await expect(page.getByText("2 leads passados para Bia Lima.")).toBeVisible();

      await page.goto("/equipe");
      await page.getByRole("button", { name: "Ações de Bia Lima" }).click();
      await page.getByRole("menuitem", { name: "Suspender" }).click();
      await page
        .getByRole("dialog", { name: "Suspender Bia Lima?" })
        .getByRole("button", { name: "Suspender" })
        .click();
      const dialog = page.getByRole("dialog", { name: "Passar o que é de Bia Lima" });
      await expect(dialog.getByText("2 leads.")).toBeVisible();
      await dialog.getByRole("checkbox", { name: "Ana Souza" }).check();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("passing.png") });
      await dialog.getByRole("button", { name: "Passar", exact: true }).click();
      await expect(page.getByText("Passado adiante: 2 leads.")).toBeVisible();
      const card = page.getByRole("region", { name: "Passagens" });
      await expect(card).toContainText("De Bia Lima para Ana Souza");
      await page.screenshot({ path: test.info().outputPath("passed.png"), fullPage: true });
      await card.getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByText("Voltou: 2 leads.")).toBeVisible();
      await expect(card).toBeHidden();
    },
  );

  test(
    "sellers see what the account lets them see: lists, screens and what they open by its address",
    JOURNEY,
    async ({ page, account, browser, baseURL }) => {
      const colleague = await insertColleague(account, "Bia Lima");
      const names = ["Padaria Sol", "Clínica Lua"];
      await insertLeads(
        account,
        names.map((name, at) => ({ name, whatsapp: `551198765230${at}`, city: "Santos" })),
      );
      await page.goto("/leads");
      await page.getByRole("checkbox", { name: /Padaria Sol/ }).check();
      await chooseMore(page, "Passar para…", selectionBar(page));
      await page
        .getByRole("dialog", { name: "Passar para…" })
        .getByRole("button", { name: "Ana Souza" })
        .click();
      await expect(page.getByText("1 lead passado para Ana Souza.")).toBeVisible();

      const context = await browser.newContext({
        storageState: (await openSession(colleague, baseURL)) as never,
      });
      const seller = await context.newPage();
      await seller.goto(`${baseURL}/leads`);
      await expect(seller.getByRole("checkbox", { name: /Clínica Lua/ })).toBeVisible();
      await expect(seller.getByText("1–1 de 1")).toBeVisible();
      await expect(seller.getByText("Padaria Sol")).toHaveCount(0);
      await seller.goto(`${baseURL}/events`);
      await expect(
        seller.getByText("Só quem vê todos os leads da conta pode fazer isto."),
      ).toBeVisible();
      await seller.goto(`${baseURL}/leads`);

      await page.goto("/equipe");
      const card = page.getByRole("region", { name: "O que os vendedores veem" });
      await expect(card.getByRole("radio", { name: /Os seus e os sem dono/ })).toBeChecked();
      expect(await accessibilityFaults(page)).toEqual([]);
      await card.scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath("visibility.png") });
      await card.getByText("Todos veem todos").click();
      await expect(page.getByText("O que os vendedores veem mudou")).toBeVisible();
      // The open page looks anew by itself.
      await expect(seller.getByRole("checkbox", { name: /Padaria Sol/ })).toBeVisible();
      await card.getByText("Só os seus", { exact: true }).click();
      await expect(seller.getByText("Clínica Lua")).toHaveCount(0);
      await expect(seller.getByText("Padaria Sol")).toHaveCount(0);
      await context.close();
    },
  );

  test(
    "what each person achieved stands beside their goals, and a seller finds their own",
    JOURNEY,
    async ({ page, account, browser, baseURL }) => {
      const colleague = await insertColleague(account, "Bia Lima");
      await page.goto("/equipe");
      await page.getByRole("link", { name: "Resultados" }).click();
      await expect(page.getByText("Nada neste mês ainda.")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);

      await insertWins(account, [
        { by: "Bia Lima", cents: 123_456 },
        { by: "Bia Lima", cents: 50_000 },
        { by: "Ana Souza", cents: 99_900, monthsAgo: 1 },
      ]);
      await page.getByRole("button", { name: "Definir meta de Bia Lima" }).click();
      const dialog = page.getByRole("dialog", { name: "Meta de Bia Lima" });
      await dialog.getByLabel("Ganhos").fill("zero");
      await dialog.getByRole("button", { name: "Salvar meta" }).click();
      await expect(dialog.getByText("Use um número inteiro, de 1 a 1.000.000.")).toBeVisible();
      await dialog.getByLabel("Ganhos").fill("8");
      await dialog.getByLabel("Valor ganho (R$)").fill("1.500,00");
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("goal.png") });
      await dialog.getByRole("button", { name: "Salvar meta" }).click();
      await expect(page.getByText("A meta de Bia Lima foi salva.")).toBeVisible();
      const goals = page.getByRole("list", { name: "Metas de Bia Lima" });
      await expect(goals.getByText(/2 de 8\s*25%/)).toBeVisible();
      await expect(goals.getByText(/R\$\s1\.734,56 de R\$\s1\.500\s*116%/)).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath("results.png"), fullPage: true });

      await page.getByRole("link", { name: "Mês anterior" }).click();
      await expect(page).toHaveURL(/\?mes=\d{4}-\d\d$/);
      await expect(page.getByText(/R\$\s999/).first()).toBeVisible();
      await expect(page.getByRole("list", { name: /^Metas de/ })).toHaveCount(0);
      await page.getByRole("link", { name: "Mês seguinte" }).click();
      await expect(goals).toBeVisible();

      const weekly = page.getByRole("checkbox", { name: "Receber o resumo de segunda-feira" });
      await expect(weekly).toBeChecked();
      await weekly.click();
      await expect(page.getByText("O resumo não será mais enviado.")).toBeVisible();
      await page.reload();
      await expect(weekly).not.toBeChecked();

      const context = await browser.newContext({
        storageState: (await openSession(colleague, baseURL)) as never,
      });
      const seller = await context.newPage();
      await seller.goto(`${baseURL}/equipe/resultados`);
      await expect(seller.getByRole("list", { name: "Metas de Bia Lima" })).toBeVisible();
      await expect(seller.getByText("Ana Souza")).toHaveCount(0);
      await expect(seller.getByRole("button", { name: /meta de/i })).toHaveCount(0);
      await expect(seller.getByText("Receber o resumo")).toHaveCount(0);
      await context.close();
    },
  );

  test("an invitation is sent again, taken back, and then opens nothing", async ({
    page,
    browser,
    baseURL,
  }) => {
    const { email } = newAccount();
    await page.goto("/equipe");
    await invite(page, email, "Gestor");
    const first = await mailedLink(page, email);
    await page.getByRole("button", { name: `Reenviar o convite para ${email}` }).click();
    await expect(page.getByText(`Convite enviado de novo para ${email}.`)).toBeVisible();
    const second = await mailedLink(page, email, 2);
    const { page: guest, context } = await openElsewhere(browser, baseURL);
    const over = guest.getByText(/Este convite não vale mais/);
    await guest.goto(first);
    await expect(over).toBeVisible();
    await guest.goto(second);
    await expect(guest.getByText(/Pode tudo, menos pagamentos/)).toBeVisible();
    expect(await accessibilityFaults(guest)).toEqual([]);

    await page.getByRole("button", { name: `Cancelar o convite para ${email}` }).click();
    await page.getByRole("button", { name: "Cancelar convite", exact: true }).click();
    await expect(page.getByRole("region", { name: "Convites" })).toHaveCount(0);
    await guest.getByLabel("Nome").fill("Rui Lima");
    await guest.getByLabel("Senha", { exact: true }).fill("uma senha boa");
    await guest.getByRole("button", { name: "Entrar na equipe" }).click();
    await expect(over).toBeVisible();
    await guest.getByRole("link", { name: "Voltar para o login" }).click();
    await expect(guest.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
    await context.close();
  });

  test.describe("who is somebody else's already", () => {
    test.use({ expectedStatuses: [409] });

    test("is refused at the field, and what was typed stays", async ({ page }) => {
      const other = newAccount();
      await createAccount(other);
      await page.goto("/equipe");
      await page.getByRole("button", { name: "Convidar" }).click();
      const dialog = page.getByRole("dialog", { name: "Convidar para a equipe" });
      await dialog.getByRole("button", { name: "Enviar convite" }).click();
      await expect(dialog.getByText("Informe o e-mail da pessoa.")).toBeVisible();
      await dialog.getByLabel("E-mail").fill(other.email);
      await dialog.getByRole("button", { name: "Enviar convite" }).click();
      await expect(dialog.getByText(/já entra em outra conta/)).toBeVisible();
      await expect(dialog.getByLabel("E-mail")).toHaveValue(other.email);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
});

test.describe("on the free plan", () => {
  test.use({ signedInAs: "new" });

  test("an owner is alone, and is offered the plan with room for a team", async ({ page }) => {
    await page.goto("/equipe");
    await expect(page.getByText("1 de 1 lugar", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Convidar" })).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Ver planos PRO" }).click();
    await expect(page).toHaveURL(/\/subscription$/);
  });
});

test.describe("on a phone", () => {
  test.use({ signedInAs: "newPro" });

  test(
    "a manager comes in, and gets another role",
    PHONE_ONLY_JOURNEY,
    async ({ page, browser, baseURL }) => {
      const { email } = newAccount();
      await page.goto("/equipe");
      await invite(page, email, "Gestor");
      const manager = await openElsewhere(browser, baseURL);
      await manager.page.setViewportSize(page.viewportSize() ?? { width: 390, height: 844 });
      await join(manager.page, await mailedLink(page, email), "Bia Melo");
      await openScreen(manager.page, "Equipe");
      await expect(manager.page.getByRole("button", { name: "Convidar" })).toBeVisible();
      // Owners are above a manager, and nobody changes themself.
      await expect(manager.page.getByRole("button", { name: /^Ações de/ })).toHaveCount(0);
      await page.reload();
      await page.getByRole("button", { name: "Ações de Bia Melo" }).click();
      await page.getByRole("menuitem", { name: "Mudar função" }).click();
      const dialog = page.getByRole("dialog", { name: "Função de Bia Melo" });
      await dialog.getByRole("radio", { name: /^Vendedor/ }).check();
      await dialog.getByRole("button", { name: "Mudar função" }).click();
      await expect(page.getByText("A função de Bia Melo agora é Vendedor.")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      await manager.page.reload();
      await expect(manager.page.getByRole("region", { name: "Pessoas" })).toBeVisible();
      await expect(manager.page.getByRole("button", { name: "Convidar" })).toHaveCount(0);
      expect(manager.refused).toEqual([]);
      await manager.context.close();
    },
  );
});
