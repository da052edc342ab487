import type { BrowserContext, Page } from "@playwright/test";
import { findToken } from "./account";
import { SANDBOX_URL } from "./ports";
import { expect, test } from "./support";

/** The limits for a newcomer from the first page to the first delivered message, on a wide screen. */
const MOST_CLICKS = 12;
const MOST_SECONDS = 180;

test.use({ viewport: { width: 1440, height: 900 } });

test("a newcomer's first message is delivered after few clicks, in minutes", async ({
  page,
  context,
  account,
}, testInfo) => {
  test.setTimeout((MOST_SECONDS + 60) * 1000);
  const clicks = await countClicks(page);
  const startedAt = Date.now();
  await page.goto("/");
  await page.getByRole("button", { name: "Criar conta" }).click();
  await page.getByLabel("Nome").click();
  await type(page, account.name, account.email, "11987654321", account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Boas-vindas, ${account.name}!` })).toBeVisible();

  const steps = page.getByRole("region", { name: "Primeiros passos" });
  await steps.getByRole("link", { name: "Conecte o WhatsApp" }).click();
  await scan(page, context);
  await expect(page.getByText("WhatsApp conectado com sucesso!")).toBeVisible();

  await steps.getByRole("link", { name: "Busque empresas" }).click();
  await page.getByLabel("O que você procura").click();
  await page.keyboard.type("padaria");
  await page.keyboard.press("Tab");
  // The second state with an S. A letter of no English keyboard is no key press, which a select would wait for.
  await page.keyboard.type("ss");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Estado")).toHaveValue("SP");
  await page.keyboard.type("Campinas");
  await expect(page.getByRole("option", { name: "Campinas", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Buscar leads" }).click();

  const recent = page.getByRole("region", { name: "Buscas recentes" });
  await recent.getByRole("link", { name: "Enviar campanha" }).click({ timeout: 90_000 });
  await page.getByLabel("Mensagem", { exact: true }).click();
  await page.keyboard.type("Olá, {{empresa}}! Posso apresentar uma ideia?");
  await page.getByRole("button", { name: "Iniciar prospecção" }).click();
  await expect(page.getByText("Mensagens enviadas com sucesso!")).toBeVisible();

  const headers = { token: await findToken(page, account) };
  await expect
    .poll(
      async () => {
        const answer = await page.request.get("/api/leads/stats", { headers });
        const { statistics } = (await answer.json()) as { statistics: { sent: number } };
        return statistics.sent;
      },
      { timeout: 45_000 },
    )
    .toBeGreaterThan(0);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const counted = await clicks();
  testInfo.annotations.push({ type: "newcomer", description: `${counted} clicks, ${seconds} s` });
  console.log(`First delivery after ${counted} clicks and ${seconds} s`);
  expect(counted).toBeLessThanOrEqual(MOST_CLICKS);
  expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
});

/** Types into one field after the other, from the one that has the focus. */
async function type(page: Page, ...texts: string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
}

/** Counts the presses of the mouse in the tab, across its pages. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem("clicks"));
    addEventListener(
      "pointerdown",
      ({ isTrusted }) => isTrusted && sessionStorage.setItem("clicks", String(count() + 1)),
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("clicks")));
}

/** Reads the QR code that is shown with one of the sandbox's phones. */
async function scan(page: Page, context: BrowserContext): Promise<void> {
  const picture = page.getByRole("img", { name: "QR Code para conectar o WhatsApp" });
  await expect(picture).toBeVisible();
  const source = await picture.getAttribute("src");
  const phone = await context.newPage();
  await phone.goto(SANDBOX_URL);
  await phone
    .getByRole("article")
    .filter({ has: phone.locator(`img[src="${source}"]`) })
    .getByRole("button", { name: /Ler QR Code com/ })
    .first()
    .click();
  await phone.close();
}
