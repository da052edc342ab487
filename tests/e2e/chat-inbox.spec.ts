import { accessibilityFaults, BOTH_WIDTHS, expect, test, WIDE_JOURNEY } from "./support";
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

test(
  "conversations are filtered, put away and found by what was said in them",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const [padaria, oficina] = [newPhone(), newPhone()];
    for (const phone of [padaria, oficina]) await whatsapp.behave(phone, "reads");
    await whatsapp.createLead(padaria, "Padaria Central");
    await whatsapp.receive(padaria, "Vocês fazem orçamento de geladeiras?");
    await expect.poll(() => whatsapp.countMessages(padaria)).toBe(1);
    await Promise.all(
      Array.from({ length: 54 }, (_, at) => whatsapp.receive(padaria, `Conversa ${at}`)),
    );
    await expect.poll(() => whatsapp.countMessages(padaria)).toBe(55);
    await whatsapp.receive(oficina, "Bom dia");
    await expect.poll(() => whatsapp.countMessages(oficina)).toBe(1);
    await page.goto("/chat-whatsapp");
    await expect(list(page).getByRole("listitem")).toHaveCount(2);

    const filter = (name: string) => list(page).getByText(name, { exact: true }).click();
    const back = async () => {
      if (onPhone(page))
        await page.getByRole("button", { name: "Voltar para as conversas" }).click();
    };
    await filter("Com lead");
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
    await expect(row(page, /Padaria Central/)).toBeVisible();
    await filter("Não lidas");
    await expect(list(page).getByRole("listitem")).toHaveCount(2);

    // Read, it leaves the list of the unread and stays open under its name.
    await row(page, /Padaria Central/).click();
    await expect(conversation(page).getByRole("heading")).toHaveText("Padaria Central");
    await back();
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
    await filter("Sem resposta");
    await expect(list(page).getByRole("listitem")).toHaveCount(2);

    await filter("Todas");
    await row(page, /Padaria Central/).click();
    await page.getByRole("button", { name: "Arquivar conversa", exact: true }).click();
    const notice = page.getByText("Conversa arquivada.");
    await expect(notice).toBeVisible();
    // Under the pointer it would stay.
    await page.mouse.move(200, 600);
    await expect(notice).toBeHidden();
    await back();
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
    await filter("Arquivadas");
    await expect(row(page, /Padaria Central/)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await whatsapp.receive(padaria, "Ainda está aí?");
    await expect(list(page).getByText("Nenhuma conversa arquivada.")).toBeVisible();
    await filter("Todas");
    await expect(list(page).getByRole("listitem")).toHaveCount(2);

    // The first of 56 messages, which the conversation does not load by itself.
    await page.getByRole("searchbox", { name: "Buscar por nome" }).fill("orcamento gelad");
    await expect(list(page).getByText("Nenhuma conversa encontrada")).toBeVisible();
    const found = list(page).getByRole("region", { name: "Mensagens encontradas" });
    await expect(found.getByRole("link")).toHaveCount(1);
    await expect(found.getByRole("link")).toContainText("Padaria Central");
    await found.getByRole("link").click();
    await expect(bubble(page, "orçamento de geladeiras")).toBeInViewport();
    await expect(bubble(page, "orçamento de geladeiras")).toBeFocused();
    await back();
    await page.getByRole("searchbox", { name: "Buscar por nome" }).fill("zzzz");
    await expect(found.getByText("Nenhuma mensagem com essas palavras.")).toBeVisible();
  },
);

test.describe("canned answers", () => {
  test.use({ expectedStatuses: [400, 409] });

  test(
    "a canned answer is kept in the profile and put into a message with '/'",
    BOTH_WIDTHS,
    async ({ page, account }) => {
      await page.goto("/profile/respostas-prontas");
      const card = page.getByRole("region", { name: "Respostas prontas" });
      await expect(card.getByText("Guarde os textos que você mais repete.")).toBeVisible();
      await card.getByRole("button", { name: "Nova resposta" }).click();
      const dialog = page.getByRole("dialog", { name: "Nova resposta pronta" });
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(dialog.getByText("Informe o atalho.")).toBeVisible();
      await dialog.getByLabel("Atalho").fill("Preço");
      await dialog.getByLabel("Texto").fill("Oi, {{firma}}");
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(dialog.getByText("Variável desconhecida: {{firma}}")).toBeVisible();
      await dialog.getByLabel("Texto").fill("O plano da ");
      await dialog.getByRole("button", { name: "Inserir variável" }).click();
      await page.getByRole("menuitem", { name: /^empresa/ }).click();
      await expect(dialog.getByLabel("Texto")).toBeFocused();
      await expect(dialog.getByLabel("Texto")).toHaveValue("O plano da {{empresa}}");
      await dialog
        .getByLabel("Texto")
        .pressSequentially(" custa R$ 97 por mês.\nPosso te explicar?");
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(card.getByText("/preco")).toBeVisible();
      await card.getByRole("button", { name: "Nova resposta" }).click();
      await dialog.getByLabel("Atalho").fill("preco");
      await dialog.getByLabel("Texto").fill("Outra");
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(dialog.getByText("Já existe uma resposta com este atalho.")).toBeVisible();
      await dialog.getByLabel("Atalho").fill("obrigado");
      const chosen = page.waitForEvent("filechooser");
      await dialog.getByRole("button", { name: "Anexar arquivo" }).click();
      const brochure = { name: "Folheto.pdf", mimeType: "application/pdf" };
      await (await chosen).setFiles({ ...brochure, buffer: Buffer.from("%PDF-1.7 folheto") });
      await expect(dialog.getByText("Folheto.pdf")).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(card.getByRole("listitem")).toHaveCount(2);
      await expect(card.getByText("Folheto.pdf")).toBeVisible();

      const whatsapp = await pair(page, account);
      const phone = newPhone();
      await whatsapp.behave(phone, "reads");
      await whatsapp.createLead(phone, "Padaria do Zé");
      await whatsapp.receive(phone, "Quanto custa?");
      await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
      await page.goto("/chat-whatsapp");
      await list(page).getByRole("listitem").getByRole("link").click();
      await input(page).fill("/");
      const menu = page.getByRole("listbox", { name: "Respostas prontas" });
      await expect(menu.getByRole("option")).toHaveCount(2);
      await input(page).fill("/pre");
      await expect(menu.getByRole("option")).toHaveCount(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(conversation(page)).toBeVisible();
      await input(page).fill("/");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(input(page)).toHaveValue(
        "O plano da Padaria do Zé custa R$ 97 por mês.\nPosso te explicar?",
      );
      await expect(history(page).getByText("O plano da")).toBeHidden();
      await page.keyboard.press("Enter");
      await expect(bubble(page, "O plano da Padaria do Zé custa R$ 97 por mês.")).toBeVisible();

      await input(page).fill("/obr");
      await page.keyboard.press("Enter");
      await expect(input(page)).toHaveValue("Outra");
      const tray = page.getByRole("region", { name: "Arquivos para enviar" });
      await expect(tray.getByText("Folheto.pdf")).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(bubble(page, "Folheto.pdf")).toBeVisible();
      await expect(bubble(page, "Folheto.pdf")).toContainText("Outra");

      await page.goto("/profile/respostas-prontas");
      await card.getByRole("button", { name: "Editar a resposta /obrigado" }).click();
      const edited = page.getByRole("dialog", { name: "Editar resposta pronta" });
      await edited.getByRole("button", { name: "Retirar Folheto.pdf" }).click();
      await edited.getByRole("button", { name: "Salvar" }).click();
      await expect(edited).toBeHidden();
      await expect(card.getByText("Folheto.pdf")).toBeHidden();
      await card.getByRole("button", { name: "Excluir a resposta /obrigado" }).click();
      await page.getByRole("button", { name: "Sim" }).click();
      await expect(card.getByRole("listitem")).toHaveCount(1);
    },
  );
});
