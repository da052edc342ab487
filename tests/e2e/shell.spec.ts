import type { Page } from "@playwright/test";
import { errorCopy } from "@/lib/error-copy";
import { ADMIN, DEMO } from "./account";
import { insertLeads } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  JOURNEY,
  JOURNEY_ON_BOTH,
  logIn,
  logOut,
  openMenu,
  openScreen,
  test,
  WIDE_JOURNEY,
} from "./support";

const PAYMENT = /\/subscription\/checkout\?plano=(monthly|quarterly|annual)$/;

const onPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

test(
  "a free plan is shown the upgrade modal once after a login, a PRO plan never",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("E-mail").fill(DEMO.email);
    await page.getByLabel("Senha", { exact: true }).fill(DEMO.password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    const modal = page.getByRole("dialog", { name: "Venda mais com o plano PRO" });
    await expect(page.getByText("Bem-vindo! Autenticado com sucesso!")).toBeVisible();
    await expect(modal).toBeVisible();
    await expect(modal.getByText(/R\$\s97$/)).toBeVisible();
    await expect(modal.getByText(/R\$\s87$/)).toBeVisible();
    await expect(modal.getByText(/R\$\s261 a cada 3 meses/)).toBeVisible();
    await expect(modal.getByText(/R\$\s77$/)).toBeVisible();
    await expect(modal.getByText(/R\$\s924 por ano/)).toBeVisible();
    await expect(modal.getByText("Melhor valor")).toBeVisible();
    await expect(modal.getByText(/2 meses grátis/)).toBeVisible();
    for (const link of await modal.getByRole("link", { name: /Assinar/ }).all()) {
      await expect(link).toHaveAttribute("target", "_blank");
      // It leads to the payment page that is opened for the account.
      await expect(link).toHaveAttribute("href", PAYMENT);
      await expect(link).toHaveAttribute("rel", /noopener/);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    await page.clock.install();
    await page.reload();
    await expectNoOffer(page);

    await logOut(page);
    await logIn(page, ADMIN);
    await expectNoOffer(page);
  },
);

/** The window would come when the first screen was seen for a while, and at the latest with the next screen. */
async function expectNoOffer(page: Page) {
  await expect(page.getByRole("heading", { name: /Boas-vindas/ })).toBeVisible();
  await page.clock.runFor(2_000);
  await openScreen(page, "Account");
  await expect(page.getByRole("button", { name: "Editar", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
}

test.describe("the administrator", () => {
  test.use({ signedInAs: "admin", expectedStatuses: [400, 500] });

  /** Answers every change of the profile with this status, and changes nothing. */
  async function refuseProfile(page: Page, status: number): Promise<void> {
    const code = status === 400 ? "invalid_input" : "internal";
    await page.route("**/api/user", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status, json: { error: "", code } })
        : route.fallback(),
    );
  }

  async function editProfile(page: Page): Promise<void> {
    await page.goto("/profile");
    await page.getByRole("button", { name: "Editar", exact: true }).click();
    await page.getByLabel("Site").fill("outro.com.br");
  }

  test(
    "the sidebar is 280 px wide beside the page, or over it on a phone",
    JOURNEY_ON_BOTH,
    async ({ page }) => {
      await page.goto("/dashboard");
      const sidebar = page.getByRole("complementary", {
        name: "Menu lateral",
        includeHidden: true,
      });
      const width = async () => (await sidebar.boundingBox())?.width ?? 0;
      if (onPhone(page)) {
        expect(await width()).toBe(0);
        await page.getByRole("button", { name: "Abrir menu" }).click();
        await expect.poll(width).toBe(280);
        await page.mouse.click(350, 500);
        await expect.poll(width).toBe(0);
        await page.getByRole("button", { name: "Abrir menu" }).click();
        await page.keyboard.press("Escape");
        await expect.poll(width).toBe(0);
        await page.getByRole("button", { name: "Abrir menu" }).click();
        await page.getByRole("link", { name: "Account" }).click();
        await expect(page).toHaveURL(/\/profile$/);
        await expect.poll(width).toBe(0);
        return;
      }
      expect(await width()).toBe(280);
      await page.getByRole("button", { name: "Fechar menu lateral" }).click();
      await expect.poll(width).toBe(0);
      await expect(page.getByRole("button", { name: "Abrir menu" })).toBeFocused();
      // The state is restored on the first paint.
      await page.reload();
      expect(await width()).toBe(0);
      await page.getByRole("button", { name: "Abrir menu" }).click();
      await expect.poll(width).toBe(280);
    },
  );

  test(
    "the sidebar names every group and entry, the panel for the administrator alone",
    WIDE_JOURNEY,
    async ({ page }) => {
      await page.goto("/dashboard");
      await openMenu(page);
      const nav = page.getByRole("navigation", { name: "Principal" });
      for (const group of ["List Building", "Track Leads", "Campaigns"]) {
        await expect(nav.getByRole("heading", { name: group })).toBeVisible();
      }
      const entries = {
        Conversas: "/chat-whatsapp",
        Dashboard: "/dashboard",
        Hoje: "/hoje",
        "Busca no Google": "/prospect",
        "Busca Google Maps": "/busca-google-maps",
        "Contatos do WhatsApp": "/whatsapp-contacts",
        "Receita Federal": "/search-receita",
        Radar: "/radar",
        Leads: "/leads",
        "Minhas Listas": "/my-lists",
        "Nova campanha": "/prospect-by-whats",
        Atividades: "/prospecting-activities",
        "Não perturbe": "/nao-perturbe",
        Eventos: "/events",
        "Upgrade to Pro": "/subscription",
        Account: "/profile",
        Equipe: "/equipe",
        Billing: "/credits",
        "Painel Administrativo": "/admin",
      };
      for (const [name, href] of Object.entries(entries)) {
        await expect(nav.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
      }
      await expect(nav.getByRole("link").first()).toHaveText("Hoje");
      await page.getByRole("button", { name: /Menu do perfil/ }).click();
      for (const name of ["Upgrade to Pro", "Account", "Billing", "Log out"]) {
        await expect(page.getByRole("menuitem", { name })).toBeVisible();
      }
      await expect(page.getByRole("menuitem", { name: "Suporte prioritário" })).toHaveAttribute(
        "href",
        /^mailto:ajuda@garimpo\.example\?subject=%5BPRO%5D/,
      );
      await page.keyboard.press("Escape");
      await logOut(page);
      await logIn(page, DEMO);
      await expect(page.locator('a[href="/dashboard"]').first()).toBeAttached();
      await expect(page.locator('a[href="/admin"]')).toHaveCount(0);
    },
  );

  test("a window in between has the entries as icons, and the sidebar over the page", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto("/leads");
    const rail = page.getByRole("navigation", { name: "Atalhos" });
    await expect(rail.getByRole("link", { name: "Leads" })).toHaveAttribute("aria-current", "page");
    await expect(rail.getByRole("link", { name: "Painel Administrativo" })).toBeVisible();
    const sidebar = page.getByRole("complementary", { name: "Menu lateral" });
    await expect(sidebar).toBeHidden();
    const table = page.getByRole("region", { name: "Leads", exact: true });
    expect((await table.boundingBox())?.width).toBeGreaterThan(700);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await expect(sidebar.getByRole("link", { name: "Minhas Listas" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Fechar menu", exact: true })).not.toHaveCSS(
      "background-color",
      "rgba(0, 0, 0, 0)",
    );
    await page.keyboard.press("Escape");
    await expect(sidebar).toBeHidden();
    await expect(page.getByRole("button", { name: "Abrir menu" })).toBeFocused();
    await rail.getByRole("link", { name: "Eventos" }).click();
    await expect(page).toHaveURL(/\/events$/);
  });

  test("the command palette goes anywhere by keyboard", JOURNEY, async ({ page }) => {
    await page.goto("/dashboard");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Ir para..." });
    await expect(palette).toBeVisible();
    await expect(palette.getByRole("option")).not.toHaveCount(0);
    for (const name of ["Conversas", "Eventos", "Painel Administrativo", "Log out"]) {
      await expect(palette.getByRole("option", { name })).toBeAttached();
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.type("nao existe");
    await expect(palette.getByText("Nada encontrado com esse nome.")).toBeVisible();
    await palette.getByRole("combobox").fill("edi per");
    await expect(palette.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);
    await expect(palette).toBeHidden();

    // By other words, and by what the account holds.
    await page.keyboard.press("Control+k");
    for (const [typed, name] of [
      ["sair", "Log out"],
      ["senha", "Account"],
      ["creditos", "Billing"],
      ["conectar", "Dashboard"],
    ] as const) {
      await palette.getByRole("combobox").fill(typed);
      await expect(palette.getByRole("option", { name })).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Atalhos de teclado" });
    await expect(shortcuts).toContainText("Pesquisar na lista da tela");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
  });

  test("dialogs without a button of their own return the focus", BOTH_WIDTHS, async ({ page }) => {
    await page.goto("/profile");
    const edit = page.getByRole("button", { name: "Editar", exact: true });
    for (const [key, name] of [
      ["Control+k", "Ir para..."],
      ["?", "Atalhos de teclado"],
    ] as const) {
      await edit.focus();
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog", { name }).locator("*:focus")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(edit).toBeFocused();
    }
  });

  test(
    "toasts stand at the top centre and go with the screen they belong to",
    WIDE_JOURNEY,
    async ({ page }) => {
      await refuseProfile(page, 400);
      await editProfile(page);
      await page.getByRole("button", { name: "Salvar" }).click();
      const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Dados inválidos" });
      await expect(toast).toBeVisible();
      const box = await toast.boundingBox();
      const middle = (page.viewportSize()?.width ?? 0) / 2;
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - middle)).toBeLessThan(2);
      expect(box?.y).toBeLessThan(100);
      await openScreen(page, "Leads");
      await expect(page).toHaveURL(/\/leads$/);
      // Well before its five seconds are over.
      await expect(toast).toBeHidden({ timeout: 2_000 });
    },
  );

  test("the same words are not stacked as toasts", BOTH_WIDTHS, async ({ page }) => {
    await refuseProfile(page, 400);
    await editProfile(page);
    const submit = page.getByRole("button", { name: "Salvar" });
    await submit.click();
    const toasts = page.locator("[data-sonner-toast]");
    await expect(toasts).toHaveCount(1);
    await submit.click();
    await expect(submit).toBeEnabled();
    await expect(toasts.filter({ hasText: "Dados inválidos" })).toHaveCount(1);
    await refuseProfile(page, 500);
    await submit.click();
    await expect(toasts).toHaveCount(2);
  });

  test(
    "a screen that takes its time shows at once that it is under way",
    BOTH_WIDTHS,
    async ({ page }) => {
      await page.goto("/profile");
      await expect(page.getByRole("button", { name: "Editar", exact: true })).toBeVisible();
      const bar = page.getByRole("progressbar", { name: "Abrindo a tela" });
      await expect(bar).toBeHidden();
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(/\/my-lists\?_rsc=/, async (route) => {
        await answered;
        await route.continue();
      });
      await openScreen(page, "Minhas Listas");
      await expect(bar).toBeVisible();
      await expect(page).toHaveURL(/\/profile$/);
      answer();
      await expect(page.getByRole("heading", { level: 1, name: "Minhas Listas" })).toBeVisible();
      await expect(bar).toBeHidden();
    },
  );

  test("no screen of this part is wider than its window", BOTH_WIDTHS, async ({ page }) => {
    for (const path of ["/admin", "/profile"]) {
      await page.goto(path);
      await expect(page.getByRole("region").first()).toBeVisible();
      await page.waitForLoadState("load");
      const spare = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(spare, path).toBe(0);
    }
  });
});

test.describe("somebody with leads, lists and campaigns", () => {
  test.use({ signedInAs: "demo" });

  test("finds them by name in the palette", async ({ page }) => {
    await page.goto("/leads");
    await expect(page.getByRole("checkbox").nth(1)).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Ir para..." });
    await palette.getByRole("combobox").fill("autoescola");
    await expect(
      palette.getByRole("group", { name: "Listas" }).getByRole("option").first(),
    ).toContainText(/autoescola/i);
    await palette.getByRole("group", { name: "Leads" }).getByRole("option").first().click();
    await expect(page).toHaveURL(/\/leads\?lead=\d+$/);
    await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toContainText(
      /autoescola/i,
    );
  });
});

test.describe("a signed-in user", () => {
  test.use({ signedInAs: "new", expectedStatuses: [404], goesOffline: true });

  test(
    "keeps the menu where there is no screen, and may skip it",
    BOTH_WIDTHS,
    async ({ page }) => {
      const answer = await page.goto("/nao-existe");
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Página não encontrada" })).toBeVisible();
      await openScreen(page, "Leads");
      await expect(page).toHaveURL(/\/leads$/);
      await page.goto("/leads");
      await page.keyboard.press("Tab");
      await page.getByRole("link", { name: "Ir para o conteúdo" }).press("Enter");
      await expect(page.locator("main")).toBeFocused();
    },
  );

  test(
    "is told when the connection is gone, and stays on the screen",
    WIDE_JOURNEY,
    async ({ page, context }) => {
      await page.goto("/profile");
      // What shows toasts comes with the first action.
      const code = page.waitForResponse(
        async (response) =>
          response.url().endsWith(".js") && (await response.text()).includes("data-sonner-toast"),
      );
      await page.getByRole("button", { name: "Editar", exact: true }).click();
      await (await code).finished();
      await page.getByLabel("Nome completo").fill("Outra Pessoa");
      await context.setOffline(true);
      await expect(
        page.getByText(/^Sem conexão com a internet\. O que você vê é de \d\d:\d\d\.$/),
      ).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
      await expect(page.getByLabel("Nome completo")).toHaveValue("Outra Pessoa");
      await openScreen(page, "Leads");
      await expect(
        page.getByText("Sem conexão: esta tela abre quando a internet voltar."),
      ).toBeVisible();
      await expect(page).toHaveURL(/\/profile$/);
      await context.setOffline(false);
      await expect(page.getByText(/Sem conexão com a internet/)).toBeHidden();
      // Well before their five seconds are over.
      await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 2_000 });
    },
  );

  test("opens a menu that was asked for without a connection when there is one again", async ({
    page,
    context,
    account,
  }) => {
    await insertLeads(account, [{ name: "Oficina Sol", whatsapp: "5511987650002" }]);
    await page.goto("/leads");
    await expect(page.getByRole("button", { name: "Oficina Sol", exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Colunas" }).click();
    await expect(page.getByText(errorCopy.internal)).toBeHidden();
    await context.setOffline(false);
    await expect(page.getByRole("menuitemcheckbox").first()).toBeVisible();
  });

  test("opens a lead that is known without a connection", async ({ page, context, account }) => {
    await insertLeads(account, [
      { name: "Padaria Ipê", whatsapp: "5511987650001", city: "Santos" },
      { name: "Oficina Sol", whatsapp: "5511987650002" },
    ]);
    await page.goto("/leads");
    await page.getByRole("button", { name: "Oficina Sol", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("Em nenhuma lista.")).toBeVisible();
    await page.keyboard.press("Escape");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Padaria Ipê", exact: true }).click();
    await expect(drawer.getByRole("heading", { name: "Padaria Ipê" })).toBeVisible();
    await expect(drawer.getByText("Santos")).toBeVisible();
    await expect(drawer.getByText("O histórico aparece quando a conexão voltar.")).toBeVisible();
    await context.setOffline(false);
    await expect(drawer.getByText("Em nenhuma lista.")).toBeVisible();
  });
});

test.describe("an address without a screen", () => {
  test.use({ expectedStatuses: [404] });

  for (const signedInAs of ["visitor", "admin"] as const) {
    test.describe(signedInAs, () => {
      test.use({ signedInAs, colorScheme: "dark" });

      test("is dark where the screens are, and has a name", async ({ page }) => {
        // The second is said to be none by a screen, while it is rendered.
        for (const path of [
          "/nao-existe",
          ...(signedInAs === "admin" ? ["/admin/contas/x"] : []),
        ]) {
          const answer = await page.goto(path);
          expect(answer?.status()).toBe(404);
          await expect(page.getByRole("heading", { name: "Página não encontrada" })).toBeVisible();
          await expect(page.getByRole("main")).toHaveCount(1);
          await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
          await expect(page.locator("html")).toHaveClass(/\bdark\b/);
          await expectAccessible(page);
          await page.emulateMedia({ colorScheme: "dark" });
        }
      });
    });
  }
});
