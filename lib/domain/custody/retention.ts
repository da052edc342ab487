import { ACCOUNT_ACTIONS_DAYS } from "@/lib/domain/accounts/account-actions";
import { EVENT_MONTHS } from "@/lib/domain/events/event-types";
import { MERGE_KEPT_DAYS } from "@/lib/domain/leads/lead-merge";
import { OWN_FIELD_KEPT_DAYS } from "@/lib/domain/leads/own-fields";
import { NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import { SCHEDULED_KEPT_DAYS } from "@/lib/domain/messages/scheduled-message";
import { EXPORT_KEPT_DAYS } from "@/lib/domain/privacy/privacy-request";
import { DONE_TASK_DAYS } from "@/lib/domain/tasks/task";
import { EXPORT_HOURS, PAYMENTS_KEPT_YEARS } from "./account-deletion";
import { KEPT_DAYS, LEAD_UNDO_MINUTES } from "./kept-days";

/** The installation's setting; null keeps the rows as long as their account. */
export interface RetentionSettings {
  readonly mediaMonths: number;
  readonly messageMonths: number | null;
}

export interface RetentionRule {
  /** The description for users. */
  readonly what: string;
  readonly howLong: string;
  readonly tables: readonly string[];
  /** The duty that deletes older rows; null for rows that are deleted with their account, or never stored. */
  readonly duty: string | null;
}

const WITH_ACCOUNT = "Enquanto a conta existir";

/**
 * How long each kind of data is kept. The public page and the administrator's panel are made from this list, and the
 * duties delete by the same numbers.
 */
export function listRetention({ mediaMonths, messageMonths }: RetentionSettings): RetentionRule[] {
  return [
    {
      what: "Cadastro, leads, listas, anotações, buscas, radares e campanhas",
      howLong: WITH_ACCOUNT,
      tables: ["users", "leads", "lists", "notes", "searches", "radars", "campaigns"],
      duty: null,
    },
    {
      what: "Mensagens das conversas do WhatsApp",
      howLong: messageMonths === null ? WITH_ACCOUNT : inMonths(messageMonths),
      tables: ["messages", "conversations"],
      duty: messageMonths === null ? null : "delete old messages",
    },
    {
      what: "Fotos, áudios e documentos das conversas",
      howLong: inMonths(mediaMonths),
      tables: ["message_media"],
      duty: "expire media",
    },
    {
      what: "Números que pediram para não receber mensagens",
      howLong: WITH_ACCOUNT,
      tables: ["opt_outs", "opt_out_events"],
      duty: null,
    },
    {
      what: "Pedidos de titulares, e os códigos que impedem a volta de quem foi apagado",
      howLong: WITH_ACCOUNT,
      tables: ["privacy_requests", "erased_keys"],
      duty: null,
    },
    {
      what: "De quem são as cópias entregues a titulares",
      howLong: inDays(EXPORT_KEPT_DAYS),
      // The request stays, without the person's identity.
      tables: [],
      duty: "delete old copies of people's data",
    },
    {
      what: "Mensagens agendadas, depois de enviadas ou canceladas",
      howLong: inDays(SCHEDULED_KEPT_DAYS),
      tables: ["scheduled_messages"],
      duty: "delete settled scheduled messages",
    },
    {
      what: "Avisos do WhatsApp que não puderam ser lidos",
      howLong: inDays(KEPT_DAYS.deadLetters),
      tables: ["webhook_dead_letters"],
      duty: "delete old dead letters",
    },
    {
      what: "Se um número tem WhatsApp, como foi verificado",
      howLong: inDays(NUMBER_CHECK_DAYS),
      tables: ["checked_numbers"],
      duty: "delete old number checks",
    },
    {
      what: "Períodos em que a conexão do WhatsApp falhou",
      howLong: inDays(KEPT_DAYS.connectionGaps),
      tables: ["whatsapp_gaps"],
      duty: "delete old connection gaps",
    },
    {
      what: "Quantas pessoas um número de WhatsApp abordou por dia, para protegê-lo, mesmo depois da conta",
      howLong: inDays(KEPT_DAYS.numberStanding),
      tables: ["number_days", "number_paces"],
      duty: "delete old number days",
    },
    {
      what: "Campanhas excluídas",
      howLong: inDays(KEPT_DAYS.hiddenCampaigns),
      tables: ["campaigns"],
      duty: "delete hidden campaigns",
    },
    {
      what: "Leads excluídos, para desfazer",
      howLong: `${LEAD_UNDO_MINUTES} minutos`,
      tables: ["deleted_leads", "lead_deletions"],
      duty: "delete old lead deletions",
    },
    {
      what: "Leads unidos a outros, para desfazer",
      howLong: inDays(MERGE_KEPT_DAYS),
      tables: ["lead_merges"],
      duty: "delete old lead merges",
    },
    {
      what: "Campos próprios excluídos, para desfazer",
      howLong: inDays(OWN_FIELD_KEPT_DAYS),
      tables: ["own_fields"],
      duty: "delete old own fields",
    },
    {
      what: "Tarefas feitas",
      howLong: inDays(DONE_TASK_DAYS),
      tables: ["tasks"],
      duty: "delete old tasks",
    },
    {
      what: "Linhas dos arquivos importados",
      howLong: `${inDays(KEPT_DAYS.importedRows)} depois da importação`,
      tables: ["import_chunks"],
      duty: "delete old imports",
    },
    {
      what: "Páginas da internet visitadas em uma busca",
      howLong: "Não são guardadas: só o que delas virou informação de uma empresa",
      tables: [],
      duty: null,
    },
    {
      what: "Estatísticas do que aconteceu na conta",
      howLong: inMonths(EVENT_MONTHS),
      tables: ["events"],
      duty: "turn event months",
    },
    {
      what: "Histórico da conta: entradas, exportações e exclusões, com o endereço IP",
      howLong: inDays(ACCOUNT_ACTIONS_DAYS),
      tables: ["account_actions"],
      duty: "delete old account actions",
    },
    {
      what: "Sessões, depois que vencem",
      howLong: inDays(KEPT_DAYS.sessions),
      tables: ["sessions"],
      duty: "delete old sessions",
    },
    {
      what: "Respostas de chaves de acesso, para que nenhuma valha duas vezes",
      howLong: "5 minutos",
      tables: ["passkey_answers"],
      duty: "delete old passkey answers",
    },
    {
      what: "Entradas por outro provedor que não chegaram ao fim, com o e-mail que ele informou",
      howLong: "10 minutos",
      tables: ["sign_in_attempts"],
      duty: "delete old sign-ins",
    },
    {
      what: "E-mails que o sistema enviou a você",
      howLong: inDays(KEPT_DAYS.mails),
      tables: ["mails"],
      duty: "delete old mails",
    },
    {
      what: "Avisos enviados aos seus webhooks",
      howLong: inDays(KEPT_DAYS.webhookDeliveries),
      tables: ["webhook_deliveries"],
      duty: "delete old webhook deliveries",
    },
    {
      what: "Arquivo com os seus dados, quando você o pede",
      howLong: `${EXPORT_HOURS} horas`,
      tables: ["account_exports"],
      duty: "delete old exports",
    },
    {
      what: "Avisos do provedor de pagamento",
      howLong: `${inDays(KEPT_DAYS.billingEvents)}; os de ninguém, ${inDays(KEPT_DAYS.unmatchedBillingEvents)}`,
      tables: ["billing_events"],
      duty: "delete old billing events",
    },
    {
      what: "Pagamentos de uma conta excluída, sem o nome nem o contato de quem pagou",
      howLong: `${PAYMENTS_KEPT_YEARS - 1} anos contados do ano seguinte à exclusão, como a lei tributária pede`,
      tables: ["billings", "billing_invoices"],
      duty: "delete erased accounts",
    },
    {
      what: "Registros técnicos do servidor (logs)",
      howLong:
        "Não ficam no banco de dados e não contêm mensagens: quem opera o servidor define por quanto tempo os guarda",
      tables: [],
      duty: null,
    },
  ];
}

function inDays(days: number): string {
  return days === 1 ? "1 dia" : `${days} dias`;
}

function inMonths(months: number): string {
  return months === 1 ? "1 mês" : `${months} meses`;
}
