import type { Page, Route } from "@playwright/test";
import { forgetIdentity } from "./rows";
import { expect, registerByForm, test } from "./support";

const INTERNAL = { status: 500, json: { error: "Algo deu errado.", code: "internal" } };
const fail = (route: Route) => route.fulfill(INTERNAL);
const menu = (page: Page) => page.getByRole("navigation", { name: "Principal" });

test.describe("a visitor", () => {
  test.use({ expectedStatuses: [400, 500] });

  test("has no sidebar on the public screens, and may go back to the login", async ({ page }) => {
    for (const [path, heading] of [
      ["/", "Entre na sua conta"],
      ["/password-recover", /./],
      ["/reset_password", "Resete a sua senha"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await expect(menu(page)).toHaveCount(0);
      await expect(page.getByRole("complementary", { name: "Menu lateral" })).toHaveCount(0);
    }
    await page.goto("/password-recover");
    await page.getByRole("link", { name: "Voltar para o login" }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole("heading", { name: "Entre na sua conta" })).toBeVisible();
  });

  test("is told what a registration needs, and that it failed", async ({ page, account }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Criar conta" }).click();
    const form = page.getByRole("form", { name: "Cadastro" });
    const password = form.getByLabel("Senha", { exact: true });
    const whatsapp = form.getByLabel("WhatsApp");
    let asked = 0;
    await page.route("**/api/create_user", async (route) => {
      asked += 1;
      await fail(route);
    });

    await test.step("the placeholders", async () => {
      await expect(password).toHaveAttribute("placeholder", "Mínimo de 8 caracteres");
      await expect(whatsapp).toHaveAttribute(
        "placeholder",
        "Internacional, com código do país, sem símbolos",
      );
    });

    await test.step("all fields are required", async () => {
      await form.getByRole("button", { name: "Criar conta" }).click();
      for (const field of [
        form.getByLabel("Nome"),
        form.getByLabel("E-mail"),
        whatsapp,
        password,
      ]) {
        await expect(field).toHaveAttribute("aria-invalid", "true");
      }
      expect(asked).toBe(0);
    });

    await test.step("any other failure", async () => {
      await form.getByLabel("Nome").fill(account.name);
      await form.getByLabel("E-mail").fill(account.email);
      await whatsapp.fill("11987654321");
      await password.fill(account.password);
      await form.getByRole("button", { name: "Criar conta" }).click();
      await expect(page.getByText("Erro ao criar usuário!")).toBeVisible();
      expect(asked).toBe(1);
    });

    await test.step("what the server does not accept", async () => {
      await page.route("**/api/create_user", (route) =>
        route.fulfill({ status: 400, json: { error: "", code: "invalid_input" } }),
      );
      await form.getByRole("button", { name: "Criar conta" }).click();
      await expect(page.getByText("Preencha todos os campos corretamente!")).toBeVisible();
    });

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await registerByForm(page, account);
    await expect(menu(page)).toBeVisible();
  });
});

test.describe("a signed-in user", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });

  test("has name and e-mail in the sidebar, which moves within 0.3 s", async ({
    page,
    account,
  }) => {
    const warnings: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    await page.route("**/api/user", (route) =>
      route.request().method() === "GET" ? fail(route) : route.continue(),
    );
    await page.clock.install();
    await page.goto("/prospect-by-whats");
    await expect(
      page.getByRole("heading", { level: 1, name: "Prospecção pelo WhatsApp" }),
    ).toBeVisible();
    const sidebar = page.getByRole("complementary", { name: "Menu lateral" });
    const profile = sidebar.getByRole("button", { name: /^Menu do perfil/ });
    await expect(profile).toContainText(account.name);
    await expect(profile).toContainText(account.email);

    // Its profile cannot be loaded: that is only logged.
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return warnings.filter((text) => text.startsWith("O perfil não pôde ser carregado."));
      })
      .not.toEqual([]);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await expect(page.getByRole("alert").filter({ hasText: /perfil/i })).toHaveCount(0);

    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect(sidebar).toHaveCSS("transition-duration", "0.3s");
    await expect(sidebar).toHaveCSS("transition-property", "width, visibility");
  });

  test("waits for an answer as long as it takes", async ({ page }) => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    await page.route("**/api/billing/overview", async (route) => {
      asked += 1;
      await answered;
      await route.continue();
    });
    await page.clock.install();
    await page.goto("/subscription");
    const loading = page.getByRole("main").getByRole("status").filter({ hasText: "Carregando..." });
    await expect(loading).toBeVisible();
    await expect(loading.locator("svg")).toHaveCSS("animation-name", "spin");
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(10 * 60_000);
    // A request that was given up would be asked again after a moment.
    await page.clock.runFor(10_000);
    await expect(loading).toBeVisible();
    expect(asked).toBe(1);
    answer();
    await expect(page.getByRole("heading", { name: "Escolha um Plano" })).toBeVisible();
    await expect(loading).toBeHidden();
    for (const strength of ["CRM integrado", "Suporte prioritário"]) {
      await expect(page.getByRole("main").getByText(strength, { exact: true })).toBeVisible();
    }
  });
});

test.describe("a browser that is too old", () => {
  test("is told so, in words, with the page", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "toSorted"));
    await page.goto("/");
    await expect(page.getByText("Este navegador é antigo demais para o Garimpo.")).toBeVisible();
  });
});

test("a browser without scripts is told what is missing", async ({ page }) => {
  // Chromium with scripts switched off still parses pages as if scripts ran.
  const html = await (await page.request.get("/")).text();
  expect(html).toMatch(/<noscript>[^!]*O Garimpo precisa de JavaScript\./);
});

test.describe("an account without name and e-mail", () => {
  test.use({ signedInAs: "new" });

  test("has words for them in the sidebar", async ({ page, account }) => {
    await forgetIdentity(account);
    await page.goto("/profile");
    const profile = page.getByRole("button", { name: /^Menu do perfil/ });
    await expect(profile).toContainText("Usuário");
    await expect(profile).toContainText("E-mail não informado");
  });
});
