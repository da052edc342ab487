import { ANSWER_LABEL } from "@/lib/domain/answers/answer-groups";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { readPages } from "@/server/platform/db/read-pages";
import { columns, raw, type Sql, sql } from "@/server/platform/db/sql";

export interface Sheet {
  /** Its file's name and description, in the user's words. */
  readonly name: string;
  readonly means: string;
  readonly columns: readonly string[];
  /** One array of texts for each row. */
  readonly statement: (ownerId: OwnerId) => Sql;
}

const at = (column: string) =>
  raw(`to_char(${column} AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI')`);
/** The meaning of an answer, in words. */
const said = (column: string) => sql`${toStorableJson(ANSWER_LABEL)}::jsonb ->> ${raw(column)}`;
const reais = (cents: string) => raw(`replace((${cents} / 100.0)::numeric(14, 2)::text, '.', ',')`);

/** What a person writes of a lead; its stage says more than its status. */
const WRITTEN = LEAD_FIELD_NAMES.filter((name) => name !== "status");

/** The tables that users read as spreadsheets. */
export const SHEETS: readonly Sheet[] = [
  {
    name: "leads",
    means: "Os seus leads, com a etapa e o valor de cada um",
    columns: [
      ...WRITTEN.map((name) => LEAD_FIELDS[name].label),
      ...["Etapa", "Valor (R$)", "Origem", "Criado em"],
    ],
    statement: (ownerId) =>
      sql`SELECT ARRAY[${columns(WRITTEN, { of: "l" })}, s.name, ${reais("l.value_cents")}, l.source,
                       ${at("l.created_at")}]::text[] AS cells
          FROM leads l LEFT JOIN stages s ON s.owner_id = l.owner_id AND s.id = l.stage_id
          WHERE l.owner_id = ${ownerId} ORDER BY l.created_at DESC, l.id DESC`,
  },
  {
    name: "contatos-dos-leads",
    means: "Os outros contatos de cada empresa",
    columns: ["Lead", "Nome", "Cargo", "WhatsApp", "Telefone", "E-mail", "Criado em"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[l.name, c.name, c.role, c.whatsapp, c.phone, c.email, ${at("c.created_at")}]::text[] AS cells
          FROM lead_contacts c JOIN leads l ON l.owner_id = c.owner_id AND l.id = c.lead_id
          WHERE c.owner_id = ${ownerId} ORDER BY c.lead_id, c.id`,
  },
  {
    name: "contatos-do-whatsapp",
    means: "Os contatos do WhatsApp conectado",
    columns: ["Nome", "Número", "Visto em"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[name, number, ${at("seen_at")}]::text[] AS cells FROM whatsapp_contacts
          WHERE owner_id = ${ownerId} ORDER BY name, id`,
  },
  {
    name: "listas",
    means: "Os leads de cada lista",
    columns: ["Lista", "Lead", "WhatsApp", "Adicionado em"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[t.name, l.name, l.whatsapp, ${at("m.added_at")}]::text[] AS cells
          FROM lists t LEFT JOIN list_leads m ON m.owner_id = t.owner_id AND m.list_id = t.id
          LEFT JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id
          WHERE t.owner_id = ${ownerId} ORDER BY t.id, m.added_at, l.id`,
  },
  {
    name: "conversas",
    means: "As conversas, mensagem por mensagem",
    columns: [
      "Contato",
      "Número",
      "Quando",
      "Quem escreveu",
      "Tipo",
      "Texto",
      "O que diz",
      "Apagada em",
    ],
    statement: (ownerId) =>
      sql`SELECT ARRAY[c.name, c.phone_key, ${at("m.sent_at")},
                       CASE m.direction WHEN 'in' THEN 'Contato' ELSE 'Você' END, m.kind, m.content, ${said("m.intent")},
                       ${at("m.deleted_at")}]::text[] AS cells
          FROM messages m JOIN conversations c ON c.owner_id = m.owner_id AND c.id = m.conversation_id
          WHERE m.owner_id = ${ownerId} ORDER BY m.conversation_id, m.sent_at, m.id`,
  },
  {
    name: "campanhas",
    means: "As campanhas, com o que foi enviado a cada destinatário",
    columns: [
      "Campanha",
      "Envio",
      "Lead",
      "Número",
      "Mensagem",
      "Situação",
      "Detalhe",
      "Quando",
      "Respondeu em",
      "O que respondeu",
    ],
    statement: (ownerId) =>
      sql`SELECT ARRAY[k.name, ${at("r.scheduled_for")}, l.name, p.number, p.text,
                       CASE p.state WHEN 'pending' THEN 'Na fila' WHEN 'sending' THEN 'Enviando' WHEN 'sent' THEN 'Enviada'
                         WHEN 'failed' THEN 'Falhou' WHEN 'skipped' THEN 'Não enviada' ELSE 'Sem confirmação' END,
                       p.detail, ${at("p.settled_at")}, ${at("p.answered_at")},
                       ${said("p.intent")}]::text[] AS cells
          FROM campaigns k LEFT JOIN campaign_runs r ON r.owner_id = k.owner_id AND r.campaign_id = k.id
          LEFT JOIN campaign_recipients p ON p.owner_id = r.owner_id AND p.run_id = r.id
          LEFT JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
          WHERE k.owner_id = ${ownerId} ORDER BY k.id, r.id, p.id`,
  },
  {
    name: "nao-perturbe",
    means: "Os números que não recebem mensagens",
    columns: ["Número", "Palavras", "Desde"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[coalesce(number, phone_key), words, ${at("said_at")}]::text[] AS cells FROM opt_outs
          WHERE owner_id = ${ownerId} ORDER BY id`,
  },
  {
    name: "tarefas",
    means: "As tarefas",
    columns: ["Tarefa", "Lead", "Para o dia", "Feita em", "Criada em"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[t.what, l.name, to_char(t.due_on, 'DD/MM/YYYY'), ${at("t.done_at")}, ${at("t.created_at")}]::text[] AS cells
          FROM tasks t LEFT JOIN leads l ON l.owner_id = t.owner_id AND l.id = t.lead_id
          WHERE t.owner_id = ${ownerId} ORDER BY t.id`,
  },
  {
    name: "anotacoes",
    means: "As anotações dos leads",
    columns: ["Lead", "Anotação", "Criada em", "Editada em"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[l.name, n.text, ${at("n.created_at")}, ${at("n.edited_at")}]::text[] AS cells
          FROM notes n JOIN leads l ON l.owner_id = n.owner_id AND l.id = n.lead_id
          WHERE n.owner_id = ${ownerId} ORDER BY n.id`,
  },
  {
    name: "buscas",
    means: "As buscas, com o que cada uma encontrou",
    columns: ["Busca", "Cidade", "UF", "Feita em", "Resultado", "Endereço na web"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[s.query, s.city, s.state, ${at("s.created_at")}, r.title, r.url]::text[] AS cells
          FROM searches s LEFT JOIN search_results r ON r.owner_id = s.owner_id AND r.search_id = s.id
          WHERE s.owner_id = ${ownerId} ORDER BY s.id, r.id`,
  },
  {
    name: "creditos",
    means: "O uso de créditos",
    columns: ["Dia", "Uso", "Créditos", "Quando"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[to_char(day, 'DD/MM/YYYY'), action, amount::text, ${at("created_at")}]::text[] AS cells
          FROM credit_entries WHERE owner_id = ${ownerId} ORDER BY id`,
  },
  {
    name: "pagamentos",
    means: "As faturas da assinatura",
    columns: ["Plano", "Valor", "Devolvido", "Moeda", "Situação", "De", "Até", "Pago em", "Recibo"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[plan, ${reais("amount_cents")}, ${reais("refunded_cents")}, currency, status, ${at("period_start")}, ${at("period_end")}, ${at("paid_at")},
                       receipt_url]::text[] AS cells
          FROM billing_invoices WHERE user_id = ${ownerId} ORDER BY created_at, id`,
  },
  {
    name: "historico",
    means: "O que foi feito na conta nos últimos 12 meses",
    columns: ["Quando", "O quê", "Detalhes"],
    statement: (ownerId) =>
      sql`SELECT ARRAY[${at("occurred_at")}, action, details::text]::text[] AS cells FROM account_actions
          WHERE owner_id = ${ownerId} ORDER BY id`,
  },
];

export function readSheet(
  ownerId: OwnerId,
  { statement }: Sheet,
  onPage: (rows: (string | null)[][]) => Promise<void>,
): Promise<void> {
  return readPages<{ cells: (string | null)[] }>(statement(ownerId), (page) =>
    onPage(page.map(({ cells }) => cells)),
  );
}
