import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { SANDBOX_URL } from "./ports";
import { expect } from "./support";

/** Shared by the journeys of the Cloud API. */

export const card = (page: Page) => page.getByRole("region", { name: "WhatsApp" });

/** Connects a new number. Returns its phone number id, and the business account: a new one on request. */
export async function connect(page: Page, account = "9000000001", token = "good"): Promise<string> {
  const phoneId = `7${randomInt(10 ** 12, 10 ** 13)}`;
  await page.goto("/dashboard");
  await card(page).getByLabel("Identificação do número de telefone").fill(phoneId);
  await card(page).getByLabel("Identificação da conta do WhatsApp Business").fill(account);
  await card(page).getByLabel("Token de acesso").fill(token);
  await card(page).getByRole("button", { name: "Conectar WhatsApp" }).click();
  await expect(card(page).getByText("Conectado", { exact: true })).toBeVisible();
  return phoneId;
}

/** See sandbox/graph/template-control. */
export async function controlGraph(page: Page, method: string, path: string, data: unknown) {
  const answer = await page.request.fetch(`${SANDBOX_URL}/graph/control/${path}`, { method, data });
  expect(answer.status(), path).toBeLessThan(300);
}
