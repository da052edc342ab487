import { overflow, toast } from "./campaign-page";
import { expect, expectAccessible, JOURNEY_ON_BOTH, test, WIDE_JOURNEY } from "./support";
import { conversation, list, newPhone, onPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new" });

const ROBOT =
  "Olá! 👋 Seja bem-vindo à Padaria. Escolha uma opção: 1 - Fazer pedido / 2 - Cardápio / 3 - Falar com atendente";

test(
  "what a contact answers is shown, filtered by, corrected and planned in the chat",
  JOURNEY_ON_BOTH,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const [later, robot] = [newPhone(), newPhone()];
    await whatsapp.createLead(later, "Padaria Central");
    await whatsapp.receive(later, "Agora não, me chama amanhã");
    await whatsapp.receive(robot, ROBOT);
    for (const phone of [later, robot]) {
      await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    }
    await page.goto("/chat-whatsapp");
    await expect(row(page, /Padaria Central.*Agora não/)).toBeVisible();
    await expect(row(page, /Automática/)).toBeVisible();
    const kind = list(page).getByLabel("O que o contato responde");
    await kind.selectOption("Agora não");
    await expect(page).toHaveURL(/resposta=not_now/);
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
    await kind.selectOption("Tem interesse");
    await expect(list(page).getByText("Nenhum contato respondeu isto por último.")).toBeVisible();
    await kind.selectOption("Qualquer resposta");
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);

    await row(page, /Padaria Central/).click();
    const strip = conversation(page).getByRole("region", { name: "O que a resposta diz" });
    await expect(strip).toContainText("Agora não");
    await test.step("the task that was made is moved, undone and made again", async () => {
      await expect(strip).toContainText("Tarefa: amanhã");
      await strip.getByRole("button", { name: "Mudar" }).click();
      await strip.getByRole("textbox", { name: "Dia da tarefa" }).fill("30/12/2027");
      await strip.getByRole("button", { name: "Salvar" }).click();
      await expect(strip).toContainText(/Tarefa: .*30\/12/);
      await strip.getByRole("button", { name: "Desfazer" }).click();
      await strip.getByRole("button", { name: "Criar tarefa para amanhã" }).click();
      await expect(strip).toContainText("Tarefa: amanhã");
    });
    await test.step("a correction, and its undoing", async () => {
      await strip.getByRole("button", { name: "Corrigir" }).click();
      await page.getByRole("menuitem", { name: "Tem interesse" }).click();
      await expect(strip).toContainText("Tem interesse");
      if (!onPhone(page)) await expect(row(page, /Padaria Central.*Tem interesse/)).toBeVisible();
      await toast(page).getByRole("button", { name: "Desfazer" }).click();
      await expect(strip).toContainText("Agora não");
      // Its words say so as well.
      await expect(strip).not.toContainText("Tem interesse");
    });
    await test.step("a block by correction, and its undoing", async () => {
      await strip.getByRole("button", { name: "Corrigir" }).click();
      await page.getByRole("menuitem", { name: "Pede para sair" }).click();
      const blocked = page.getByRole("region", { name: "Contato bloqueado" });
      await expect(blocked).toBeVisible();
      await toast(page).getByRole("button", { name: "Desfazer" }).click();
      await expect(blocked).toBeHidden();
      await expect(strip).toContainText("Agora não");
    });
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
    await page.goto("/leads");
    await expect(page.getByText("Padaria Central").first()).toBeVisible();
    await expect(page.getByTitle("Esperando resposta: agora não")).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  },
);

test(
  "a campaign's report says what people answered, and finds them by it",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const people = [
      ["Bar que quer", "Tenho interesse sim, pode me mandar"],
      ["Bar que pergunta", "Quanto custa?"],
      ["Bar que sai", "SAIR"],
      ["Bar com robô", ROBOT],
      ["Bar calado", null],
    ] as const;
    const phones = people.map(() => newPhone());
    for (const [at, [name]] of people.entries()) {
      await whatsapp.behave(phones[at] ?? "", "receives");
      await whatsapp.createLead(phones[at] ?? "", name);
    }
    const started = await whatsapp.post("/api/prospecting/start-prospecting", {
      num_leads: 5,
      messages: ["Olá, {{empresa}}!"],
    });
    const { activity_id } = (await started.json()) as { activity_id: number };
    const report = `/prospecting-activities/${activity_id}`;
    await page.goto(report);
    const summary = page.getByRole("region", { name: "Resumo", exact: true });
    await expect(summary).toContainText("5 enviadas", { timeout: 60_000 });
    for (const [at, [, text]] of people.entries()) {
      if (text) await whatsapp.receive(phones[at] ?? "", text);
    }
    await expect
      .poll(async () => {
        await page.goto(report);
        await expect(summary).toContainText("5 enviadas");
        return summary.textContent();
      })
      .toContain(
        "Respondidas 3: 1 com interesse, 1 pergunta, 1 pediu para sair. Fora delas, 1 resposta automática.",
      );
    const texts = page.getByRole("region", { name: "Tabela de variações" });
    await expect(texts.getByRole("row").nth(1)).toContainText(/40%.*60%/s);
    const table = page.getByRole("table", { name: "Destinatários" });
    await expect(table.getByRole("row")).toHaveCount(6);
    await page.getByLabel("O que respondeu", { exact: true }).selectOption("Resposta automática");
    await expect(page).toHaveURL(/intent=automatic/);
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table).toContainText(/Bar com robô.*Resposta automática/s);
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page);
  },
);
