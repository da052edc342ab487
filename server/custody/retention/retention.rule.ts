import { EXPORT_HOURS, PAYMENTS_KEPT_YEARS } from "@/lib/domain/custody/account-deletion";
import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { type Duration, getTrimmingDuty } from "@/lib/domain/custody/tables/table";
import { TABLES, type TableName } from "@/lib/domain/custody/tables/tables";
import { EVENT_MONTHS } from "@/lib/domain/events/event-types";
import { MERGE_KEPT_DAYS } from "@/lib/domain/leads/lead-merge";
import { OWN_FIELD_KEPT_DAYS } from "@/lib/domain/leads/own-fields";
import { EXPORT_KEPT_DAYS } from "@/lib/domain/privacy/privacy-request";

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

/** What is told of the rows that the register lets go. */
const TRIMMED: readonly RetentionRule[] = (Object.keys(TABLES) as TableName[]).flatMap((table) =>
  (TABLES[table].trims ?? []).flatMap(({ told, after }) =>
    told
      ? [
          {
            what: told.what,
            howLong: told.howLong ?? inWords(after ?? {}),
            tables: [table],
            duty: getTrimmingDuty(table),
          },
        ]
      : [],
  ),
);

/**
 * How long each kind of data is kept. The public page and the administrator's panel are made from this list, and the
 * duties delete by the same numbers.
 */
export function listRetention({ mediaMonths, messageMonths }: RetentionSettings): RetentionRule[] {
  return [
    {
      what: "Cadastro, leads, listas, anotações, buscas, radares e campanhas",
      howLong: WITH_ACCOUNT,
      tables: ["accounts", "users", "leads", "lists", "notes", "searches", "radars", "campaigns"],
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
      what: "Linhas dos arquivos importados",
      howLong: `${inDays(KEPT_DAYS.importedRows)} depois da importação`,
      tables: ["import_chunks"],
      duty: "delete imported rows",
    },
    ...TRIMMED,
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
      what: "Arquivo com os seus dados, quando você o pede",
      howLong: `${EXPORT_HOURS} horas`,
      tables: ["account_exports"],
      duty: "expire exports",
    },
    {
      what: "Pagamentos de uma conta excluída, sem o nome nem o contato de quem pagou",
      howLong: `${PAYMENTS_KEPT_YEARS - 1} anos contados do ano seguinte à exclusão, como a lei tributária pede`,
      tables: ["billings", "billing_invoices"],
      duty: getTrimmingDuty("accounts"),
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

function inWords({ days, minutes }: Duration): string {
  return days === undefined ? `${minutes} minutos` : inDays(days);
}

function inDays(days: number): string {
  return days === 1 ? "1 dia" : `${days} dias`;
}

function inMonths(months: number): string {
  return months === 1 ? "1 mês" : `${months} meses`;
}
