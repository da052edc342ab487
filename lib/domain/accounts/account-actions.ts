import { deviceName } from "./user-agent";

/** Actions that an owner can look up later: logins, data that left the account, deletions, access for others. */
export const ACCOUNT_ACTIONS = [
  "signed_in",
  "password_changed",
  "second_factor_on",
  "second_factor_off",
  "recovery_codes_renewed",
  "passkey_added",
  "passkey_removed",
  "identity_linked",
  "identity_unlinked",
  "issuer_required_on",
  "issuer_required_off",
  "token_created",
  "token_revoked",
  "person_invited",
  "invitation_revoked",
  "person_joined",
  "person_changed",
  "person_suspended",
  "person_restored",
  "visibility_changed",
  "belongings_passed_on",
  "webhook_created",
  "webhook_changed",
  "webhook_deleted",
  "exported",
  "leads_deleted",
  "import_started",
  "import_undone",
  "subscription_changed",
  "archive_requested",
  "deletion_requested",
  "deletion_undone",
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

export const ACCOUNT_ACTION_LABEL: Record<AccountAction, string> = {
  signed_in: "Entrada na conta",
  password_changed: "Senha alterada",
  second_factor_on: "Verificação em duas etapas ligada",
  second_factor_off: "Verificação em duas etapas desligada",
  recovery_codes_renewed: "Códigos de recuperação gerados",
  passkey_added: "Chave de acesso adicionada",
  passkey_removed: "Chave de acesso removida",
  identity_linked: "Forma de entrar ligada",
  identity_unlinked: "Forma de entrar desligada",
  issuer_required_on: "Senha deixou de bastar para entrar",
  issuer_required_off: "Senha voltou a bastar para entrar",
  token_created: "Token de API criado",
  token_revoked: "Token de API revogado",
  person_invited: "Pessoa convidada para a equipe",
  invitation_revoked: "Convite para a equipe cancelado",
  person_joined: "Pessoa entrou na equipe",
  person_changed: "Função de uma pessoa da equipe alterada",
  person_suspended: "Acesso de uma pessoa da equipe suspenso",
  person_restored: "Acesso de uma pessoa da equipe devolvido",
  visibility_changed: "O que os vendedores veem alterado",
  belongings_passed_on: "O que era de uma pessoa da equipe passou a outras",
  webhook_created: "Webhook criado",
  webhook_changed: "Webhook alterado",
  webhook_deleted: "Webhook excluído",
  exported: "Arquivo exportado",
  leads_deleted: "Leads excluídos",
  import_started: "Importação iniciada",
  import_undone: "Importação desfeita",
  subscription_changed: "Assinatura alterada",
  archive_requested: "Cópia de todos os dados pedida",
  deletion_requested: "Exclusão da conta pedida",
  deletion_undone: "Exclusão da conta desfeita",
};

/** How long they are kept. */
export const ACCOUNT_ACTIONS_DAYS = 365;

export type ActionDetails = Record<string, string | number>;

/** The details of an entry, in words: the device and its address, a name, how many. */
export function describeDetails({ user_agent, ip, name, count }: ActionDetails): string {
  return [
    user_agent !== undefined && deviceName(String(user_agent)),
    ip !== undefined && String(ip),
    name !== undefined && String(name),
    count !== undefined &&
      `${Number(count).toLocaleString("pt-BR")} ${count === 1 ? "lead" : "leads"}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
