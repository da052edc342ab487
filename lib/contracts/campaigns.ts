import * as z from "zod/mini";
import {
  ACTIVITY_STATUSES,
  CAMPAIGN_DEFAULT_LEADS,
  CAMPAIGN_MAX_LEADS,
  CAMPAIGN_MAX_MESSAGES,
  CAMPAIGN_MIN_LEADS,
  RECURRENCES,
} from "@/lib/domain/campaigns/campaign";
import { unknownVariables } from "@/lib/domain/campaigns/message-template";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { endpoint } from "./endpoint";
import { arrayOf, IdParam, Instant } from "./fields";

const LEAD_COUNT = "O total de leads deve ser entre 1 e 210!";
const NO_MESSAGE = "Adicione pelo menos uma mensagem!";
const TOO_MANY_MESSAGES = "Máximo de 10 mensagens!";
/** Empty ones are dropped before they are counted. */
const MAX_SENT_MESSAGES = 2 * CAMPAIGN_MAX_MESSAGES;

const Message = z.string({ error: NO_MESSAGE }).check(
  z.trim(),
  z.maxLength(
    MESSAGE_MAX_LENGTH,
    `Cada mensagem pode ter no máximo ${MESSAGE_MAX_LENGTH} caracteres!`,
  ),
  z.superRefine((text, context) => {
    const unknown = unknownVariables(text);
    if (unknown.length > 0) {
      context.addIssue({
        code: "custom",
        message: `Variável desconhecida: {{${unknown[0]}}}`,
        input: text,
      });
    }
  }),
);

const NOT_YET = "Ainda não disponível.";

/**
 * Scheduling, recurrence, repeats and list choice are part of the contract; until they are implemented, only "no" is
 * accepted.
 */
const notYetServed = {
  list_ids: z.optional(
    z.nullable(arrayOf(z.number(), { max: 0, error: NOT_YET, tooMany: NOT_YET })),
  ),
  repeat_leads: z.optional(z.literal(false, { error: NOT_YET })),
  scheduled: z.optional(z.literal(false, { error: NOT_YET })),
  scheduled_datetime: z.optional(z.literal([null, ""], { error: NOT_YET })),
  weekly_scheduled: z.optional(z.literal(false, { error: NOT_YET })),
  recurrence_type: z.optional(z.literal("none", { error: NOT_YET })),
};

export const StartProspecting = z.strictObject({
  ...notYetServed,
  num_leads: z._default(
    z
      .number({ error: LEAD_COUNT })
      .check(
        z.int(LEAD_COUNT),
        z.gte(CAMPAIGN_MIN_LEADS, LEAD_COUNT),
        z.lte(CAMPAIGN_MAX_LEADS, LEAD_COUNT),
      ),
    CAMPAIGN_DEFAULT_LEADS,
  ),
  messages: z.pipe(
    arrayOf(Message, { max: MAX_SENT_MESSAGES, error: NO_MESSAGE, tooMany: TOO_MANY_MESSAGES }),
    z.pipe(
      z.transform((messages: string[]) => messages.filter((text) => text !== "")),
      z
        .array(z.string())
        .check(z.minLength(1, NO_MESSAGE), z.maxLength(CAMPAIGN_MAX_MESSAGES, TOO_MANY_MESSAGES)),
    ),
  ),
});
export type StartProspecting = z.input<typeof StartProspecting>;

export const Activity = z.object({
  id: z.number(),
  name: z.nullable(z.string()),
  status: z.enum(ACTIVITY_STATUSES),
  num_leads: z.number(),
  total_leads: z.number(),
  leads_count: z.number(),
  leads_processed: z.number(),
  sent: z.number(),
  failed: z.number(),
  unknown: z.number(),
  answered: z.number(),
  scheduled: z.boolean(),
  scheduled_datetime: z.nullable(Instant),
  weekly_scheduled: z.boolean(),
  recurrence_type: z.enum(RECURRENCES),
  repeat_count: z.number(),
  repeats_completed: z.number(),
  list_ids: z.array(z.number()),
  /** A JSON array of the message variants. */
  message: z.string(),
  error_message: z.nullable(z.string()),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type Activity = z.infer<typeof Activity>;

export const campaigns = {
  start: endpoint({
    method: "POST",
    path: "/api/prospecting/start-prospecting",
    access: "member",
    summary: "Send a campaign to leads never contacted before",
    body: StartProspecting,
    maxBodyBytes: 256 * 1024,
    status: 202,
    response: z.object({ activity_id: z.number(), message: z.string() }),
  }),
  activities: endpoint({
    method: "GET",
    path: "/api/prospecting/activities",
    access: "member",
    summary: "My campaigns with their progress, newest first (at most 100)",
    response: z.object({ activities: z.array(Activity) }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/prospecting/activities/{id}/stop",
    access: "member",
    summary: "Stop a campaign before its next message",
    params: IdParam,
    response: z.object({ activity: Activity }),
  }),
};
