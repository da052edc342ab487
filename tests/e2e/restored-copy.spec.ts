import { moveDatabase } from "./rows";
import { expect, expectAccessible, test } from "./support";

/** It affects the whole installation: `E2E_PRODUCT=apart`. */

test.use({ signedInAs: "admin", expectedStatuses: [503] });

test("a restored database does nothing until the administrator confirms it", async ({ page }) => {
  await moveDatabase();
  const notice = page.getByRole("region", { name: "Este sistema é uma cópia e está parado" });
  await expect(async () => {
    await page.goto("/admin/filas", { waitUntil: "networkidle" });
    await expect(notice).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(notice).toContainText("Nada é enviado, buscado nem alterado");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);

  await page.goto("/profile/respostas-prontas", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Nova resposta" }).click();
  const dialog = page.getByRole("dialog", { name: "Nova resposta pronta" });
  await dialog.getByLabel("Atalho").fill("oi");
  await dialog.getByLabel("Texto").fill("Olá!");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText(/^O sistema foi restaurado de um backup/)).toBeVisible();

  await page.goto("/admin/filas", { waitUntil: "networkidle" });
  await notice.getByRole("button", { name: "Confirmar que este é o sistema" }).click();
  await page.getByRole("button", { name: "Sim" }).click();
  await expect(page.getByText("Cópia confirmada. O sistema volta a trabalhar.")).toBeVisible();
  await expect(notice).toBeHidden();
});
