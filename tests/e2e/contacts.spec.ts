import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { SANDBOX_URL } from "./ports";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  openScreen,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

/** Opens the contacts of a new account, with its WhatsApp paired through the API when `paired`. */
async function openContacts(page: Page, account: Account, { paired }: { paired: boolean }) {
  const token = await findToken(page, account);
  const headers = { token };
  if (paired) {
    const connected = await page.request.post("/api/whatsapp/instance/connect", { headers });
    const { data } = (await connected.json()) as { data: { code: string } };
    // Any number of accounts may pair the same sandbox phone.
    const scanned = await page.request.post(`${SANDBOX_URL}/control/scan`, {
      data: { code: data.code, phone: "5511900010303" },
    });
    expect(scanned.status()).toBe(200);
    await expect
      .poll(async () => {
        const answer = await page.request.get("/api/whatsapp/contacts", { headers });
        return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
      }, "the worker to have read the address book")
      .toBeGreaterThan(50);
  }
  await page.goto("/whatsapp-contacts");
  await expect(page.getByRole("heading", { name: "Contatos do WhatsApp" })).toBeVisible();
  return { headers };
}

const COLUMNS = [
  ...["Nome", "WhatsApp", "Foto", "Criado em", "Atualizado em"],
  ...["Última mensagem", "Lead"],
];

test("without a phone the screen says what to do", async ({ page, account }) => {
  await openContacts(page, account, { paired: false });
  await expect(page.getByText("Conecte seu WhatsApp")).toBeVisible();
  await expect(page.getByRole("button", { name: "Criar Lista (0)" })).toBeDisabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Conectar WhatsApp" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("with a phone", () => {
  test.use({ expectedStatuses: [404, 500] });

  test(
    "contacts are searched, paged, chosen across pages, and become a list",
    WIDE_JOURNEY,
    async ({ page, account }) => {
      await openContacts(page, account, { paired: true });
      const isPhone = (page.viewportSize()?.width ?? 0) <= 768;
      // A phone shows their content as two lines next to the picture.
      for (const label of isPhone ? [] : COLUMNS) {
        await expect(page.getByRole("columnheader", { name: label, exact: true })).toBeAttached();
      }
      await expect(page.getByText(/^\+55 \(\d\d\) \d{4,5}-\d{4}$/).first()).toBeVisible();
      const pictures = page.locator("tbody img");
      await expect(pictures.first()).toBeAttached();
      await pictures.first().scrollIntoViewIfNeeded();
      await expect
        .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect(page.locator("tbody span[aria-hidden].rounded-full").first()).toBeAttached();
      const sizes = page.getByLabel("Itens por página");
      await expect(sizes.locator("option")).toHaveText(["25", "50", "100", "200"]);
      await expect(sizes).toHaveValue("50");
      await sizes.selectOption("25");
      const nav = page.getByRole("navigation", { name: "Paginação" });
      await expect(nav).toContainText("1–25 de");
      // With the header's. While the shorter page is on its way, the longer one stays, and moves what is below it.
      await expect(page.getByRole("row")).toHaveCount(26);
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.getByLabel("Selecionar todos desta página").check();
      await page.getByRole("button", { name: "Próxima página" }).click();
      await expect(nav).toContainText("26–50 de");
      await page.getByRole("row").nth(1).getByRole("checkbox").check();
      await page.getByRole("button", { name: "Página anterior" }).click();
      await expect(page.getByLabel("Selecionar todos desta página")).toBeChecked();
      await page.getByRole("button", { name: "Limpar Seleção" }).click();
      await expect(page.getByRole("button", { name: "Criar Lista (0)" })).toBeDisabled();
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
      await page.getByRole("row").nth(1).getByRole("checkbox").check();
      await page.getByRole("row").nth(2).getByRole("checkbox").check();

      await page.getByRole("button", { name: "Criar Lista (2)" }).click();
      const dialog = page.getByRole("dialog", { name: "Criar Lista", exact: true });
      await dialog.getByRole("button", { name: "Criar Lista" }).click();
      await expect(dialog.getByText("Informe o nome da lista.")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByLabel("Nome da lista").fill("Conhecidos");

      for (const [body, text] of [
        ["", "Erro ao criar lista"],
        ['{"error":"Volte mais tarde.","code":"internal"}', "Volte mais tarde."],
      ] as const) {
        await page.route("**/api/lists", (route) => route.fulfill({ status: 500, body }));
        await dialog.getByRole("button", { name: "Criar Lista" }).click();
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        await page.unroute("**/api/lists");
      }
      await dialog.getByRole("button", { name: "Criar Lista" }).click();
      await expect(
        page.getByText('Lista "Conhecidos" criada com sucesso! 2 contatos adicionados.'),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: "Criar Lista (0)" })).toBeVisible();
      // Who is on the list is a lead now.
      await expect(page.getByRole("link", { name: /^Ver o lead / })).toHaveCount(2);
      await expect(
        page
          .getByRole("row")
          .nth(1)
          .getByRole("link", { name: /^Ver o lead / }),
      ).toHaveAttribute("href", /\/leads\?lead=\d+/);

      await page.getByRole("searchbox", { name: "Pesquisar contatos" }).fill("nada assim");
      await expect(page.getByText("Nenhum contato encontrado")).toBeVisible();
      await page.getByRole("searchbox", { name: "Pesquisar contatos" }).fill("5555-0000");
      await expect(nav).toContainText("1–1 de 1");
      await expect(page.getByText("Sem nome")).toBeVisible();

      await openScreen(page, "Minhas Listas");
      await expect(page.getByRole("row").filter({ hasText: "Conhecidos" })).toContainText(
        "Concluída",
      );
    },
  );

  test("when somebody last wrote is said in words", BOTH_WIDTHS, async ({ page, account }) => {
    await openContacts(page, account, { paired: true });
    await page.route("**/api/whatsapp/contacts?**", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { contacts: { lastMessageAt: string | null }[] };
      const [first] = answer.contacts;
      if (first) first.lastMessageAt = new Date(Date.now() - 3 * 86_400_000 - 60_000).toISOString();
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    await expect(page.getByRole("row").nth(1)).toContainText("há 3 dias");
    await expect(page.getByRole("row").nth(2)).not.toContainText("há ");
  });

  test("a picture that is gone gives way to the initial", async ({ page, account }) => {
    const { headers } = await openContacts(page, account, { paired: true });
    const answer = await page.request.get("/api/whatsapp/contacts", { headers });
    const { contacts } = (await answer.json()) as {
      contacts: { number: string; pushName: string | null; profilePictureUrl: string | null }[];
    };
    const pictured = contacts.find((each) => each.pushName && each.profilePictureUrl);
    await page.route("**/pictures/*", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(`/whatsapp-contacts?search=${pictured?.number}`);
    const row = page.getByRole("row").filter({ hasText: pictured?.pushName ?? "" });
    await expect(row.getByText(pictured?.pushName?.[0] ?? "", { exact: true })).toBeVisible();
    await expect(row.locator("img")).toHaveCount(0);
  });

  test("the address book is read again on demand, and a failed load offers another try", async ({
    page,
    account,
  }) => {
    await openContacts(page, account, { paired: true });
    await page.getByRole("button", { name: "Atualizar" }).click();
    await expect(page.getByText(/\d+ contatos atualizados\./)).toBeVisible();
    await page.route("**/api/whatsapp/contacts?**", (route) =>
      route.fulfill({ status: 500, json: { error: "x", code: "internal" } }),
    );
    await page.goto("/whatsapp-contacts?search=a");
    await expect(page.getByText("Erro ao carregar contatos do WhatsApp")).toBeVisible();
    await page.unroute("**/api/whatsapp/contacts?**");
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(page.getByRole("navigation", { name: "Paginação" })).toBeVisible();
  });
});
