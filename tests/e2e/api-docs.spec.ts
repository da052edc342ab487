import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { type Account, createToken } from "./account";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({
  signedInAs: "new",
  permissions: ["clipboard-read", "clipboard-write"],
  expectedStatuses: [401],
});

const run = promisify(execFile);

/** Opens a call by its link in the index, as a reader who searched for it. */
async function openCall(page: Page, id: string): Promise<Locator> {
  const index = page.getByRole("navigation", { name: "Índice" });
  await index.getByRole("searchbox").fill(id);
  await index.locator(`a[href="#${id}"]`).click();
  const call = page.locator(`details[id="${id}"]`);
  await expect(call).toHaveAttribute("open", "");
  return call;
}

async function copyExample(page: Page, call: Locator, language: string): Promise<string> {
  await call.getByRole("button", { name: language, exact: true }).click();
  const example = call.locator(`.example[data-language="${language}"]`);
  await example.getByRole("button").click();
  await expect(example.getByRole("button", { name: "Copiado" })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("is found from the profile, searched, and read", WIDE_JOURNEY, async ({ page }) => {
  test.slow();
  await page.goto("/profile/api");
  await page.getByRole("link", { name: "Ler e testar a API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API do Garimpo" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Repetir um pedido" })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);

  const index = page.getByRole("navigation", { name: "Índice" });
  const search = index.getByRole("searchbox");
  // The script of the page shows it.
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await search.fill("visao");
  await expect(index.getByRole("link", { name: /Guarda uma visão/ })).toBeVisible();
  await expect(index.getByRole("link", { name: /Cria um lead/ })).toBeHidden();
  await search.fill("isto não há");
  await expect(index.getByText("Nada encontrado.")).toBeVisible();
  await search.fill("/api/lists");
  await index.getByRole("link", { name: /Muda o nome de uma lista/ }).click();
  const call = page.locator("details[id='lists.rename']");
  await expect(call.getByText("Escopo write")).toBeVisible();
  await expect(call.getByText("Não gasta créditos")).toBeVisible();
  await expect(call.getByRole("heading", { level: 4, name: "Resposta" })).toBeVisible();
  await expectAccessible(page);
});

test("keeps the theme of the screens", async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("14px Inter"))).toBe(true);
});

test.describe("its examples", () => {
  async function runCopied(code: string, language: string, account: Account, page: Page) {
    const env = { ...process.env, GARIMPO_TOKEN: await createToken(page, account) };
    const { stdout } =
      language === "curl"
        ? await run("sh", ["-c", code], { env })
        : await run(process.execPath, ["--input-type=module", "-e", code], { env });
    return stdout;
  }

  for (const [id, answered] of [
    ["leads.create", "Padaria Modelo"],
    ["leads.list", "pagination"],
    ["credits.status", "remaining_credits"],
    ["geo.municipalities", "Adamantina"],
  ] as const) {
    test(`of ${id} run as they are copied`, async ({ page, account }) => {
      for (const language of ["curl", "JavaScript"]) {
        await page.goto("/api/docs");
        const code = await copyExample(page, await openCall(page, id), language);
        // The number is taken after the first program: the second call creates a lead with another number.
        const own = code.replaceAll(
          "5511987654321",
          language === "curl" ? "5511987654321" : "5511987654322",
        );
        const output = await runCopied(own, language, account, page);
        expect(output, language).toContain(answered);
      }
    });
  }
});

test(
  "sends a call for real, and asks first where something changes",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    test.slow();
    const token = await createToken(page, account);
    await page.goto("/api/docs");
    const call = await openCall(page, "leads.create");
    const question = page.getByRole("dialog", { name: "Enviar de verdade?" });
    const output = call.locator("output");
    await call.getByRole("button", { name: "Enviar" }).click();
    await expect(question.getByText("POST /api/leads")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    await expect(output).toBeEmpty();

    await call.getByRole("button", { name: "Enviar" }).click();
    await question.getByRole("button", { name: "Enviar" }).click();
    await expect(output).toContainText(/401 .* · \d+ ms/);

    await page.getByLabel("Token de API para experimentar").fill(token);
    await call.getByRole("button", { name: "Enviar" }).click();
    await question.getByRole("button", { name: "Enviar" }).click();
    await expect(output).toContainText(/201 .* · \d+ ms/);
    await expect(output).toContainText("x-request-id");
    await expect(output).toContainText('"name": "Padaria Modelo"');
    await expectAccessible(page);

    const reading = await openCall(page, "leads.list");
    await reading.getByLabel("per_page", { exact: true }).fill("1");
    await reading.getByRole("button", { name: "Enviar" }).click();
    await expect(question).toBeHidden();
    await expect(reading.locator("output")).toContainText('"per_page": 1');

    // Only the page's memory had it.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(token);
    await page.reload();
    await expect(page.getByLabel("Token de API para experimentar")).toHaveValue("");
  },
);
