import type { Locator } from "@playwright/test";
import { DEMO, newAccount } from "./account";
import { createAccount, openSession } from "./rows";
import {
  ACCESSIBILITY_MS,
  BOTH_WIDTHS,
  COLOUR_RULES,
  expect,
  findFaults,
  JOURNEY,
  logIn,
  logOut,
  measureHiddenHeight,
  registerByForm,
  test,
  WIDE_JOURNEY,
} from "./support";

test.describe("login and registration", () => {
  test.use({ expectedStatuses: [400, 401, 409] });

  test("word every refusal as specified", JOURNEY, async ({ page, account }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Prospecção B2B Inteligente" })).toBeVisible();
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page.getByText("Informar o e-mail de login!")).toBeVisible();
    await expect(page.getByText("Informar a senha de login!")).toBeVisible();
    await page.getByLabel("E-mail").fill("ninguem@teste.example");
    await page.getByLabel("Senha", { exact: true }).fill("senha errada");
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page.getByText("Erro ao autenticar, verifique e-mail e senha!")).toBeVisible();

    await registerByForm(page, account);
    await logOut(page);
    await page.getByRole("button", { name: "Criar conta" }).click();
    await page.getByLabel("Nome").fill(account.name);
    await page.getByLabel("E-mail").fill(account.email.toUpperCase());
    await page.getByLabel("WhatsApp").fill("11987654321");
    await page.getByLabel("Senha", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page.getByText("E-mail já cadastrado!").first()).toBeVisible();
  });
});

test(
  "a visitor is sent to the login and, after it, to the requested page",
  JOURNEY,
  async ({ page }) => {
    await page.goto("/leads?page=2");
    await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
    await page.getByLabel("E-mail").fill(DEMO.email);
    await page.getByLabel("Senha", { exact: true }).fill(DEMO.password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page).toHaveURL(/\/leads\?page=2/);
    await page.goto("/");
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test(
  "a long name without a blank widens no screen, nor does what a field asks for get cut",
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Criar conta" }).click();
    const fits = await page.getByLabel("WhatsApp").evaluate((input: HTMLInputElement) => {
      const probe = document.createElement("span");
      const { fontFamily, fontSize } = getComputedStyle(input, "::placeholder");
      Object.assign(probe.style, { position: "absolute", whiteSpace: "pre", fontFamily, fontSize });
      probe.textContent = input.placeholder;
      document.body.append(probe);
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      const room =
        input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const width = probe.offsetWidth;
      probe.remove();
      return width <= room;
    });
    expect(fits).toBe(true);

    const account = { ...newAccount(), name: "Maria".repeat(23) };
    await createAccount(account);
    await page.goto("/");
    await logIn(page, account);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(account.name);
    const overflow = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow)).toBe(0);
  },
);

test("log out ends the session and clears what the browser kept", JOURNEY, async ({ page }) => {
  await page.goto("/");
  await logIn(page, DEMO);
  const kept = await page.evaluate(() => localStorage.getItem("user"));
  expect(kept).toBeTruthy();
  expect(kept).not.toContain(DEMO.email);
  await logOut(page);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
});

test.describe("the demonstration", () => {
  test.use({ signedInAs: "demo" });

  test("fills the leads table: search without accents, pages, columns", async ({ page }) => {
    await page.goto("/leads");
    await page.getByRole("searchbox", { name: "Pesquisar leads" }).fill("CLINICA ODONTOLOGICA");
    await expect(page.getByText(/Clínica Odontológica/).first()).toBeVisible();
    await expect(page).toHaveURL(/search=/);
    await page.getByRole("searchbox", { name: "Pesquisar leads" }).fill("");
    // A changed search resets to the first page; request the next page only after that.
    await expect(page).not.toHaveURL(/search=/);
    await page.getByRole("button", { name: "Próxima página" }).click();
    await expect(page).toHaveURL(/page=2/);
  });
});

test(
  "no screen has a serious accessibility fault in light or dark",
  WIDE_JOURNEY,
  async ({ page, baseURL }) => {
    test.slow();
    /** Opens the screen in the dark scheme, then switches to light: rules without colours are checked only once. */
    const visit = async (path: string, ready: Locator) => {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
      await expect(ready).toBeVisible();
      await page.waitForLoadState("load");
      expect(await page.evaluate(measureHiddenHeight), `${path} scrolls beyond its end`).toBe(0);
      expect(await findFaults(page, COLOUR_RULES), `${path} in dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
      // The colours take a moment to change.
      await expect
        .poll(() => findFaults(page), { message: path, timeout: ACCESSIBILITY_MS })
        .toEqual([]);
    };
    await visit("/", page.getByRole("button", { name: "Entrar", exact: true }));
    for (const path of ["/password-recover", "/reset_password"]) {
      await visit(path, page.getByRole("button", { name: /Enviar link|Resetar senha/ }));
    }
    await page.context().setStorageState(await openSession({ ...DEMO }, baseURL));
    for (const path of [
      "/dashboard",
      "/hoje",
      "/radar",
      "/prospect",
      "/leads",
      "/my-lists",
      "/whatsapp-contacts",
      "/chat-whatsapp",
      "/prospect-by-whats",
      "/prospecting-activities",
      "/nao-perturbe",
      "/profile",
      "/credits",
      "/busca-google-maps",
      "/leads/importar",
      "/events",
      "/search-receita",
      "/subscription",
      "/admin",
    ]) {
      await visit(path, page.getByRole("heading", { level: 1 }));
    }
  },
);
