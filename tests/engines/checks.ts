import { errorCopy } from "@/lib/error-copy";
import { adminPaths, boardPath, chatPath, paths, profilePaths } from "@/lib/paths";
import { type Account, ADMIN, DEMO } from "../e2e/account";
import { SANDBOX_URL } from "../e2e/ports";
import { openSession } from "../e2e/rows";
import { role } from "./locate";
import { KEYS, type Page } from "./page";

/** The account that makes the checks of one engine: a new one, with the phones that it writes to. */
export interface Person {
  account: Account;
  phone: string;
  /** Of the sandbox, once a WhatsApp is connected. */
  instance: string;
}

/** The chat requests the contact of a lead without any conversation. */
export const EXPECTED_FAULT = /^404 GET \/api\/whatsapp\/contacts\//;

type Check = (page: Page, person: Person) => Promise<void>;

const VISITED_BEFORE_SIGN_IN: string[] = [paths.home, paths.passwordRecover, paths.passwordReset];
const NOT_VISITED: string[] = [
  ...VISITED_BEFORE_SIGN_IN,
  // They redirect at once.
  ...[paths.signInReturn, paths.protection, paths.admin],
];
const SCREENS = [
  ...Object.values(paths).filter((path) => !NOT_VISITED.includes(path)),
  ...[...Object.values(profilePaths), boardPath],
];

const dialog = (name: string) => role("dialog", name);
const question = role("alertdialog", "Descartar alterações?");

/** In order: later checks build on earlier ones. */
export const CHECKS: Record<string, Check> = {
  "every screen opens, fits and complains of nothing": async (page) => {
    for (const path of VISITED_BEFORE_SIGN_IN) await visit(page, path);
    await page.signIn(await openSession({ ...DEMO }, page.origin));
    for (const path of SCREENS) await visit(page, path);
  },

  "every screen of the administrator does": async (page) => {
    await page.signIn(await openSession({ ...ADMIN }, page.origin));
    for (const path of Object.values(adminPaths)) await visit(page, path);
  },

  "the login form signs in": async (page, { account }) => {
    await page.signIn({ cookies: [], origins: [] });
    await page.goto(paths.home);
    await page.fill(role("field", "E-mail"), account.email);
    await page.fill(role("field", "Senha"), account.password);
    await page.click(role("button", "Entrar"));
    await page.seePath(paths.dashboard);
    await page.see(role("heading", new RegExp(account.name)));
  },

  "a WhatsApp is connected": async (page, person) => {
    const card = role("region", "WhatsApp");
    await page.click(role("button", "Conectar WhatsApp", card));
    await page.see(role("image", "QR Code para conectar o WhatsApp"));
    const { data } = await post<{ data: { code: string } }>(
      `${page.origin}/api/whatsapp/instance/connect`,
      {},
      await createToken(page, person),
    );
    const scan = { code: data.code, phone: "5511900010202" };
    const scanned = await post<{ instance: string }>(`${SANDBOX_URL}/control/scan`, scan);
    person.instance = scanned.instance;
    await page.see(role("text", "Conectado", card));
  },

  "a lead is made, written to, and answers": async (page, { phone, instance }) => {
    await page.goto(paths.leads);
    await page.click(role("button", "Mais"));
    await page.click(role("menuitem", "Adição rápida"));
    await page.fill(
      role("field", "A empresa em uma linha", dialog("Adição rápida")),
      `Padaria Coração +${phone}`,
    );
    await page.press(KEYS.enter);
    await page.see(role("text", "Padaria Coração: lead criado."));
    await page.goto(chatPath(phone));
    await page.fill(role("field", "Mensagem"), "Olá! Vocês abrem às 7h?");
    await page.press(KEYS.enter);
    const history = role("region", "Mensagens");
    await page.see(role("listitem", /Olá! Vocês abrem às 7h\?/, history));
    await page.until("have sent it", async () => (await readLedger()).includes("abrem às 7h"));
    await post(`${SANDBOX_URL}/control/phones/${phone}/reply`, { instance, text: "Abrimos, sim!" });
    await page.see(role("listitem", /Abrimos, sim!/, history));
  },

  "a campaign starts and is sent": async (page) => {
    await page.goto(paths.newCampaign);
    await page.fill(role("field", "Número de leads"), "2");
    await page.fill(role("field", "Mensagem"), "{{saudacao}}, {{empresa}}! Podemos conversar?");
    await page.click(role("button", "Iniciar prospecção"));
    await page.see(role("text", "Mensagens enviadas com sucesso!"));
    await page.goto(paths.activities);
    await page.see(role("text", "Concluída"));
  },

  "Eventos counts its days": async (page) => {
    await visit(page, paths.events);
    await page.see(role("text", "Ver em tabela", role("region", "Eventos por dia")));
  },

  "a task for 'hoje' is taken": async (page) => {
    await page.goto(paths.today);
    await page.click(role("button", "Nova tarefa"));
    await page.fill(role("field", "Nova tarefa"), "mandar proposta hoje");
    await page.see(role("text", "Mensagem: Mandar proposta · hoje"));
    await page.press(KEYS.enter);
    await page.seeGone(dialog("Nova tarefa"));
    await page.see(role("listitem", /Mandar proposta.*Hoje/));
  },

  "'Enviar depois' takes a day and an hour": async (page, { phone }) => {
    const window = dialog("Enviar depois");
    const year = new Date().getFullYear() + 1;
    await page.goto(chatPath(phone));
    await page.fill(role("field", "Mensagem"), "Conseguiu ver a proposta?");
    await page.click(role("button", "Enviar depois"));
    await page.click(role("menuitem", "Escolher o horário"));
    await page.fill(role("field", "Dia", window), `30/01/${year}`);
    await page.fill(role("field", "Horário", window), "10:00");
    await page.click(role("button", "Agendar", window));
    await page.seeGone(window);
    const waiting = role("region", "Mensagens agendadas");
    await page.see(role("listitem", /Conseguiu ver a proposta\?.*10:00/, waiting));
  },

  "Back asks before it loses what was typed": async (page) => {
    await page.goto(paths.dashboard);
    await page.click(role("link", "Leads", role("navigation", "Principal")));
    await page.click(role("button", "Criar lead"));
    const name = role("field", "Nome", dialog("Gerenciar Lead"));
    await page.fill(name, "Padaria do Porto");
    await page.back();
    await page.click(role("button", "Continuar editando", question));
    await page.seeGone(question);
    expectSame((await page.see(name)).value, "Padaria do Porto");
    await page.back();
    await page.click(role("button", "Descartar", question));
    await page.seeGone(name);
    await page.seePath(paths.leads);
    await page.back();
    await page.seePath(paths.dashboard);
  },

  "a token is copied without the clipboard's interface": async (page) => {
    await page.goto(profilePaths.api);
    await page.click(role("button", "Novo token"));
    const making = dialog("Novo token de API");
    await page.fill(role("field", "Nome", making), "Planilha");
    await page.click(role("button", "Criar token", making));
    // As without https.
    await page.run(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    const shown = dialog("Copie o seu token");
    const token = role("field", "Token de API", shown);
    await page.click(role("button", "Copiar", shown));
    await page.see(role("button", "Copiado", shown));
    const { value } = await page.see(token);
    await page.click(role("button", "Já guardei o token", shown));
    await page.click(role("button", "Novo token"));
    await page.click(role("field", "Nome", making));
    await page.press(KEYS.control, "v");
    await page.until(
      "paste the token",
      async () => (await page.see(role("field", "Nome", making))).value === value,
    );
  },

  "a search finds composed and decomposed letters": async (page) => {
    for (const typed of ["coração", "CORAÇÃO".normalize("NFD")]) {
      await page.goto(paths.leads);
      await page.see(role("button", "Oficina do Bairro"));
      await page.click(role("field", "Pesquisar leads"));
      await page.type(typed);
      await page.seeGone(role("button", "Oficina do Bairro"));
      await page.see(role("button", "Padaria Coração"));
    }
  },

  "the Enter that ends a composition sends nothing": async (page, { phone }) => {
    const field = role("field", "Mensagem");
    await page.goto(chatPath(phone));
    await page.fill(field, "São");
    // As WebKit reports it: after its end, with a code that no key has.
    const isTaken = await page.run(() => {
      const end = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
      return !document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", end));
    });
    expectSame(isTaken, false);
    expectSame((await page.see(field)).value, "São");
  },
};

/** A screen counts as settled after so many equal looks: parts of it appear after its heading. */
const SAME_LOOKS = 5;

/** Opens a screen and waits until it has settled. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.see(role("heading", /\S/));
  let before = "";
  let sameLooks = 0;
  const { overflow, text } = await page.until(`finish loading ${path}`, async () => {
    const seen = await page.run(() => {
      const isShown = (element: Element) => element.checkVisibility();
      const loading = document.querySelectorAll("[aria-busy=true], .animate-shimmer");
      if ([...loading].some(isShown)) return null;
      const { scrollWidth, clientWidth } = document.documentElement;
      return { overflow: scrollWidth - clientWidth, text: document.body.textContent ?? "" };
    });
    sameLooks = seen && seen.text === before ? sameLooks + 1 : 0;
    before = seen?.text ?? "";
    return sameLooks >= SAME_LOOKS ? seen : null;
  });
  expectSame(`${path}: ${overflow} px too wide`, `${path}: 0 px too wide`);
  if (text.includes(errorCopy.internal)) throw new Error(`${path} is an error page.`);
}

/** A token of a separate session, not the browser's. */
async function createToken(page: Page, { account: { email, password } }: Person): Promise<string> {
  const { token } = await post<{ token: string }>(`${page.origin}/api/auth`, { email, password });
  return token;
}

async function readLedger(): Promise<string> {
  return (await fetch(`${SANDBOX_URL}/control/ledger`)).text();
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { token }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function expectSame<T>(seen: T, expected: T): void {
  if (seen !== expected) throw new Error(`It is ${seen}, not ${expected}.`);
}
