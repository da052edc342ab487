import { NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import { SCHEDULED_KEPT_DAYS } from "@/lib/domain/messages/scheduled-message";
import { LEASE, MACHINERY, SECRET, type Table } from "./table";

/** WhatsApp takes no edit or deletion after two days: what waits longer for its message waits in vain. */
const EARLY = [{ since: "created_at", after: { days: 7 } }] as const;
const MESSAGES = "delete old messages";

export const MESSAGING_TABLES = {
  // The connection
  whatsapp_instances: {
    writer: "whatsapp",
    file: "A conexão do WhatsApp",
    without: [
      "sealed_token",
      "webhook_hash",
      "former_webhook_hash",
      "qr_code",
      "qr_image",
      "qr_at",
    ],
  },
  whatsapp_sockets: {
    writer: "sockets",
    noFile: MACHINERY,
  },
  whatsapp_auth_keys: { writer: "sockets", noFile: SECRET },
  whatsapp_commands: {
    writer: "sockets",
    noFile: MACHINERY,
    trims: [{ since: "created_at", after: { days: 1 } }],
  },
  whatsapp_restrictions: {
    writer: "whatsapp",
    file: "Períodos em que o WhatsApp limitou o número",
  },
  whatsapp_gaps: {
    writer: "whatsapp",
    file: "Períodos em que a conexão do WhatsApp não recebeu tudo",
    trims: [
      {
        since: "until_at",
        after: { days: 30 },
        told: { what: "Períodos em que a conexão do WhatsApp falhou" },
      },
    ],
  },
  whatsapp_templates: { writer: "templates", file: "Os modelos de mensagem da Meta" },
  new_chat_quotas: { writer: "whatsapp", noFile: MACHINERY },
  portfolio_limits: { writer: "portfolios", owner: null, kept: "a row for each business account" },
  webhook_dead_letters: {
    writer: "inbox",
    file: "Avisos do WhatsApp que não puderam ser lidos",
    trims: [
      {
        since: "received_at",
        after: { days: 30 },
        told: { what: "Avisos do WhatsApp que não puderam ser lidos" },
      },
    ],
  },

  // People
  whatsapp_contacts: { writer: "contacts", file: "Os contatos do WhatsApp conectado" },
  contact_identities: {
    writer: "messages",
    file: "Os identificadores do WhatsApp de cada contato",
  },
  checked_numbers: {
    writer: "whatsapp",
    file: "Números verificados: se têm WhatsApp",
    trims: [
      {
        since: "checked_at",
        after: { days: NUMBER_CHECK_DAYS },
        told: { what: "Se um número tem WhatsApp, como foi verificado" },
      },
    ],
  },
  opt_outs: { writer: "opt-outs", file: "Os números que não recebem mensagens" },
  opt_out_events: {
    writer: "opt-outs",
    file: "O histórico dos números que pediram para não receber mensagens",
  },
  opt_out_reviews: {
    writer: "opt-outs",
    file: "Respostas que talvez peçam para não receber mensagens",
  },
  opt_out_settings: {
    writer: "opt-outs",
    file: "A configuração da resposta a quem pede para não receber",
  },
  opt_ins: { writer: "opt-ins", file: "Os números que permitiram ofertas" },

  // Conversations
  conversations: { writer: "messages", file: "As conversas", duty: MESSAGES },
  messages: { writer: "messages", file: "As mensagens das conversas", duty: MESSAGES },
  conversation_assignments: {
    writer: "messages",
    file: "Quem atendeu cada conversa",
    duty: MESSAGES,
  },
  turns: { writer: "turns", file: "Quem recebe conversas novas em turno" },
  conversation_notes: {
    writer: "messages",
    file: "As notas internas das conversas",
    duty: MESSAGES,
  },
  note_mentions: {
    writer: "messages",
    file: "Quem as notas internas mencionam",
    duty: MESSAGES,
  },
  first_answers: {
    writer: "messages",
    file: "Quanto cada contato esperou pela resposta",
    trims: [
      {
        since: "answered_at",
        after: { days: 762 },
        told: { what: "Quanto cada contato esperou pela resposta", howLong: "25 meses" },
      },
    ],
  },
  message_reactions: { writer: "messages", file: "As reações às mensagens" },
  message_media: {
    writer: "media",
    file: "Os arquivos das conversas: tipo, tamanho e nome de cada um",
    without: ["source", "storage_key", ...LEASE],
    duty: "expire media",
  },
  media_removals: { writer: "media", owner: null, duty: "remove released media" },
  message_charges: { writer: "charges", file: "O que o WhatsApp disse cobrar por mensagem" },
  message_prices: {
    writer: "prices",
    owner: null,
    kept: "a row for each price that was ever valid",
  },
  scheduled_messages: {
    writer: "scheduled-messages",
    file: "As mensagens agendadas",
    without: ["not_before"],
    trims: [
      {
        since: "settled_at",
        after: { days: SCHEDULED_KEPT_DAYS },
        only: "state <> 'scheduled'",
        told: { what: "Mensagens agendadas, depois de enviadas ou canceladas" },
      },
    ],
  },
  canned_answers: {
    writer: "canned-answers",
    file: "As respostas prontas",
    without: ["storage_key"],
  },
  suggestion_sets: {
    writer: "suggestions",
    file: "As respostas sugeridas por último em cada conversa",
  },
  suggestion_days: { writer: "suggestions", file: "O uso da inteligência artificial por dia" },
  sends: {
    writer: "sends",
    noFile: MACHINERY,
    noPerson: "it is waited for, and goes with its message or its recipient",
  },
  early_receipts: { writer: "messages", owner: "instance_id", noFile: MACHINERY, trims: EARLY },
  early_changes: { writer: "messages", owner: "instance_id", noFile: MACHINERY, trims: EARLY },
} as const satisfies Record<string, Table>;
