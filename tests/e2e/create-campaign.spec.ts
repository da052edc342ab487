import { audience, launch, overflow, toast } from "./campaign-page";
import { insertLeads, setPlan } from "./rows";
import { accessibilityFaults, BOTH_WIDTHS, chooseMore, expect, test } from "./support";
import { newPhone } from "./whatsapp";

test.use({ signedInAs: "newPro", goesOffline: true });

test(
  "a campaign is made for the leads that were picked, for a tag and for a list",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    await insertLeads(
      account,
      [1, 2, 3].map((at) => ({ name: `Padaria ${at}`, whatsapp: newPhone() })),
    );
    const bar = page.getByRole("region", { name: "Leads selecionados" });
    // What is ticked before the page is hydrated is lost.
    const tick = (name: string) =>
      expect(async () => {
        await page.getByLabel(`Selecionar ${name}`).check();
        await expect(bar).toBeVisible({ timeout: 1_000 });
      }).toPass();

    await test.step("for leads that were picked", async () => {
      await page.goto("/leads");
      await tick("Padaria 1");
      await tick("Padaria 3");
      await expect(bar).toContainText("2 selecionados");
      expect(await overflow(page)).toBe(0);
      await bar.getByRole("button", { name: "Criar campanha" }).click();
      await expect(page).toHaveURL(/\/prospect-by-whats\?leads=/);
      await expect(audience(page)).toContainText("2 leads escolhidos por você");
      await expect(audience(page)).toContainText("2 de 2 leads podem receber a mensagem.");
      await expect(launch(page)).toContainText("Para 2 leads escolhidos.");
      await expect(page.getByLabel("Número de leads")).toHaveValue("2");
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      // What was written and changed for this selection is there after a reload.
      await page.getByLabel("Número de leads").fill("1");
      await page.reload();
      await expect(page.getByLabel("Número de leads")).toHaveValue("1");
      await audience(page).getByRole("button", { name: "Escolher entre todos" }).click();
      await expect(audience(page)).toContainText("3 de 3 leads podem receber a mensagem.");
      await expect(launch(page)).toContainText("Para leads de todas as listas.");
    });

    await test.step("for all that match, put in a list first", async () => {
      await page.goto("/leads?per_page=10");
      await tick("Padaria 1");
      await bar.getByRole("button", { name: "Selecionar todos os 3" }).click();
      await bar.getByRole("button", { name: "Criar campanha" }).click();
      const dialog = page.getByRole("dialog", { name: "Criar campanha" });
      await dialog.getByLabel("Nome da nova lista").fill("Feira de maio");
      await dialog.getByRole("button", { name: "Adicionar e criar campanha" }).click();
      await expect(page).toHaveURL(/\/prospect-by-whats\?lista=/);
      await expect(launch(page)).toContainText("Para leads de 1 lista escolhida.");
      await expect(audience(page)).toContainText("3 de 3 leads");
    });

    await test.step("for a tag", async () => {
      await page.goto("/leads?per_page=10");
      await tick("Padaria 2");
      await chooseMore(page, "Etiquetas", bar);
      const tagging = page.getByRole("dialog", { name: "Etiquetas" });
      await tagging.getByRole("combobox", { name: "Nova etiqueta" }).fill("Morna");
      await page.keyboard.press("Enter");
      await expect(page.getByText("1 lead etiquetado com Morna.")).toBeVisible();
      await page.goto("/prospect-by-whats");
      await page.getByRole("button", { name: /^Etiquetas/ }).click();
      await page.getByRole("list", { name: "Etiquetas da conta" }).getByLabel(/Morna/).check();
      await expect(launch(page)).toContainText("Para leads com 1 etiqueta escolhida.");
      await expect(audience(page)).toContainText("1 de 1 lead pode receber a mensagem.");
      expect(await accessibilityFaults(page)).toEqual([]);
    });

    await test.step("from a list's menu and its banner", async () => {
      await page.goto("/my-lists");
      await page.getByRole("button", { name: "Ações de Feira de maio" }).click();
      await page.getByRole("menuitem", { name: "Criar campanha" }).click();
      await expect(page).toHaveURL(/\/prospect-by-whats\?lista=/);
      await page.goto("/my-lists");
      await page.getByRole("link", { name: "Feira de maio" }).click();
      const banner = page.getByRole("region", { name: "Lista aberta" });
      await expect(banner).toContainText("Feira de maio");
      expect(await overflow(page)).toBe(0);
      await banner.getByRole("button", { name: "Criar campanha" }).click();
      await expect(page).toHaveURL(/\/prospect-by-whats\?lista=/);
    });
    const ofList = page.url();

    await test.step("without PRO it is said, and nothing is opened", async () => {
      await setPlan(account, "free");
      await page.goto("/leads");
      await tick("Padaria 1");
      await bar.getByRole("button", { name: "Criar campanha" }).click();
      await expect(toast(page).getByText("Recurso PRO: Escolha de leads")).toBeVisible();
      await expect(page).toHaveURL(/\/leads$/);
    });

    await test.step("without PRO a campaign from a search says whom else it writes to", async () => {
      await page.goto(ofList);
      await expect(launch(page)).toContainText("Para leads de todas as listas.");
      await insertLeads(account, [{ name: "Academia", whatsapp: newPhone() }]);
      await page.route("**/api/prospecting/audience", (route) =>
        route.abort("internetdisconnected"),
      );
      await page.goto(ofList);
      const retry = page.getByRole("button", { name: "Tentar novamente" });
      await expect(retry).toBeVisible({ timeout: 30_000 });
      await expect(page.getByLabel("Mensagem", { exact: true })).toBeHidden();
      await page.unroute("**/api/prospecting/audience");
      await retry.click();
      const question = page.getByRole("region", { name: "Quem recebe" });
      await expect(question).toContainText(
        "No plano grátis a campanha escreve para leads de todas as listas: 4, dos quais 1 não é desta busca. Escolher listas é PRO.",
      );
      await expect(page.getByLabel("Mensagem", { exact: true })).toBeHidden();
      expect(await overflow(page)).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await expect(question.getByRole("link", { name: "Ver planos PRO" })).toBeVisible();
      await question.getByRole("button", { name: "Continuar com todas" }).click();
      await audience(page).getByRole("button", { name: "Ver quem recebe" }).click();
      await page
        .getByRole("dialog", { name: "Quem recebe" })
        .getByLabel(/Academia/)
        .uncheck();
      await page.getByRole("button", { name: "Concluir" }).click();
      await expect(audience(page)).toContainText("3 de 4 leads podem receber a mensagem.");
    });
  },
);
