import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";
import { TASK_KINDS } from "@/lib/domain/tasks/task";
import { MOST_TOLD_OWN, MOST_TOLD_TAGS } from "@/lib/domain/webhooks/told-lead";
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from "@/lib/domain/webhooks/webhook-events";
import type { JsonSchema } from "./json-schema";

const integer = { type: "integer" };
const text = { type: "string" };
const nullableText = { type: ["string", "null"] };
const quantity = { ...integer, minimum: 0, description: "How many things this is about." };
const leadId = { type: ["integer", "null"], description: "Null for several leads, or for none." };

/** Of the lead that an event names. */
const ofLead = {
  own: {
    type: "object",
    description: `Its own fields by their keys; beyond ${MOST_TOLD_OWN} characters of them, the API has the others. Left out for several leads, or for none.`,
    additionalProperties: {
      anyOf: [text, { type: "number" }, { type: "boolean" }, { type: "array", items: text }],
    },
  },
  tags: { type: "array", items: text, maxItems: MOST_TOLD_TAGS },
};
const exampleOfLead = { own: { cargo: "Proprietária" }, tags: ["vip"] };

interface Told {
  summary: string;
  properties: Record<string, JsonSchema>;
  example: object;
}

/** What each event's `data` holds; fields that a case does not have are left out. */
const TOLD: Record<WebhookEvent, Told> = {
  "lead.created": {
    summary: "A lead was created, or several by an import or from the address book",
    properties: {
      quantity,
      lead_id: leadId,
      name: text,
      source: text,
      list_id: integer,
      import_id: integer,
      ...ofLead,
    },
    example: {
      lead_id: 1,
      name: "Padaria Modelo",
      source: "manual",
      ...exampleOfLead,
      quantity: 1,
    },
  },
  "lead.answered": {
    summary: "A lead answered for the first time",
    properties: { lead_id: integer, name: text, ...ofLead },
    example: { lead_id: 1, name: "Padaria Modelo", ...exampleOfLead },
  },
  "lead.opted_out": {
    summary: "Numbers asked for no more messages, or a person blocked them; at most 100 are named",
    properties: {
      quantity,
      numbers: { type: "array", items: text, maxItems: 100 },
      by: { enum: ["reply", "person", "import"] },
    },
    example: { by: "reply", numbers: ["5511987654321"], quantity: 1 },
  },
  "campaign.finished": {
    summary: "A run of a campaign ended",
    properties: {
      quantity,
      activity_id: integer,
      status: { enum: ["completed", "stopped", "error"] },
    },
    example: { activity_id: 1, status: "completed", quantity: 1 },
  },
  "search.finished": {
    summary: "A search ended",
    properties: {
      quantity,
      search_id: integer,
      status: { enum: ["completed", "error"] },
      source: text,
    },
    example: { search_id: 1, status: "completed", source: "google_maps", quantity: 1 },
  },
  "message.received": {
    summary: "A contact wrote",
    properties: {
      quantity,
      lead_id: leadId,
      number: nullableText,
      chat: text,
      kind: text,
      text: nullableText,
      intent: {
        enum: [...ANSWER_KINDS],
        description:
          "What the contact says, with what it has written since we last wrote; `automatic`: a machine.",
      },
      ...ofLead,
    },
    example: {
      lead_id: 1,
      number: "5511987654321",
      chat: "5511987654321@s.whatsapp.net",
      kind: "text",
      text: "Quanto custa?",
      intent: "question",
      ...exampleOfLead,
      quantity: 1,
    },
  },
  "lead.stage_changed": {
    summary:
      "A person moved a lead to another stage, or several: then the lead is not named. Moves by a delivery or a reply are not told",
    properties: { quantity, lead_id: leadId, name: text, detail: text, ...ofLead },
    example: {
      lead_id: 1,
      name: "Padaria Modelo",
      detail: "Proposta",
      ...exampleOfLead,
      quantity: 1,
    },
  },
  "lead.merged": {
    summary:
      "A person made one lead of several: lead_id stays, and the ids of the others lead to it. Its undoing is not told",
    properties: {
      quantity,
      lead_id: leadId,
      name: text,
      detail: text,
      merged_ids: { type: "array", items: integer },
      ...ofLead,
    },
    example: {
      lead_id: 1,
      name: "Padaria Modelo",
      detail: "Padaria Modelo Ltda",
      merged_ids: [2],
      ...exampleOfLead,
      quantity: 1,
    },
  },
  "task.due": {
    summary: "The hour of a task has come; one for a whole day is not told",
    properties: {
      quantity,
      task_id: integer,
      name: text,
      lead_id: leadId,
      kind: { enum: [...TASK_KINDS] },
      day: text,
      time: text,
      ...ofLead,
    },
    example: {
      task_id: 1,
      name: "Ligar para a Ana",
      lead_id: 1,
      kind: "call",
      day: "2026-01-31",
      time: "14:00",
      ...exampleOfLead,
      quantity: 1,
    },
  },
};

const HEADERS: Record<string, string> = {
  "webhook-id": "The message's id: the same at each try and when it is replayed.",
  "webhook-timestamp": "When this try was made, in seconds since 1970.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, with the secret's bytes as the key.",
};

/** The `webhooks` of the document: what we send to addresses that accounts name. */
export function buildOutgoingWebhooks(): Record<string, object> {
  return Object.fromEntries(
    WEBHOOK_EVENT_NAMES.map((event) => {
      const { summary, properties, example } = TOLD[event];
      const schema = {
        type: "object",
        required: ["type", "timestamp", "data"],
        properties: {
          type: { const: event },
          timestamp: { type: "string", format: "date-time" },
          data: { type: "object", properties },
        },
      };
      const content = {
        schema,
        example: { type: event, timestamp: "2026-01-31T12:00:00.000Z", data: example },
      };
      const post = {
        operationId: `webhook.${event}`,
        tags: ["Webhooks"],
        summary,
        security: [],
        parameters: Object.entries(HEADERS).map(([name, description]) => ({
          name,
          in: "header",
          required: true,
          description,
          schema: text,
        })),
        requestBody: { required: true, content: { "application/json": content } },
        responses: {
          "2XX": { description: "Taken. Anything else is tried again, 410 apart." },
          "410": { description: "No more, please: the address is switched off." },
        },
      };
      return [event, { post }];
    }),
  );
}
