import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant, pageSize } from "@/lib/contracts/shared/fields";
import { requiredText } from "@/lib/domain/text/required-text";
import { TEST_EVENT, WEBHOOK_EVENT_NAMES } from "@/lib/domain/webhooks/webhook-events";

export const WEBHOOK_URL_MAX_LENGTH = 1_000;
const NO_EVENT = "Escolha ao menos um evento.";

export const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  active: z.boolean(),
  /** Why it was switched off, if a person did not: it failed for three days, or answered 410 Gone. */
  disabled_reason: z.nullable(z.enum(["failing", "gone"])),
  /** Since when every try has failed. */
  failing_since: z.nullable(Instant),
  created_at: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

const fields = {
  url: requiredText("Informe o endereço.", WEBHOOK_URL_MAX_LENGTH),
  events: arrayOf(z.enum(WEBHOOK_EVENT_NAMES, { error: "Evento desconhecido." }), {
    min: 1,
    max: WEBHOOK_EVENT_NAMES.length,
    error: NO_EVENT,
  }),
};

export const NewWebhook = z.strictObject(fields);
export type NewWebhook = z.infer<typeof NewWebhook>;

const WebhookChange = z.strictObject({ ...fields, active: z.boolean() });
export type WebhookChange = z.infer<typeof WebhookChange>;

const WEBHOOK_DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

export const WebhookDelivery = z.object({
  id: z.number(),
  /** The `webhook-id` header: the same at each try and when it is replayed. */
  message_id: z.string(),
  event_type: z.enum([...WEBHOOK_EVENT_NAMES, TEST_EVENT]),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  tries: z.number(),
  /** The latest answer's status; null when none came. */
  last_status: z.nullable(z.number()),
  /** The beginning of the latest answer, or why there was none. */
  last_answer: z.nullable(z.string()),
  last_tried_at: z.nullable(Instant),
  /** When it is tried again, while it waits. */
  next_try_at: z.nullable(Instant),
  /** What is sent. */
  payload: z.string(),
  created_at: Instant,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const forSessions = { access: "member", role: "manager", scope: "session" } as const;
const DeliveryAnswer = z.object({ delivery: WebhookDelivery });

export const webhooks = {
  list: endpoint({
    method: "GET",
    path: "/api/webhook_endpoints",
    access: "member",
    role: "manager",
    summary: "The addresses that are told what happens, newest first",
    response: z.object({ webhook_endpoints: z.array(Webhook) }),
  }),
  create: endpoint({
    ...forSessions,
    method: "POST",
    path: "/api/webhook_endpoints",
    summary: "Add an address; this answer is the only one that shows the secret of its signatures",
    body: NewWebhook,
    recentProof: true,
    status: 201,
    response: z.object({ webhook_endpoint: Webhook, secret: z.string() }),
    rateLimit: { points: 30, windowSeconds: 600 },
  }),
  update: endpoint({
    ...forSessions,
    method: "PUT",
    path: "/api/webhook_endpoints/{id}",
    summary: "Change an address, its events, or whether it is on",
    params: IdParam,
    body: WebhookChange,
    recentProof: true,
    response: z.object({ webhook_endpoint: Webhook }),
  }),
  remove: endpoint({
    ...forSessions,
    method: "DELETE",
    path: "/api/webhook_endpoints/{id}",
    summary: "Remove an address with the log of its deliveries",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  test: endpoint({
    ...forSessions,
    method: "POST",
    path: "/api/webhook_endpoints/{id}/test",
    summary: "Send an address a test event",
    params: IdParam,
    status: 202,
    response: DeliveryAnswer,
    rateLimit: { points: 30, windowSeconds: 600 },
  }),
  deliveries: endpoint({
    method: "GET",
    path: "/api/webhook_endpoints/{id}/deliveries",
    access: "member",
    role: "manager",
    summary: "What an address was told in the last 30 days, newest first",
    params: IdParam,
    query: z.object({
      state: z.optional(z.enum(WEBHOOK_DELIVERY_STATES)),
      per_page: z._default(pageSize(100), 20),
      after: z.optional(
        z.string().check(z.maxLength(20), z.regex(/^\d{1,10}$/, "Cursor inválido.")),
      ),
    }),
    response: z.object({ deliveries: z.array(WebhookDelivery), next: z.nullable(z.string()) }),
  }),
  replay: endpoint({
    ...forSessions,
    method: "POST",
    path: "/api/webhook_deliveries/{id}/replay",
    summary: "Send a delivery again that is over, under the same `webhook-id`",
    params: IdParam,
    status: 202,
    response: DeliveryAnswer,
    rateLimit: { points: 120, windowSeconds: 600 },
  }),
};
