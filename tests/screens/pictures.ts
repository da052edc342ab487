import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import {
  API_DOCS_PATH,
  adminPaths,
  CHECKOUT_PARAMETER,
  checkoutPath,
  paths,
  profilePaths,
} from "@/lib/paths";
import type { Account, SEEDED } from "../e2e/account";
import { chooseMore, expect, openMenu, selectionBar, test } from "../e2e/support";
import { newPhone, pair, showQr } from "../e2e/whatsapp";
import { workbookOf } from "../support/workbook";

interface Picture {
  path: string;
  /** It waits for the person, and is never done. */
  isWaiting?: true;
  /** What is done on the screen before the picture, one at a time. */
  steps?: ((page: Page) => Promise<unknown>)[];
}

const FOLDER = resolve(import.meta.dirname, "../../screens");
/** A taller page is cut: its end repeats its middle. */
const MOST_HEIGHT = 3_000;

const openFirstLead = (page: Page) =>
  page
    .getByRole("table", { name: "Leads" })
    .locator("tbody tr")
    .nth(3)
    .getByRole("button")
    .filter({ hasText: /\p{L}/u })
    .first()
    .click();
const openConversation = (page: Page) =>
  page.getByRole("region", { name: "Conversas" }).getByRole("link").first().click();
const untilShown = (role: "dialog" | "region", name?: string) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor();
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();
/** A workbook of two sheets, of which one is chosen. */
const chooseWorkbook = (label: string) => (page: Page) =>
  page.getByLabel(label).setInputFiles({
    name: "clientes.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(
      workbookOf(
        ["Clientes", "Saíram"].map((name) => ({
          name,
          rows: [
            ["Empresa", "Fone", "Cidade/UF", "Limite"],
            ["Padaria Ipê", "+351 912 345 601", "Campinas/SP", "R$ 1.200,00"],
            ["Oficina Sol", "+351 912 345 602", "Santos/SP", "R$ 900,50"],
          ],
        })),
      ),
    ),
  });
const untilSheetIsOffered = (page: Page) => page.getByLabel("Planilha do arquivo").waitFor();

const VISITOR: Record<string, Picture> = {
  login: { path: paths.home },
  registration: { path: paths.home, steps: [click("Criar conta")] },
  "login-refused": { path: paths.home, steps: [click("Entrar")] },
  recovery: { path: paths.passwordRecover },
  reset: { path: paths.passwordReset },
  "invitation-over": { path: paths.invitation },
  missing: { path: "/nada-aqui" },
};

const DEMO: Record<string, Picture> = {
  dashboard: { path: paths.dashboard },
  today: { path: paths.today },
  "today-answering": { path: paths.today, steps: [click(/^Responder a/)] },
  "lead-tasks": {
    path: paths.today,
    steps: [
      (page) => page.getByRole("region", { name: "Tarefas" }).getByRole("link").first().click(),
      untilShown("dialog"),
      (page) => page.getByRole("textbox", { name: "Nova tarefa" }).fill("ligar sexta 9:30"),
    ],
  },
  "new-task": { path: paths.today, steps: [click("Nova tarefa"), untilShown("dialog")] },
  menu: { path: paths.leads, steps: [openMenu] },
  palette: { path: paths.leads, steps: [press("Control+k"), untilShown("dialog")] },
  "pages-search": { path: paths.pagesSearch },
  "maps-search": { path: paths.mapsSearch },
  contacts: { path: paths.whatsappContacts },
  leads: { path: paths.leads },
  "lead-drawer": { path: paths.leads, steps: [openFirstLead, untilShown("dialog")] },
  "leads-selected": {
    path: paths.leads,
    steps: [(page) => page.getByRole("checkbox").nth(1).check()],
  },
  "leads-tags": {
    path: paths.leads,
    steps: [
      (page) => page.getByRole("checkbox").nth(1).check(),
      (page) => chooseMore(page, "Etiquetas", selectionBar(page)),
      untilShown("dialog"),
    ],
  },
  "leads-filters": { path: paths.leads, steps: [click(/Filtros/)] },
  "lead-form": { path: paths.leads, steps: [click("Criar lead"), untilShown("dialog")] },
  board: {
    path: `${paths.leads}?layout=board`,
    steps: [untilShown("region", "Quadro de leads")],
  },
  stages: {
    path: `${paths.leads}?layout=board`,
    steps: [(page) => chooseMore(page, "Etapas do funil"), untilShown("dialog")],
  },
  "leads-none-found": { path: `${paths.leads}?search=zzzzzz` },
  import: { path: paths.leadImport },
  duplicates: { path: paths.leadDuplicates },
  lists: { path: paths.lists },
  editor: { path: paths.newCampaign },
  activities: { path: paths.activities },
  "opt-outs": { path: paths.blockedNumbers },
  "opt-outs-sheet": {
    path: paths.blockedNumbers,
    steps: [click("Importar"), chooseWorkbook("Arquivo de números"), untilSheetIsOffered],
  },
  subscription: { path: paths.subscription },
  "subscription-waiting": { path: `${paths.subscription}?${CHECKOUT_PARAMETER}=pago` },
  ...Object.fromEntries(
    Object.entries(profilePaths).map(([name, path]) => [`profile-${name}`, { path }]),
  ),
  credits: { path: paths.credits },
  team: { path: paths.team },
  "team-results": { path: paths.teamResults },
  chat: { path: paths.chat },
  conversation: { path: paths.chat, steps: [openConversation, untilShown("region", "Conversa")] },
  radar: { path: paths.radar },
  registry: { path: paths.registrySearch },
  "registry-found": { path: `${paths.registrySearch}?uf=SP,RJ&cnae_primario=47&porte=me,epp` },
  events: { path: paths.events },
  "missing-signed-in": { path: "/nada-aqui" },
};

const ADMIN: Record<string, Picture> = {
  ...Object.fromEntries(
    Object.entries(adminPaths).map(([name, path]) => [`admin-${name}`, { path }]),
  ),
  "admin-person": {
    path: paths.admin,
    steps: [
      (page) => page.getByRole("searchbox", { name: "Pesquisar contas" }).fill("Diego"),
      (page) => page.getByRole("link", { name: /Diego/ }).first().click(),
      (page) => page.getByRole("heading", { level: 1, name: /Diego/ }).waitFor(),
    ],
  },
  "api-page": { path: API_DOCS_PATH },
};

/** Of an account whose phone is paired, with a conversation and a campaign that is over. */
const WORKING: Record<string, Picture> = {
  "working-dashboard": { path: paths.dashboard },
  "working-contacts": { path: paths.whatsappContacts },
  "working-chat": { path: paths.chat },
  "working-conversation": {
    path: paths.chat,
    steps: [openConversation, untilShown("region", "Conversa")],
  },
  "days-off": {
    path: paths.newCampaign,
    steps: [click("Adicionar passo"), click("Dias sem envio"), untilShown("dialog")],
  },
  "working-activities": { path: paths.activities },
  "working-report": {
    path: paths.activities,
    steps: [
      (page) => page.getByRole("link", { name: "Padarias de Campinas", exact: true }).click(),
      (page) => page.getByRole("region", { name: "Resumo" }).waitFor(),
    ],
  },
};

const EMPTY: Record<string, Picture> = Object.fromEntries(
  [
    paths.dashboard,
    paths.today,
    paths.leads,
    paths.lists,
    paths.whatsappContacts,
    paths.chat,
    paths.activities,
    paths.newCampaign,
    paths.blockedNumbers,
    paths.credits,
    paths.events,
  ].map((path) => [`empty-${path.slice(1)}`, { path }]),
);

const BEGINNING: Record<string, Picture> = {
  "import-columns": {
    path: paths.leadImport,
    steps: [chooseWorkbook("Arquivo de leads"), untilSheetIsOffered],
  },
  "pairing-code": {
    path: paths.dashboard,
    isWaiting: true,
    steps: [
      click("Conectar WhatsApp"),
      showQr,
      click("Conectar com código"),
      (page) => page.getByLabel("O número do WhatsApp que vai conectar").waitFor(),
    ],
  },
  "pairing-qr": {
    path: paths.dashboard,
    isWaiting: true,
    steps: [
      click("Conectar WhatsApp"),
      showQr,
      (page) => page.getByRole("img", { name: "QR Code para conectar o WhatsApp" }).waitFor(),
    ],
  },
};

const BROKEN: Record<string, Picture> = Object.fromEntries(
  [
    checkoutPath("annual"),
    paths.dashboard,
    paths.today,
    paths.leads,
    paths.lists,
    paths.chat,
    paths.activities,
    paths.events,
  ].map((path) => [`broken-${path.slice(1).replace(/\W.*/, "")}`, { path }]),
);

const WHO: [keyof typeof SEEDED, Record<string, Picture>][] = [
  ["visitor", VISITOR],
  ["demo", DEMO],
  ["admin", ADMIN],
  ["new", EMPTY],
  ["new", BEGINNING],
];

for (const [signedInAs, pictures] of WHO) {
  test.describe(`as ${signedInAs}`, () => {
    test.use({ signedInAs, expectedStatuses: [400, 404] });
    for (const [name, picture] of Object.entries(pictures)) {
      test(name, ({ page }) => take(page, name, picture));
    }
  });
}

test.describe("at work", () => {
  test.use({ signedInAs: "newPro" });
  for (const [name, picture] of Object.entries(WORKING)) {
    test(name, async ({ page, account }) => {
      await work(page, account);
      await take(page, name, picture);
    });
  }
});

/** What a first morning leaves: contacts, a conversation in both directions, a campaign with its answers. */
async function work(page: Page, account: Account): Promise<void> {
  const whatsapp = await pair(page, account);
  const names = ["Padaria Sol Nascente", "Oficina do Bairro", "Pet Shop Amigo"];
  for (const name of names) {
    const phone = newPhone();
    await whatsapp.behave(phone, "replies");
    await whatsapp.createLead(phone, name);
  }
  const started = await whatsapp.post("/api/prospecting/start-prospecting", {
    name: "Padarias de Campinas",
    num_leads: names.length,
    messages: ["Olá, {{empresa}}! Podemos conversar?", "Oi! Vocês já usam WhatsApp para vender?"],
  });
  const { activity_id } = (await started.json()) as { activity_id: number };
  await expect
    .poll(
      async () => {
        const path = `/api/prospecting/activities/${activity_id}`;
        const { activity } = await whatsapp.get<{ activity: { answered: number } }>(path);
        return activity.answered;
      },
      { timeout: 60_000 },
    )
    .toBe(names.length);
}

test.describe("with an API that fails", () => {
  test.use({ signedInAs: "demo", expectedStatuses: [500] });
  for (const [name, picture] of Object.entries(BROKEN)) {
    test(name, async ({ page }) => {
      await page.route(/\/api\/(?!stream|auth)/, (route) =>
        route.fulfill({ status: 500, json: { error: "Erro interno", request_id: "0001" } }),
      );
      await take(page, name, picture);
    });
  }
});

async function take(page: Page, name: string, picture: Picture): Promise<void> {
  const { path, steps = [], isWaiting } = picture;
  await page.goto(path);
  for (const step of steps) await step(page);
  // What loads has come, and what moves has stopped.
  const busy = page.locator("[aria-busy=true]:visible, .animate-shimmer:visible");
  if (!isWaiting) await expect(busy).toHaveCount(0);
  await expect(page.getByText(/^Carregando/).filter({ visible: true })).toHaveCount(0);
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  const { width } = page.viewportSize() ?? { width: 0 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: resolve(FOLDER, name, `${test.info().project.name}.png`),
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) },
  });
}
