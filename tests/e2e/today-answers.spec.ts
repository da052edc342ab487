import type { Page } from "@playwright/test";
import { insertChats, insertLeads } from "./rows";
import {
  BOTH_WIDTHS,
  expect,
  expectAccessible,
  openScreen,
  pressBack,
  test,
  WIDE_JOURNEY,
} from "./support";
import { newPhone, pair } from "./whatsapp";

test.use({ signedInAs: "new" });

const replies = (page: Page) => page.getByRole("region", { name: "Respostas que esperam" });
const group = (page: Page, name: string) =>
  replies(page).getByRole("region", { name, exact: true });
const answer = (page: Page, name: string) =>
  replies(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const row = activeElement?.closest("[data-answer]");
    return activeElement?.matches("[data-answer] a") ? row?.getAttribute("data-answer") : null;
  });

/** J leads to the first row; before the page listens it is lost. */
const reach = (page: Page, name: string) =>
  expect(async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("j");
    await expect(answer(page, name).getByRole("link").first()).toBeFocused({ timeout: 1_000 });
  }).toPass();

test(
  "fifty answers are gone through by keyboard alone",
  WIDE_JOURNEY,
  async ({ page, account }) => {
    const whatsapp = await pair(page, account);
    const kinds = ["interested", "question", "thanks"] as const;
    const people = Array.from({ length: 50 }, (_, at) => ({
      intent: kinds[at % kinds.length],
      whatsapp: newPhone(),
    }));
    // Nobody answers meanwhile.
    for (const { whatsapp: phone } of people) await whatsapp.behave(phone, "off");
    await insertChats(account, [
      ...people,
      { name: "Robô", words: "Fora do horário", intent: "automatic" },
    ]);
    await page.goto("/hoje");
    await expect(replies(page).getByRole("heading", { level: 3 })).toHaveText([
      "Querem conversar",
      "Perguntas",
      "Para decidir",
      "Respostas automáticas",
    ]);
    await expect(replies(page).getByRole("listitem")).toHaveCount(50);
    // Keys are heard once the rows, which come with the page, are hydrated.
    await page.waitForLoadState("networkidle");
    await reach(page, "Pessoa 1");

    const done = { r: 0, e: 0, d: 0 };
    for (let at = 0; at < 50; at += 1) {
      let before: string | null | undefined;
      await expect
        .poll(async () => {
          before = await focused(page);
          return before;
        })
        .toBeTruthy();
      const key = at % 5 === 0 ? "r" : at % 2 === 0 ? "e" : "d";
      await page.keyboard.press(key);
      if (key === "r") {
        await page.keyboard.type("Claro, eduardo");
        await page.keyboard.press("Enter");
      }
      done[key] += 1;
      await expect.poll(() => focused(page)).not.toBe(before);
    }
    await expect(replies(page).getByRole("listitem")).toHaveCount(0);
    await expect(replies(page).getByRole("heading", { level: 3 })).toHaveText([
      "Respostas automáticas",
    ]);
    expect(done).toEqual({ r: 10, e: 20, d: 20 });
    // A row goes before the server has answered.
    const countTasks = async () => {
      const { tasks } = await whatsapp.get<{ tasks: { what: string }[] }>(
        "/api/tasks?per_page=100",
      );
      return tasks.filter(({ what }) => what.startsWith("Responder a Pessoa")).length;
    };
    await expect.poll(countTasks).toBe(20);
    const countArchived = async () => {
      const path = "/api/whatsapp/chats?filter=archived&per_page=100";
      const { data } = await whatsapp.get<{ data: { chats: unknown[] } }>(path);
      return data.chats.length;
    };
    await expect.poll(countArchived).toBe(40);
    const sent = (await whatsapp.readLedger("ledger")).filter(
      ({ text }) => text === "Claro, eduardo",
    );
    expect(sent).toHaveLength(10);
  },
);

test("a key acts on the row alone, not on what is typed, and is taken back", async ({
  page,
  account,
}) => {
  await pair(page, account);
  await insertChats(account, [
    { name: "Ana", intent: "interested" },
    { name: "Bia", intent: "question" },
    { name: "Caio", words: "Quem é?", intent: "wrong_person" },
    { name: "Robô", intent: "automatic" },
  ]);
  await page.goto("/dashboard");
  await openScreen(page, "Hoje");
  const link = (name: string) => answer(page, name).getByRole("link").first();
  await reach(page, "Ana");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(link("Caio")).toBeFocused();
  for (const key of ["Control+e", "Shift+e", "Alt+d", "Meta+d"]) await page.keyboard.press(key);

  // Prepared, and not sent; what is typed stays.
  await page.keyboard.press("r");
  const field = page.getByRole("textbox", { name: "Mensagem para Caio" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Obrigado por avisar! Pode me dizer quem cuida disso por aí?");
  await page.keyboard.type(" Ed");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(link("Caio")).toBeFocused();
  await page.keyboard.press("r");
  await expect(field).toHaveValue(/ Ed$/);
  await pressBack(page);
  await expect(field).toBeHidden();
  await expect(page).toHaveURL(/\/hoje$/);

  await page.keyboard.press("k");
  await expect(link("Bia")).toBeFocused();
  await page.keyboard.press("c");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(link("Bia")).toBeFocused();
  await page.keyboard.press("c");
  await page.getByRole("menuitem", { name: "Quer marcar" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bia: quer marcar.")).toBeVisible();
  await expect(group(page, "Querem conversar").getByText("Quer marcar")).toBeVisible();
  await expect(group(page, "Perguntas")).toBeHidden();
  await expect(link("Caio")).toBeFocused();

  await page.keyboard.press("e");
  await expect(page.getByText("Conversa com Caio arquivada.")).toBeVisible();
  await expect(answer(page, "Caio")).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(page.getByText(/^Adiada para amanhã: Responder a /)).toBeVisible();
  await expect(replies(page).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(replies(page).getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(answer(page, "Caio")).toBeVisible();
  await page.getByRole("button", { name: "Respostas automáticas" }).click();
  await expect(answer(page, "Robô")).toBeVisible();
  await page.keyboard.press("?");
  await expect(
    page.getByRole("dialog").getByText("Adiar para amanhã, com uma tarefa"),
  ).toBeVisible();
});

test("an answer asks for what its kind needs", BOTH_WIDTHS, async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  await insertLeads(account, [{ name: "Loja Sol", whatsapp: phone }]);
  await insertChats(account, [
    { name: "Davi", words: "Podemos falar?", intent: "meeting" },
    { name: "Eva", words: "Me chama depois", intent: "not_now", inDays: 9 },
    { name: "Fábio", words: "Me deixa em paz", intent: "opt_out" },
    { name: "Gil", words: "Chega", intent: "opt_out" },
    { words: "Não quero, obrigado", intent: "not_interested", whatsapp: phone },
    { name: "Robô", words: "Fora do horário", intent: "automatic" },
  ]);
  await page.goto("/hoje");
  await expect(replies(page).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page);

  const eva = answer(page, "Eva");
  await eva.getByRole("button", { name: /^Criar tarefa para / }).click();
  await expect(eva.getByText(/^Tarefa: /)).toBeVisible();
  await eva.getByRole("button", { name: "Mudar a tarefa de Eva" }).click();
  const day = eva.getByLabel("Dia da tarefa de Eva");
  await page.keyboard.press("Escape");
  await expect(day).toBeHidden();
  await eva.getByRole("button", { name: "Mudar a tarefa de Eva" }).click();
  await expect(day).toBeFocused();
  await day.fill("31/01/2030");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(eva.getByText("Tarefa: quinta, 31/01/2030")).toBeVisible();
  await eva.getByRole("button", { name: "Desfazer a tarefa de Eva" }).click();
  await expect(eva.getByRole("button", { name: /^Criar tarefa para / })).toBeVisible();
  await expect(answer(page, "Davi").getByRole("button", { name: /^Marcar/ })).toBeVisible();

  const decided = group(page, "Para decidir");
  await answer(page, "Fábio").getByRole("button", { name: "Não é isso" }).click();
  await expect(answer(page, "Fábio").getByText("Não está claro")).toBeVisible();
  await answer(page, "Gil").getByRole("button", { name: "Não escrever mais" }).click();
  await expect(page.getByText("Número bloqueado: campanhas não escrevem")).toBeVisible();
  await expect(answer(page, "Gil")).toHaveCount(0);

  await decided.getByRole("button", { name: "Mover para… Loja Sol" }).click();
  await page.getByRole("menuitem", { name: "Perdido" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Preço" }).click();
  await expect(page.getByText("Loja Sol → Perdido")).toBeVisible();

  await group(page, "Depois").getByRole("link", { name: "Tarefas automáticas" }).click();
  await expect(page.getByRole("checkbox", { name: /^Criar tarefas sozinho/ })).toBeChecked();
  const { leads } = await whatsapp.get<{ leads: { loss_reason_id: number | null }[] }>(
    "/api/leads",
  );
  expect(leads).toMatchObject([{ loss_reason_id: expect.any(Number) }]);
});
