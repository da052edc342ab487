import type { Page } from "@playwright/test";
import { ADMIN, register, signIn } from "./account";
import { mailedLink } from "./mailbox";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  JOURNEY,
  logIn,
  logOut,
  openMenu,
  test,
  WIDE_JOURNEY,
} from "./support";
import { expectToLast, timeToast, watchToasts } from "./toasts";

const enter = (page: Page) => page.getByRole("button", { name: "Entrar", exact: true });

test.describe("recovery", () => {
  test.use({ expectedStatuses: [400, 401] });

  test(
    "from the forgotten password to a new one, by the mail's link, once",
    JOURNEY,
    async ({ page, account, baseURL }) => {
      await register(account, baseURL);
      await page.goto("/");
      await page.getByRole("link", { name: "Esqueceu a senha?" }).click();
      await expect(page).toHaveURL(/\/password-recover$/);
      await page.getByRole("button", { name: "Enviar link" }).click();
      await expect(page.getByText("Informar o e-mail para recuperação!")).toBeVisible();
      await page.getByLabel("E-mail").fill(account.email.toUpperCase());
      const asked = Date.now();
      await page.getByRole("button", { name: "Enviar link" }).click();
      await expect(
        page
          .getByText("Um e-mail com o link de recuperação será enviado para o seu e-mail!")
          .first(),
      ).toBeVisible();
      // Three seconds later, the dashboard redirects, because there is no session yet.
      await expect(enter(page)).toBeVisible();
      await expect(page).toHaveURL(/\/$/);
      expect(Date.now() - asked).toBeGreaterThanOrEqual(3_000);
      // The message is read there: it does not go with the one of the screen before.
      await expect(page.locator('[data-sonner-toast][data-removed="true"]')).toHaveCount(0);
      await expect(page.locator('[data-sonner-toast][data-removed="false"]')).toHaveText(
        "Um e-mail com o link de recuperação será enviado para o seu e-mail!",
      );

      const link = await mailedLink(page, account.email);
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Resete a sua senha" })).toBeVisible();
      await expect(page.getByText("Token inválido ou ausente.")).toBeHidden();
      const password = page.getByLabel("Nova senha", { exact: true });
      const confirmation = page.getByLabel("Confirme a nova senha", { exact: true });
      await password.fill("curta");
      await confirmation.fill("outra");
      await page.getByRole("button", { name: "Resetar senha" }).click();
      await expect(page.getByText("A senha deve conter ao menos 8 caracteres!")).toBeVisible();
      await expect(page.getByText("Comfirme a senha corretamente!")).toBeVisible();
      await password.fill("senha recuperada");
      await confirmation.fill("senha recuperada");
      await page.getByRole("button", { name: "Mostrar senha" }).first().click();
      await expect(password).toHaveAttribute("type", "text");
      await expect(confirmation).toHaveAttribute("type", "password");
      await page.getByRole("button", { name: "Resetar senha" }).click();
      await expect(page.getByText("Senha gerada com sucesso!")).toBeVisible();
      await expect(enter(page)).toBeVisible();

      await page.goto(link);
      await page.getByLabel("Nova senha", { exact: true }).fill("mais uma senha");
      await page.getByLabel("Confirme a nova senha", { exact: true }).fill("mais uma senha");
      await page.getByRole("button", { name: "Resetar senha" }).click();
      await expect(page.getByText("Erro ao gerar nova senha!")).toBeVisible();
      await expect(page.getByText("Token inválido ou ausente.")).toBeVisible();

      await page.goto("/");
      await logIn(page, { ...account, password: "senha recuperada" });
      for (const path of ["/", "/password-recover", "/reset_password?token=x"]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/dashboard$/);
      }
    },
  );

  test("without a token nothing is authorised", async ({ page }) => {
    await page.goto("/reset_password");
    await expect(page.getByText("Token inválido ou ausente.")).toBeVisible();
    await page.getByLabel("Nova senha", { exact: true }).fill("uma senha boa");
    await page.getByLabel("Confirme a nova senha", { exact: true }).fill("uma senha boa");
    await page.getByRole("button", { name: "Resetar senha" }).click();
    await expect(page.getByText("Não autorizado!")).toBeVisible();
  });
});

test.describe("a request that fails", () => {
  test.use({ expectedStatuses: [404] });

  test("is reported on the recovery screen", async ({ page }) => {
    await page.goto("/password-recover");
    // The server answers 404 at this address.
    await page.route("**/api/reset_password", (route) =>
      route.continue({ url: `${route.request().url()}_nowhere` }),
    );
    await page.getByLabel("E-mail").fill("ana@teste.example");
    await page.getByRole("button", { name: "Enviar link" }).click();
    await expect(
      page.getByText("Erro ao enviar e-mail, verifique se o e-mail está correto!"),
    ).toBeVisible();
  });
});

test("a link to the login cannot lead to another site", async ({ page }) => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example"]) {
    await page.goto(`/?next=${encodeURIComponent(next)}`);
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
    await enter(page).click();
    await expect(page).toHaveURL(/localhost:\d+\/dashboard$/);
    await logOut(page);
  }
});

test.describe("sessions", () => {
  test.use({ expectedStatuses: [401], signedInAs: "new" });

  test("the browser's data is deleted at log-out; a damaged record is ignored", async ({
    page,
    account,
  }) => {
    await page.goto("/dashboard");
    await page.evaluate(() => {
      for (const key of [
        "whatsappChatCache",
        "whatsappMessages_5511999990000",
        "leadDetails_7",
        "whatsappInstanceStatus",
      ]) {
        localStorage.setItem(key, "{}");
      }
      localStorage.setItem("theme", "light");
    });
    await logOut(page);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["theme"]);

    await logIn(page, account);
    await page.evaluate(() => localStorage.setItem("user", "isto não decifra"));
    await page.clock.install();
    await page.goto("/profile");
    // Without its token the cookie still allows reads, but no writes.
    await expect(page.getByRole("heading", { name: "Meu Perfil" })).toBeVisible();
    await page.getByRole("button", { name: "Editar", exact: true }).click();
    await page.getByLabel("Nome completo").fill("Outra Pessoa");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(
      page.getByText("Sua sessão expirou. Por favor, faça login novamente."),
    ).toBeVisible();
    // A second more of the page's time, and then none.
    await page.clock.pauseAt(Date.now() + 1_000);
    await expect(enter(page)).toBeVisible();
    await page.clock.resume();
    expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  });

  test("are ended from the profile, at once", async ({ page, browser, account, baseURL }) => {
    const elsewhere = await browser.newContext({
      baseURL,
      storageState: await signIn(account, baseURL),
    });
    const other = await elsewhere.newPage();

    await page.goto("/profile/sessoes");
    const card = page.getByRole("region", { name: "Sessões ativas" });
    await expect(card.getByRole("listitem")).toHaveCount(2);
    await expect(card.getByText("Esta sessão")).toHaveCount(1);
    await card.getByRole("button", { name: /Encerrar sessão em/ }).click();
    await expect(page.getByText("Sessão encerrada.")).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveCount(1);

    await other.goto("/dashboard");
    await expect(enter(other)).toBeVisible();
    await elsewhere.close();
    await card.getByRole("button", { name: "Encerrar esta sessão" }).click();
    await expect(enter(page)).toBeVisible();
  });
});

test.describe("the password", () => {
  test.use({ expectedStatuses: [400, 401], signedInAs: "new" });

  test(
    "is changed in the profile, which ends the other sessions",
    WIDE_JOURNEY,
    async ({ page, browser, account, baseURL }) => {
      const elsewhere = await browser.newContext({
        baseURL,
        storageState: await signIn(account, baseURL),
      });
      const other = await elsewhere.newPage();
      await other.goto("/dashboard");
      await page.goto("/profile/senha");
      const form = page.getByRole("form", { name: "Troca de senha" });
      const fill = async (values: Record<string, string>) => {
        for (const [label, value] of Object.entries(values)) {
          await form.getByLabel(label, { exact: true }).fill(value);
        }
        await form.getByRole("button", { name: "Trocar senha" }).click();
      };
      await fill({ "Senha atual": "errada", "Nova senha": "outra senha boa" });
      await expect(form.getByText("Comfirme a senha corretamente!")).toBeVisible();
      await fill({ "Confirme a nova senha": "outra senha boa" });
      await expect(form.getByText("Senha atual incorreta.")).toBeVisible();
      await fill({ "Senha atual": account.password });
      await expect(
        page.getByText("Senha alterada. As outras sessões foram encerradas."),
      ).toBeVisible();
      await expect(form.getByLabel("Senha atual", { exact: true })).toHaveValue("");
      // The other browser's screen ends by itself.
      await expect(enter(other)).toBeVisible();
      await elsewhere.close();
      await logOut(page);
      await logIn(page, { ...account, password: "outra senha boa" });
    },
  );
});

test.describe("profile", () => {
  test.use({ expectedStatuses: [400], signedInAs: "new" });

  test(
    "is shown, edited, checked, saved and cancelled",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      await watchToasts(page);
      await page.goto("/profile");
      await expect(page.getByRole("heading", { name: "Meu Perfil" })).toBeVisible();
      const conta = page.getByRole("region", { name: "Conta", exact: true });
      await expect(conta.getByText(account.email)).toBeVisible();
      await expect(conta.getByText("Ativo", { exact: true })).toBeVisible();
      await expect(conta.getByText(/^\d{2}\/\d{2}\/\d{4}$/)).toBeVisible();

      await page.getByRole("button", { name: "Editar", exact: true }).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      const name = page.getByLabel("Nome completo");
      await expect(name).toBeFocused();
      await name.fill("A");
      await page.getByLabel("Nome do negócio").fill("x".repeat(121));
      await page.getByLabel("Site").fill("isto não é um site");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText("Nome deve ter pelo menos 2 caracteres")).toBeVisible();
      await expect(page.getByText("Campo deve ter no máximo 120 caracteres")).toBeVisible();
      await expect(page.getByText("URL inválida")).toBeVisible();
      await name.fill("x".repeat(121));
      await expect(page.getByText("Nome deve ter no máximo 120 caracteres")).toBeVisible();

      await name.fill("Ana Clara Souza");
      await page.getByLabel("Nome do negócio").fill("Padaria da Ana");
      await page.getByLabel("Site").fill("padariadaana.com.br");
      await page.getByLabel("O que você quer que o contato faça").fill("Marcar uma degustação");
      await page.getByRole("button", { name: "Salvar" }).click();
      expectToLast(await timeToast(page, "Perfil atualizado com sucesso!"), 3_000);
      await expect(page.getByText("Padaria da Ana")).toBeVisible();

      await page.getByRole("button", { name: "Editar", exact: true }).click();
      await page.getByLabel("Nome do negócio").fill("Não era isto");
      await page.getByRole("button", { name: "Cancelar", exact: true }).click();
      await expect(page.getByText("Padaria da Ana")).toBeVisible();
      // Nothing changed: saving only closes.
      await page.getByRole("button", { name: "Editar", exact: true }).click();
      let saves = 0;
      page.on("request", (request) => {
        if (request.method() === "PATCH") saves += 1;
      });
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByRole("button", { name: "Editar", exact: true })).toBeVisible();
      expect(saves).toBe(0);
      await openMenu(page);
      await expect(page.getByRole("button", { name: /Ana Clara Souza/ })).toBeVisible();
      await page.reload();
      await expect(
        page.getByRole("region", { name: "Objetivo de conversão", exact: true }),
      ).toHaveText(
        /^Objetivo de conversãoO que você quer que o contato façaMarcar uma degustação$/,
      );
    },
  );
});

test.describe("the sections of the profile", () => {
  test.use({ signedInAs: "new", expectedStatuses: [404] });

  test("have addresses of their own, and keep what is edited", BOTH_WIDTHS, async ({ page }) => {
    await page.goto("/profile");
    await page.getByRole("button", { name: "Editar", exact: true }).click();
    await page.getByLabel("Nome do negócio").fill("Padaria da Ana");
    const index = page.getByRole("navigation", { name: "Seções do perfil" });
    for (const [name, path, region] of [
      ["Senha", "/profile/senha", "Senha"],
      ["Sessões", "/profile/sessoes", "Sessões ativas"],
      ["Respostas prontas", "/profile/respostas-prontas", "Respostas prontas"],
      ["API", "/profile/api", "Tokens de API"],
      ["Webhooks", "/profile/webhooks", "Webhooks"],
    ] as const) {
      await index.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(index.locator("[aria-current=page]")).toHaveText(name);
      await expect(page.getByRole("region")).toHaveCount(1);
      await expect(page.getByRole("region", { name: region, exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Meu Perfil" })).toBeVisible();
      await expectAccessible(page);
    }
    await index.getByRole("link", { name: /^Dados.*alterações não salvas/ }).click();
    await expect(page.getByLabel("Nome do negócio")).toHaveValue("Padaria da Ana");
    await page.getByRole("button", { name: "Cancelar" }).click();
    await expect(index.getByRole("link", { name: "Dados", exact: true })).toBeVisible();

    await page.goto("/profile/sessoes");
    await expect(page.getByRole("region", { name: "Sessões ativas" })).toBeVisible();
    await page.goto("/profile/nao-existe");
    await expect(page.getByRole("heading", { name: "Página não encontrada" })).toBeVisible();
  });
});

test.describe("a profile that does not load", () => {
  test.use({ expectedStatuses: [404], signedInAs: "admin" });

  test("says so, and loads on retry", async ({ page }) => {
    let failing = true;
    // Answered 404 by the server until `failing` is false.
    await page.route("**/api/user/fields", (route) =>
      failing
        ? route.continue({ url: route.request().url().replace("fields", "campos") })
        : route.continue(),
    );
    await page.goto("/profile");
    await expect(page.getByText("Erro ao carregar perfil", { exact: true })).toBeVisible();
    failing = false;
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(page.getByRole("button", { name: "Editar", exact: true })).toBeVisible();
  });
});
