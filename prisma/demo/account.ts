import { readAnswerDate } from "@/lib/domain/answers/answer-date";
import { readAnswer } from "@/lib/domain/answers/read-answer";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { recountHours } from "@/server/integrations/events/event-rollup.repository";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { type DemoCompany, inventCompany } from "./companies";
import type { Random } from "./random";

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 30;

const STATUSES: LeadStatus[] = [
  ...Array<LeadStatus>(8).fill("pending"),
  ...Array<LeadStatus>(3).fill("new"),
  ...Array<LeadStatus>(5).fill("sent"),
  ...Array<LeadStatus>(3).fill("answered"),
  ...(["contacted", "responded", "closed", "failed", "opted_out"] as const),
];

interface DemoLead extends DemoCompany {
  id: number;
  status: LeadStatus;
  createdAt: Date;
}

const CONTACTED: LeadStatus[] = [
  "sent",
  "answered",
  "responded",
  "contacted",
  "closed",
  "opted_out",
];

/** Fills an account with thirty days of history: lists, leads in every status, conversations, campaigns, events. */
export async function fillAccount(
  random: Random,
  account: { userId: number; leads: number; firstSerial: number; now: Date },
): Promise<void> {
  const leads = await addLeads(random, account);
  await addLists(account.userId, leads);
  await addRadar(account.userId);
  await addConversations(random, account.userId, leads);
  await addTasks(account, leads);
  await addNotes(account, leads);
  const sent = await addCampaigns(account, leads);
  await addEvents(account.userId, leads, sent);
}

async function addLeads(
  random: Random,
  { userId, leads, firstSerial, now }: Parameters<typeof fillAccount>[1],
): Promise<DemoLead[]> {
  const invented = Array.from({ length: leads }, (_, at) => ({
    ...inventCompany(random, firstSerial + at),
    status: STATUSES[at % STATUSES.length] as LeadStatus,
    createdAt: new Date(now.getTime() - random.between(0, HISTORY_DAYS * DAY_MS)),
  }));
  const records = invented.map(({ createdAt, ...lead }) => ({
    ...lead,
    phone_key: getPhoneKey(lead.whatsapp),
    created_at: createdAt.toISOString(),
    contacted_at: CONTACTED.includes(lead.status) ? createdAt.toISOString() : null,
    obs: random.chance(0.2) ? "Pediu para ligar na parte da tarde." : null,
  }));
  const inserted = await rows<{ id: number; whatsapp: string }>(
    sql`INSERT INTO leads (owner_id, name, status, source, website, whatsapp, phone_key, phone, email, address,
                           city, state, cnpj, cnae, proprietario, obs, contacted_at, created_at, updated_at)
        SELECT ${userId}, name, status, 'google_pages', website, whatsapp, phone_key, phone, email, address,
               city, state, cnpj, cnae, proprietario, obs, contacted_at, created_at, created_at
        FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r (
          name text, status text, website text, whatsapp text, phone_key text, phone text, email text,
          address text, city text, state text, cnpj text, cnae text, proprietario text, obs text,
          contacted_at timestamptz, created_at timestamptz)
        RETURNING id, whatsapp`,
  );
  await addDeals(random, userId);
  await addTags(userId);
  await addOwnFields(userId);
  await addMarks(userId);
  await addContacts(userId);
  const idOf = new Map(inserted.map(({ id, whatsapp }) => [whatsapp, id]));
  return invented.map((lead) => ({ ...lead, id: idOf.get(lead.whatsapp) ?? 0 }));
}

/** What the account keeps of its leads beside what every lead has. */
async function addOwnFields(userId: number): Promise<void> {
  await execute(
    sql`WITH made AS (
          INSERT INTO own_fields (owner_id, key, name, kind, choices, position)
          VALUES (${userId}::int, 'cargo', 'Cargo', 'text', '{}', 1),
                 (${userId}::int, 'frota', 'Frota', 'number', '{}', 2),
                 (${userId}::int, 'porte', 'Porte', 'choice', '{MEI,ME,EPP}', 3)
          RETURNING id, kind, choices
        )
        INSERT INTO lead_values (owner_id, field_id, lead_id, place, text, number)
        SELECT ${userId}::int, made.id, l.id, 0,
               CASE made.kind WHEN 'text' THEN (ARRAY['Dona', 'Gerente', 'Sócio'])[1 + l.id % 3]
                              WHEN 'choice' THEN made.choices[1 + l.id % 3] END,
               CASE made.kind WHEN 'number' THEN l.id % 23 END
        FROM leads l CROSS JOIN made WHERE l.owner_id = ${userId} AND l.id % 4 < 3`,
  );
}

/** Who answers at the number, and whom else some companies are reached through. */
async function addContacts(userId: number): Promise<void> {
  await execute(
    sql`UPDATE leads SET contact_name = (ARRAY['Ana Ribeiro', 'Caio Melo', 'Duda Paz'])[1 + id % 3], contact_role = 'Atendimento'
        WHERE owner_id = ${userId} AND id % 3 = 0`,
  );
  await execute(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, role, whatsapp, phone_key, source)
        SELECT l.owner_id, l.id, c.name, c.role, left(l.whatsapp, 4) || '9' || c.number, left(l.whatsapp, 4) || c.number, 'manual'
        FROM leads l CROSS JOIN LATERAL (VALUES
          ('Maria Souza', 'Compras', '66' || lpad((l.id % 1000000)::text, 6, '0'), 5),
          ('Jorge Lima', 'Financeiro', '67' || lpad((l.id % 1000000)::text, 6, '0'), 10)) AS c (name, role, number, every)
        WHERE l.owner_id = ${userId} AND l.whatsapp LIKE '55%' AND l.id % c.every = 0`,
  );
  await execute(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, email, source)
        SELECT owner_id, id, replace(email, 'contato@', 'financeiro@'), 'import'
        FROM leads WHERE owner_id = ${userId} AND id % 6 = 0 AND email LIKE 'contato@%'`,
  );
}

/** What a search was not sure of, what visits to sites found, and what somebody has edited. */
async function addMarks(userId: number): Promise<void> {
  await execute(
    sql`UPDATE leads SET search_remark = 'Encontrado na busca por ' || city || ' - ' || state || ', mas o telefone tem DDD 91, que não é o da cidade.'
        WHERE owner_id = ${userId} AND id % 29 = 0 AND city IS NOT NULL AND state IS NOT NULL`,
  );
  await execute(
    sql`UPDATE leads SET site_check = (ARRAY['fine', 'fine', 'not_mobile', 'slow', 'broken', 'certificate'])[1 + id % 6]
        WHERE owner_id = ${userId} AND site_host IS NOT NULL AND id % 5 > 0`,
  );
  await execute(
    sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by, occurred_at, changes)
        SELECT owner_id, id, status, status, 'person', created_at + interval '3 hours',
               jsonb_build_array(jsonb_build_object('field', 'proprietario', 'from', NULL, 'to', proprietario))
        FROM leads WHERE owner_id = ${userId} AND id % 7 = 0 AND proprietario IS NOT NULL`,
  );
}

/** A few words on some of the leads. */
async function addTags(userId: number): Promise<void> {
  await execute(
    sql`WITH made AS (
          INSERT INTO tags (owner_id, name, colour)
          VALUES (${userId}::int, 'Indicação', 'gold'), (${userId}::int, 'Prioridade', 'rose'), (${userId}::int, 'Sem site', 'sky')
          RETURNING id, name
        )
        INSERT INTO lead_tags (owner_id, tag_id, lead_id)
        SELECT ${userId}::int, made.id, l.id FROM leads l JOIN made ON
               made.name = 'Sem site' AND l.website IS NULL
            OR made.name = 'Indicação' AND l.id % 11 = 0
            OR made.name = 'Prioridade' AND l.id % 13 = 0
        WHERE l.owner_id = ${userId}`,
  );
}

/** What those who answered are worth, and some of them lost, for a reason. */
async function addDeals(random: Random, userId: number): Promise<void> {
  const talked = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${userId} AND status IN ('answered', 'responded', 'closed') ORDER BY id`,
  );
  const deals = talked.map(({ id }) => ({
    id,
    cents: random.between(4, 60) * 25_000,
    days: random.between(2, 60),
    is_lost: random.chance(0.15),
    rests: random.between(0, 9),
  }));
  await execute(
    sql`UPDATE leads l SET value_cents = d.cents, expected_close = current_date + d.days,
               staged_at = now() - make_interval(days => d.rests),
               stage_id = CASE WHEN d.is_lost AND l.status <> 'closed' THEN first_stage(l.owner_id, 'lost') ELSE l.stage_id END,
               loss_reason_id = CASE WHEN d.is_lost AND l.status <> 'closed' THEN (
                 SELECT min(id) FROM loss_reasons WHERE owner_id = l.owner_id) END
        FROM jsonb_to_recordset(${JSON.stringify(deals)}::jsonb) AS d (id int, cents bigint, days int, is_lost boolean, rests int)
        WHERE l.id = d.id AND l.owner_id = ${userId}`,
  );
}

/** One completed list per search term and city. */
const RADAR_FINDINGS = 5;

/** A weekly radar of the web, whose last run found companies of the first list. */
async function addRadar(userId: number) {
  await execute(
    sql`WITH list AS (
          SELECT id, name, query, city, state FROM lists WHERE owner_id = ${userId} ORDER BY id LIMIT 1
        ), radar AS (
          INSERT INTO radars (owner_id, name, kind, question, cadence, changes, credit_budget, list_id, last_run_at, next_run_at)
          SELECT ${userId}, name, 'pages',
                 jsonb_build_object('query', query, 'city', city, 'state', state, 'startPage', 1, 'endPage', 1),
                 'week', '{found}', 20, id, now() - interval '2 hours', now() + interval '7 days'
          FROM list RETURNING id, list_id
        ), search AS (
          INSERT INTO searches (owner_id, list_id, made_list, kind, query, city, state, start_page, end_page, last_page, status,
                                radar_id, credit_limit, created_at, completed_at)
          SELECT ${userId}, list.id, false, 'pages', query, city, state, 1, 1, 1, 'completed', radar.id, 20,
                 now() - interval '2 hours', now() - interval '2 hours'
          FROM list, radar RETURNING id
        ), run AS (
          INSERT INTO radar_runs (radar_id, owner_id, status, step, search_id, told_at, completed_at)
          SELECT radar.id, ${userId}, 'completed', 'check', search.id, now() - interval '2 hours', now() - interval '2 hours'
          FROM radar, search RETURNING id, radar_id, search_id
        ), chosen AS (
          SELECT l.* FROM radar JOIN list_leads m ON m.list_id = radar.list_id JOIN leads l ON l.id = m.lead_id
          ORDER BY l.id LIMIT ${RADAR_FINDINGS}
        ), results AS (
          INSERT INTO search_results (search_id, owner_id, url, result_key, title, lead_id, outcome)
          SELECT search.id, ${userId}, website, 'lead' || chosen.id, name, chosen.id, 'created' FROM search, chosen
        )
        INSERT INTO radar_findings (radar_id, owner_id, run_id, search_id, key, change, name, city, state, phone, saved)
        SELECT run.radar_id, ${userId}, run.id, run.search_id, 'lead' || chosen.id, 'found', name, city, state, whatsapp, true
        FROM run, chosen`,
  );
}

async function addLists(userId: number, leads: DemoLead[]) {
  const groups = groupBy(leads, (lead) => `${lead.query}|${lead.city}|${lead.state}`);
  for (const [key, members] of groups) {
    const [query, city, state] = key.split("|");
    const at = new Date(Math.min(...members.map((lead) => lead.createdAt.getTime())));
    await execute(
      sql`WITH list AS (
            INSERT INTO lists (owner_id, name, source, query, city, state, status, created_at, completed_at)
            VALUES (${userId}, ${`${query} em ${city}/${state}`}, 'google_pages', ${query}, ${city}, ${state},
                    'completed', ${at}, ${new Date(at.getTime() + 90_000)})
            RETURNING id
          )
          INSERT INTO list_leads (list_id, lead_id, owner_id)
          SELECT list.id, lead.id, ${userId} FROM list, unnest(${members.map(({ id }) => id)}::int[]) AS lead (id)`,
    );
  }
}

function groupBy<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

const ANSWERS = [
  "Olá! Pode me mandar mais detalhes?",
  "Bom dia, quanto custa?",
  "Agora não, me chama semana que vem por favor",
  "Quem é? Como conseguiu meu número?",
  "Tenho interesse sim, vamos conversar",
];

const OUR_ANSWER = "Combinado! Te mando a proposta ainda hoje.";

async function addConversations(random: Random, userId: number, leads: DemoLead[]) {
  const talked = leads.filter(({ status }) =>
    ["answered", "responded", "closed", "opted_out"].includes(status),
  );
  const instance = await firstRow<{ id: number }>(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
        VALUES (${userId}, 'evolution', ${`garimpo-${userId}`}, decode(md5(${`demo ${userId}`}), 'hex')) RETURNING id`,
  );
  for (const lead of talked) {
    const answer = lead.status === "opted_out" ? "SAIR" : random.pick(ANSWERS);
    const at = new Date(lead.createdAt.getTime() + random.between(1, 90) * 60_000);
    // Whoever was won over, or asked again, has our answer.
    const isAnswered = lead.status === "closed" || lead.status === "responded";
    const answeredAt = new Date(at.getTime() + 20 * 60_000);
    const { kind, words } = readAnswer([answer]);
    const day = kind === "not_now" ? (readAnswerDate(answer, at)?.day ?? null) : null;
    await execute(
      sql`WITH conversation AS (
            INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, waiting_since, unread_count,
                                       intent, intent_words, intent_day)
            VALUES (${userId}, ${getPhoneKey(lead.whatsapp)}, ${`${lead.whatsapp}@s.whatsapp.net`}, ${lead.name},
                    ${isAnswered ? OUR_ANSWER : answer}, ${isAnswered ? answeredAt : at}, ${isAnswered ? null : at},
                    ${lead.status === "answered" ? 1 : 0}, ${kind}, ${words}, ${day}::date)
            RETURNING id
          )
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at, intent)
          SELECT ${userId}, id, ${instance?.id}, 'DEMO' || ${lead.id}::text || kind || extract(epoch FROM sent)::bigint, kind, text, 5, sent,
                 CASE WHEN kind = 'in' THEN ${kind} END
          FROM conversation, (VALUES
            ('out', ${`Olá, ${lead.name}! Posso mostrar como trazer mais clientes?`}, ${lead.createdAt}::timestamptz),
            ('in', ${answer}, ${at}::timestamptz),
            ('out', CASE WHEN ${isAnswered} THEN ${OUR_ANSWER} END, ${answeredAt}::timestamptz)) AS m (kind, text, sent)
          WHERE text IS NOT NULL`,
    );
    if (lead.status === "opted_out") {
      await execute(
        sql`INSERT INTO opt_outs (owner_id, phone_key, number, source, words, said_at)
            VALUES (${userId}, ${getPhoneKey(lead.whatsapp)}, ${lead.whatsapp}, 'reply', ${answer}, ${at})`,
      );
    }
  }
}

/** What is due, by the days from now; with an hour or for all of the day. */
const TASKS = [
  { what: "Ligar para confirmar o orçamento", kind: "call", inDays: -2, time: "15:00" },
  { what: "Mandar a tabela de preços", kind: "message", inDays: -1, time: null },
  { what: "Ligar para o dono", kind: "call", inDays: 0, time: "17:30" },
  { what: "Responder sobre o prazo", kind: "message", inDays: 0, time: null },
  { what: "Visita para medir a fachada", kind: "visit", inDays: 1, time: "09:30" },
  { what: "Retomar a conversa", kind: "message", inDays: 5, time: null },
  { what: "Ligar de novo", kind: "call", inDays: 9, time: "10:00" },
] as const;

/** Tasks of leads that have answered, one for nothing in particular, and one that is done. */
async function addTasks({ userId, now }: { userId: number; now: Date }, leads: DemoLead[]) {
  const warm = leads.filter(({ status }) => ["answered", "responded"].includes(status));
  const day = (inDays: number) => getSaoPauloDay(new Date(now.getTime() + inDays * DAY_MS));
  const tasks = [
    ...TASKS.map(({ inDays, ...task }, at) => ({
      ...{ ...task, day: day(inDays), done: false },
      lead_id: warm[at]?.id ?? null,
    })),
    { what: "Revisar a lista da semana", kind: "other", day: day(0), time: null, done: false },
    {
      ...{ what: "Enviar a apresentação", kind: "message", day: day(-3), time: null, done: true },
      lead_id: warm[0]?.id ?? null,
    },
  ];
  await execute(
    sql`INSERT INTO tasks (owner_id, lead_id, what, kind, due_on, due_time, reminded_at, done_at, created_at)
        SELECT ${userId}::int, lead_id, what, kind, day, time, ${now}::timestamptz, CASE WHEN done THEN ${now}::timestamptz END,
               ${new Date(now.getTime() - 4 * DAY_MS)}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
          AS r (lead_id int, what text, kind text, day date, "time" time, done boolean)`,
  );
}

const NOTES = [
  {
    text: "Prefere falar depois das 14h. Quem decide é a sócia, Marina.",
    pinned: true,
    daysAgo: 2,
  },
  { text: "Pediu a proposta por e-mail, com o preço de doze meses.", pinned: false, daysAgo: 1 },
];

/** Notes of a lead that has answered. */
async function addNotes({ userId, now }: { userId: number; now: Date }, leads: DemoLead[]) {
  const lead = leads.find(({ status }) => status === "answered");
  if (!lead) return;
  const notes = NOTES.map(({ text, pinned, daysAgo }) => ({
    ...{ text, pinned, at: new Date(now.getTime() - daysAgo * DAY_MS) },
  }));
  await execute(
    sql`INSERT INTO notes (owner_id, lead_id, text, pinned_at, created_at)
        SELECT ${userId}::int, ${lead.id}::int, text, CASE WHEN pinned THEN at END, at
        FROM jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) AS r (text text, pinned boolean, at timestamptz)`,
  );
}

const MESSAGES = [
  "{{saudacao}}, {{nome}}! Vi a {{empresa}} em {{cidade}} e tenho uma ideia para trazer mais clientes. Posso contar?",
  "Olá! Aqui é da Garimpo. A {{empresa}} já usa o WhatsApp para vender? Responda SAIR para não receber mais.",
];

const WEEKLY_MESSAGES = [
  "{{saudacao}}, {{nome|tudo bem}}! Falo com {{cargo|quem cuida da empresa}}? Ainda tenho aquela ideia para a {{empresa}}.",
];

/** How many days ago each began. */
const PAST_CAMPAIGNS = [21, 12, 4];

/** Of which campaign a lead got its message, and when. */
type CampaignSends = Map<number, { campaignId: number; at: Date }>;

async function addCampaigns(
  { userId, now }: { userId: number; now: Date },
  leads: DemoLead[],
): Promise<CampaignSends> {
  const sends: CampaignSends = new Map();
  const contacted = leads.filter(({ status }) => [...CONTACTED, "failed"].includes(status));
  for (const [at, daysAgo] of PAST_CAMPAIGNS.entries()) {
    const recipients = contacted.slice(at * 20, at * 20 + 20);
    if (recipients.length === 0) continue;
    const started = new Date(now.getTime() - daysAgo * DAY_MS);
    const campaign = await firstRow<{ id: number }>(
      sql`WITH campaign AS (
            INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, created_at)
            VALUES (${userId}, ${at + 1}, ${`Prospecção ${at + 1}`}, ${recipients.length}, ${MESSAGES}::text[], '{}', ${started})
            RETURNING id
          ), run AS (
            INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status, created_at, completed_at)
            SELECT ${userId}, id, ${started}, 'completed', ${started}, ${new Date(started.getTime() + 1_200_000)} FROM campaign
            RETURNING id
          )
          INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, text, state, cause, detail, claimed_at, settled_at, answered_at)
          SELECT run.id, ${userId}, r.id, r.phone_key, r.number, (r.position % 2)::int, 'Olá!',
                 CASE WHEN r.status = 'failed' THEN 'failed' ELSE 'sent' END,
                 CASE WHEN r.status = 'failed' THEN 'no_whatsapp' END,
                 CASE WHEN r.status = 'failed' THEN 'Número não está no WhatsApp' END, ${started}, ${started},
                 CASE WHEN r.status IN ('answered', 'responded', 'closed') THEN ${started}::timestamptz END
          FROM run, jsonb_to_recordset(${JSON.stringify(
            recipients.map((lead, position) => ({
              id: lead.id,
              phone_key: getPhoneKey(lead.whatsapp),
              number: lead.whatsapp,
              status: lead.status,
              position,
            })),
          )}::jsonb) AS r (id int, phone_key text, number text, status text, position int)
          RETURNING (SELECT id FROM campaign)`,
    );
    if (campaign && at === 0) await addFollowUps(userId, campaign.id);
    for (const [position, lead] of recipients.entries()) {
      const at = new Date(started.getTime() + position * 60_000);
      sends.set(lead.id, { campaignId: campaign?.id ?? 0, at });
    }
  }
  const next = new Date(now.getTime() + 3 * DAY_MS);
  next.setUTCHours(12, 0, 0, 0);
  await execute(
    sql`WITH campaign AS (
          INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids, scheduled_at, next_run_at)
          VALUES (${userId}, ${PAST_CAMPAIGNS.length + 1}, 'Retomada da semana', 10, ${WEEKLY_MESSAGES}::text[], '{}', ${next}, ${next})
          RETURNING id)
        INSERT INTO campaign_steps (campaign_id, owner_id, step, messages, wait_days, window_from, window_to)
        SELECT id, ${userId}, 2, ${FOLLOW_UPS}::text[], 3, '09:00', '12:00' FROM campaign`,
  );
  return sends;
}

const FOLLOW_UPS = ["{{saudacao}}! Conseguiu ver minha mensagem, {{nome|tudo bem}}?"];

/** A second step of a past campaign: to whoever stayed silent, three days after the first. */
async function addFollowUps(userId: number, campaignId: number): Promise<void> {
  await execute(
    sql`WITH step AS (
          INSERT INTO campaign_steps (campaign_id, owner_id, step, messages, wait_days)
          VALUES (${campaignId}, ${userId}, 2, ${FOLLOW_UPS}::text[], 3))
        INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, step, variant, text, state, cause, detail,
                                         due_at, claimed_at, settled_at)
        SELECT p.run_id, p.owner_id, p.lead_id, p.phone_key, p.number, 2, 0, CASE WHEN p.answered_at IS NULL THEN 'Conseguiu ver?' END,
               CASE WHEN p.answered_at IS NULL THEN 'sent' ELSE 'skipped' END,
               CASE WHEN p.answered_at IS NOT NULL THEN 'answered' END, CASE WHEN p.answered_at IS NOT NULL THEN 'Respondeu' END,
               p.claimed_at + interval '3 days', CASE WHEN p.answered_at IS NULL THEN p.claimed_at + interval '3 days' END,
               p.claimed_at + interval '3 days'
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE r.campaign_id = ${campaignId} AND p.state = 'sent'`,
  );
}

/** Records each lead's events, and the credits spent on searches before today. */
async function addEvents(userId: number, leads: DemoLead[], sends: CampaignSends) {
  const events = leads.flatMap((lead) => {
    const sent = sends.get(lead.id);
    const at = (minutes: number) =>
      new Date(lead.createdAt.getTime() + minutes * 60_000).toISOString();
    const metadata = { lead_id: lead.id, source: "google_pages" };
    const message = {
      credits_used: 0,
      occurred_at: sent?.at.toISOString() ?? at(5),
      metadata: sent ? { lead_id: lead.id, activity_id: sent.campaignId } : metadata,
    };
    return [
      { event_type: "lead_created", credits_used: 1, occurred_at: at(0), metadata },
      ...(CONTACTED.includes(lead.status) ? [{ event_type: "message_sent", ...message }] : []),
      ...(["answered", "responded", "closed"].includes(lead.status)
        ? [{ event_type: "message_received", credits_used: 0, occurred_at: at(40), metadata }]
        : []),
      ...(lead.status === "failed" ? [{ event_type: "message_failed", ...message }] : []),
    ];
  });
  await execute(
    sql`INSERT INTO events (owner_id, event_type, credits_used, occurred_at, metadata)
        SELECT ${userId}, event_type, credits_used, occurred_at, metadata
        FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
          AS r (event_type text, credits_used int, occurred_at timestamptz, metadata jsonb)`,
  );
  await execute(
    sql`INSERT INTO events (owner_id, event_type, occurred_at, metadata)
        SELECT owner_id, 'lead_closed', staged_at, jsonb_build_object('lead_id', id, 'name', name)
        FROM leads WHERE owner_id = ${userId} AND status = 'closed'`,
  );
  await recountHours(ownerOfRow(userId));
  const today = getSaoPauloDay(new Date());
  const spent = leads.filter(({ createdAt }) => getSaoPauloDay(createdAt) !== today);
  await execute(
    sql`INSERT INTO credit_entries (owner_id, day, action, amount, lead_id, created_at)
        SELECT ${userId}, day, 'google_pages_search', 1, lead_id, created_at
        FROM jsonb_to_recordset(${JSON.stringify(
          spent.map((lead) => ({
            day: getSaoPauloDay(lead.createdAt),
            lead_id: lead.id,
            created_at: lead.createdAt.toISOString(),
          })),
        )}::jsonb) AS r (day date, lead_id int, created_at timestamptz)`,
  );
}
