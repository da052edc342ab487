import type { Page } from "@playwright/test";
import { drawPhoto, recordVoice, writeDocument } from "@/sandbox/whatsapp/samples";
import { BOTH_WIDTHS, expect, expectAccessible, JOURNEY, test, WIDE_JOURNEY } from "./support";
import { conversation, history, input, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new" });

const PHOTO = { name: "fachada.png", mimeType: "image/png", buffer: drawPhoto() };
const DOCUMENT = { name: "Proposta.pdf", mimeType: "application/pdf", buffer: writeDocument("x") };
const SOUND = { name: "recado.ogg", mimeType: "audio/ogg", buffer: recordVoice(2) };

const tray = (page: Page) => page.getByRole("region", { name: "Arquivos para enviar" });
const sendButton = (page: Page) => page.getByRole("button", { name: "Enviar mensagem" });
const sentPhoto = (page: Page) =>
  history(page).getByRole("button", { name: "Foto enviada, ampliar" });

async function choose(page: Page, files: (typeof PHOTO)[]) {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Anexar arquivos" }).click();
  await (await choosing).setFiles(files);
}

/** Files as the browser hands them over with an event of the page. */
function handOver(page: Page, { name, mimeType, buffer }: typeof PHOTO) {
  return page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
      return transfer;
    },
    { name, mimeType, base64: buffer.toString("base64") },
  );
}

async function openChat(page: Page, whatsapp: Awaited<ReturnType<typeof pair>>, name: string) {
  const phone = newPhone();
  await whatsapp.behave(phone, "off");
  await whatsapp.createLead(phone, name);
  await whatsapp.receive(phone, "Tem foto?");
  await page.goto("/chat-whatsapp");
  await row(page, new RegExp(name)).click();
  await expect(input(page)).toBeEnabled();
  return phone;
}

test(
  "files are chosen, looked at, captioned and sent one after the other",
  WIDE_JOURNEY,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Ótica Boa Vista");
    await choose(page, [PHOTO, DOCUMENT, SOUND]);
    await expect(tray(page).getByRole("listitem")).toHaveCount(3);
    await expect(tray(page)).toContainText("fachada.png");
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveAttribute("placeholder", "Escreva uma legenda");
    await input(page).fill("Segue a fachada");
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`tray-${colorScheme}.png`) }),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    );
    await page.keyboard.press("Enter");
    await expect(tray(page)).toBeHidden();
    await expect(sentPhoto(page)).toBeVisible();
    // The provider also reports it under its own id, until the answer joins the two.
    await expect(history(page).getByText("Segue a fachada")).toHaveCount(1);
    await expect(history(page).getByRole("link", { name: /Proposta\.pdf/ })).toBeVisible();
    await expect(history(page).getByRole("button", { name: /Tocar/ })).toBeVisible();
    await expect
      .poll(async () => (await whatsapp.readLedger("ledger")).map(({ fileBytes }) => fileBytes))
      .toEqual([PHOTO, DOCUMENT, SOUND].map(({ buffer }) => buffer.length));
    expect((await whatsapp.readLedger("ledger")).map(({ text }) => text)).toEqual([
      "Segue a fachada",
      "",
      "",
    ]);
    await expect
      .poll(() =>
        sentPhoto(page)
          .locator("img")
          .evaluate((each: HTMLImageElement) => each.naturalWidth),
      )
      .toBe(640);
    await page.screenshot({ path: testInfo.outputPath("sent.png") });
  },
);

test(
  "an image is pasted, files are dropped, and Escape and the buttons put them away",
  JOURNEY,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Casa das Tintas");
    await input(page).focus();
    await input(page).evaluate(
      (area, clipboardData) => {
        const init = { clipboardData, bubbles: true, cancelable: true };
        area.dispatchEvent(new ClipboardEvent("paste", init));
      },
      await handOver(page, PHOTO),
    );
    await expect(tray(page).getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(tray(page)).toBeHidden();
    await expect(conversation(page)).toBeVisible();

    const dragged = { dataTransfer: await handOver(page, DOCUMENT) };
    await conversation(page).dispatchEvent("dragover", dragged);
    await expect(page.getByText("Solte os arquivos para enviar")).toBeVisible();
    await page.screenshot({ path: testInfo.outputPath("drop.png") });
    await conversation(page).dispatchEvent("drop", dragged);
    await expect(page.getByText("Solte os arquivos para enviar")).toBeHidden();
    await expect(tray(page)).toContainText("Proposta.pdf");
    await page.getByRole("button", { name: "Remover Proposta.pdf" }).click();
    await expect(tray(page)).toBeHidden();
    await expect(sendButton(page)).toBeDisabled();

    const large = Buffer.alloc(16_000_001);
    PHOTO.buffer.copy(large);
    await choose(page, [{ ...PHOTO, name: "enorme.png", buffer: large }, PHOTO]);
    await expect(tray(page).getByRole("alert")).toHaveText("Fotos podem ter até 16 MB.");
    await sendButton(page).click();
    await expect(sentPhoto(page)).toHaveCount(1);
    expect(await whatsapp.readLedger("ledger")).toHaveLength(1);
  },
);

test.describe(() => {
  test.use({ expectedStatuses: [409, 404] });
  test("a file that does not go out comes back, and an unconfirmed one is sent again", async ({
    page,
    account,
  }) => {
    const whatsapp = await pair(page, account);
    const phone = await openChat(page, whatsapp, "Padaria do Zé");
    await page.route("**/api/whatsapp/send_media?*", (route) =>
      route.fulfill({
        status: 409,
        json: { error: "Conecte seu WhatsApp antes de continuar.", code: "whatsapp_disconnected" },
      }),
    );
    await choose(page, [PHOTO]);
    await input(page).fill("A fachada");
    await page.keyboard.press("Enter");
    await expect(tray(page)).toContainText("fachada.png");
    await expect(input(page)).toHaveValue("A fachada");
    await expect(sentPhoto(page)).toHaveCount(0);
    await page.unroute("**/api/whatsapp/send_media?*");

    await whatsapp.behave(phone, "fails");
    await sendButton(page).click();
    await expect(history(page).getByText("Não enviada")).toBeVisible();
    await whatsapp.behave(phone, "off");
    await page.getByRole("button", { name: "Reenviar" }).click();
    await expect(history(page).getByText("Não enviada")).toBeHidden();
    await expect.poll(async () => (await whatsapp.readLedger("ledger")).length).toBe(2);
    const sent = await whatsapp.readLedger("ledger");
    expect(sent[1]).toMatchObject({ text: "A fachada", fileBytes: PHOTO.buffer.length });
    await expect(sentPhoto(page)).toHaveCount(1);

    await whatsapp.disconnect();
    await expect(page.getByRole("button", { name: "Anexar arquivos" })).toBeDisabled();
  });
});

test(
  "emoji are put where the caret is, by keyboard and by mouse",
  BOTH_WIDTHS,
  async ({ page, account }, testInfo) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Mercado Azul");
    await input(page).fill("Oi Ana");
    await input(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 2));
    const opener = page.getByRole("button", { name: "Emojis" });
    await opener.click();
    const panel = page.getByRole("group", { name: "Emojis" });
    await expect(panel.getByRole("button", { name: "Sorriso", exact: true })).toBeFocused();
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`emoji-${colorScheme}.png`) }),
    );
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(input(page)).toHaveValue("Oi😃 Ana");
    await panel.getByRole("button", { name: "Fogo" }).click();
    await expect(input(page)).toHaveValue("Oi😃🔥 Ana");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(input(page)).toBeFocused();
  },
);
