import type { Page } from "@playwright/test";
import { insertChats } from "./rows";
import {
  accessibilityFaults,
  expect,
  JOURNEY,
  measureHiddenHeight,
  openMenu,
  PHONE_JOURNEY,
  PHONE_ONLY_JOURNEY,
  test,
  WIDE_JOURNEY,
} from "./support";
import {
  bubble,
  conversation,
  history,
  input,
  list,
  newPhone,
  onPhone,
  pair,
  row,
} from "./whatsapp";

test.use({ signedInAs: "new" });

const tray = (page: Page) => page.getByRole("complementary", { name: "Dados do lead" });

async function openTray(page: Page) {
  // Its contents come later than the button that says whether it is open.
  const button = page.getByRole("button", { name: "Dados do lead", exact: true });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  await expect(tray(page)).toBeVisible();
}

test("without a phone the screen says what to do", PHONE_JOURNEY, async ({ page }) => {
  await page.goto("/chat-whatsapp");
  await expect(page.getByRole("heading", { level: 1, name: "Chat WhatsApp" })).toBeVisible();
  await expect(list(page).getByText("Conecte seu WhatsApp")).toBeVisible();
  const nothingOpen = page.getByText("Selecione um contato para iniciar uma conversa");
  await expect(nothingOpen).toBeVisible({ visible: !onPhone(page) });
  expect(await accessibilityFaults(page)).toEqual([]);
});

test(
  "a conversation is found, opened, read, answered and followed live",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "reads");
    await whatsapp.createLead(phone, "Padaria Coração de Ouro");
    await whatsapp.receive(phone, "Bom dia! Vocês entregam?");
    // Messages of one second are in the order in which they arrive.
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await whatsapp.receive(phone, "Nosso site: https://padaria.example.com.br/pães.");
    await page.goto("/chat-whatsapp");
    const padaria = row(page, /Padaria Coração de Ouro/);
    await expect(padaria).toContainText("Nosso site");
    await expect(padaria).toContainText("2 não lidas");
    await expect(padaria.getByRole("time")).toHaveText(/^\d\d:\d\d$/);
    await openMenu(page);
    await expect(page.getByRole("link", { name: /^Conversas/ })).toContainText("2 não lidas");
    if (onPhone(page)) await page.keyboard.press("Escape");

    const search = page.getByRole("searchbox", { name: "Buscar por nome" });
    // Before the server answers, among those that are loaded.
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/whatsapp\/chats\?.*search=/, async (route) => {
      await answered;
      await route.continue().catch(() => undefined);
    });
    await search.fill("nada assim");
    await expect(padaria).toBeHidden();
    await search.fill("CORAÇAO");
    await expect(padaria).toBeVisible();
    answer();
    await search.fill("nada assim");
    await expect(page.getByText("Nenhuma conversa encontrada")).toBeVisible();
    await search.fill("coracao");
    await padaria.click();
    await expect(page).toHaveURL(/contato=/);
    await expect(conversation(page).getByRole("heading")).toHaveText("Padaria Coração de Ouro");
    await expect(history(page).getByText("Hoje")).toBeVisible();
    const link = bubble(page, "Nosso site").getByRole("link");
    await expect(link).toHaveAttribute("href", "https://padaria.example.com.br/pães");
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expect
      .poll(async () => {
        const { data } = await whatsapp.get<{ data: { unread_count: number } }>(
          "/api/whatsapp/unread_count",
        );
        return data.unread_count;
      }, "the messages to be read")
      .toBe(0);

    await input(page).fill("Entregamos sim.");
    await input(page).press("Shift+Enter");
    await input(page).pressSequentially("Até as *18h*.");
    await input(page).press("Enter");
    await expect(input(page)).toHaveValue("");
    const sent = bubble(page, "Entregamos sim.");
    await expect(sent).toHaveCount(1);
    await expect(sent.locator("strong")).toHaveText("18h");
    await expect(sent).toHaveCSS("align-items", "flex-end");
    await expect(bubble(page, "Vocês entregam?")).toHaveCSS("align-items", "flex-start");
    await expect(sent.locator("[data-status=read]")).toBeVisible();
    await expect(sent).toHaveCount(1);
    expect(await accessibilityFaults(page)).toEqual([]);

    await whatsapp.receive(phone, "Perfeito, obrigada!");
    await expect(bubble(page, "Perfeito, obrigada!")).toBeInViewport();
    // The row is behind the conversation on a phone.
    await expect(list(page).getByText(/\d não lida/)).toHaveCount(0);

    await input(page).fill("um rascunho");
    await page.reload();
    await expect(bubble(page, "Perfeito, obrigada!")).toBeVisible();
    await expect(input(page)).toHaveValue("um rascunho");
    await page.goBack();
    await expect(page).not.toHaveURL(/contato=/);
    await expect(conversation(page)).toBeHidden();
    await expect(padaria).toBeVisible();
    await expect(padaria).not.toContainText("não lida");
    // Going back after a reload renders the page's head again.
    await expect(page).toHaveTitle(/Chat WhatsApp/);
  },
);

test.describe("a message that does not go out", () => {
  test.use({ expectedStatuses: [400, 404, 409, 429, 503] });

  test("goes back into the input of its own conversation", JOURNEY, async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const [one, other] = [newPhone(), newPhone()];
    await whatsapp.receive(one, "Primeira");
    await whatsapp.receive(other, "Segunda");
    await page.goto("/chat-whatsapp");
    await row(page, /Primeira/).click();
    let refuse: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route("**/api/whatsapp/send_message", async (route) => {
      await refused;
      await route.fulfill({
        status: 503,
        json: {
          error: "O WhatsApp não respondeu. A mensagem não foi enviada.",
          code: "unavailable",
        },
      });
    });
    await expect(input(page)).toBeEnabled();
    await input(page).fill("Que não sai");
    await input(page).press("Enter");
    await expect(
      bubble(page, "Que não sai").locator("[data-status=sending] .lucide-hourglass"),
    ).toBeVisible();
    await row(page, /Segunda/).click();
    await expect(bubble(page, "Segunda")).toBeVisible();
    await expect(bubble(page, "Que não sai")).toHaveCount(0);
    refuse();
    await expect(page.getByText("Erro ao enviar mensagem")).toBeVisible();
    await expect(page.getByText("O WhatsApp não respondeu.")).toBeVisible();
    await expect(input(page)).toHaveValue("");
    await row(page, /Primeira/).click();
    await expect(input(page)).toHaveValue("Que não sai");
    await expect(bubble(page, "Que não sai")).toHaveCount(0);

    await page.unroute("**/api/whatsapp/send_message");
    await input(page).press("Enter");
    await expect(bubble(page, "Que não sai").locator("[data-status=sending]")).toHaveCount(0);
    await expect(bubble(page, "Que não sai")).toHaveCount(1);
  });

  test("to a number without WhatsApp says so, and one that failed can be sent again", async ({
    page,
    account,
  }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "missing");
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    await expect(page.getByText("Nenhuma mensagem ainda.")).toBeVisible();
    await input(page).fill("Olá?");
    await page.getByRole("button", { name: "Enviar mensagem" }).click();
    await expect(page.getByText("Este número não está no WhatsApp.")).toBeVisible();
    await expect(input(page)).toHaveValue("Olá?");

    await whatsapp.behave(phone, "fails");
    await input(page).press("Enter");
    const failed = bubble(page, "Olá?");
    await expect(failed.getByText("Não enviada")).toBeVisible();
    await whatsapp.behave(phone, "receives");
    await failed.getByRole("button", { name: "Reenviar" }).click();
    await expect(failed.locator("[data-status=delivered]")).toBeVisible();
    await expect(failed).toHaveCount(1);
  });
});

test(
  "earlier messages come by scrolling up, without a jump, and new ones wait below",
  JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    for (let number = 1; number <= 70; number += 1) {
      await whatsapp.receive(phone, `Recado número ${number} de setenta`);
    }
    await expect.poll(() => whatsapp.countMessages(phone), "the messages to be stored").toBe(70);
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    const messages = bubble(page, /^/);
    await expect(messages).toHaveCount(50);
    await expect(messages.last()).toBeInViewport();

    await page.route("**/api/whatsapp/messages/*before=*", async (route) => {
      await scrolled;
      await route.continue();
    });
    let release: () => void = () => undefined;
    const scrolled = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = page.waitForRequest(/before=/);
    const mark = bubble(
      page,
      (await messages.first().getByRole("paragraph").first().textContent()) ?? "",
    );
    await mark.scrollIntoViewIfNeeded();
    await asked;
    const before = await mark.boundingBox();
    release();
    await expect(messages).toHaveCount(70);
    expect(Math.abs(((await mark.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    await expect(page.getByRole("button", { name: "Carregar mensagens anteriores" })).toHaveCount(
      0,
    );

    await whatsapp.receive(phone, "Recado novo");
    const chip = page.getByRole("button", { name: "1 nova mensagem" });
    await expect(chip).toBeVisible();
    expect(Math.abs(((await mark.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    await chip.click();
    await expect(bubble(page, "Recado novo")).toBeInViewport();
    await expect(chip).toBeHidden();

    // Before the latest page, which every change fetches.
    const [first] = await whatsapp.readLedger("inbound");
    await whatsapp.act(phone, "react", { messageId: first?.id, emoji: "👍" });
    const oldest = bubble(page, "Recado número 1 de setenta");
    await expect(oldest.getByRole("list", { name: "Reações" })).toHaveText(
      "O contato reagiu com 👍",
    );
  },
);

test(
  "every kind of row and message is shown as what it is, and more rows on demand",
  JOURNEY,
  async ({ page, account }) => {
    await pair(page, account);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const chat = (number: number, changed: object) => ({
      contactNumber: `55119876500${number}@s.whatsapp.net`,
      number: `55119876500${number}`,
      name: `Contato ${number}`,
      lastMessage: "Oi",
      lastMessageKind: "text",
      timestamp: ago(0),
      unreadCount: 0,
      pictureUrl: null,
      leadId: null,
      username: null,
      moved: null,
      archived: false,
      waiting: false,
      intent: null,
      sellerId: null,
      numberId: null,
      ...changed,
    });
    const message = (id: number, changed: object) => ({
      id,
      sender: "5511987650010",
      kind: "text",
      content: `Mensagem ${id}`,
      timestamp: ago(0),
      status: "delivered",
      edited: false,
      earlier: [],
      deleted: false,
      quoted: null,
      failure: null,
      charge: null,
      reactions: [],
      media: null,
      location: null,
      contacts: [],
      intent: null,
      personId: null,
      ...changed,
    });
    await page.route("**/api/whatsapp/chats**", (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const further = asked.get("after") === "seguinte" || asked.get("search") === "antigo";
      const chats = further
        ? [chat(13, { name: "Mais antigo", timestamp: ago(40) })]
        : [
            chat(10, { unreadCount: 120 }),
            chat(11, { lastMessage: null, lastMessageKind: "unsupported" }),
            // Not among what a search finds, so that its end can be seen.
            ...(asked.has("search") ? [] : [chat(12, { lastMessage: "", timestamp: ago(30) })]),
          ];
      return route.fulfill({ json: { data: { chats, next: further ? null : "seguinte" } } });
    });
    await page.route("**/api/whatsapp/messages/**", (route) =>
      route.fulfill({
        json: {
          data: {
            messages: [
              message(1, { timestamp: "2026-01-05T15:00:00.000Z" }),
              message(2, { timestamp: ago(1), kind: "unsupported", content: null }),
              message(3, {
                edited: true,
                earlier: [{ text: "Como era antes", timestamp: "2026-01-05T12:00:00.000Z" }],
              }),
              message(4, { sender: "me", status: "sent" }),
              message(5, { sender: "me", status: "delivered" }),
              message(6, { sender: "me", status: "read" }),
              message(7, { sender: "me", status: "sending" }),
              message(8, { sender: "me", status: "unknown" }),
            ],
            has_more: false,
            next: null,
          },
        },
      }),
    );
    await page.goto("/chat-whatsapp");
    await expect(row(page, /Contato 10/)).toContainText("120 não lidas");
    await expect(row(page, /Contato 11/)).toContainText("Conteúdo não suportado");
    await expect(row(page, /Contato 12/)).toContainText("Sem mensagens");
    await expect(row(page, /Contato 12/).getByRole("time")).toHaveText(/^\d\d\/\d\d\/\d{4}$/);
    const more = page.getByRole("button", { name: "Carregar mais conversas" });
    const search = page.getByRole("searchbox", { name: "Buscar por nome" });
    // Somebody who is not loaded yet.
    await search.fill("antigo");
    await expect(row(page, /Mais antigo/)).toBeVisible();
    await expect(row(page, /Contato 10/)).toBeHidden();
    await expect(more).toBeHidden();
    await search.fill("contato");
    await expect(more).toBeVisible();
    await expect(row(page, /Contato 12/)).toBeHidden();
    await search.fill("");
    await expect(row(page, /Contato 12/)).toBeVisible();
    await expect(row(page, /Mais antigo/)).toBeHidden();
    await more.click();
    await expect(row(page, /Mais antigo/)).toBeVisible();
    await expect(more).toBeHidden();
    const refreshed = page.waitForRequest("**/api/whatsapp/chats**");
    await page.getByRole("button", { name: "Atualizar conversas" }).click();
    await refreshed;
    await expect(row(page, /Mais antigo/)).toBeVisible();

    await row(page, /Contato 10/).click();
    for (const day of ["05/01/2026", "Ontem", "Hoje"]) {
      await expect(history(page).getByRole("region", { name: day, exact: true })).toBeVisible();
    }
    await expect(bubble(page, "Conteúdo não suportado")).toBeVisible();
    await bubble(page, "Mensagem 3").getByText("editada").click();
    await expect(bubble(page, "Mensagem 3")).toContainText("Como era antes");
    const marks = [
      ["Enviada", "check"],
      ["Entregue", "check-check"],
      ["Lida", "check-check"],
      ["Enviando", "hourglass"],
      ["Sem confirmação", "circle-question-mark"],
    ] as const;
    for (const [at, [mark, icon]] of marks.entries()) {
      const shown = bubble(page, `Mensagem ${at + 4}`).getByTitle(mark);
      await expect(shown.locator(`.lucide-${icon}`)).toBeVisible();
    }
    expect(await accessibilityFaults(page)).toEqual([]);

    let again = 0;
    await page.route("**/api/whatsapp/send_message/8/resend", (route) => {
      again += 1;
      return route.fulfill({
        json: { data: { message_id: 9, timestamp: ago(0), status: "sent" } },
      });
    });
    await bubble(page, "Mensagem 8").getByRole("button", { name: "Reenviar" }).click();
    const question = page.getByRole("alertdialog", { name: /pode já ter chegado/ });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    expect(again).toBe(0);
    await bubble(page, "Mensagem 8").getByRole("button", { name: "Reenviar" }).click();
    await question.getByRole("button", { name: "Sim" }).click();
    await expect.poll(() => again).toBe(1);
  },
);

test("a late answer of the conversation before changes nothing", async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const [slow, other] = [newPhone(), newPhone()];
  await whatsapp.receive(slow, "Da lenta");
  await whatsapp.receive(other, "Da outra");
  await page.goto("/chat-whatsapp");
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/whatsapp/messages/*${slow.slice(-8)}**`, async (route) => {
    await answered;
    await route.continue().catch(() => undefined);
  });
  await row(page, /Da lenta/).click();
  await expect(history(page).getByText("Carregando mensagens")).toBeAttached();
  await row(page, /Da outra/).click();
  await expect(bubble(page, "Da outra")).toBeVisible();
  answer();
  await row(page, /Da lenta/).click();
  await expect(bubble(page, "Da lenta")).toBeVisible();
  await row(page, /Da outra/).click();
  await expect(bubble(page, "Da outra")).toBeVisible();
  await expect(bubble(page, "Da lenta")).toHaveCount(0);
});

test.describe("the lead beside the conversation", () => {
  test.use({ expectedStatuses: [404, 500] });

  test("is shown, edited, and made of a conversation", WIDE_JOURNEY, async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const [known, unknown] = [newPhone(), newPhone()];
    await whatsapp.createLead(known, "Oficina do Bento");
    await whatsapp.receive(known, "Oi");
    await page.goto("/chat-whatsapp");
    await row(page, /Oficina do Bento/).click();
    await openTray(page);
    await expect(tray(page).getByRole("heading", { name: "Oficina do Bento" })).toBeVisible();
    await expect(tray(page).locator("[data-status]")).toHaveText("Respondeu");
    for (const label of [
      ...["WhatsApp", "E-mail", "Telefone", "Site", "CNPJ", "CNAE", "Endereço"],
      ...["Proprietário", "Observações", "Observações da IA", "Criado em"],
    ]) {
      await expect(tray(page).getByText(label, { exact: true })).toBeVisible();
    }
    expect(await page.evaluate(measureHiddenHeight)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await tray(page).getByRole("button", { name: "Editar Lead" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar Lead", exact: true });
    await dialog.getByLabel("Nome").fill("");
    await dialog.getByLabel("E-mail").fill("isto não é");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("Informe o nome da empresa.")).toBeVisible();
    await expect(dialog.getByText("E-mail inválido.")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Nome").fill("Oficina da Bia");
    await dialog.getByLabel("E-mail").fill("bia@oficina.example");
    await dialog.getByLabel("Site").fill(`https://www.${"oficina".repeat(6)}.example`);
    await dialog.getByLabel("Telefone").pressSequentially("telefone 1133334444");
    await expect(dialog.getByLabel("Telefone")).toHaveValue("(11) 3333-4444");
    await dialog.getByLabel("Status").selectOption({ label: "Contatado" });
    await page.route("**/api/leads/*", (route) => route.fulfill({ status: 500, body: "" }));
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Erro ao atualizar lead")).toBeVisible();
    await page.unroute("**/api/leads/*");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Lead atualizado com sucesso!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(tray(page).getByRole("heading", { name: "Oficina da Bia" })).toBeVisible();
    await expect(tray(page).getByRole("definition").getByText("bia@oficina.example")).toBeVisible();
    const site = tray(page).getByRole("link", { name: /^www\.(oficina)+/ });
    await expect(site).toHaveText(/^.{40}\.{3}$/);
    await expect(tray(page).locator("[data-status]")).toHaveText("Contatado");
    await tray(page).getByRole("button", { name: "Atualizar lead" }).click();
    await tray(page).getByRole("button", { name: "Fechar dados do lead" }).click();
    await expect(tray(page)).toBeHidden();
    await expect(conversation(page).getByRole("heading")).toHaveText("Oficina da Bia");

    await whatsapp.receive(unknown, "Quero um orçamento");
    if (onPhone(page)) await page.getByRole("button", { name: "Voltar para as conversas" }).click();
    await row(page, /Quero um orçamento/).click();
    await openTray(page);
    await expect(tray(page).getByText("Lead not found.")).toBeVisible();
    await tray(page).getByRole("button", { name: "Criar lead" }).click();
    await expect(page.getByText("Lead criado com sucesso!")).toBeVisible();
    await expect(tray(page).locator("[data-status]")).toHaveText("Respondeu");
  });
});

test("what is typed for a lead is asked about before its tray or its conversation is left", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  const [one, other] = [newPhone(), newPhone()];
  await whatsapp.createLead(one, "Oficina do Bento");
  await whatsapp.receive(one, "Oi");
  await whatsapp.receive(other, "Quero um orçamento");
  await page.goto("/chat-whatsapp");
  await row(page, /Oficina do Bento/).click();
  await openTray(page);
  const task = tray(page).getByRole("textbox", { name: "Nova tarefa" });
  await task.fill("ligar amanhã");
  const question = tray(page).getByRole("alertdialog", { name: "Descartar alterações?" });
  const leave = [
    () => tray(page).getByRole("button", { name: "Fechar dados do lead" }).click(),
    () => row(page, /Quero um orçamento/).click(),
  ];
  for (const each of leave) {
    await each();
    await expect(question).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(task).toHaveValue("ligar amanhã");
  }
  await row(page, /Quero um orçamento/).click();
  await question.getByRole("button", { name: "Descartar", exact: true }).click();
  await expect(bubble(page, "Quero um orçamento")).toBeVisible();

  // A question that the browser's Back left behind does not swallow the next click.
  await row(page, /Oficina do Bento/).click();
  await task.fill("ligar amanhã");
  await row(page, /Quero um orçamento/).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await row(page, /Oficina do Bento/).click();
  await expect(bubble(page, "Oi")).toBeVisible();
});

test.describe("a conversation that does not exist yet", () => {
  // The address book does not know the number.
  test.use({ expectedStatuses: [404] });

  test("is opened from a lead, under its name", async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "receives");
    await whatsapp.createLead(phone, "Doceria da Vila");
    await page.goto("/leads");
    await page.getByRole("row").filter({ hasText: "Doceria da Vila" }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: "Abrir conversa", exact: true })
      .click();
    await expect(page).toHaveURL(/chat-whatsapp\?contato=/);
    await expect(conversation(page).getByRole("heading")).toHaveText("Doceria da Vila");
    await input(page).fill("Bom dia!");
    await input(page).press("Enter");
    await expect(bubble(page, "Bom dia!").locator("[data-status=delivered]")).toBeVisible();
    await expect(row(page, /Doceria da Vila/)).toHaveAttribute("aria-current", "true");
    await expect(tray(page).getByRole("heading", { name: "Doceria da Vila" })).toBeVisible();
  });
});

test("a disconnected phone leaves the conversations readable and the input closed", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.receive(phone, "Ainda está aí?");
  await page.goto("/chat-whatsapp");
  await expect(row(page, /Ainda está aí/)).toBeVisible();
  await whatsapp.disconnect();
  // The open page is notified.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("whatsappInstanceStatus")))
    .toContain('"connected":false');
  let marked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/whatsapp/markAsRead")) marked += 1;
  });
  await row(page, /Ainda está aí/).click();
  await expect(bubble(page, "Ainda está aí?")).toBeVisible();
  await expect(page.getByPlaceholder("WhatsApp desconectado")).toBeDisabled();
  await expect(conversation(page).getByText("Seu WhatsApp está desconectado.")).toBeVisible();
  await expect(row(page, /Ainda está aí/)).toContainText("1 não lida");
  expect(marked).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("a long list scrolls in its place, and the page does not", async ({ page, account }) => {
  await pair(page, account);
  await insertChats(account, Array(40).fill({}));
  await page.goto("/chat-whatsapp");
  await expect(page.getByText("Pessoa 1", { exact: true })).toBeVisible();
  expect(await page.evaluate(measureHiddenHeight)).toBe(0);
});

test("the list is walked by keyboard: arrows, Enter, Esc", JOURNEY, async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const [one, other] = [newPhone(), newPhone()];
  await whatsapp.receive(one, "Mais antiga");
  await whatsapp.receive(other, "Mais nova");
  await page.goto("/chat-whatsapp");
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Buscar por nome" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(list(page).getByRole("link").nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const second = list(page).getByRole("link").nth(1);
  await expect(second).toHaveAttribute("aria-current", "true");
  await expect(input(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(second).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(list(page).getByRole("link").nth(0)).toBeFocused();
});

test("what was seen shows at once on the next visit, and goes with the session", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.receive(phone, "Para guardar");
  await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
  await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
  await expect(bubble(page, "Para guardar")).toBeVisible();
  await input(page).fill("rascunho");
  const kept = () =>
    page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith("whatsapp"))
        .sort(),
    );
  const key = phone.replace(/^(\d{4})9/, "$1");
  await expect
    .poll(kept)
    .toEqual([
      "whatsappChatCache",
      expect.stringMatching(new RegExp(`^whatsappDraft_\\d+_${key}$`)),
      "whatsappInstanceStatus",
      `whatsappMessages_${key}`,
    ]);
  // No answer comes: what is shown is what was kept.
  await page.route(/\/api\/whatsapp\/(chats|messages)/, () => undefined);
  await page.reload();
  await expect(bubble(page, "Para guardar")).toBeVisible();
  await expect(list(page).getByText("Para guardar")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: /Menu do perfil/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
  expect(await kept()).toEqual([]);
});

test.describe("when loading fails", () => {
  // Nobody knows whose number it is while the list is missing.
  test.use({ expectedStatuses: [404, 500] });

  test("list and messages say so and offer another try", JOURNEY, async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.receive(phone, "Depois do erro");
    await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
    await page.route(/\/api\/whatsapp\/(chats|messages)/, (route) =>
      route.fulfill({ status: 500, json: { error: "Algo deu errado.", code: "internal" } }),
    );
    // Its event would load everything again by itself.
    await page.route("**/api/whatsapp/markAsRead", (route) =>
      route.fulfill({ json: { success: true } }),
    );
    await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
    await expect(page.getByText("Erro ao carregar contatos")).toBeVisible();
    await expect(page.getByText("Erro ao carregar mensagens")).toBeVisible();
    const tries = [
      {
        area: conversation(page),
        asked: /whatsapp\/messages/,
        found: bubble(page, "Depois do erro"),
      },
      { area: list(page), asked: /whatsapp\/chats/, found: list(page).getByText("Depois do erro") },
    ].map((each) => ({
      ...each,
      button: each.area.getByRole("button", { name: "Tentar novamente" }),
    }));
    for (const { button, asked } of tries) {
      await Promise.all([page.waitForRequest(asked), button.click()]);
    }
    await page.unroute(/\/api\/whatsapp\/(chats|messages)/);
    for (const { button, found } of tries) {
      // A live event may load it first, and take the button away.
      await expect(async () => {
        if (await button.isVisible()) await button.click({ timeout: 1_000 });
        await expect(found).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
  });
});

test(
  "a contact's row opens its conversation, on a phone with a way back",
  PHONE_ONLY_JOURNEY,
  async ({ page, account }) => {
    await pair(page, account);
    await page.goto("/whatsapp-contacts");
    await page
      .getByRole("link", { name: /^Abrir conversa com/ })
      .first()
      .click();
    await expect(page).toHaveURL(/chat-whatsapp\?contato=/);
    await expect(conversation(page)).toBeVisible();
    await expect(list(page)).toBeHidden();
    await page.getByRole("button", { name: "Voltar para as conversas" }).click();
    await expect(list(page)).toBeVisible();
    await expect(conversation(page)).toBeHidden();
  },
);
