import type { Route } from "@playwright/test";
import { launch, message, toast } from "./campaign-page";
import { insertLeads, setPlan } from "./rows";
import { chooseMore, expect, test } from "./support";
import { expectToLast, timeToast, watchToasts } from "./toasts";
import { conversation, newPhone, pair, row } from "./whatsapp";

const INTERNAL = { status: 500, json: { error: "Algo deu errado.", code: "internal" } };
const fail = (route: Route) => route.fulfill(INTERNAL);

test.describe("leads", () => {
  test.use({ signedInAs: "new", expectedStatuses: [400, 500] });

  test("the table's columns, statuses, pages and search", async ({ page, account }) => {
    const statuses = ["pending", "contacted", "answered", "closed", "failed"];
    await insertLeads(
      account,
      Array.from({ length: 23 }, (_, at) => ({
        name: `Empresa ${String(at + 1).padStart(2, "0")}`,
        whatsapp: `5511987650${String(at + 1).padStart(3, "0")}`,
        status: statuses[at % statuses.length] ?? "pending",
      })),
    );
    await page.goto("/leads?per_page=50");
    const headers = page.getByRole("columnheader");
    const shown = ["Status", "Nome", "WhatsApp", "Site", "Observações", "Criado em"];
    const hidden = ["Endereço", "CNPJ", "CNAE", "Proprietário", "Observações da IA"];

    await test.step("columns", async () => {
      for (const name of shown) {
        await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
      }
      for (const name of hidden) {
        await expect(page.getByRole("columnheader", { name, exact: true })).toHaveCount(0);
      }
      await page.getByRole("button", { name: "Colunas" }).click();
      for (const name of hidden) {
        await page.getByRole("menuitemcheckbox", { name, exact: true }).click();
      }
      await page.keyboard.press("Escape");
      for (const name of [...shown, ...hidden]) {
        await expect(page.getByRole("columnheader", { name, exact: true })).toHaveCount(1);
      }
      await expect(headers.first()).toBeVisible();
    });

    await test.step("statuses as coloured badges with their text", async () => {
      const colours = new Set<string>();
      for (const [status, label] of [
        ["pending", "Novo"],
        ["contacted", "Contatado"],
        ["answered", "Respondeu"],
        ["closed", "Fechado"],
      ] as const) {
        const badge = page.getByRole("table").locator(`[data-status=${status}]`).first();
        await expect(badge).toHaveText(label);
        colours.add(await badge.evaluate((each) => getComputedStyle(each).backgroundColor));
      }
      expect(colours.size).toBe(4);
      // A failed attempt is a mark next to the stage.
      const failed = page.getByRole("table").locator("[data-status=failed]").first();
      await expect(failed.locator("..")).toContainText("Falhou");
    });

    await test.step("a search or another size of page begins at the first page", async () => {
      await page.goto("/leads?page=2&per_page=10");
      const nav = page.getByRole("navigation", { name: "Paginação" });
      await expect(nav).toContainText("11–20 de 23");
      await page.getByLabel("Itens por página").selectOption("20");
      await expect(nav).toHaveText(/^1–20 de 23/);
      await nav.getByRole("button", { name: "Próxima página" }).click();
      await expect(nav).toContainText("21–23 de 23");
      await page.getByRole("searchbox").fill("Empresa");
      await expect(page).toHaveURL(/search=Empresa/);
      await expect(nav).toHaveText(/^1–20 de 23/);
      await expect(page).not.toHaveURL(/page=2\b/);
    });

    await test.step("the search waits 500 ms after the last key", async () => {
      await page.clock.install();
      await page.goto("/leads");
      const box = page.getByRole("searchbox");
      await expect(page.getByRole("navigation", { name: "Paginação" })).toContainText("de 23");
      const searches: string[] = [];
      page.on("request", (request) => {
        const search = new URL(request.url()).searchParams.get("search");
        if (search && new URL(request.url()).pathname === "/api/leads") searches.push(search);
      });
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      for (const text of ["E", "Em", "Emp"]) {
        await box.fill(text);
        await page.clock.runFor(450);
      }
      expect(new URL(page.url()).searchParams.get("search")).toBeNull();
      expect(searches).toEqual([]);
      await page.clock.runFor(60);
      await expect(page).toHaveURL(/search=Emp$/);
      await page.clock.resume();
      await expect.poll(() => searches).toEqual(["Emp"]);
    });
  });

  test("what failed is told in words, for as long as specified", async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Padaria Um", whatsapp: "5511987650001" },
      { name: "Padaria Dois", whatsapp: "5511987650002" },
    ]);
    await watchToasts(page);
    await page.goto("/leads");
    const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect(rowOf("Padaria Um")).toBeVisible();

    const dialog = page.getByRole("dialog", { name: "Gerenciar Lead" });
    const submit = dialog.getByRole("button", { name: "Enviar" });
    let saves = 0;
    let failing = true;
    await page.route("**/api/leads", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      saves += 1;
      await (failing ? fail(route) : route.continue());
    });

    await test.step("a wrong number is not sent", async () => {
      await page.getByRole("button", { name: "Criar lead" }).first().click();
      for (const [label, value] of Object.entries({
        Nome: "Padaria Nova",
        WhatsApp: "119",
        Site: "padaria.example",
        Endereço: "Rua das Flores, 10",
        Observações: "Ligar à tarde",
      })) {
        await dialog.getByLabel(label, { exact: true }).fill(value);
      }
      await submit.click();
      await expect(
        dialog.getByText("Por favor, insira um número de WhatsApp válido"),
      ).toBeVisible();
      await expect(dialog.getByLabel("WhatsApp")).toHaveAttribute("aria-invalid", "true");
      expect(saves).toBe(0);
    });

    await test.step("a save that fails, for 5 s", async () => {
      await dialog.getByLabel("WhatsApp").fill("11987650003");
      await submit.click();
      expectToLast(await timeToast(page, "Algo deu errado."), 5_000);
      expect(saves).toBe(1);
      await expect(dialog).toBeVisible();
    });

    await test.step("a success, for 3 s", async () => {
      failing = false;
      await submit.click();
      expectToLast(await timeToast(page, "Lead criado com sucesso!"), 3_000);
    });

    await test.step("deletions that fail", async () => {
      await page.route("**/api/leads/*", (route) =>
        route.request().method() === "DELETE" ? fail(route) : route.fallback(),
      );
      await page.route("**/api/leads/bulk_delete", fail);
      await rowOf("Padaria Um").getByRole("button", { name: "Ações de Padaria Um" }).click();
      await page.getByRole("menuitem", { name: "Excluir lead" }).click();
      await page.getByRole("button", { name: "Sim" }).click();
      await expect(toast(page).getByText("Erro ao excluir lead!", { exact: true })).toBeVisible();
      await rowOf("Padaria Um").getByRole("checkbox").check();
      const bar = page.getByRole("region", { name: "Leads selecionados" });
      await chooseMore(page, "Excluir", bar);
      // The question before may still be on its way out.
      const question = page.getByRole("alertdialog", { name: /1 lead selecionado/ });
      await question.getByRole("button", { name: "Sim" }).click();
      await expect(toast(page).getByText("Erro ao excluir leads!", { exact: true })).toBeVisible();
      await expect(rowOf("Padaria Um")).toBeVisible();
    });

    await test.step("lists that cannot be loaded in a choice", async () => {
      await page.route(/\/api\/lists(\?|$)/, fail);
      await page.getByRole("button", { name: "Adicionar à lista" }).click();
      const problem = page.getByRole("dialog").getByText("Erro ao carregar listas!");
      await expect
        .poll(async () => {
          await page.clock.runFor(1_000);
          return problem.isVisible();
        })
        .toBe(true);
    });
  });
});

test.describe("a maps search", () => {
  test.use({ signedInAs: "new", expectedStatuses: [500] });

  test("says that the credits could not be checked; its start is told for 10 s", async ({
    page,
  }) => {
    await watchToasts(page);
    await page.route("**/api/credits/check", fail);
    await page.goto("/busca-google-maps");
    await page.getByLabel("O que você procura").fill("padaria");
    await page.getByLabel("Raio (km)").fill("1");
    await page.getByText("Coordenadas", { exact: true }).click();
    await page.getByLabel("Latitude").fill("-22.906000");
    await page.getByLabel("Longitude").fill("-47.061000");
    const search = page.getByRole("button", { name: "Buscar negócios" });
    await search.click();
    await expect(page.getByText("Erro ao verificar créditos")).toBeVisible();
    await page.unroute("**/api/credits/check");
    await search.click();
    expectToLast(await timeToast(page, "Busca de leads iniciada com sucesso!"), 10_000);
  });
});

test.describe("a campaign", () => {
  test.use({ signedInAs: "newPro" });

  test("of a former PRO account is denied with its feature; a schedule is told for 7 s", async ({
    page,
    account,
  }) => {
    await insertLeads(account, [{ name: "Padaria Um", whatsapp: "5511987650001" }]);
    await watchToasts(page);
    await page.goto("/prospect-by-whats");
    await expect(launch(page)).toBeVisible();
    await page.getByLabel("Nome da campanha").fill("Padarias");
    await page.getByLabel("Número de leads").fill("1");
    const repeat = page.getByRole("checkbox", { name: "Repetir leads" });

    await test.step("scheduled", async () => {
      await message(page).fill("Olá! Podemos conversar?");
      await page.getByRole("checkbox", { name: "Agendar prospecção" }).check();
      const schedule = page.getByRole("region", { name: "Agendamento" });
      const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
      await schedule.getByLabel("Data").fill(soon);
      await page.getByRole("button", { name: "Agendar prospecção" }).click();
      expectToLast(await timeToast(page, "Prospecção agendada para"), 7_000);
    });

    await test.step("denied on the free plan, whatever the draft says", async () => {
      await message(page).fill("Olá de novo! Podemos conversar?");
      await page.getByLabel("Número de leads").fill("1");
      await repeat.check();
      await setPlan(account, "free");
      await page.reload();
      await expect(page.getByRole("complementary", { name: "Plano PRO" })).toBeVisible();
      await expect(repeat).toBeChecked();
      let sent = 0;
      page.on("request", (request) => {
        if (request.url().includes("start-prospecting")) sent += 1;
      });
      await page.getByRole("button", { name: "Iniciar prospecção" }).click();
      await expect(
        toast(page).getByText("Repetir leads é uma funcionalidade PRO. Faça upgrade para acessar."),
      ).toBeVisible();
      const modal = page.getByRole("dialog", { name: "Venda mais com o plano PRO" });
      await expect(modal).toBeVisible();
      for (const strength of ["CRM integrado", "Suporte prioritário"]) {
        await expect(modal.getByText(strength, { exact: true })).toBeVisible();
      }
      await page.keyboard.press("Escape");
      await expect(modal).toBeHidden();
      expect(sent).toBe(0);
    });

    await test.step("locked controls are dimmed and have a badge", async () => {
      await repeat.uncheck();
      await expect(repeat).toHaveCSS("opacity", "0.6");
      await expect(page.locator("label").filter({ hasText: "Repetir leads" })).toContainText("PRO");
    });

    await test.step("what only PRO may do is told for 5 s", async () => {
      await page.getByRole("button", { name: /^Listas/ }).click();
      expectToLast(await timeToast(page, "Recurso PRO: "), 5_000);
    });
  });
});

test.describe("the chat's cache", () => {
  test.use({ signedInAs: "new" });

  test("keeps the lead of a conversation; without a storage that works it only logs", async ({
    page,
    account,
  }) => {
    const warnings: string[] = [];
    page.on("console", (each) => {
      if (each.type() === "warning") warnings.push(each.text());
    });
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    const created = await whatsapp.createLead(phone, "Padaria do Cache");
    const { lead } = (await created.json()) as { lead: { id: number } };
    await whatsapp.receive(phone, "Bom dia!");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await page.goto("/chat-whatsapp");
    await row(page, /Padaria do Cache/).click();
    const tray = page.getByRole("complementary", { name: "Dados do lead" });
    const button = page.getByRole("button", { name: "Dados do lead", exact: true });
    await expect(button).toBeVisible();
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    await expect(tray).toContainText("Padaria do Cache");
    const readKept = () =>
      page.evaluate(
        (key) => JSON.parse(localStorage.getItem(key) ?? "null") as { timestamp: number } | null,
        `leadDetails_${lead.id}`,
      );
    await expect.poll(readKept).toMatchObject({
      id: lead.id,
      name: "Padaria do Cache",
      status: "answered",
      whatsapp: expect.stringContaining(phone),
    });
    const age = Date.now() - ((await readKept())?.timestamp ?? 0);
    expect(Math.abs(age)).toBeLessThan(60_000);
    expect(warnings.filter((text) => text.includes("cache"))).toEqual([]);

    await page.addInitScript(() => {
      const works = Storage.prototype.setItem;
      Storage.prototype.setItem = function setItem(key: string, value: string) {
        if (/^whatsapp|^leadDetails/.test(key)) throw new Error("The quota is exceeded");
        works.call(this, key, value);
      };
    });
    await page.reload();
    await expect(conversation(page)).toContainText("Bom dia!");
    await expect
      .poll(() => warnings)
      .toContainEqual(expect.stringContaining("O chat não pôde ser guardado em cache."));
    await expect(toast(page)).toHaveCount(0);
  });
});
