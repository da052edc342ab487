/** The events that a webhook may receive, with their names on the screen. */
export const WEBHOOK_EVENTS = {
  "lead.created": "Lead criado",
  "lead.answered": "Lead respondeu",
  "lead.opted_out": "Pedido para sair",
  "lead.stage_changed": "Lead mudou de etapa",
  "lead.merged": "Leads juntados",
  "campaign.finished": "Campanha encerrada",
  "search.finished": "Busca concluída",
  "message.received": "Mensagem recebida",
  "task.due": "Tarefa na hora",
} as const;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

/** Sent when a user tests a webhook. */
export const TEST_EVENT = "webhook.test";

export const MOST_WEBHOOKS = 10;

/**
 * Pauses after the first failure, the second and so on, in seconds: ten tries in three days, as the Standard Webhooks
 * specification proposes.
 */
export const WEBHOOK_PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000];
export const MOST_WEBHOOK_TRIES = WEBHOOK_PAUSES_S.length + 1;
