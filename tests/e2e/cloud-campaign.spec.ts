import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { overflow } from "./campaign-page";
import { connect, controlGraph } from "./cloud-page";
import { SANDBOX_URL } from "./ports";
import { BOTH_WIDTHS, expect, expectAccessible, test } from "./support";
import { newPhone } from "./whatsapp";

/** Campaigns by approved template, on a product whose WhatsApp is Meta's Cloud API. */

test.use({ signedInAs: "newPro" });

const newAccountId = () => `8${randomInt(10 ** 11, 10 ** 12)}`;

async function createLeads(page: Page, account: Account, names: string[]) {
  const headers = { token: await findToken(page, account) };
  for (const name of names) {
    const phone = newPhone();
    await page.request.fetch(`${SANDBOX_URL}/control/phones/${phone}`, {
      method: "PUT",
      data: { behaviour: "receives" },
    });
    await page.request.post("/api/leads", { headers, data: { name, whatsapp: `+${phone}` } });
  }
}

test("a campaign by template, with its price", BOTH_WIDTHS, async ({ page, account }, testInfo) => {
  test.slow();
  const picture = (name: string) => (colorScheme: string) =>
    page.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`), fullPage: true });
  const id = newAccountId();
  const phoneId = await connect(page, id, `token-${id}`);
  await controlGraph(page, "PUT", `${phoneId}/limit`, { tier: "TIER_2K" });
  await createLeads(page, account, ["Padaria Sol", "Padaria Lua", "Padaria Mar"]);

  await page.goto("/prospect-by-whats");
  const card = page.getByRole("region", { name: "Modelos" });
  await expect(card.getByRole("list", { name: "Modelos" })).toBeVisible();
  await expect(card.getByText("Ainda não pode ser usado aqui: o cabeçalho")).toBeVisible();
  await expect(card.getByText("Rejeitado")).toBeVisible();
  await expectAccessible(page, picture("picker"));
  await page.getByRole("button", { name: "Iniciar prospecção" }).click();
  await expect(card.getByText("Escolha pelo menos um modelo.")).toBeVisible();

  await card.getByLabel("Buscar modelo").fill("retomar");
  await card.getByRole("button", { name: /retomar_conversa/ }).click();
  const preview = page.getByTestId("preview");
  await expect(preview).toContainText("Podemos continuar a nossa conversa?");
  await card.getByLabel("Variável {{1}} do texto").selectOption("empresa");
  await card.getByLabel("Se o lead não tiver").fill("");
  await page.getByRole("button", { name: "Iniciar prospecção" }).click();
  await expect(card.getByText("Diga o que escrever quando o lead não tem")).toBeVisible();
  await expect(card.getByText("Diga o que vai nesta variável.")).toBeVisible();
  await expect(card.getByLabel("Se o lead não tiver")).toBeFocused();
  await card.getByLabel("Se o lead não tiver").fill("cliente");
  await card.getByLabel("Texto para todos").fill("Garimpo");
  await expect(preview).toContainText(/Olá, Padaria \w+! Aqui é da Garimpo\./);
  await expect(preview).toContainText("Pode");

  const summary = page.getByRole("region", { name: "Resumo do envio" });
  await expect(summary.getByTestId("price")).toHaveText(
    /3 mensagens, cerca de R\$\s1,05 \(preço a confirmar\)/,
  );
  await expect(summary).toContainText("Hoje o portfólio ainda alcança 2.000 pessoas.");
  await expect(summary).toContainText("3 pessoas não têm autorização registrada");
  await card.getByLabel("Estes contatos autorizaram receber ofertas").check();
  await expect(summary).not.toContainText("autorização registrada");
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page, picture("bound"));

  // One message, so that no pause between two is waited for.
  await page.getByLabel("Número de leads").fill("1");
  await expect(summary.getByTestId("price")).toHaveText(/1 mensagem, cerca de R\$\s0,35/);
  await page.getByRole("button", { name: "Iniciar prospecção" }).click();
  await expect(page).toHaveURL(/\/prospecting-activities\/\d+$/);
  await expect(page.getByTestId("cost")).toHaveText(
    /Cobradas pela Meta: 1 mensagem, cerca de R\$\s0,35 \(1 de marketing\), preço a confirmar\./,
    { timeout: 45_000 },
  );
  await expectAccessible(page, picture("results"));
});

test(
  "without an approved template it says where to make one",
  BOTH_WIDTHS,
  async ({ page }, testInfo) => {
    const id = newAccountId();
    await connect(page, id, `token-${id}`);
    await controlGraph(page, "PUT", `${id}/templates`, []);
    await page.goto("/prospect-by-whats");
    await expect(
      page.getByText("Nenhum modelo aprovado: crie no Gerenciador do WhatsApp."),
    ).toBeVisible();
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`empty-${colorScheme}.png`) }),
    );
  },
);

test.describe("while Meta does not answer", () => {
  test.use({ expectedStatuses: [503] });

  test("the templates say so", BOTH_WIDTHS, async ({ page }, testInfo) => {
    const id = newAccountId();
    await connect(page, id, `token-${id}`);
    const fault = await page.request.post(`${SANDBOX_URL}/control/faults`, {
      data: {
        target: "graph",
        kind: "graph-error",
        code: 2,
        status: 500,
        path: `/${id}/message_templates`,
      },
    });
    expect(fault.ok()).toBe(true);
    await page.goto("/prospect-by-whats");
    const card = page.getByRole("region", { name: "Modelos" });
    await expect(card.getByText("Não foi possível carregar os modelos")).toBeVisible();
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`error-${colorScheme}.png`) }),
    );
    await expect(card.getByRole("button", { name: "Tentar novamente" })).toBeVisible();
  });
});

test.describe("the administrator", () => {
  test.use({ signedInAs: "admin" });

  test("keeps the prices", BOTH_WIDTHS, async ({ page }, testInfo) => {
    await page.goto("/admin/precos");
    const prices = page.getByRole("list", { name: "Preços em vigor" });
    await expect(prices).toContainText("A confirmar");
    await page.getByLabel("País").fill("UY");
    await page.getByRole("button", { name: "Definir preço" }).click();
    await expect(page.getByText("Informe um preço, como 0,35.")).toBeVisible();
    await page.getByLabel("Preço em reais").fill("0,4125");
    await page.getByRole("button", { name: "Definir preço" }).click();
    await expect(prices.getByRole("listitem").filter({ hasText: "UY" })).toContainText("0,4125");
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`prices-${colorScheme}.png`) }),
    );
  });
});
