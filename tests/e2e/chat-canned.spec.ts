import type { Page } from "@playwright/test";
import { type Account, findToken } from "./account";
import { accessibilityFaults, expect, test } from "./support";
import { bubble, conversation, history, input, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new" });

const menu = (page: Page) => page.getByRole("listbox", { name: "Respostas prontas" });
const tray = (page: Page) => page.getByRole("region", { name: "Arquivos para enviar" });

/** An answer with a file, which is delivered when `deliver` is called. */
async function keepSlowAnswer(page: Page, account: Account) {
  const headers = { token: await findToken(page, account) };
  const kept = await page.request.post("/api/canned_answers", {
    headers,
    data: { shortcut: "preco", text: "A tabela da {{empresa}}" },
  });
  const { canned_answer } = (await kept.json()) as { canned_answer: { id: number } };
  const path = `/api/canned_answers/${canned_answer.id}/file`;
  const stored = await page.request.post(`${path}?file_name=Tabela.pdf`, {
    headers: { ...headers, "content-type": "application/octet-stream" },
    data: Buffer.from("%PDF-1.7 tabela"),
  });
  expect(stored.status()).toBe(200);
  let deliver: () => void = () => undefined;
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  let requests = 0;
  await page.route(`**${path}`, async (route) => {
    requests += 1;
    await delivered;
    await route.continue();
  });
  return { deliver, countRequests: () => requests };
}

async function openChat(page: Page, account: Account) {
  const whatsapp = await pair(page, account);
  const [phone, other] = [newPhone(), newPhone()];
  for (const each of [phone, other]) await whatsapp.behave(each, "receives");
  await whatsapp.createLead(phone, "Padaria do Zé");
  await whatsapp.receive(phone, "Quanto custa?");
  await whatsapp.receive(other, "Outra conversa");
  await page.goto("/chat-whatsapp");
  await row(page, /Padaria do Zé/).click();
  await expect(input(page)).toBeEnabled();
  return whatsapp;
}

test("a canned answer comes whole: until its file is here, Enter neither sends nor picks again", async ({
  page,
  account,
}) => {
  const { deliver, countRequests } = await keepSlowAnswer(page, account);
  const whatsapp = await openChat(page, account);
  await input(page).fill("/preco");
  await expect(menu(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect.poll(countRequests).toBe(1);
  await expect(menu(page)).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Enter");
  await menu(page).getByRole("option").click();
  await expect(page.getByRole("button", { name: "Enviar mensagem" })).toBeDisabled();
  await expect(input(page)).toHaveValue("/preco");
  deliver();
  await expect(input(page)).toHaveValue("A tabela da Padaria do Zé");
  await expect(tray(page).getByRole("listitem")).toHaveCount(1);
  expect(countRequests()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(bubble(page, "Tabela.pdf")).toContainText("A tabela da Padaria do Zé");
  await expect.poll(async () => (await whatsapp.readLedger("ledger")).length).toBe(1);
});

test("what is typed while an answer is fetched stays, and the answer does not come over it", async ({
  page,
  account,
}) => {
  const { deliver, countRequests } = await keepSlowAnswer(page, account);
  await openChat(page, account);
  await input(page).fill("/preco");
  await expect(menu(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect.poll(countRequests).toBe(1);
  await input(page).fill("Já te respondo");
  const fetched = page.waitForResponse(/\/api\/canned_answers\/\d+\/file/);
  deliver();
  await (await fetched).finished();
  await page.keyboard.press("Enter");
  await expect(bubble(page, "Já te respondo").locator("[data-status=delivered]")).toBeVisible();
  await expect(input(page)).toHaveValue("");
  await expect(tray(page)).toBeHidden();
});

test("an answer that is fetched is called off by Escape, and by leaving the conversation", async ({
  page,
  account,
}) => {
  const { deliver, countRequests } = await keepSlowAnswer(page, account);
  await openChat(page, account);
  await input(page).fill("/preco");
  await expect(menu(page).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect.poll(countRequests).toBe(1);
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(conversation(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Enviar mensagem" })).toBeEnabled();

  await input(page).fill("/prec");
  await page.keyboard.press("Enter");
  await expect.poll(countRequests).toBe(2);
  await row(page, /Outra conversa/).click();
  await expect(history(page).getByText("Outra conversa")).toBeVisible();
  const fetched = page.waitForResponse(/\/api\/canned_answers\/\d+\/file/);
  deliver();
  await (await fetched).finished();
  await expect(input(page)).toHaveValue("");
  await row(page, /Padaria do Zé/).click();
  await expect(input(page)).toHaveValue("/prec");
  await expect(tray(page)).toBeHidden();
});
