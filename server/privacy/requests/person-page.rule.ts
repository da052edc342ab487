import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import type { PersonData } from "@/lib/domain/privacy/person-data";

const TITLES: Record<string, string> = {
  leads: "Cadastros",
  contacts: "Contatos de empresas",
  shared_leads: "Empresas com o mesmo telefone ou e-mail",
  own_fields: "Campos próprios de empresas",
  history: "Histórico de empresas",
  messages: "Mensagens",
  conversation_notes: "Notas sobre conversas",
  campaigns: "Campanhas",
  scheduled: "Mensagens agendadas",
  opt_outs: "Pedidos para não receber mensagens",
  address_book: "Agenda do celular conectado",
  deleted_leads: "Cadastros excluídos, ainda guardados",
  merged_leads: "Cadastros mesclados",
  import_rows: "Linhas de arquivos importados",
  search_results: "Resultados de buscas",
  radars: "Achados de radares",
};

const NAMES: Record<string, string> = {
  ...Object.fromEntries(LEAD_FIELD_NAMES.map((name) => [name, LEAD_FIELDS[name].label])),
  company: "Empresa",
  role: "Cargo",
  source: "Origem",
  status: "Situação",
  stage: "Etapa",
  notes: "Anotações",
  tasks: "Tarefas",
  tags: "Etiquetas",
  lists: "Listas",
  own_fields: "Campos próprios",
  history: "Histórico",
  created_at: "Criado em",
  updated_at: "Alterado em",
  contacted_at: "Contatado em",
  edited_at: "Editado em",
  staged_at: "Na etapa desde",
  evidence: "De onde veio",
  text: "Texto",
  content: "Texto",
  direction: "Sentido",
  kind: "Tipo",
  sent_at: "Quando",
  file: "Arquivo",
  chat: "Conversa",
  campaign: "Campanha",
  number: "Número",
  step: "Passo",
  settled_at: "Concluído em",
  answered_at: "Respondeu em",
  send_at: "Para quando",
  words: "Palavras",
  reason: "Motivo",
  seen_at: "Visto em",
  what: "O que",
  due_on: "Prazo",
  done_at: "Feita em",
  field: "Campo",
  value: "Valor",
  at: "Quando",
  from: "De",
  to: "Para",
  changes: "Mudanças",
  contacts: "Contatos",
  cells: "Linha",
  line: "Linha n.º",

  file_name: "Arquivo",
  title: "Título",
  url: "Endereço",
  change: "Mudança",
  lead: "Cadastro",
  username: "Usuário",
  picture_url: "Foto",
  details: "Detalhes",
  place: "No mapa",
};

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (each) => ESCAPES[each] ?? each);

const WHEN = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A page to print, or to save as PDF in the browser: it has no script, and loads nothing. */
export function buildPersonPage(data: PersonData): string {
  const { keys, made_at, messages_cut, ...kinds } = data;
  const named = [
    ...keys.phones.map((key) => (key.includes("@") ? key : formatKeptNumber(key))),
    ...keys.emails,
    ...keys.cnpjs,
  ];
  const sections = Object.entries(TITLES).flatMap(([kind, title]) => {
    const rows = kinds[kind];
    if (!Array.isArray(rows) || rows.length === 0) return [];
    return `<section><h2>${title} (${rows.length})</h2>${rows.map((row) => `<article>${show(row)}</article>`).join("")}</section>`;
  });
  const nothing = "<p>Nada é guardado desta pessoa.</p>";
  const cut = messages_cut
    ? "<p>Só as primeiras mensagens cabem nesta cópia; o arquivo tem um limite.</p>"
    : "";
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cópia dos dados pessoais</title><style>${STYLE}</style></head>
<body><header><h1>Cópia dos dados pessoais</h1>
<p>Tudo o que esta conta guarda sobre ${escapeHtml(named.join(", "))}, em ${WHEN.format(new Date(made_at))}.</p>
<p class="hint">Para entregar em PDF, use Imprimir no navegador e escolha Salvar como PDF.</p></header>
${sections.join("\n") || nothing}${cut}</body></html>`;
}

function show(value: unknown): string {
  if (Array.isArray(value)) {
    return `<ul>${value.map((each) => `<li>${show(each)}</li>`).join("")}</ul>`;
  }
  if (value instanceof Date) return WHEN.format(value);
  if (typeof value === "object" && value !== null) {
    const rows = Object.entries(value).filter(([name, each]) => name !== "id" && !isEmpty(each));
    return `<dl>${rows.map(([name, each]) => `<dt>${escapeHtml(NAMES[name] ?? name)}</dt><dd>${show(each)}</dd>`).join("")}</dl>`;
  }
  const text = String(value ?? "");
  if (text === "in") return "recebida";
  if (text === "out") return "enviada";
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text))
    ? WHEN.format(new Date(text))
    : escapeHtml(text);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

const STYLE = `
:root { color-scheme: light; }
body { font: 14px/1.45 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #1c1917; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid #d6d3d1; }
article { border: 1px solid #e7e5e4; border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; break-inside: avoid-page; }
dl { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .15rem .75rem; margin: 0; }
dt { color: #57534e; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; } ul { margin: 0; padding-left: 1.1rem; }
@media (max-width: 480px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .35rem; } }
@media print { .hint { display: none; } body { margin: 0; } }`;
