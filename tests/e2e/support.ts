import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Account, newAccount, SEEDED } from "./account";
import { createAccount, openSession } from "./rows";

interface Options {
  /** Statuses of errors this test provokes on purpose: the browser logs them. */
  expectedStatuses: number[];
  /** The test cuts the connection: the browser logs every request that fails. */
  goesOffline: boolean;
  /** The browser's session at the start. `new` and `newPro` create an account for the test. */
  signedInAs: keyof typeof SEEDED;
}

interface Fixtures {
  /** The account of `signedInAs`; a visitor's is not registered yet. */
  account: Account;
}

/**
 * Tests run once, on the desktop. What depends on the width (the sidebar, tables that become cards, dialogs and
 * drawers, overflow, visual accessibility) also runs on the phone and has this tag.
 */
export const BOTH_WIDTHS = { tag: "@both-widths" };
/** For layouts that exist only on a phone. */
export const PHONE_ONLY = { tag: "@phone-only" };

/**
 * The tests that `npm test` runs: each capability once, on the width where it matters most. The other tests, and the other
 * width, are for `npm run test:all`.
 */
export const JOURNEY = { tag: "@journey" };
export const WIDE_JOURNEY = { tag: [BOTH_WIDTHS.tag, "@journey"] };
export const PHONE_JOURNEY = { tag: [BOTH_WIDTHS.tag, "@phone-journey"] };
export const JOURNEY_ON_BOTH = { tag: [...WIDE_JOURNEY.tag, "@phone-journey"] };
export const PHONE_ONLY_JOURNEY = { tag: [PHONE_ONLY.tag, "@phone-journey"] };

/** A page that fails its test on a console error, an uncaught exception or an unexpected failed request. */
export const test = base.extend<Options & Fixtures>({
  expectedStatuses: [[], { option: true }],
  goesOffline: [false, { option: true }],
  signedInAs: ["visitor", { option: true }],
  account: async ({ signedInAs }, use) => {
    const account = { ...newAccount(), ...SEEDED[signedInAs] };
    if (signedInAs === "new" || signedInAs === "newPro") await createAccount(account);
    await use(account);
  },
  storageState: async ({ signedInAs, account, baseURL }, use) => {
    await use(signedInAs === "visitor" ? undefined : await openSession(account, baseURL));
  },
  page: async ({ page, expectedStatuses, goesOffline }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      const refused = /status of (\d+)/.exec(message.text())?.[1];
      if (message.type() !== "error") return;
      if (refused && expectedStatuses.includes(Number(refused))) return;
      if (goesOffline && message.text().includes("ERR_INTERNET_DISCONNECTED")) return;
      faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("response", (response) => {
      const status = response.status();
      if (status >= 400 && !expectedStatuses.includes(status)) {
        faults.push(`${status} ${response.request().method()} ${response.url()}`);
      }
    });
    const addRoute = page.route.bind(page);
    // Answers that a test changes on their way do not come with the page.
    page.route = async (url, ...rest) => {
      if (String(url).includes("api")) await page.setExtraHTTPHeaders({ purpose: "prefetch" });
      return addRoute(url, ...rest);
    };
    await use(page);
    // An answer that is changed on its way would fail with the page.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(faults).toEqual([]);
  },
});

export { expect };

/** Logs in through the form. */
export async function logIn(page: Page, account: Account): Promise<void> {
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  if (account.plan !== "pro") await declineUpgrade(page);
}

/** The window comes when the first screen was seen. */
async function declineUpgrade(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Agora não" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Registers the account through the form, which signs in to it. */
export async function registerByForm(page: Page, account: Account): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Criar conta" }).click();
  await page.getByLabel("Nome").fill(account.name);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("WhatsApp").fill("11987654321");
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Criar conta" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Bem-vindo! Autenticado com sucesso!")).toBeVisible();
}

/** Opens the sidebar, which is behind the menu button on a phone. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Abrir menu" });
  if (await menu.isVisible()) await menu.click();
}

export async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("button", { name: /Menu do perfil/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
}

/** Presses the browser's own button. Playwright's `goBack` would wait for the page to be left. */
export async function pressBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
  const before = entries[currentIndex - 1];
  if (!before) throw new Error("There is no page before this one.");
  await session.send("Page.navigateToHistoryEntry", { entryId: before.id });
  await session.detach();
}

/** Chooses an action without a separate button: on the screen, or in the bar of the selected leads. */
export async function chooseMore(
  page: Page,
  name: string,
  within: Page | Locator = page,
): Promise<void> {
  await within.getByRole("button", { name: "Mais", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

export const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

/** The button of a menu. On a phone its lines are in the menu of all that has no button. */
export function menuButton(page: Page, name: string, within: Page | Locator = page): Locator {
  return within.getByRole("button", { name: isNarrow(page) ? "Mais" : name, exact: true });
}

/** Chooses an action that has a separate button where the window is wide. */
export async function chooseAction(page: Page, name: string, within: Locator): Promise<void> {
  if (isNarrow(page)) await chooseMore(page, name, within);
  else await within.getByRole("button", { name, exact: true }).click();
}

/** Types into a combobox and takes the option of that name. */
export async function chooseOption(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await field.page().getByRole("listbox").getByRole("option", { name, exact: true }).click();
}

/** The bar of the leads that are selected. */
export function selectionBar(page: Page): Locator {
  return page.getByRole("region", { name: "Leads selecionados" });
}

/** Opens a screen from the sidebar. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page
    .getByRole("navigation", { name: "Principal" })
    .getByRole("link", { name, exact: true })
    .click();
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Rules whose findings depend on the colour scheme: enough for the second look at a screen. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** One journey of `npm test` looks at all screens; dialogs and states, in every other test, are for `npm run test:all`. */
const LOOKS = process.env["TEST_RING"] !== "journeys";

/** As findFaults, and nothing where this run does not look. */
export async function accessibilityFaults(page: Page, rules?: string[]): Promise<string[]> {
  return LOOKS ? findFaults(page, rules) : [];
}

/**
 * Serious and critical axe findings on the current screen, or in the dialog that is open on it: what is behind one was
 * looked at before. By all rules, or by some.
 */
export async function findFaults(page: Page, rules?: string[]): Promise<string[]> {
  const faults = await findFaultsOnce(page, rules);
  // A fault that a page under load shows for a moment, such as half faded rows during a refresh, is gone the second time.
  return faults.length > 0 ? findFaultsOnce(page, rules) : faults;
}

/** The page of the API takes longest: each of its calls is looked at. */
export const ACCESSIBILITY_MS = 60_000;

/** In light and in dark, each of which `look` may take a picture of. */
export async function expectAccessible(
  page: Page,
  look?: (colorScheme: string) => Promise<unknown>,
): Promise<void> {
  if (!LOOKS) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === "dark" ? COLOUR_RULES : undefined;
    // The colours take a moment to change.
    await expect.poll(() => findFaults(page, rules), { timeout: ACCESSIBILITY_MS }).toEqual([]);
    await look?.(colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

async function findFaultsOnce(page: Page, rules: string[] | undefined): Promise<string[]> {
  // The page's CSP blocks foreign scripts, but not text evaluated by the test. It stays until the page is left.
  const isLoaded = await page.evaluate(() => "axe" in globalThis);
  if (!isLoaded) await page.evaluate(axeSource);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Colours on their way from light to dark, which begins a frame later, have neither's contrast.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // What is in order is not listed, and no style sheet is fetched: no rule that runs here needs either.
    const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
    const { violations } = await axe.run([...dialogs].at(-1) ?? document, {
      resultTypes: ["violations"],
      preload: false,
      // What it finds is moderate, and it looks at every element.
      ...(only ? { runOnly: only } : { rules: { region: { enabled: false } } }),
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, rules);
}

interface Axe {
  run(
    context: Element | Document,
    options: object,
  ): Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>;
}

/** By how much texts for screen readers alone make the page longer: laid out in a box that scrolls, they may lie below it. */
export function measureHiddenHeight(): number {
  const height = () => document.documentElement.scrollHeight;
  const before = height();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".sr-only { display: none !important }");
  document.adoptedStyleSheets.push(sheet);
  const without = height();
  document.adoptedStyleSheets.pop();
  return before - without;
}
