/** The kinds of request of a data subject in the law (LGPD, article 18), and how the account answered one. */

export const PRIVACY_KINDS = ["export", "erase", "correct"] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];

export const PRIVACY_KIND_LABEL: Record<PrivacyKind, string> = {
  export: "Cópia dos dados",
  erase: "Apagamento",
  correct: "Correção",
};

/** The role of the requester, never a name: the record is kept after the person's data is erased. */
export const PRIVACY_ASKERS = ["person", "representative", "authority", "account"] as const;
export type PrivacyAsker = (typeof PRIVACY_ASKERS)[number];

export const PRIVACY_ASKER_LABEL: Record<PrivacyAsker, string> = {
  person: "A própria pessoa",
  representative: "Um representante dela",
  authority: "Uma autoridade",
  account: "Decisão nossa",
};

export const PRIVACY_CHANNELS = ["whatsapp", "email", "phone", "letter", "in_person"] as const;
export type PrivacyChannel = (typeof PRIVACY_CHANNELS)[number];

export const PRIVACY_CHANNEL_LABEL: Record<PrivacyChannel, string> = {
  whatsapp: "WhatsApp",
  email: "E-mail",
  phone: "Telefone",
  letter: "Carta ou ofício",
  in_person: "Pessoalmente",
};

export const PRIVACY_STATUSES = ["processing", "done", "error"] as const;

/** The kinds of data that are counted, before and after an erasure, in the order in which they are shown. */
export const PRIVACY_COUNTS = [
  "leads",
  "contacts",
  "notes",
  "tasks",
  "conversations",
  "messages",
  "files",
  "recipients",
  "scheduled",
  "opt_outs",
  "address_book",
  "deleted_leads",
  "merges",
  "import_rows",
  "findings",
  "events",
  "deliveries",
] as const;
type PrivacyCount = (typeof PRIVACY_COUNTS)[number];
export type PrivacyCounts = Partial<Record<PrivacyCount, number>>;

/** One and several of each. */
const COUNT_WORDS: Record<PrivacyCount, readonly [string, string]> = {
  leads: ["lead", "leads"],
  contacts: ["contato de lead", "contatos de leads"],
  notes: ["anotação", "anotações"],
  tasks: ["tarefa", "tarefas"],
  conversations: ["conversa", "conversas"],
  messages: ["mensagem", "mensagens"],
  files: ["arquivo", "arquivos"],
  recipients: ["envio de campanha", "envios de campanha"],
  scheduled: ["mensagem agendada", "mensagens agendadas"],
  opt_outs: ["registro de não perturbe", "registros de não perturbe"],
  address_book: ["entrada na agenda do celular", "entradas na agenda do celular"],
  deleted_leads: ["lead na lixeira", "leads na lixeira"],
  merges: ["mesclagem guardada", "mesclagens guardadas"],
  import_rows: ["linha de importação", "linhas de importação"],
  findings: ["resultado de busca", "resultados de busca"],
  events: ["registro de atividade", "registros de atividade"],
  deliveries: ["aviso a outro sistema", "avisos a outros sistemas"],
};

/** "2 leads", "1 conversa" and so on; empty when there is nothing. */
export function describeCounts(counts: PrivacyCounts): string[] {
  return PRIVACY_COUNTS.flatMap((name) => {
    const count = counts[name] ?? 0;
    if (count === 0) return [];
    return `${count.toLocaleString("pt-BR")} ${COUNT_WORDS[name][count === 1 ? 0 : 1]}`;
  });
}

/** What a person is found by: keys of numbers, e-mail addresses in lower case, CNPJs as digits. */
export interface PersonKeys {
  phones: readonly string[];
  emails: readonly string[];
  cnpjs: readonly string[];
}

/** How long the file of an export can be fetched. */
export const EXPORT_KEPT_DAYS = 30;
/** Typed before an erasure. */
export const ERASE_WORD = "APAGAR";
