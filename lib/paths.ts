/** The only place that defines screen addresses. */
export const paths = {
  home: "/",
  passwordRecover: "/password-recover",
  passwordReset: "/reset_password",
  signInReturn: "/entrar",
  invitation: "/convite",
  dashboard: "/dashboard",
  today: "/hoje",
  pagesSearch: "/prospect",
  mapsSearch: "/busca-google-maps",
  whatsappContacts: "/whatsapp-contacts",
  leads: "/leads",
  leadImport: "/leads/importar",
  leadDuplicates: "/leads/duplicados",
  lists: "/my-lists",
  newCampaign: "/prospect-by-whats",
  activities: "/prospecting-activities",
  blockedNumbers: "/nao-perturbe",
  dataSubjects: "/nao-perturbe/titulares",
  subscription: "/subscription",
  checkout: "/subscription/checkout",
  profile: "/profile",
  credits: "/credits",
  team: "/equipe",
  teamResults: "/equipe/resultados",
  chat: "/chat-whatsapp",
  registrySearch: "/search-receita",
  radar: "/radar",
  events: "/events",
  privacy: "/privacidade",
  protection: "/proteja-sua-conta",
  admin: "/admin",
} as const;

/** The screen that leads to the payment provider's page for a plan. */
export const PLAN_PARAMETER = "plano";
export function checkoutPath(period: string): string {
  return `${paths.checkout}?${PLAN_PARAMETER}=${period}`;
}

/** The parameter of the subscription screen by which the payment page says that it was paid. */
export const CHECKOUT_PARAMETER = "pagamento";

/** The parameter of an invitation's screen with its secret. */
export const INVITATION_PARAMETER = "token";

/** Not a screen: a page that the API serves itself. */
export const API_DOCS_PATH = "/api/docs";
/** The licences of what the product is made of. */
export const NOTICES_PATH = "/api/licences";

/** Sections of the profile; it opens with the first. */
export const profilePaths = {
  details: paths.profile,
  password: `${paths.profile}/senha`,
  secondFactor: `${paths.profile}/verificacao`,
  passkeys: `${paths.profile}/chaves-de-acesso`,
  signIn: `${paths.profile}/entrar`,
  sessions: `${paths.profile}/sessoes`,
  actions: `${paths.profile}/historico`,
  cannedAnswers: `${paths.profile}/respostas-prontas`,
  api: `${paths.profile}/api`,
  webhooks: `${paths.profile}/webhooks`,
  ownData: `${paths.profile}/meus-dados`,
} as const;

/** Sections of the admin panel; it opens with the first. */
export const adminPaths = {
  people: paths.admin,
  billing: `${paths.admin}/cobranca`,
  registry: `${paths.admin}/receita-federal`,
  prices: `${paths.admin}/precos`,
  queues: `${paths.admin}/filas`,
  security: `${paths.admin}/seguranca`,
  audit: `${paths.admin}/auditoria`,
} as const;

/** The data subjects' requests page, with a search for the person who has this number or chat. */
export const DATA_SUBJECT_PARAMETER = "pessoa";
export function dataSubjectPath(number: string): string {
  return `${paths.dataSubjects}?${DATA_SUBJECT_PARAMETER}=${encodeURIComponent(number)}`;
}

/** The administrator's page about one account. */
export function adminPersonPath(userId: number): string {
  return `${paths.admin}/contas/${userId}`;
}

/** What one radar found. */
export function radarPath(radarId: number): string {
  return `${paths.radar}/${radarId}`;
}

/** The leads by their stages. */
export const boardPath = `${paths.leads}?layout=board`;

/** The leads screen filtered by one list. */
export function leadsOfListPath(listId: number): string {
  return `${paths.leads}?list_id=${listId}`;
}

/** The leads screen filtered by status; all leads without any. */
export function leadsOfStatusesPath(statuses: readonly string[]): string {
  return statuses.length === 0 ? paths.leads : `${paths.leads}?status=${statuses.join(",")}`;
}

/** The screen of the registry with a search, by the parameters that its form and the API have. */
export function registrySearchPath(filter: Record<string, string>): string {
  return `${paths.registrySearch}?${new URLSearchParams(filter)}`;
}

/** The parameter of the search screens that names a search to fill the form with. */
export const REPEAT_PARAMETER = "repetir";

/** The screen that repeats a search; null for companies saved from the registry. */
export function repeatSearchPath(search: { id: number; kind: string }): string | null {
  const screen = { pages: paths.pagesSearch, maps: paths.mapsSearch }[search.kind];
  return screen ? `${screen}?${REPEAT_PARAMETER}=${search.id}` : null;
}

/** The campaign editor filled with a finished campaign, with a scheduled one to change, with one whose start was undone, or with a list or leads to write to. */
export const EDITOR_PARAMETERS = {
  duplicate: "de",
  edit: "editar",
  list: "lista",
  leads: "leads",
  undone: "desfeita",
} as const;

/** The editor with the campaign whose start was undone, which has left nothing else behind. */
export function undoneCampaignPath(activityId: number): string {
  return `${paths.newCampaign}?${EDITOR_PARAMETERS.undone}=${activityId}`;
}

export function campaignToLeadsPath(leadIds: readonly number[]): string {
  return `${paths.newCampaign}?${EDITOR_PARAMETERS.leads}=${leadIds.join(",")}`;
}

export function campaignToListPath(listId: number): string {
  return `${paths.newCampaign}?${EDITOR_PARAMETERS.list}=${listId}`;
}

export function duplicateCampaignPath(activityId: number): string {
  return `${paths.newCampaign}?${EDITOR_PARAMETERS.duplicate}=${activityId}`;
}

export function editCampaignPath(activityId: number): string {
  return `${paths.newCampaign}?${EDITOR_PARAMETERS.edit}=${activityId}`;
}

export function campaignPath(activityId: number): string {
  return `${paths.activities}/${activityId}`;
}

/** The parameter of the leads screen that names the open lead. */
export const LEAD_PARAMETER = "lead";

/** The leads screen with a lead open. */
export function leadPath(leadId: number): string {
  return `${paths.leads}?${LEAD_PARAMETER}=${leadId}`;
}

/** The parameter of the chat screen that names the open conversation. */
export const CHAT_PARAMETER = "contato";

/** The chat screen with the conversation of a stored number, which begins with the country code. */
export function chatPath(digits: string): string {
  return `${paths.chat}?${CHAT_PARAMETER}=${encodeURIComponent(`+${digits}`)}`;
}

/** The same by WhatsApp's id of the chat, as the API names it. */
export function chatOfContactPath(contactNumber: string): string {
  return `${paths.chat}?${CHAT_PARAMETER}=${encodeURIComponent(contactNumber)}`;
}

/** The parameter of the chat screen that says which conversations are listed. */
export const CHAT_FILTER_PARAMETER = "filtro";
export const CHAT_ANSWER_PARAMETER = "resposta";
export const CHAT_NUMBER_PARAMETER = "numero";

export function chatsPath(filter: string): string {
  return `${paths.chat}?${CHAT_FILTER_PARAMETER}=${filter}`;
}

/** The login page for a visitor without a session; `from` is the page they requested. */
export function loginPath(from: string | null): string {
  const next = sameSitePath(from);
  return next && next !== paths.dashboard
    ? `${paths.home}?next=${encodeURIComponent(next)}`
    : paths.home;
}

/** Returns `value` if it is a path of this site, else null: prevents open redirects after login. */
export function sameSitePath(value: string | null | undefined): string | null {
  if (!value?.startsWith("/")) return null;
  const base = "http://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (!url || url.origin !== base) return null;
  // A parameter that Next adds to client-side navigation requests.
  url.searchParams.delete("_rsc");
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") || url.pathname === paths.home ? null : path;
}
