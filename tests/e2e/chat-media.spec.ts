import {
  accessibilityFaults,
  BOTH_WIDTHS,
  expect,
  PHONE_JOURNEY,
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

const PHOTO = "Foto recebida, ampliar";

test(
  "photos, voice, documents, stickers, places and contacts are shown and played in place",
  WIDE_JOURNEY,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.createLead(phone, "Ótica Boa Vista");
    await whatsapp.receive(phone, "Bom dia, segue tudo");
    const expected: [object, string][] = [
      [{ sample: "image", text: "A fachada da loja" }, "A fachada da loja"],
      [{ sample: "voice" }, "Áudio"],
      [{ sample: "document" }, "Documento"],
      [{ sample: "sticker" }, "Figurinha"],
      [{ sample: "location" }, "Localização"],
      [{ sample: "contact" }, "Contato"],
    ];
    await page.goto("/chat-whatsapp");
    for (const [content, last] of expected) {
      await whatsapp.receive(phone, content);
      await expect(row(page, /Ótica Boa Vista/)).toContainText(last);
    }
    await row(page, /Ótica Boa Vista/).click();

    const photo = history(page).getByRole("button", { name: PHOTO });
    const picture = photo.locator("img");
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(640);
    await photo.click();
    const dialog = page.getByRole("dialog", { name: "Foto recebida" });
    await expect(dialog.getByRole("img", { name: "A fachada da loja" })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(conversation(page)).toBeVisible();
    await expect(photo).toBeFocused();

    const play = history(page).getByRole("button", { name: "Tocar mensagem de voz" });
    await play.focus();
    await page.keyboard.press("Enter");
    await expect(
      history(page).getByRole("button", { name: "Pausar mensagem de voz" }),
    ).toBeFocused();
    const position = history(page).getByRole("slider", { name: "Posição da mensagem de voz" });
    await expect(position).not.toHaveValue("0");
    await page.keyboard.press("Enter");
    await expect(play).toBeVisible();
    await position.focus();
    await page.keyboard.press("End");
    await expect(position).toHaveAttribute("aria-valuetext", /^0:0[78] de 0:08$/);

    const link = history(page).getByRole("link", { name: /Proposta comercial\.pdf/ });
    await expect(link).toContainText("PDF ·");
    const downloading = page.waitForEvent("download");
    await link.click();
    expect((await downloading).suggestedFilename()).toBe("Proposta comercial.pdf");

    const sticker = history(page).getByRole("img", { name: "Figurinha" });
    await expect(sticker).toBeVisible();
    await expect(history(page).getByText("Praça da Sé")).toBeVisible();
    const map = history(page).getByRole("link", { name: "Abrir no mapa" });
    await expect(map).toHaveAttribute("href", /query=-23\.5505%2C-46\.6333$/);
    await expect(map).toHaveAttribute("rel", /noreferrer/);
    await expect(history(page).getByText("Marina Compras")).toBeVisible();
    await expect(history(page).getByText("(11) 97777-6666")).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
      await history(page).evaluate((area) => area.scrollTo({ top: 0 }));
      await page.screenshot({ path: testInfo.outputPath(`latest-${colorScheme}.png`) });
      await photo.scrollIntoViewIfNeeded();
      await page.screenshot({ path: testInfo.outputPath(`photo-${colorScheme}.png`) });
    }
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    );
  },
);

test(
  "a reply leads to what it answers, reactions come and go, and a deleted message says so",
  BOTH_WIDTHS,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.createLead(phone, "Casa das Tintas");
    await whatsapp.receive(phone, "Qual o prazo?");
    const [first] = await whatsapp.readLedger("inbound");
    const messageId = first?.id ?? "";
    await whatsapp.receive(phone, { text: "E o frete?", quoted: messageId });
    await page.goto("/chat-whatsapp");
    await row(page, /Casa das Tintas/).click();
    const quote = history(page).getByRole("button", { name: /Em resposta a/ });
    await expect(quote).toContainText("Casa das Tintas");
    await expect(quote).toContainText("Qual o prazo?");
    await quote.click();
    const answered = bubble(page, "Qual o prazo?").first();
    await expect(answered).toBeFocused();

    await whatsapp.act(phone, "react", { messageId, emoji: "👍" });
    const reactions = answered.getByRole("list", { name: "Reações" });
    await expect(reactions).toHaveText("O contato reagiu com 👍");
    await page.screenshot({ path: testInfo.outputPath("reaction.png") });
    expect(await accessibilityFaults(page)).toEqual([]);
    // Reactions of one second are in the order in which they arrive.
    await whatsapp.act(phone, "react", { messageId, emoji: "" });
    await expect(reactions).toBeHidden();

    await whatsapp.receive(phone, { sample: "image" });
    await expect(history(page).getByRole("button", { name: PHOTO })).toBeVisible();
    const photo = (await whatsapp.readLedger("inbound")).at(-1);
    await whatsapp.act(phone, "delete", { messageId: photo?.id });
    await whatsapp.act(phone, "delete", { messageId });
    await expect(history(page).getByText("Mensagem apagada")).toHaveCount(3);
    await expect(history(page).getByText("Qual o prazo?")).toBeHidden();
    await expect(history(page).getByRole("button", { name: PHOTO })).toBeHidden();
    await page.screenshot({ path: testInfo.outputPath("deleted.png") });
    if (onPhone(page)) await page.getByRole("button", { name: "Voltar para as conversas" }).click();
    await expect(list(page).getByText("Mensagem apagada")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test("a file that cannot be had says why, and is asked for again", async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.createLead(phone, "Mercado Central");
  await whatsapp.receive(phone, { message: { videoMessage: { fileLength: "900000000" } } });
  await page.goto("/chat-whatsapp");
  await row(page, /Mercado Central/).click();
  await expect(history(page).getByText("Grande demais para baixar (900 MB)")).toBeVisible();
  // It has no file, as one that WhatsApp's servers no longer have.
  await whatsapp.receive(phone, { message: { imageMessage: { caption: "Sem arquivo" } } });
  await expect(bubble(page, "Sem arquivo").getByText("Baixando…")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.route("**/api/whatsapp/messages/**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as {
      data: { messages: { content: string | null; media: { state: string } | null }[] };
    };
    for (const message of body.data.messages) {
      if (message.content === "Sem arquivo" && message.media) message.media.state = "failed";
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const asked = page.waitForRequest(/\/api\/whatsapp\/media\/\d+\/request$/);
  await bubble(page, "Sem arquivo").getByRole("button", { name: "Tentar novamente" }).click();
  expect((await asked).method()).toBe("POST");
  await expect(input(page)).toBeVisible();
});

test(
  "a message is answered and reacted to, by mouse and by keyboard",
  PHONE_JOURNEY,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    const phone = newPhone();
    await whatsapp.behave(phone, "off");
    await whatsapp.createLead(phone, "Livraria Sol");
    await whatsapp.receive(phone, "Vocês abrem no sábado?");
    await page.goto("/chat-whatsapp");
    await row(page, /Livraria Sol/).click();
    const question = bubble(page, "Vocês abrem no sábado?").first();
    const preview = conversation(page).getByRole("form").getByText("Em resposta a Livraria Sol");

    await question.getByRole("button", { name: "Responder" }).focus();
    await page.keyboard.press("Enter");
    await expect(preview).toBeVisible();
    await expect(input(page)).toBeFocused();
    await page.screenshot({ path: testInfo.outputPath("answering.png") });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
    await expect(conversation(page)).toBeVisible();

    await question.hover();
    await question.getByRole("button", { name: "Responder" }).click();
    await input(page).fill("Sim, das 9 às 13");
    await page.keyboard.press("Enter");
    await expect(preview).toBeHidden();
    const answer = bubble(page, "Sim, das 9 às 13");
    // A provider with its own ids reports it under another one first, for a moment.
    await expect(answer.first().getByRole("button", { name: /Em resposta a/ })).toContainText(
      "Vocês abrem no sábado?",
    );
    await expect(answer.first()).toContainText("Enviada");
    await expect(answer).toHaveCount(1);
    const [received] = await whatsapp.readLedger("inbound");
    const sent = await whatsapp.readLedger("ledger");
    expect(sent.map(({ text, quoted }) => [text, quoted])).toEqual([
      ["Sim, das 9 às 13", received?.id],
    ]);

    await question.hover();
    await question.getByRole("button", { name: "Reagir" }).click();
    await expect(page.getByRole("menuitem")).toHaveCount(6);
    await page.screenshot({ path: testInfo.outputPath("reacting.png") });
    await page.getByRole("menuitem", { name: /Coração/ }).click();
    const reactions = question.getByRole("list", { name: "Reações" });
    await expect(reactions).toHaveText("Você reagiu com ❤️");
    expect(await accessibilityFaults(page)).toEqual([]);
    await question.getByRole("button", { name: "Reagir" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /Coração.*remover/ }).press("Enter");
    await expect(reactions).toBeHidden();
  },
);
