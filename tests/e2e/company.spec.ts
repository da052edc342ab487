import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { RegistryCompany } from "@/lib/contracts/registry/registry";
import { formatCnpj } from "@/lib/format";
import { type Account, findToken } from "./account";
import { insertPartner } from "./rows";
import {
  accessibilityFaults,
  BOTH_WIDTHS,
  chooseMore,
  expect,
  test,
  WIDE_JOURNEY,
} from "./support";

test.use({ signedInAs: "new" });

/** The demonstration's registry is imported in the background after the first start. */
const IMPORT_MS = 60_000;
const PHONE = { width: 390, height: 844 };

/** Companies that a search of the registry finds. */
async function findCompanies(page: Page, account: Account, query: string) {
  const token = await findToken(page, account);
  let results: RegistryCompany[] = [];
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/dados-receita?${query}`, {
          headers: { token },
        });
        ({ results } = (await answer.json()) as { results: RegistryCompany[] });
        return results.length;
      },
      { timeout: IMPORT_MS },
    )
    .toBeGreaterThan(0);
  return results;
}

/** Leads of the account with these CNPJs; returns their ids. */
async function createLeads(page: Page, account: Account, cnpjs: readonly string[]) {
  const token = await findToken(page, account);
  const ids: number[] = [];
  for (const [place, cnpj] of cnpjs.entries()) {
    const answer = await page.request.post("/api/leads", {
      headers: { token },
      data: { name: `Cliente ${place + 1}`, whatsapp: `1198765430${place}`, cnpj },
    });
    expect(answer.status()).toBe(201);
    const { lead } = (await answer.json()) as { lead: { id: number } };
    ids.push(lead.id);
  }
  return ids;
}

async function isWithinWidth(page: Page) {
  return page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
}

test(
  "a company is read whole, from the registry and from the lead with its CNPJ",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const [branch] = await findCompanies(page, account, "uf=SP&estabelecimento=filial");
    const cnpj = branch?.cnpj ?? "";
    await page.goto(`/search-receita?nome_fantasia=${cnpj}`);
    const table = page.getByRole("table", { name: "Empresas encontradas" });
    await table.locator("button[aria-haspopup=dialog]").first().click();
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText("Natureza jurídica")).toBeVisible();
    await expect(drawer.getByText("Simples Nacional")).toBeVisible();
    await drawer.getByText("Matriz e filiais").click();
    const establishments = drawer.getByRole("list", { name: "Matriz e filiais" });
    await expect(establishments.getByText("Matriz", { exact: true })).toBeVisible();
    await expect(establishments.getByText(`CNPJ ${formatCnpj(cnpj)}`)).toBeVisible();
    await expect(drawer.getByText("2 estabelecimentos.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWithinWidth(page)).toBe(true);

    const [leadId] = await createLeads(page, account, [cnpj]);
    await page.goto(`/leads?lead=${leadId}`);
    const lead = page.getByRole("dialog");
    await lead.getByText("Dados da Receita Federal", { exact: true }).click();
    await expect(lead.getByText("Natureza jurídica")).toBeVisible();
    await lead.getByText("Matriz e filiais").click();
    await expect(lead.getByRole("list", { name: "Matriz e filiais" })).toContainText("Filial");
    await expect(lead.getByText(/Dados abertos da Receita Federal de/)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWithinWidth(page)).toBe(true);
  },
);

test.describe("a CNPJ that the registry has not", () => {
  test.use({ expectedStatuses: [404] });

  test("is said calmly", async ({ page, account }) => {
    await findCompanies(page, account, "uf=SP");
    const [leadId] = await createLeads(page, account, ["33000167000101"]);
    await page.goto(`/leads?lead=${leadId}`);
    const drawer = page.getByRole("dialog");
    await drawer.getByText("Dados da Receita Federal", { exact: true }).click();
    await expect(drawer.getByText("CNPJ não encontrado na base da Receita.")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Tentar novamente" })).toBeHidden();
  });
});

test(
  "what selected leads and those of a list have in common becomes a search",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const bakeries = await findCompanies(page, account, "cnae_primario=4721102&per_page=10");
    const cnpjs = bakeries.slice(0, 6).map(({ cnpj }) => cnpj);
    const lead_ids = await createLeads(page, account, cnpjs);
    await page.goto("/leads");
    await page.getByRole("checkbox", { name: "Selecionar Cliente 1", exact: true }).check();
    for (const place of [2, 3, 4, 5, 6]) {
      await page
        .getByRole("checkbox", { name: `Selecionar Cliente ${place}`, exact: true })
        .check();
    }
    const bar = page.getByRole("region", { name: "Leads selecionados" });
    expect(await isWithinWidth(page)).toBe(true);
    await chooseMore(page, "Mais como estes", bar);

    const dialog = page.getByRole("dialog", { name: "Mais como estes" });
    await expect(dialog.getByText("6 leads com CNPJ · 6 na base da Receita")).toBeVisible();
    const activity = dialog.getByRole("checkbox", { name: /^Atividade: / });
    await expect(activity).toBeChecked();
    await expect(dialog.getByText(/^6 de 6 são de .*padaria.*; .* são \d/i)).toBeVisible();
    await expect(dialog.getByText(/empresas? ativas? assim na base\./)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWithinWidth(page)).toBe(true);

    // Nothing chosen is nothing to search for.
    for (const box of await dialog.getByRole("checkbox", { checked: true }).all())
      await box.uncheck();
    await expect(dialog.getByText("Escolha o que buscar.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Buscar na Receita" })).toBeDisabled();
    await activity.check();
    await expect(dialog.getByText(/empresas? ativas? assim na base\./)).toBeVisible();
    await dialog.getByRole("button", { name: "Buscar na Receita" }).click();
    await expect(page).toHaveURL(/\/search-receita\?cnae_primario=4721102$/);
    // It can be changed there.
    await expect(page.getByLabel("CNAE primário")).toHaveValue("4721102");
    const table = page.getByRole("table", { name: "Empresas encontradas" });
    await expect(table.getByText("Já na sua base").first()).toBeVisible();

    const token = await findToken(page, account);
    const listed = await page.request.post("/api/leads/bulk_add_to_list", {
      headers: { token },
      data: { lead_ids, name: "Clientes ganhos" },
    });
    expect(listed.status()).toBe(200);
    await page.goto("/my-lists");
    await page.getByRole("button", { name: "Ações de Clientes ganhos" }).click();
    await page.getByRole("menuitem", { name: "Mais como estes" }).click();
    await expect(dialog.getByText("6 leads com CNPJ · 6 na base da Receita")).toBeVisible();
    await expect(activity).toBeChecked();
  },
);

test.describe("the partners of companies", () => {
  // The choice is the installation's: one journey makes it and takes it back, and sees it on both widths.
  test.use({ signedInAs: "admin", expectedStatuses: [404] });

  test("are shown where an administrator chose so, and said why", async ({ page, account }) => {
    const [one, other] = await findCompanies(page, account, "mei=false&estabelecimento=matriz");
    const shared = one?.cnpj ?? "";
    const name = `ANA ${randomUUID().slice(0, 8)}`;
    // The demonstration's month has partners; another one that is served by now may not.
    await insertPartner(name, [shared, other?.cnpj ?? ""]);
    await page.goto("/admin/receita-federal");
    const panel = page.getByRole("region", { name: "Sócios das empresas" });
    await expect(panel.getByText("Não mostrados")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Com os sócios" })).not.toBeChecked();
    await panel.getByRole("button", { name: "Mostrar os sócios…" }).click();
    const dialog = page.getByRole("dialog", { name: "Mostrar os sócios" });
    await dialog.getByRole("button", { name: "Mostrar os sócios" }).click();
    await expect(dialog.getByText("Informe o motivo.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Motivo").fill("Prospecção de grupos, com base legal registrada");
    await dialog.getByRole("button", { name: "Mostrar os sócios" }).click();
    await expect(panel.getByText("Mostrados", { exact: true })).toBeVisible();
    await expect(panel.getByText("Motivo: Prospecção de grupos")).toBeVisible();

    for (const size of [page.viewportSize() ?? PHONE, PHONE]) {
      await page.setViewportSize(size);
      await page.goto(`/search-receita?nome_fantasia=${shared}`);
      const table = page.getByRole("table", { name: "Empresas encontradas" });
      await table.locator("button[aria-haspopup=dialog]").first().click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("Sócios", { exact: true }).click();
      const partner = drawer.getByRole("listitem").filter({ hasText: name }).first();
      await expect(partner.getByText("Sócio-Administrador, desde 01/03/2015")).toBeVisible();
      await expect(partner.getByText(/Também sócio, provável/)).toBeVisible();
      const others = partner.getByRole("list", { name: `Outras empresas de ${name}` });
      await expect(others.getByText(`CNPJ ${formatCnpj(other?.cnpj ?? "")}`)).toBeVisible();
      await expect(drawer.getByText("123456")).toBeHidden();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await isWithinWidth(page)).toBe(true);
    }

    await page.goto("/admin/auditoria");
    await expect(page.getByText("Sócios da Receita mostrados").first()).toBeVisible();
    await page.goto("/admin/receita-federal");
    await panel.getByRole("button", { name: "Deixar de mostrar…" }).click();
    const end = page.getByRole("dialog", { name: "Deixar de mostrar os sócios" });
    await end.getByLabel("Motivo").fill("Fim do teste");
    await end.getByRole("button", { name: "Deixar de mostrar" }).click();
    await expect(panel.getByText("Não mostrados")).toBeVisible();
    await page.goto(`/search-receita?nome_fantasia=${shared}`);
    await page.locator("button[aria-haspopup=dialog]").first().click();
    await expect(page.getByRole("dialog").getByText("Matriz e filiais")).toBeVisible();
    await expect(page.getByRole("dialog").getByText("Sócios", { exact: true })).toBeHidden();
  });
});

test(
  "a company with the number of a lead is asked about, and the lead gets its CNPJ",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const found = await findCompanies(page, account, "uf=SP&com_celular=true&per_page=50");
    const [company, another] = found.filter(({ telefone }) => telefone?.length === 13);
    const token = await findToken(page, account);
    for (const [name, whatsapp] of [
      ["Cliente da padaria", company?.telefone],
      ["Cliente da oficina", another?.telefone],
    ]) {
      const answer = await page.request.post("/api/leads", {
        headers: { token },
        data: { name, whatsapp },
      });
      expect(answer.status()).toBe(201);
    }
    const table = page.getByRole("table", { name: "Empresas encontradas" });
    const drawer = page.getByRole("dialog");
    const question = drawer.getByRole("region", { name: "Lead com o mesmo telefone" });

    await page.goto(`/search-receita?nome_fantasia=${company?.cnpj}`);
    await expect(table.getByText("É um lead seu?")).toBeVisible();
    await table.locator("button[aria-haspopup=dialog]").first().click();
    await expect(question).toContainText("O seu lead Cliente da padaria tem o telefone");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await isWithinWidth(page)).toBe(true);
    await question.getByRole("button", { name: "Sim, é esta" }).click();
    await expect(drawer.getByRole("status")).toHaveText("Cliente da padaria agora tem este CNPJ.");
    await page.keyboard.press("Escape");
    await expect(table.getByText("Já na sua base")).toBeVisible();
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(table.getByText("É um lead seu?")).toBeVisible();

    await page.goto(`/search-receita?nome_fantasia=${another?.cnpj}`);
    await table.locator("button[aria-haspopup=dialog]").first().click();
    await question.getByRole("button", { name: "Não, é outra" }).click();
    await expect(question).toBeHidden();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(table.getByRole("row").nth(1)).toBeVisible();
    await expect(table.getByText("É um lead seu?")).toBeHidden();
  },
);
