import { accessibilityFaults, BOTH_WIDTHS, expect, test } from "./support";

test.use({ signedInAs: "new" });

test(
  "a phone can be paired by a code, on a card that says it is simulated",
  BOTH_WIDTHS,
  async ({ page }) => {
    await page.goto("/dashboard");
    const card = page.getByRole("region", { name: "WhatsApp" });
    await expect(card.getByText("WhatsApp simulado")).toBeVisible();
    await card.getByRole("button", { name: "Conectar WhatsApp" }).click();
    await expect(page.getByRole("img", { name: "QR Code para conectar o WhatsApp" })).toBeVisible();

    await card.getByRole("button", { name: "Conectar com código" }).click();
    await card.getByRole("button", { name: "Gerar código" }).click();
    await expect(card.getByLabel("WhatsApp")).toHaveAttribute("aria-invalid", "true");
    await card.getByLabel("WhatsApp").fill("11988887777");
    await card.getByRole("button", { name: "Gerar código" }).click();
    await expect(card.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
    await expect(card.getByText("Conectar com número de telefone")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await card.getByRole("button", { name: "Cancelar" }).click();
    await expect(card.getByRole("button", { name: "Conectar WhatsApp" })).toBeVisible();
  },
);
