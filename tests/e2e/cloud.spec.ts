import { card, connect } from "./cloud-page";
import { SANDBOX_URL } from "./ports";
import { accessibilityFaults, BOTH_WIDTHS, expect, expectAccessible, test } from "./support";
import { bubble, conversation, input, newPhone, row } from "./whatsapp";

/** Runs on a product whose WhatsApp is Meta's Cloud API: `E2E_PRODUCT=apart`. */

// A refused token; and a number that is neither a contact nor a lead.
test.use({ signedInAs: "new", expectedStatuses: [400, 404] });

test(
  "a number is connected by its credentials and forgotten again",
  BOTH_WIDTHS,
  async ({ page }, testInfo) => {
    await page.goto("/dashboard");
    const token = card(page).getByLabel("Token de acesso");
    const submit = card(page).getByRole("button", { name: "Conectar WhatsApp" });
    await submit.click();
    const phone = card(page).getByLabel("Identificação do número de telefone");
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await phone.fill("7000000001");
    await card(page).getByLabel("Identificação da conta do WhatsApp Business").fill("9000000001");
    await token.fill("refused");
    await submit.click();
    await expect(card(page).getByText("A Meta recusou este token.")).toBeVisible();
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`form-${colorScheme}.png`) }),
    );

    await connect(page);
    await expect(card(page).getByText("WhatsApp simulado")).toBeVisible();
    await expect(card(page).getByText(/\(11\) 9\d{4}-\d{4}/)).toBeVisible();
    await card(page).getByRole("button", { name: "Desconectar" }).click();
    await page.getByRole("button", { name: "Sim" }).click();
    await expect(token).toHaveValue("");
  },
);

test(
  "a text is sent while the window is open, a template by choice",
  BOTH_WIDTHS,
  async ({ page }) => {
    const phoneId = await connect(page);
    const phone = newPhone();
    const said = await page.request.post(`${SANDBOX_URL}/graph/control/${phoneId}/receive`, {
      data: { contact: phone, text: "Vocês entregam?" },
    });
    expect(said.status()).toBe(201);
    await page.goto("/chat-whatsapp");
    await row(page, /Vocês entregam/).click();
    await input(page).fill("Entregamos sim");
    await page.keyboard.press("Enter");
    await expect(bubble(page, "Entregamos sim")).toBeVisible();
    await conversation(page).getByRole("button", { name: "Enviar modelo" }).click();
    await expect(page.getByRole("dialog", { name: "Enviar modelo" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(input(page)).toBeVisible();
  },
);

test(
  "a template with its variables reaches who never wrote",
  BOTH_WIDTHS,
  async ({ page }, testInfo) => {
    await connect(page);
    await page.goto(`/chat-whatsapp?contato=${encodeURIComponent(`+${newPhone()}`)}`);
    await expect(conversation(page).getByText("só aceita um modelo aprovado")).toBeVisible();
    await expect(input(page)).toBeHidden();
    await conversation(page).getByRole("button", { name: "Enviar modelo" }).click();
    const dialog = page.getByRole("dialog", { name: "Enviar modelo" });
    await expect(dialog.getByText("1 modelo com arquivo")).toBeVisible();
    await dialog.getByRole("button", { name: "Enviar modelo" }).click();
    await expect(dialog.getByText("Preencha este campo.")).toHaveCount(2);
    await expect(dialog.getByLabel("{{1}}")).toBeFocused();
    await dialog.getByLabel("{{1}}").fill("Ana");
    await dialog.getByLabel("{{2}}").fill("Padaria Sol");
    await expect(dialog.getByText("Preencha este campo.")).toHaveCount(0);
    const text = "Olá, Ana! Aqui é da Padaria Sol. Podemos continuar a nossa conversa?";
    await expect(dialog.getByRole("region", { name: "Prévia" })).toHaveText(text);
    await expectAccessible(page, (colorScheme) =>
      page.screenshot({ path: testInfo.outputPath(`template-${colorScheme}.png`) }),
    );
    await dialog.getByRole("button", { name: "Enviar modelo" }).click();
    await expect(dialog).toBeHidden();
    await expect(bubble(page, text)).toBeVisible();
    // Still closed: the contact has not written.
    await expect(conversation(page).getByRole("button", { name: "Enviar modelo" })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);
