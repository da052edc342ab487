import type { Page } from "@playwright/test";
import { createToken } from "./account";
import { insertColleague, insertLeads } from "./rows";
import { expect, expectAccessible, test, WIDE_JOURNEY } from "./support";
import { list, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new" });

interface Announced {
  title: string;
  body: string | undefined;
}

/** The tests' browser shows no notifications: requested ones are recorded, and the tab counts as hidden. */
async function hideTab(page: Page): Promise<() => Promise<Announced[]>> {
  await page.addInitScript(() => {
    const announced: { title: string; body: string | undefined }[] = [];
    class KeptNotification {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title: string, { body }: NotificationOptions = {}) {
        announced.push({ title, body });
      }
    }
    Object.assign(window, { Notification: KeptNotification, announced });
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  return () => page.evaluate(() => (window as unknown as { announced: Announced[] }).announced);
}

test("a reply is counted in the tab's title, and announced once it was chosen", async ({
  page,
  account,
}) => {
  const readAnnounced = await hideTab(page);
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.createLead(phone, "Padaria Central");
  await page.goto("/chat-whatsapp");
  await expect(page).toHaveTitle(/^Chat/);
  await whatsapp.receive(phone, "Bom dia");
  await expect(page).toHaveTitle(/^\(1\) Chat/);
  expect(await readAnnounced()).toEqual([]);

  await page.getByRole("button", { name: "Avisos de respostas" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Notificação na área de trabalho" }).click();
  await whatsapp.receive(phone, "Quanto custa?");
  await expect.poll(readAnnounced).toEqual([{ title: "Padaria Central", body: "Quanto custa?" }]);
  await expect(page).toHaveTitle(/^\(2\) Chat/);

  await page.goto("/leads");
  await expect(page).toHaveTitle(/^\(2\) Gerenciamento de Leads/);
});

test("of two hidden tabs one announces a reply; none does while a third is seen", async ({
  page,
  account,
}) => {
  const readFirst = await hideTab(page);
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.createLead(phone, "Padaria Central");
  await page.goto("/chat-whatsapp");
  await page.getByRole("button", { name: "Avisos de respostas" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Notificação na área de trabalho" }).click();
  const other = await page.context().newPage();
  const readOther = await hideTab(other);
  const seen = await page.context().newPage();
  await other.goto("/leads");
  const readAll = async () =>
    [...(await readFirst()), ...(await readOther())].map(({ body }) => body);
  for (const text of ["Um", "Dois", "Três"]) {
    await whatsapp.receive(phone, text);
    await expect.poll(async () => (await readAll()).includes(text)).toBe(true);
    // Past the time in which a second announcement would be kept back anyway.
    const countHeld = () =>
      other.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0);
    await expect.poll(countHeld).toBe(0);
  }
  expect(await readAll()).toHaveLength(3);

  await seen.goto("/leads");
  await expect(seen).toHaveTitle(/^\(3\) /);
  await whatsapp.receive(phone, "Quatro");
  await expect(seen).toHaveTitle(/^\(4\) /);
  await expect(other).toHaveTitle(/^\(4\) /);
  // The tabs have agreed by then.
  await seen.waitForFunction(
    () => Date.now() - Number(localStorage.getItem("garimpo.replyNoticed")) > 1_000,
  );
  expect(await readAll()).toHaveLength(3);
});

test("a colleague's reply is announced to them, and silences none of one's own", async ({
  page,
  account,
}) => {
  const token = await createToken(page, await insertColleague(account, "Bia Lima"));
  const readAnnounced = await hideTab(page);
  const whatsapp = await pair(page, account);
  const [hers, mine] = [newPhone(), newPhone()];
  await whatsapp.behave(hers, "receives");
  await whatsapp.createLead(mine, "Padaria Central");
  const answer = await page.request.post("/api/whatsapp/send_message", {
    headers: { token },
    data: { to: hers, content: "Bom dia" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto("/chat-whatsapp");
  await page.getByRole("button", { name: "Avisos de respostas" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Notificação na área de trabalho" }).click();
  await whatsapp.receive(hers, "Para a Bia");
  await whatsapp.receive(mine, "Para mim");
  await expect.poll(readAnnounced).toEqual([{ title: "Padaria Central", body: "Para mim" }]);
});

test("whoever asked for no more messages waits for no answer", async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const [gone, waiting] = [newPhone(), newPhone()];
  await whatsapp.createLead(gone, "Saiu");
  await whatsapp.createLead(waiting, "Espera");
  await whatsapp.receive(waiting, "Quanto custa?");
  await whatsapp.receive(gone, "SAIR");
  await page.goto("/chat-whatsapp");
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  for (const name of ["Não lidas", "Sem resposta"]) {
    await list(page).getByText(name, { exact: true }).click();
    await expect(row(page, /Saiu/)).toHaveCount(0);
    await expect(row(page, /Espera/)).toBeVisible();
  }
  await expect(page).toHaveTitle(/^\(1\) /);
  // The address keeps the filter.
  await expect(page).toHaveURL(/filtro=unanswered/);
  await page.reload();
  await expect(list(page).getByRole("radio", { name: "Sem resposta" })).toBeChecked();
  await expect(row(page, /Saiu/)).toHaveCount(0);
  await expect(row(page, /Espera/)).toBeVisible();
});

test(
  "a campaign that waits for WhatsApp says so on every screen",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    // More than are written to before the connection is gone.
    await insertLeads(
      account,
      Array.from({ length: 60 }, (_, at) => ({ name: `Lead ${at}`, whatsapp: newPhone() })),
    );
    const started = await whatsapp.post("/api/prospecting/start-prospecting", {
      num_leads: 60,
      messages: ["Olá, {{empresa}}!"],
    });
    expect(started.status(), await started.text()).toBeLessThan(300);
    await page.goto("/leads");
    const banner = page.getByText("Seu WhatsApp está desconectado.");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
    await whatsapp.disconnect();
    await expect(banner).toBeVisible();
    await expect(page.getByText("1 campanha espera por ele")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Reconectar" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(banner).toBeVisible();
  },
);
