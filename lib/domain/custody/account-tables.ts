/**
 * Every table that contains rows of accounts, in the order in which an account's rows are deleted: a table comes before
 * the tables that it refers to. A test compares the list and its order with the database's foreign keys.
 */
export interface AccountTable {
  /** Column of the account's id, or of the id of its WhatsApp connection. */
  readonly owner: "owner_id" | "user_id" | "instance_id";
  /**
   * The description of its file in the account's archive, for the user, and the columns that are left out: secrets, and
   * internal ones. Or the reason why there is no file.
   */
  readonly archive:
    | { readonly means: string; readonly without: readonly string[] }
    | { readonly because: string };
}

const LEASE = ["lease_no", "lease_until", "resume_at", "attempts"];
const MACHINERY = "Serve só ao funcionamento do sistema.";
const SECRET = "Guarda só segredos, que ninguém deve levar em um arquivo.";
const COPY = "É uma cópia por alguns dias, para desfazer, do que já está nos outros arquivos.";

const owned = (means: string, ...without: string[]): AccountTable => ({
  ...{ owner: "owner_id", archive: { means, without } },
});
const ofUser = (means: string, ...without: string[]): AccountTable => ({
  ...{ owner: "user_id", archive: { means, without } },
});
const leftOut = (owner: AccountTable["owner"], because: string): AccountTable => ({
  ...{ owner, archive: { because } },
});

export const ERASED_TABLES: Readonly<Record<string, AccountTable>> = {
  // Messages
  sends: leftOut("owner_id", MACHINERY),
  message_media: owned(
    "Os arquivos das conversas: tipo, tamanho e nome de cada um",
    "source",
    "storage_key",
    ...LEASE,
  ),
  suggestion_sets: owned("As respostas sugeridas por último em cada conversa"),
  scheduled_messages: owned("As mensagens agendadas", "not_before"),
  messages: owned("As mensagens das conversas"),
  conversations: owned("As conversas"),
  message_reactions: owned("As reações às mensagens"),
  message_charges: owned("O que o WhatsApp disse cobrar por mensagem"),
  early_changes: leftOut("instance_id", MACHINERY),
  early_receipts: leftOut("instance_id", MACHINERY),
  webhook_dead_letters: owned("Avisos do WhatsApp que não puderam ser lidos"),
  whatsapp_commands: leftOut("owner_id", MACHINERY),
  whatsapp_auth_keys: leftOut("owner_id", SECRET),
  whatsapp_sockets: leftOut("owner_id", MACHINERY),
  whatsapp_gaps: owned("Períodos em que a conexão do WhatsApp não recebeu tudo"),
  whatsapp_templates: owned("Os modelos de mensagem da Meta"),
  new_chat_quotas: leftOut("owner_id", MACHINERY),
  whatsapp_contacts: owned("Os contatos do WhatsApp conectado"),
  contact_identities: owned("Os identificadores do WhatsApp de cada contato"),
  checked_numbers: owned("Números verificados: se têm WhatsApp"),
  whatsapp_restrictions: owned("Períodos em que o WhatsApp limitou o número"),
  opt_out_events: owned("O histórico dos números que pediram para não receber mensagens"),
  opt_out_reviews: owned("Respostas que talvez peçam para não receber mensagens"),
  opt_out_settings: owned("A configuração da resposta a quem pede para não receber"),
  opt_outs: owned("Os números que não recebem mensagens"),
  opt_ins: owned("Os números que permitiram ofertas"),
  canned_answers: owned("As respostas prontas", "storage_key"),

  // Campaigns
  campaign_recipients: owned(
    "Os destinatários das campanhas, com o que foi enviado a cada um",
    "attempts",
    "claimed_at",
    "not_before",
  ),
  campaign_runs: owned("Os envios de cada campanha", ...LEASE),
  campaign_steps: owned("As mensagens seguintes das sequências"),
  campaigns: owned("As campanhas"),
  days_off: owned("Os dias sem campanha"),

  // After the messages and recipients that refer to it.
  whatsapp_instances: owned(
    "A conexão do WhatsApp",
    "sealed_token",
    "webhook_hash",
    "former_webhook_hash",
    "qr_code",
    "qr_image",
    "qr_at",
  ),

  // Searches and radars
  site_checks: leftOut("owner_id", MACHINERY),
  radar_findings: owned("O que os radares encontraram"),
  radar_runs: owned("As execuções dos radares", ...LEASE),
  credit_reservations: leftOut("owner_id", MACHINERY),
  search_results: owned("O que cada busca encontrou"),
  searches: owned("As buscas", ...LEASE),
  radars: owned("Os radares"),

  // Leads
  import_refusals: owned("As linhas que as importações recusaram"),
  import_chunks: leftOut("owner_id", COPY),
  imports: owned("As importações", ...LEASE),
  lead_events: owned("O histórico de cada lead"),
  lead_tags: owned("As etiquetas de cada lead"),
  lead_values: owned("Os valores dos campos próprios"),
  notes: owned("As anotações"),
  lead_contacts: owned("Os outros contatos de cada empresa"),
  tasks: owned("As tarefas"),
  list_leads: owned("Os leads de cada lista"),
  company_denials: owned("Empresas da Receita que você disse não serem um lead"),
  distinct_leads: owned("Pares de leads que você disse serem diferentes"),
  deleted_leads: leftOut("owner_id", COPY),
  lead_deletions: leftOut("owner_id", COPY),
  lead_changes: leftOut("owner_id", COPY),
  lead_change_sets: leftOut("owner_id", COPY),
  merged_leads: owned("Os leads unidos a outros"),
  lead_merges: owned("As uniões de leads"),
  leads: owned("Os leads"),
  // Deleting leads writes to these tables.
  lead_count_changes: leftOut("owner_id", MACHINERY),
  lead_counts: leftOut("owner_id", MACHINERY),
  lists: owned("As listas"),
  own_fields: owned("Os campos próprios"),
  tags: owned("As etiquetas"),
  loss_reasons: owned("Os motivos de perda"),
  stages: owned("As etapas"),
  lead_views: owned("As visões salvas da tabela de leads"),

  // The account
  events: owned("O que aconteceu na conta, evento por evento"),
  event_hours: leftOut("owner_id", "Conta por hora o que já está em events."),
  suggestion_days: owned("O uso da inteligência artificial por dia"),
  credit_entries: owned("O uso de créditos"),
  credit_days: owned("O saldo de créditos de cada dia"),
  webhook_deliveries: owned("Os avisos enviados aos seus webhooks", ...LEASE),
  webhook_endpoints: owned("Os seus webhooks", "sealed_secret", "resume_at"),
  api_tokens: owned("Os tokens de API, sem o segredo", "token_hash"),
  idempotency_keys: leftOut("owner_id", MACHINERY),
  erased_keys: leftOut(
    "owner_id",
    "Guarda só códigos de quem pediu para ser apagado, que nada dizem a ninguém.",
  ),
  privacy_requests: owned("Os pedidos de titulares", "sealed_keys", ...LEASE),
  account_exports: owned("As cópias de dados pedidas", "storage_key", ...LEASE),
  account_actions: owned("O histórico da conta"),
  mails: ofUser("Os e-mails que o sistema enviou a você", "sealed_link", ...LEASE),
  known_networks: ofUser("As redes de onde você entrou"),
  identities: ofUser("As formas de entrar ligadas, por outros provedores"),
  sign_in_attempts: leftOut("user_id", SECRET),
  recovery_codes: leftOut("user_id", SECRET),
  passkeys: owned(
    "As chaves de acesso, sem o que as confere",
    "credential_id",
    "public_key",
    "counter",
  ),
  passkey_answers: leftOut("owner_id", MACHINERY),
  second_factors: ofUser(
    "A verificação em duas etapas, sem o segredo",
    "sealed_secret",
    "last_step",
  ),
  password_resets: leftOut("user_id", SECRET),
  sessions: ofUser("As sessões", "token_hash"),
  billing_events: leftOut("user_id", MACHINERY),
};

/** Rows that stay after the deletion of an account that paid, for as long as the law requires. */
export const KEPT_TABLES: Readonly<Record<string, AccountTable>> = {
  billing_invoices: ofUser("As faturas"),
  billings: ofUser("As assinaturas"),
  billing_accounts: leftOut("user_id", MACHINERY),
  billing_customers: ofUser("O seu cadastro no Stripe"),
};

/** Tables that contain only the ids of accounts and outlive them, with the reason. */
export const OUTLIVING_TABLES: Readonly<Record<string, string>> = {
  account_deletions: "proves that the deletion was asked for and done",
  audit_entries: "what administrators did, by ids and figures",
  billing_alerts: "what was wrong with payments",
  billing_orders: "what the payment provider was told, beside its payments",
  registry_imports: "months of the public registry, which the administrator imported",
};
