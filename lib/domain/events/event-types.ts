/** What the events screen shows of a type. `color` is a colour of the palette, `icon` a name in lucide's set. */
interface EventDescriptor {
  /** One of them: "Lead criado". */
  label: string;
  /** Several of them, on the type's card. */
  description: string;
  color: "primary" | "success" | "info" | "danger" | "warning" | "muted-foreground";
  icon: string;
}

export const EVENT_TYPES = {
  lead_created: {
    label: "Lead criado",
    description: "Leads criados",
    color: "primary",
    icon: "user-plus",
  },
  lead_closed: {
    label: "Negócio fechado",
    description: "Negócios fechados",
    color: "success",
    icon: "handshake",
  },
  lead_stage_changed: {
    label: "Lead mudou de etapa",
    description: "Leads mudaram de etapa",
    color: "info",
    icon: "arrow-right-left",
  },
  leads_deleted: {
    label: "Lead excluído",
    description: "Leads excluídos",
    color: "muted-foreground",
    icon: "trash-2",
  },
  leads_restored: {
    label: "Lead restaurado",
    description: "Leads restaurados",
    color: "info",
    icon: "undo-2",
  },
  lead_merged: {
    label: "Leads juntados",
    description: "Junções de leads",
    color: "info",
    icon: "merge",
  },
  lead_merge_undone: {
    label: "Junção desfeita",
    description: "Junções desfeitas",
    color: "muted-foreground",
    icon: "split",
  },
  task_due: {
    label: "Tarefa na hora",
    description: "Tarefas na hora",
    color: "warning",
    icon: "alarm-clock",
  },
  list_created: {
    label: "Lista criada",
    description: "Listas criadas",
    color: "primary",
    icon: "list-plus",
  },
  list_deleted: {
    label: "Lista excluída",
    description: "Listas excluídas",
    color: "muted-foreground",
    icon: "list-x",
  },
  search_started: {
    label: "Busca iniciada",
    description: "Buscas iniciadas",
    color: "info",
    icon: "search",
  },
  search_completed: {
    label: "Busca concluída",
    description: "Buscas concluídas",
    color: "info",
    icon: "search-check",
  },
  import_completed: {
    label: "Importação concluída",
    description: "Importações concluídas",
    color: "info",
    icon: "file-up",
  },
  campaign_scheduled: {
    label: "Campanha agendada",
    description: "Campanhas agendadas",
    color: "warning",
    icon: "calendar-clock",
  },
  campaign_cancelled: {
    label: "Campanha cancelada",
    description: "Campanhas canceladas",
    color: "muted-foreground",
    icon: "calendar-x",
  },
  campaign_started: {
    label: "Campanha iniciada",
    description: "Campanhas iniciadas",
    color: "info",
    icon: "rocket",
  },
  campaign_completed: {
    label: "Campanha encerrada",
    description: "Campanhas encerradas",
    color: "success",
    icon: "flag",
  },
  message_sent: {
    label: "Mensagem enviada",
    description: "Mensagens enviadas",
    color: "info",
    icon: "send",
  },
  message_failed: {
    label: "Mensagem que falhou",
    description: "Mensagens que falharam",
    color: "danger",
    icon: "message-square-x",
  },
  message_received: {
    label: "Mensagem recebida",
    description: "Mensagens recebidas",
    color: "success",
    icon: "message-square-reply",
  },
  opted_out: {
    label: "Pedido para sair",
    description: "Pedidos para sair",
    color: "danger",
    icon: "bell-off",
  },
  opt_out_removed: {
    label: "Contato liberado",
    description: "Contatos liberados",
    color: "info",
    icon: "bell-ring",
  },
  whatsapp_connected: {
    label: "WhatsApp conectado",
    description: "Conexões do WhatsApp",
    color: "success",
    icon: "plug",
  },
  whatsapp_disconnected: {
    label: "WhatsApp desconectado",
    description: "Quedas do WhatsApp",
    color: "warning",
    icon: "unplug",
  },
  pro_started: {
    label: "Plano PRO iniciado",
    description: "Inícios do plano PRO",
    color: "primary",
    icon: "crown",
  },
  pro_ended: {
    label: "Plano PRO encerrado",
    description: "Encerramentos do plano PRO",
    color: "warning",
    icon: "circle-slash",
  },
  payment_failed: {
    label: "Pagamento recusado",
    description: "Pagamentos recusados",
    color: "danger",
    icon: "credit-card",
  },
  debit_ended: {
    label: "Débito pelo Pix cancelado",
    description: "Cancelamentos do débito pelo Pix no banco",
    color: "warning",
    icon: "calendar-x",
  },
  subscription_canceled: {
    label: "Assinatura cancelada",
    description: "Cancelamentos da assinatura",
    color: "warning",
    icon: "calendar-x",
  },
  subscription_resumed: {
    label: "Assinatura retomada",
    description: "Retomadas da assinatura",
    color: "success",
    icon: "calendar-check",
  },
} satisfies Record<string, EventDescriptor>;

export type EventType = keyof typeof EVENT_TYPES;

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[];

/** Events are deleted when they are older. */
export const EVENT_MONTHS = 24;
/** The longest period that a report may count. */
export const MAX_EVENT_DAYS = 750;
/** Rows that one page of the list may skip; later ones are reached by narrower dates. */
export const MAX_SKIPPED_EVENTS = 10_000;
