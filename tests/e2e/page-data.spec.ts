import type { Page } from "@playwright/test";
import { findToken, newAccount } from "./account";
import { createAccount, insertLeads, openSession } from "./rows";
import { expect, JOURNEY, test } from "./support";
import { newPhone, pair } from "./whatsapp";

/** The rows of a screen come with its page, before any script. */

test.use({ signedInAs: "new" });

/** Asks for a page as a browser does. */
const AS_PAGE = { headers: { accept: "text/html" } };

/** The page's scripts come once the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test(
  "rows are there before scripts, and what is done to them early is done",
  JOURNEY,
  async ({ page, account }) => {
    await insertLeads(
      account,
      Array.from({ length: 23 }, (_, at) => ({
        name: `Empresa ${at + 1}`,
        whatsapp: `55119876501${10 + at}`,
        status: "pending",
      })),
    );
    // The product's first page may leave its rows to the browser.
    await page.request.get("/leads?per_page=10", AS_PAGE);
    const release = await holdScripts(page);
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/leads")) calls.push(pathname);
    });
    await page.goto("/leads?per_page=10", { waitUntil: "commit" });
    const nav = page.getByRole("navigation", { name: "Paginação" });
    await expect(page.getByRole("table").getByText("Empresa 23", { exact: true })).toBeVisible();
    expect(calls).toEqual([]);
    await nav.getByRole("combobox").selectOption("20");
    release();
    await expect(nav).toHaveText(/^1–20 de 23/);
    await expect(page).toHaveURL(/per_page=20/);
  },
);

test("a box ticked before scripts stays ticked", async ({ page, account }) => {
  await insertLeads(account, [
    { name: "Padaria da Ana", whatsapp: "5511987650203", status: "pending" },
  ]);
  await page.request.get("/leads", AS_PAGE);
  const release = await holdScripts(page);
  await page.goto("/leads", { waitUntil: "commit" });
  const box = page.getByRole("row", { name: /Padaria da Ana/ }).getByRole("checkbox");
  await box.check();
  release();
  await expect(page.getByLabel("Leads selecionados")).toBeVisible();
  await expect(box).toBeChecked();
});

test("two people's pages at once have each their own rows", async ({
  page,
  account,
  baseURL,
  browser,
}) => {
  const other = newAccount();
  await createAccount(other);
  await insertLeads(account, [
    { name: "Padaria da Ana", whatsapp: "5511987650201", status: "pending" },
  ]);
  await insertLeads(other, [
    { name: "Oficina do Caio", whatsapp: "5511987650202", status: "pending" },
  ]);
  const context = await browser.newContext({ storageState: await openSession(other, baseURL) });
  const pages = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const mine = at % 2 === 0;
      const answer = await (mine ? page.request : context.request).get("/leads", AS_PAGE);
      expect(answer.headers()["cache-control"]).toContain("no-store");
      return { mine, html: await answer.text() };
    }),
  );
  const [ana, caio] = [true, false].map((mine) => pages.filter((each) => each.mine === mine));
  // On a busy machine some leave their rows to the browser.
  expect(ana?.some(({ html }) => html.includes("Padaria da Ana"))).toBe(true);
  expect(caio?.some(({ html }) => html.includes("Oficina do Caio"))).toBe(true);
  expect(ana?.filter(({ html }) => html.includes("Oficina do Caio"))).toEqual([]);
  expect(caio?.filter(({ html }) => html.includes("Padaria da Ana"))).toEqual([]);
  await context.close();
});

test("a page whose stream was cut asks for its data, and is not rendered again", async ({
  page,
}) => {
  let streams = 0;
  let hasAsked = false;
  const rendered: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/stream") streams += 1;
    if (request.headers()["rsc"]) rendered.push(new URL(request.url()).pathname);
  });
  page.on("requestfinished", (request) => {
    hasAsked ||= streams === 2 && new URL(request.url()).pathname === "/api/user";
  });
  const answer = { contentType: "text/event-stream", body: "retry: 500\n\n" };
  await page.route("**/api/stream?*", (route) => route.fulfill(answer), { times: 1 });
  await page.goto("/leads");
  await expect.poll(() => hasAsked).toBe(true);
  // No screen is fetched ahead because its link is in sight.
  expect(rendered).toEqual([]);
  // What it would have asked for is asked for before the next screen is.
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page).toHaveURL(/dashboard/);
  expect(rendered).toContain("/dashboard");
  expect(rendered).not.toContain("/leads");
});

test(
  "a screen that was open before is there at once, with what has changed since",
  JOURNEY,
  async ({ page, account }) => {
    await insertLeads(account, [
      { name: "Padaria da Ana", whatsapp: "5511987650204", status: "pending" },
    ]);
    const headers = { authorization: await findToken(page, account) };
    const listed = await page.request.get("/api/leads", { headers });
    const { id } = ((await listed.json()) as { leads: { id: number }[] }).leads[0] ?? { id: 0 };
    await page.request.get("/leads", AS_PAGE);
    await page.goto("/leads");
    const row = page.getByRole("table").getByRole("row");
    await expect(row.filter({ hasText: "Padaria da Ana" })).toBeVisible();
    const opened: string[] = [];
    page.on("request", (request) => {
      if (request.headers()["rsc"]) opened.push(new URL(request.url()).pathname);
    });
    const open = async (name: string, path: string) => {
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(path);
    };
    await open("Dashboard", "/dashboard");
    const data = { name: "Padaria da Bia" };
    expect((await page.request.put(`/api/leads/${id}`, { headers, data })).status()).toBe(200);
    expect(opened).toContain("/dashboard");
    opened.length = 0;
    await page.goBack();
    await expect(row.filter({ hasText: "Padaria da Bia" })).toBeVisible();
    await open("Dashboard", "/dashboard");
    await open("Leads", "/leads");
    await expect(row.filter({ hasText: "Padaria da Bia" })).toBeVisible();
    expect(opened).toEqual([]);
  },
);

test("a screen is asked for what it shows first as soon as its link is pointed at", async ({
  page,
  account,
}) => {
  await insertLeads(account, [
    { name: "Padaria da Ana", whatsapp: "5511987650205", status: "pending" },
  ]);
  await page.goto("/dashboard");
  const link = page.getByRole("link", { name: "Leads", exact: true });
  const listed = page.waitForResponse(
    (response) => new URL(response.url()).pathname === "/api/leads",
  );
  await link.hover();
  await listed;
  // What the screen would ask for itself never comes.
  await page.route(/\/api\/leads\?/, () => undefined);
  await link.click();
  await expect(page.getByRole("row", { name: /Padaria da Ana/ })).toBeVisible();
});

test("what changes while a screen is on its way is on it", JOURNEY, async ({ page, account }) => {
  const whatsapp = await pair(page, account);
  const phone = newPhone();
  // Known by its number.
  await whatsapp.behave(phone, "reads");
  await insertLeads(account, [{ name: "Padaria da Ana", whatsapp: phone }]);
  await page.goto("/leads");
  await page.getByRole("main").waitFor();
  const told = [
    page.getByRole("link", { name: /Conversas 1 não lida/ }),
    page.getByRole("row", { name: /Padaria da Ana.*Respondeu/ }),
  ];
  // The server has answered, and the message is told of, before the answer arrives.
  await page.route(/\/hoje\?_rsc/, async (route) => {
    const response = await route.fetch();
    await whatsapp.receive(phone, "Quanto custa?");
    for (const change of told) await change.waitFor();
    await route.fulfill({ response });
  });
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("button", { name: "Responder a Padaria da Ana" })).toBeVisible();
});

test.describe("a browser whose clock is wrong", () => {
  test.use({ signedInAs: "demo" });
  test("keeps the page that it was given", JOURNEY, async ({ page }) => {
    test.slow();
    await page.clock.setSystemTime(Date.now() + 26 * 3_600_000);
    // What does not agree with the page's own words is thrown away, which React reports.
    const thrownAway: string[] = [];
    page.on("pageerror", ({ message }) => thrownAway.push(`${page.url()}: ${message}`));
    await page.goto("/prospecting-activities");
    const campaign = page.getByRole("link", { name: "Prospecção 3" }).first();
    const report = (await campaign.getAttribute("href")) ?? "";
    for (const path of [
      ...["/hoje", "/dashboard", "/leads", "/chat-whatsapp", report, "/radar", "/my-lists"],
      ...["/whatsapp-contacts", "/nao-perturbe", "/events", "/search-receita?uf=SP", "/credits"],
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
    }
    expect(thrownAway).toEqual([]);
  });
});
