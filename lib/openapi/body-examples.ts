const SELECTION = { lead_ids: [1, 2, 3] };
const NEW_PASSWORD = "uma senha longa";
const VIEW = {
  name: "Novos de Santos",
  settings: {
    filter: { status: "new,pending", city: "Santos" },
    sort: "name",
    direction: "asc",
    columns: ["status", "whatsapp", "city"],
  },
};

const SETTLED = {
  plan: "annual",
  price: 924,
  status: "active",
  start_date: "2026-01-31",
  current_period_end: "2027-01-31",
};

/** Bodies whose fields have to agree, or are written in a form of their own, by operation. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  "admin.deactivateAccount": { email: "pessoa@empresa.example" },
  "auth.register": {
    name: "Pessoa Modelo",
    email: "pessoa@empresa.example",
    whatsapp: "5511987654321",
    password: NEW_PASSWORD,
  },
  "auth.confirmReset": { token: "o-token-do-link", new_password: NEW_PASSWORD },
  "billing.create": { plan: "annual" },
  "billingAdmin.createRecord": SETTLED,
  "billingAdmin.updateRecord": SETTLED,
  "activities.edit": {
    messages: ["{{saudacao}}, {{nome}}! Posso mostrar uma ideia para a {{empresa}}?"],
    scheduled: true,
    scheduled_datetime: "2030-01-31T09:00",
  },
  "messagePrices.set": { category: "MARKETING", country: "BR", micros: 350000 },
  "campaigns.start": {
    name: "Padarias de Campinas",
    messages: ["{{saudacao}}, {{nome}}! Posso mostrar uma ideia para a {{empresa}}?"],
    num_leads: 50,
    list_ids: [1],
  },
  "chatTemplates.send": {
    to: "5511987654321",
    name: "retomar_conversa",
    language: "pt_BR",
    values: [{ key: "body_1", value: "Ana" }],
  },
  "leadBulk.previewCompletion": SELECTION,
  "leadBulk.complete": SELECTION,
  "leadBulk.remove": SELECTION,
  "leadBulk.setStatus": { ...SELECTION, status: "contacted" },
  "leadBulk.addToList": { ...SELECTION, list_id: 1 },
  "leadViews.create": VIEW,
  "leadViews.update": VIEW,
  "tags.create": { name: "Indicação", colour: "gold" },
  "tags.update": { name: "Indicação", colour: "sky" },
  "tags.onLeads": { ...SELECTION, add: ["Indicação"] },
  "stages.create": { name: "Proposta", meaning: "answered", colour: "gold", rest_days: 7 },
  "stages.update": { name: "Proposta enviada", colour: "gold", rest_days: 7 },
  "stages.reorder": { ids: [1, 2, 3, 4, 5] },
  "stages.remove": { move_to: 3 },
  "lossReasons.create": { name: "Preço" },
  "board.move": { stage_id: 3 },
  "leads.create": {
    name: "Padaria Modelo",
    whatsapp: "5511987654321",
    email: "contato@padaria.example",
    city: "Campinas",
    state: "SP",
  },
  "notes.create": { text: "Prefere falar depois das 14h." },
  "notes.update": { pinned: true },
  "tasks.create": {
    what: "Ligar para a Ana",
    kind: "call",
    day: "2030-01-31",
    time: "14:00",
    lead_id: 1,
  },
  "tasks.update": { day: "2030-02-01", time: "09:00" },
  "leads.update": { status: "closed", obs: "Fechou o plano anual" },
  "registry.save": { cnpjs: ["11222333000181"], list_name: "Padarias" },
  "registryImports.start": { month: "2026-11" },
  "searches.startPages": {
    query: "padaria",
    state: "SP",
    city: "Campinas",
    startPage: 1,
    endPage: 2,
  },
  "users.changePassword": { current_password: "a senha de hoje", new_password: NEW_PASSWORD },
  "users.update": { business_name: "Agência Modelo" },
  "whatsapp.connectCloud": {
    phone_number_id: "106540352242922",
    business_account_id: "102290129340398",
    access_token: "o-token-da-meta",
  },
};
