import type { Page, Route } from "@playwright/test";
import { accessibilityFaults, BOTH_WIDTHS, expect, JOURNEY, test } from "./support";
import { bubble, input, newPhone, pair, row } from "./whatsapp";

test.use({ signedInAs: "new", goesOffline: true, expectedStatuses: [404, 409] });

const SEND = "**/api/whatsapp/send_message";
const unconfirmed = (page: Page) => page.getByRole("region", { name: "Mensagens sem confirmação" });
const tray = (page: Page) => page.getByRole("region", { name: "Arquivos para enviar" });

/** As a connection that is lost. */
const cut = (route: Route) => route.abort("internetdisconnected");

const loseAnswer = async (route: Route) => {
  await route.fetch();
  await cut(route);
};

async function openChat(page: Page, whatsapp: Awaited<ReturnType<typeof pair>>, text: string) {
  const phone = newPhone();
  await whatsapp.behave(phone, "receives");
  await whatsapp.receive(phone, text);
  await page.goto("/chat-whatsapp");
  await row(page, text).click();
  await expect(bubble(page, text)).toBeVisible();
  await expect(input(page)).toBeEnabled();
  return phone;
}

/** `lose` is called instead of the first request. Returns the keys of all. */
async function loseFirst(page: Page, url: string, lose: (route: Route) => Promise<void>) {
  const keys: (string | undefined)[] = [];
  await page.route(url, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await (keys.length === 1 ? lose(route) : route.continue());
  });
  return keys;
}

test(
  "a text whose answer and a file whose request are lost are sent once, and do not come back",
  JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Bom dia");
    const keys = await loseFirst(page, SEND, loseAnswer);
    await input(page).fill("Uma vez só");
    await input(page).press("Enter");
    await expect.poll(() => keys.length).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    await expect(bubble(page, "Uma vez só").locator("[data-status=delivered]")).toBeVisible();
    await expect(bubble(page, "Uma vez só")).toHaveCount(1);
    await expect(input(page)).toHaveValue("");

    const fileKeys = await loseFirst(page, "**/api/whatsapp/send_media?*", cut);
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Anexar arquivos" }).click();
    const file = { name: "Proposta.pdf", mimeType: "application/pdf" };
    await (await choosing).setFiles({ ...file, buffer: Buffer.from("%PDF-1.7 proposta") });
    await expect(tray(page)).toContainText("Proposta.pdf");
    await page.getByRole("button", { name: "Enviar mensagem" }).click();
    await expect.poll(() => fileKeys.length).toBe(2);
    expect(fileKeys[1]).toBe(fileKeys[0]);
    expect(fileKeys[0]).not.toBe(keys[0]);
    await expect(bubble(page, "Proposta.pdf")).toHaveCount(1);
    await expect(tray(page)).toBeHidden();
    await expect(page.getByText("Erro ao enviar mensagem")).toBeHidden();
    expect((await whatsapp.readLedger("ledger")).map(({ text }) => text)).toEqual([
      "Uma vez só",
      "",
    ]);
  },
);

test("what is scheduled or sent again while its answer is lost is so once", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  const phone = await openChat(page, whatsapp, "Até quando?");
  const scheduling = await loseFirst(page, "**/api/whatsapp/scheduled_messages", loseAnswer);
  await input(page).fill("Até amanhã");
  await page.getByRole("button", { name: "Enviar depois" }).click();
  await page.getByRole("menuitem", { name: /Amanhã às 9/ }).click();
  await expect(page.getByText("Mensagem agendada.")).toBeVisible();
  expect(scheduling).toEqual([scheduling[0], scheduling[0]]);
  const strip = page.getByRole("region", { name: "Mensagens agendadas" });
  await expect(strip.getByRole("listitem")).toHaveCount(1);

  await whatsapp.behave(phone, "fails");
  await input(page).fill("Custa R$ 97");
  await input(page).press("Enter");
  const failed = bubble(page, "Custa R$ 97");
  await expect(failed.getByText("Não enviada")).toBeVisible();
  await whatsapp.behave(phone, "receives");
  const again = await loseFirst(page, "**/api/whatsapp/send_message/*/resend", loseAnswer);
  await failed.getByRole("button", { name: "Reenviar" }).click();
  await expect(failed.locator("[data-status=delivered]")).toBeVisible();
  await expect.poll(() => again.length).toBe(2);
  expect(again).toEqual([again[0], again[0]]);
  await expect(failed).toHaveCount(1);
  await expect(page.getByText("Erro ao enviar mensagem")).toBeHidden();
  // The one that failed, and the one in its place.
  const sent = (await whatsapp.readLedger("ledger")).map(({ text }) => text);
  expect(sent).toEqual(["Custa R$ 97", "Custa R$ 97"]);
});

test("of two equal texts the second, whose request is lost on its way, is sent too", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  await openChat(page, whatsapp, "Pode ser?");
  let requests = 0;
  await page.route(SEND, (route) => {
    requests += 1;
    return requests === 2 ? cut(route) : route.continue();
  });
  for (let time = 0; time < 2; time += 1) {
    await input(page).fill("Combinado");
    await input(page).press("Enter");
  }
  await expect.poll(async () => (await whatsapp.readLedger("ledger")).length).toBe(2);
  await expect(bubble(page, "Combinado")).toHaveCount(2);
  await expect(input(page)).toHaveValue("");
});

test("a text that is sent before the messages are loaded is shown once", async ({
  page,
  account,
}) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await whatsapp.behave(phone, "receives");
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/api/whatsapp/messages/**", async (route) => {
    await loaded;
    await route.continue();
  });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(SEND, async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await page.goto(`/chat-whatsapp?contato=%2B${phone}`);
  await expect(input(page)).toBeEnabled();
  await input(page).fill("Antes da conversa");
  await input(page).press("Enter");
  await expect.poll(() => whatsapp.countMessages(phone)).toBe(1);
  load();
  // The row alone has a mark other than that of a text under way.
  await expect(bubble(page, "Antes da conversa").locator("[data-status=delivered]")).toBeVisible();
  await expect(bubble(page, "Antes da conversa")).toHaveCount(1);
  answer();
  await expect(bubble(page, "Antes da conversa")).toHaveCount(1);
});

test("without a connection a text comes back at once, and the next one with it", async ({
  page,
  context,
  account,
}) => {
  const whatsapp = await pair(page, account);
  await openChat(page, whatsapp, "Oi");
  // What shows toasts comes with the first action, before this text is sent.
  await input(page).fill("Com internet");
  await input(page).press("Enter");
  await expect(bubble(page, "Com internet").locator("[data-status=delivered]")).toBeVisible();
  await context.setOffline(true);
  await input(page).fill("Sem internet");
  await input(page).press("Enter");
  await expect(input(page)).toHaveValue("Sem internet");
  await expect(page.getByText("Erro ao enviar mensagem")).toBeVisible();
  await expect(bubble(page, "Sem internet")).toHaveCount(0);
  await expect(unconfirmed(page)).toBeHidden();
  await input(page).fill("De novo");
  await input(page).press("Enter");
  await expect(input(page)).toHaveValue("De novo");
  await context.setOffline(false);
  await input(page).press("Enter");
  await expect
    .poll(async () => (await whatsapp.readLedger("ledger")).map(({ text }) => text))
    .toEqual(["Com internet", "De novo"]);
});

test(
  "a text that may have gone out is not put back, but can be looked at and taken back",
  JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Olá");
    await page.route(SEND, (route) =>
      route.fulfill({ status: 409, json: { error: "Não sabemos.", code: "outcome_unknown" } }),
    );
    await input(page).fill("Saiu?");
    await input(page).press("Enter");
    await expect(page.getByText("Envio sem confirmação")).toBeVisible();
    await expect(input(page)).toHaveValue("");
    await expect(unconfirmed(page)).toContainText("Saiu?");
    expect(await accessibilityFaults(page)).toEqual([]);
    await unconfirmed(page).getByRole("button", { name: "Voltar para o campo: Saiu?" }).click();
    await expect(input(page)).toHaveValue("Saiu?");
    await expect(input(page)).toBeFocused();
    await expect(unconfirmed(page)).toBeHidden();
    await page.unroute(SEND);
    await input(page).press("Enter");
    await expect(bubble(page, "Saiu?").locator("[data-status=delivered]")).toBeVisible();
    await expect(unconfirmed(page)).toBeHidden();
  },
);

test(
  "a reload before the answer asks first, and the text is there after it, unsent",
  BOTH_WIDTHS,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    await openChat(page, whatsapp, "Pode falar?");
    let requests = 0;
    // Never answered.
    await page.route(SEND, () => {
      requests += 1;
    });
    await input(page).fill("No meio do caminho");
    await input(page).press("Enter");
    await expect(bubble(page, "No meio do caminho")).toBeVisible();
    await expect.poll(() => requests).toBe(1);
    await expect(unconfirmed(page)).toBeHidden();
    const asked = page.waitForEvent("dialog").then(async (dialog) => {
      const kind = dialog.type();
      await dialog.accept();
      return kind;
    });
    await page.reload();
    expect(await asked).toBe("beforeunload");
    await expect(unconfirmed(page)).toContainText("No meio do caminho");
    await expect(bubble(page, "No meio do caminho")).toHaveCount(0);
    await expect(input(page)).toHaveValue("");
    expect(requests).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await unconfirmed(page)
      .getByRole("button", { name: /^Dispensar/ })
      .click();
    await expect(unconfirmed(page)).toBeHidden();
    await page.reload();
    await expect(bubble(page, "Pode falar?")).toBeVisible();
    await expect(unconfirmed(page)).toBeHidden();
  },
);
