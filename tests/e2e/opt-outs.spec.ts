import type { Page } from "@playwright/test";
import { workbookOf } from "../support/workbook";
import { accessibilityFaults, expect, openScreen, test, WIDE_JOURNEY } from "./support";
import { bubble, conversation, input, newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new" });

const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole("row").filter({ hasText: text });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test(
  "numbers are blocked one by one, imported, searched, exported and unblocked with a reason",
  WIDE_JOURNEY,
  async ({ page }) => {
    await page.goto("/dashboard");
    await openScreen(page, "Não perturbe");
    await expect(page).toHaveURL(/\/nao-perturbe$/);
    await expect(page.getByRole("heading", { level: 1, name: "Números bloqueados" })).toBeVisible();
    await expect(page.getByText("Nenhum número bloqueado")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Bloquear o primeiro" }).click();
    const adding = page.getByRole("dialog", { name: "Bloquear número" });
    await adding.getByRole("button", { name: "Bloquear" }).click();
    await expect(adding.getByText("Por favor, insira um número de WhatsApp válido")).toBeVisible();
    await adding.getByLabel("WhatsApp").fill("51998877665");
    await expect(adding.getByLabel("WhatsApp")).toHaveValue("(51) 99887-7665");
    expect(await accessibilityFaults(page)).toEqual([]);
    await adding.getByRole("button", { name: "Bloquear" }).click();
    await expect(page.getByText("Número bloqueado.")).toBeVisible();
    await expect(adding).toBeHidden();
    const first = rowOf(page, "+55 (51) 99887-7665");
    await expect(first).toContainText("Adicionado por você");

    await page.getByRole("button", { name: "Importar", exact: true }).click();
    const importing = page.getByRole("dialog", { name: "Importar números" });
    await importing.getByRole("button", { name: "Importar" }).click();
    await expect(importing.getByText("Cole os números ou escolha um arquivo.")).toBeVisible();
    await importing
      .getByLabel("Números", { exact: true })
      .fill("(11) 98765-4321\nnada\n51998877665");
    await importing.getByRole("button", { name: "Importar" }).click();
    await expect(importing.getByText("1 número bloqueado.")).toBeVisible();
    await expect(importing.getByText("1 já estava na lista.")).toBeVisible();
    await expect(importing.getByText("1 linha sem número válido.")).toBeVisible();
    await expect(importing.getByText("Linha 2: nada")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await importing.getByRole("button", { name: "Fechar", exact: true }).last().click();
    await page.getByRole("button", { name: "Importar", exact: true }).click();
    await importing.getByLabel("Arquivo de números").setInputFiles({
      name: "bloqueados.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Nome;WhatsApp\nAna;+351 912 345 678\n"),
    });
    await expect(importing.getByText("1 número bloqueado.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rowOf(page, "+351912345678")).toContainText("Importado");

    // Of a workbook the sheet is chosen before anything is blocked.
    await page.getByRole("button", { name: "Importar", exact: true }).click();
    const numbersOf = (number: string) => [
      ["Nome", "WhatsApp"],
      ["Bia", number],
    ];
    await importing.getByLabel("Arquivo de números").setInputFiles({
      name: "bloqueados.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: Buffer.from(
        workbookOf([
          { name: "Clientes", rows: numbersOf("+351 912 345 601") },
          { name: "Saíram", rows: numbersOf("+351 912 345 602") },
        ]),
      ),
    });
    await expect(importing.getByLabel("Planilha do arquivo")).toHaveValue("Clientes");
    expect(await accessibilityFaults(page)).toEqual([]);
    await importing.getByLabel("Planilha do arquivo").selectOption("Saíram");
    await importing.getByRole("button", { name: "Importar" }).click();
    await expect(importing.getByText("1 número bloqueado.")).toBeVisible();
    await expect(importing.getByText("Planilha lida: Saíram")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rowOf(page, "+351912345602")).toContainText("Importado");
    await expect(rowOf(page, "+351912345601")).toBeHidden();
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    const downloaded = page.waitForEvent("download");
    await page.getByRole("link", { name: "Exportar CSV" }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/^numeros-bloqueados-.*\.csv$/);

    const search = page.getByRole("searchbox", { name: "Pesquisar números bloqueados" });
    await search.fill("nada assim");
    await expect(page.getByText("Nenhum número encontrado")).toBeVisible();
    await search.fill("99887-7665");
    await expect(rowOf(page, "+351912345678")).toBeHidden();
    await page.getByRole("button", { name: "Desbloquear +55 (51) 99887-7665" }).click();
    const removing = page.getByRole("dialog", { name: "Desbloquear +55 (51) 99887-7665?" });
    await removing.getByRole("button", { name: "Desbloquear" }).click();
    await expect(
      removing.getByText("Diga por que este número pode receber mensagens de novo."),
    ).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await removing.getByLabel("Motivo").fill("Pediu um orçamento por telefone");
    await removing.getByRole("button", { name: "Desbloquear" }).click();
    await expect(page.getByText("Número desbloqueado.")).toBeVisible();
    await expect(page.getByText("Nenhum número encontrado")).toBeVisible();
    await search.fill("");
    await expect(rowOf(page, "+55 (11) 98765-4321")).toBeVisible();
  },
);

test("the confirmation is on until it is switched off, for good", async ({ page }) => {
  await page.goto("/nao-perturbe");
  const box = page.getByRole("checkbox", { name: "Confirmar a quem pede para sair" });
  await expect(box).toBeChecked();
  await expect(page.getByText("responda VOLTAR")).toBeVisible();
  await box.uncheck();
  await expect(page.getByText("A saída não será mais confirmada.")).toBeVisible();
  const tasks = page.getByRole("checkbox", { name: /^Criar tarefas sozinho/ });
  await tasks.uncheck();
  await expect(page.getByText("As tarefas serão apenas propostas.")).toBeVisible();
  await page.reload();
  await expect(box).not.toBeChecked();
  await expect(tasks).not.toBeChecked();
});

test.describe("when the list does not load", () => {
  test.use({ expectedStatuses: [500] });

  test("it says so and offers another try", async ({ page }) => {
    await page.route("**/api/opt-outs?**", (route) =>
      route.fulfill({ status: 500, json: { error: "x", code: "internal" } }),
    );
    await page.goto("/nao-perturbe");
    await expect(page.getByText("Erro ao carregar os números bloqueados")).toBeVisible();
    await page.unroute("**/api/opt-outs?**");
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(page.getByText("Nenhum número bloqueado")).toBeVisible();
  });
});

test(
  "the chat asks about a complaint, an opt-out is confirmed, and both reach the list",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const [nagging, leaving] = [newPhone(), newPhone()];
    for (const phone of [nagging, leaving]) await whatsapp.behave(phone, "off");
    await whatsapp.createLead(nagging, "Padaria do Zé");
    await whatsapp.createLead(leaving, "Oficina da Rua");
    await whatsapp.receive(nagging, "Não me mande mais boletos");
    await expect.poll(() => whatsapp.countMessages(nagging)).toBe(1);
    await page.goto(`/chat-whatsapp?contato=%2B${nagging}`);
    const notice = page.getByRole("region", { name: "Possível pedido para sair" });
    await expect(notice).toContainText("Não me mande mais boletos");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await notice.getByRole("button", { name: "Não é isso" }).click();
    await expect(notice).toBeHidden();
    // A new one comes while the conversation is open.
    await whatsapp.receive(nagging, "Parem de me ligar");
    await expect(notice).toContainText("Parem de me ligar");
    await notice.getByRole("button", { name: "Não escrever mais" }).click();
    await expect(notice).toBeHidden();
    await expect(conversation(page)).toBeVisible();

    await whatsapp.receive(leaving, "SAIR");
    await page.goto(`/chat-whatsapp?contato=%2B${leaving}`);
    await expect(bubble(page, "Pronto: você não vai mais receber mensagens nossas.")).toBeVisible();
    // Nothing can be written until the number is unblocked, with a reason.
    const blocked = page.getByRole("region", { name: "Contato bloqueado" });
    await expect(blocked).toContainText("Bloqueado a pedido do contato");
    await expect(blocked).toContainText("SAIR");
    await expect(input(page)).toBeHidden();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await blocked.getByRole("button", { name: "Desbloquear" }).click();
    const unblocking = page.getByRole("dialog", { name: /Desbloquear/ });
    await unblocking.getByLabel("Motivo").fill("Ligou e pediu a proposta");
    await unblocking.getByRole("button", { name: "Desbloquear" }).click();
    await expect(blocked).toBeHidden();
    await expect(input(page)).toBeVisible();
    await whatsapp.receive(leaving, "sair");
    await expect(blocked).toBeVisible();
    // What the law lets them ask for is one click away, with the person filled in.
    const erasure = page.getByRole("link", { name: "Pede para apagar os dados" });
    await expect(erasure).toBeHidden();
    await whatsapp.receive(leaving, "Apaguem meus dados, por favor");
    await erasure.click();
    await expect(page).toHaveURL(/nao-perturbe\/titulares/);
    await expect(page.getByText("Oficina da Rua")).toBeVisible();

    await page.goto("/nao-perturbe");
    await expect(rowOf(page, "Padaria do Zé")).toContainText("Adicionado por você");
    await expect(rowOf(page, "Padaria do Zé")).toContainText("Parem de me ligar");
    await expect(rowOf(page, "Oficina da Rua")).toContainText("Pediu para sair");
    await expect(rowOf(page, "Oficina da Rua")).toContainText("Apaguem meus dados");
  },
);
