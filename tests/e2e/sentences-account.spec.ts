import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { Locator, Page, Route } from "@playwright/test";
import type { StoredSession } from "@/lib/api/session-store";
import type { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import { PRO_STRENGTHS } from "@/lib/domain/plans/plan-catalogue";
import { findToken } from "./account";
import { SANDBOX_URL } from "./ports";
import { expect, test } from "./support";

const INTERNAL = { status: 500, json: { error: "Algo deu errado.", code: "internal" } };
const fail = (route: Route) => route.fulfill(INTERNAL);

/** Lets the page's time pass until this is there: what is tried again waits longer each time. */
async function passUntilVisible(page: Page, wanted: Locator) {
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return wanted.isVisible();
    })
    .toBe(true);
}

/** The record in the browser's storage, opened as its passphrase's hash opens it. */
async function readRecord(page: Page): Promise<StoredSession> {
  const stored = await page.evaluate(() => localStorage.getItem("user") ?? "");
  const sealed = new Uint8Array(Buffer.from(stored, "base64"));
  const passphrase = new TextEncoder().encode("garimpo:prospeccao-b2b-inteligente");
  const key = new Uint8Array(await crypto.subtle.digest("SHA-256", passphrase));
  const plain = xchacha20poly1305(key, sealed.subarray(0, 24)).decrypt(sealed.subarray(24));
  return JSON.parse(new TextDecoder().decode(plain)) as StoredSession;
}

test.describe("the credits of a free account", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });

  test("are loaded, told, low from 80% on, and exhausted at none", async ({ page, account }) => {
    await page.clock.install();
    const token = await findToken(page, account);
    const answer = await page.request.get("/api/credits/status", { headers: { token } });
    const status = await answer.json();
    let shown: object = status;
    let failing = true;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/credits/status", async (route) => {
      await released;
      if (failing) await fail(route);
      else await route.fulfill({ json: shown });
    });
    await page.route("**/api/credits/history?*", fail);
    await page.goto("/credits");
    const main = page.getByRole("main");

    await test.step("while they are loaded, and when that fails", async () => {
      await expect(main.locator("[aria-busy=true]")).toBeVisible();
      release();
      const problem = main.getByText("Erro ao carregar informações de créditos");
      await passUntilVisible(page, problem);
      await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
      failing = false;
      await main.getByRole("button", { name: "Tentar novamente" }).click();
      await expect(problem).toBeHidden();
    });

    const history = page.getByRole("region", { name: "Histórico de uso" });
    await test.step("the history that cannot be loaded, and its entries", async () => {
      const problem = history.getByText("Erro ao carregar histórico de créditos");
      await passUntilVisible(page, problem);
      await page.unroute("**/api/credits/history?*");
      const uses = [
        { id: 2, action: "maps_lead", credits_used: 1, created_at: "2026-05-20T15:30:00.000Z" },
        { id: 1, action: "maps_lead", credits_used: 3, created_at: "2026-05-19T12:05:00.000Z" },
      ];
      await page.route("**/api/credits/history?*", (route) =>
        route.fulfill({ json: { history: uses, days: [{ day: "2026-05-20", credits_used: 4 }] } }),
      );
      await history.getByRole("button", { name: "Tentar novamente" }).click();
      const entries = history.getByRole("region", { name: "Últimos usos" }).getByRole("listitem");
      await expect(entries).toHaveCount(2);
      await expect(entries.nth(0)).toContainText(/1 crédito20\/05\/2026,? 12:30/);
      await expect(entries.nth(1)).toContainText(/3 créditos19\/05\/2026,? 09:05/);
    });

    await test.step("the callout", async () => {
      await expect(
        main.getByText(
          "Um crédito é usado quando uma busca cria um lead novo. Leads que você já tem não custam nada, e mensagens de WhatsApp não usam créditos. Eles se renovam todos os dias às 00:00.",
        ),
      ).toBeVisible();
    });

    await test.step("the callout where messages cost credits", async () => {
      shown = { ...status, credits_per_message: 3 };
      await page.reload();
      await expect(
        main.getByText(
          "Leads que você já tem não custam nada. Cada mensagem de uma campanha usa 3 créditos; as das conversas não usam nenhum. Eles se renovam todos os dias às 00:00.",
        ),
      ).toBeVisible();
    });

    await test.step("the stored session knows them", async () => {
      await expect
        .poll(async () => (await readRecord(page)).last_reset ?? null)
        .toBe(status.last_reset);
      expect(await readRecord(page)).toMatchObject({
        token: account.token,
        plan: "free",
        daily_limit: status.daily_limit,
        remaining_credits: status.remaining_credits,
        credits_used: status.credits_used,
      });
    });

    const low = main.getByText("Seus créditos de hoje estão acabando");
    const exhausted = main.getByText("Seus créditos de hoje acabaram");
    for (const [used, isLow, isExhausted] of [
      [79, false, false],
      [80, true, false],
      [99, true, false],
      [100, false, true],
    ] as const) {
      await test.step(`${used} of 100 used`, async () => {
        shown = { ...status, daily_limit: 100, credits_used: used, remaining_credits: 100 - used };
        await page.reload();
        await expect(main.getByText(`${used}% usados`)).toBeVisible();
        await expect(low).toHaveCount(isLow ? 1 : 0);
        await expect(exhausted).toHaveCount(isExhausted ? 1 : 0);
      });
    }
  });
});

test.describe("the credits of a PRO account", () => {
  test.use({ signedInAs: "newPro" });

  test("are without limit, on a card that leads to the subscription", async ({ page }) => {
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: "Créditos" });
    await expect(card.getByText("Leads ilimitados", { exact: true })).toBeVisible();
    await page.goto("/credits");
    const plan = page.getByRole("region", { name: "Plano PRO" });
    await expect(plan.getByText("Plano PRO", { exact: true })).toBeVisible();
    await expect(plan.getByRole("listitem")).toHaveText([...PRO_STRENGTHS]);
    await expect(plan.getByText("CRM integrado", { exact: true })).toBeVisible();
    await expect(plan.getByText("Suporte prioritário", { exact: true })).toBeVisible();
    await expect(plan.getByRole("link", { name: "Gerenciar Assinatura" })).toHaveAttribute(
      "href",
      "/subscription",
    );
  });
});

test.describe("the WhatsApp card", () => {
  test.use({ signedInAs: "new", expectedStatuses: [401, 500] });

  test("says what failed, follows the pairing, and stops asking when it is done", async ({
    page,
  }) => {
    await page.clock.install();
    await page.route("**/api/whatsapp/instance", fail);
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: "WhatsApp" });
    const toast = page.locator("[data-sonner-toast]");
    const connect = card.getByRole("button", { name: "Conectar WhatsApp" });

    await test.step("its status cannot be loaded", async () => {
      await passUntilVisible(
        page,
        card.getByText("Não foi possível carregar o status do WhatsApp"),
      );
      await expect(card.getByText("Desconhecido", { exact: true })).toBeVisible();
      await page.unroute("**/api/whatsapp/instance");
      await card.getByRole("button", { name: "Tentar novamente" }).click();
      await expect(card.getByText("Desconectado", { exact: true })).toBeVisible();
    });

    await test.step("it cannot be connected", async () => {
      await page.route("**/api/whatsapp/instance/connect", fail);
      await connect.click();
      await passUntilVisible(page, toast.getByText("Erro ao conectar instância do WhatsApp"));
      await page.unroute("**/api/whatsapp/instance/connect");
    });

    await test.step("no code comes", async () => {
      await page.route("**/api/whatsapp/instance/connect", async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: WhatsappInstance };
        await route.fulfill({ json: { data: { ...data, qrcode: null, code: null } } });
      });
      await connect.click();
      await passUntilVisible(page, toast.getByText("Não foi possível obter o QR code"));
      await page.unroute("**/api/whatsapp/instance/connect");
    });

    await test.step("its connection cannot be verified", async () => {
      await page.route("**/api/whatsapp/instance/check", fail);
      await card.getByRole("button", { name: "Verificar Conexão" }).click();
      await passUntilVisible(page, toast.getByText("Erro ao verificar status da conexão"));
      await page.unroute("**/api/whatsapp/instance/check");
    });

    await test.step("the pairing", async () => {
      let checks = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/instance/check")) checks += 1;
      });
      const asked = page.waitForResponse("**/api/whatsapp/instance/connect");
      await connect.click();
      const { data } = (await (await asked).json()) as { data: { code: string } };
      const code = page.getByRole("img", { name: "QR Code para conectar o WhatsApp" });
      await expect(code).toBeVisible();
      await expect(card.getByText("Conectando...", { exact: true })).toBeVisible();
      // Only the time that the test lets pass.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await page.clock.runFor(5_000);
      await expect.poll(() => checks).toBeGreaterThan(0);
      await page.clock.resume();

      await page.request.post(`${SANDBOX_URL}/control/scan`, {
        data: { code: data.code, phone: "5511900010202" },
      });
      await expect(toast.getByText("WhatsApp conectado com sucesso!")).toBeVisible();
      await expect(card.getByText("Conectado", { exact: true })).toBeVisible();
      await expect(code).toBeHidden();
      const until = checks;
      await page.clock.runFor(11_000);
      await expect(card.getByText("Conectado", { exact: true })).toBeVisible();
      expect(checks).toBe(until);
    });

    await test.step("it cannot be disconnected", async () => {
      await page.route("**/api/whatsapp/instance/disconnect", fail);
      await card.getByRole("button", { name: "Desconectar" }).click();
      await page.getByRole("button", { name: "Sim" }).click();
      await passUntilVisible(page, toast.getByText("Erro ao desconectar instância do WhatsApp"));
      await expect(card.getByText("Conectado", { exact: true })).toBeVisible();
    });

    await test.step("the token is refused", async () => {
      await page.route("**/api/whatsapp/instance/check", (route) =>
        route.fulfill({
          status: 401,
          json: { error: "Sessão expirada.", code: "unauthenticated" },
        }),
      );
      // Keeps the screen, which would be left a second later.
      await page.route("**/api/logout", () => new Promise(() => undefined));
      await card.getByRole("button", { name: "Verificar Conexão" }).click();
      await expect(toast.getByText("Token de autenticação inválido")).toBeVisible();
    });
  });

  test("shows at once what it knew less than three minutes ago, and asks anew", async ({
    page,
    account,
  }) => {
    const token = await findToken(page, account);
    const answer = await page.request.get("/api/whatsapp/instance", { headers: { token } });
    const { data } = (await answer.json()) as { data: WhatsappInstance };
    // The dashboard hides its cards until it knows what the account has done.
    const card = page.getByRole("region", { name: "WhatsApp", includeHidden: true });
    // The page's clock is paused; the test advances it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [seconds, isShown] of [
      [179, true],
      [181, false],
    ] as const) {
      await test.step(`${seconds} s ago`, async () => {
        let asked = 0;
        let answerIt: () => void = () => undefined;
        const held = new Promise<void>((resolve) => {
          answerIt = resolve;
        });
        await page.route("**/api/whatsapp/instance", async (route) => {
          asked += 1;
          await held;
          await route.fulfill({ json: { data } });
        });
        // As another visit left it, when this page begins.
        await page.addInitScript(
          ([instance, age]) => {
            const status = { ...instance, status: "CONNECTED", connected: true };
            const stored = { status, timestamp: Date.now() - age * 1_000 };
            localStorage.setItem("whatsappInstanceStatus", JSON.stringify(stored));
          },
          [data, seconds] as const,
        );
        await page.goto("/dashboard");
        if (isShown) {
          await expect(card.getByText("Conectado", { exact: true })).toBeAttached();
          await page.clock.runFor(90);
          expect(asked).toBe(0);
          await page.clock.runFor(20);
        }
        await expect.poll(() => asked).toBe(1);
        await expect(card.getByText("WhatsApp", { exact: true })).toBeAttached();
        await expect(card.getByText("Conectado", { exact: true })).toHaveCount(isShown ? 1 : 0);
        answerIt();
        await page.clock.resume();
        await expect(card.getByText("Desconectado", { exact: true })).toBeVisible();
        await expect(card.getByText("Conectado", { exact: true })).toHaveCount(0);
        await page.unroute("**/api/whatsapp/instance");
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      });
    }
  });
});
