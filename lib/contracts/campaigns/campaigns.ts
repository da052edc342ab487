import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, givenInstant, Id, Instant } from "@/lib/contracts/shared/fields";
import {
  CAMPAIGN_MAX_MESSAGES,
  CAMPAIGN_MAX_NUMBERS,
  CAMPAIGN_MAX_TEMPLATES,
  CAMPAIGN_NAME_MAX_LENGTH,
  RECURRENCES,
  UNDO_START_MAX_SECONDS,
} from "@/lib/domain/campaigns/campaign";
import { LEFT_OUT, type LeftOut } from "@/lib/domain/campaigns/left-out";
import { LEGAL_BASES } from "@/lib/domain/campaigns/legal-basis";
import { parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import { audienceShape } from "./audience-fields";
import { ChosenTemplate, PortfolioRoom } from "./campaign-templates";
import { Message, NO_MESSAGE, Pacing } from "./message-fields";
import { Steps } from "./steps";

const TOO_MANY_MESSAGES = "Máximo de 10 mensagens!";
const NO_TEMPLATE = "Escolha pelo menos um modelo.";
const TOO_MANY_TEMPLATES = `Use até ${CAMPAIGN_MAX_TEMPLATES} modelos.`;
const BOTH = "Escolha modelos ou mensagens, não os dois.";
const STEPS_OF_TEMPLATES =
  "Sequências valem só para mensagens de texto, não para modelos aprovados.";
const BAD_NUMBERS = `Escolha de 1 a ${CAMPAIGN_MAX_NUMBERS} números.`;
const BAD_UNDO = `Use de 0 a ${UNDO_START_MAX_SECONDS} segundos.`;
const NO_DATE = "Selecione uma data e hora para agendar a prospecção!";
const BAD_DATE = "Data e hora inválidas! Por favor, selecione uma data válida.";
/** Empty texts are dropped before they are counted. */
const MAX_SENT_MESSAGES = 2 * CAMPAIGN_MAX_MESSAGES;

const NumberIds = z
  .optional(arrayOf(Id, { max: CAMPAIGN_MAX_NUMBERS, error: BAD_NUMBERS, tooMany: BAD_NUMBERS }))
  .check(
    z.describe(
      "The account's numbers that send it; the default one without it. Each keeps its own pace, and a person hears from one of them: the one that they have talked with, or else the one with the most room.",
    ),
  );

const CampaignFields = z.strictObject({
  ...audienceShape,
  /** Without a name, its number is its name: 'Campanha 3'. */
  name: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(
            CAMPAIGN_NAME_MAX_LENGTH,
            `O nome pode ter no máximo ${CAMPAIGN_NAME_MAX_LENGTH} caracteres.`,
          ),
        ),
    ),
  ),
  messages: z
    .optional(
      z.pipe(
        arrayOf(Message, { max: MAX_SENT_MESSAGES, error: NO_MESSAGE, tooMany: TOO_MANY_MESSAGES }),
        z.pipe(
          z.transform((messages: string[]) => messages.filter((text) => text !== "")),
          z.array(z.string()).check(z.maxLength(CAMPAIGN_MAX_MESSAGES, TOO_MANY_MESSAGES)),
        ),
      ),
    )
    .check(
      z.describe(
        "The texts, one of them for each lead; left out where templates are given. {{nome}}, {{empresa}} and the keys of own fields stand for the lead's values, and {{nome|amigo}} says what stands for a lead without one.",
      ),
    ),
  templates: z
    .optional(
      z.nullable(
        arrayOf(ChosenTemplate, {
          min: 1,
          max: CAMPAIGN_MAX_TEMPLATES,
          error: NO_TEMPLATE,
          tooMany: TOO_MANY_TEMPLATES,
        }),
      ),
    )
    .check(
      z.describe(
        "Approved templates instead of texts, one of them for each lead, for a number of Meta's Cloud API.",
      ),
    ),
  opt_in: z
    .optional(z.boolean())
    .check(
      z.describe(
        "With true, it is recorded that the recipients allowed offers: who gets a template of the category MARKETING needs that, or to have written first.",
      ),
    ),
  opt_out_line: z.optional(z.boolean()),
  number_ids: NumberIds,
  legal_basis: z
    .optional(z.nullable(z.enum(LEGAL_BASES, "Escolha a base legal.")))
    .check(z.describe("Why the recipients may be written to; kept, and shown to who asks for it.")),
  undo_seconds: z
    .optional(
      z
        .number(BAD_UNDO)
        .check(z.int(BAD_UNDO), z.gte(0, BAD_UNDO), z.lte(UNDO_START_MAX_SECONDS, BAD_UNDO)),
    )
    .check(
      z.describe(
        "Nobody is written to for so long, so that a start can be undone; without it, or for a later time, it is 0.",
      ),
    ),
  pacing: z.optional(Pacing),
  steps: z
    .optional(z.nullable(Steps))
    .check(
      z.describe("What follows the first message where nobody answers, in order: a sequence."),
    ),
  scheduled: z.optional(z.boolean()),
  /** An instant, or a wall-clock time in São Paulo such as "2026-11-23T09:00". */
  scheduled_datetime: z.optional(z.nullable(z.string({ error: BAD_DATE }).check(z.maxLength(40)))),
  /** The same as recurrence_type 'weekly'. */
  weekly_scheduled: z.optional(z.boolean()),
  recurrence_type: z.optional(z.nullable(z.enum(RECURRENCES))),
});

/** A form's date without its time, or the reverse. */
const HALF = /^T|T$/;

export const StartProspecting = CampaignFields.check(
  z.refine(({ steps, templates }) => !templates || (steps ?? []).length === 0, {
    path: ["steps"],
    error: STEPS_OF_TEMPLATES,
  }),
  z.refine(({ messages = [], templates }) => !templates || messages.length === 0, {
    path: ["templates"],
    error: BOTH,
  }),
  z.refine(
    ({ messages, templates }) =>
      Boolean(templates) || (Array.isArray(messages) && messages.some((text) => text !== "")),
    {
      path: ["messages"],
      error: NO_MESSAGE,
      // Reported together with the errors of other fields.
      when: ({ value }) => typeof value === "object" && value !== null,
    },
  ),
  z.superRefine(({ scheduled, scheduled_datetime, recurrence_type, weekly_scheduled }, context) => {
    const repeats = weekly_scheduled || (recurrence_type && recurrence_type !== "none");
    const reject = (message: string) =>
      context.addIssue({ code: "custom", path: ["scheduled_datetime"], message, input: undefined });
    if (!scheduled && !repeats) return;
    if (!scheduled || !scheduled_datetime || HALF.test(scheduled_datetime)) reject(NO_DATE);
    else if (parseScheduledTime(scheduled_datetime) === null) reject(BAD_DATE);
  }),
);
export type StartProspecting = z.input<typeof StartProspecting>;

export const Audience = z.object({
  /** Leads in the chosen lists, or in the account. */
  leads: z.number(),
  /** Those that could get a message. */
  eligible: z.number(),
  /** `eligible`, up to the requested number. */
  recipients: z.number(),
  left_out: z.object(
    Object.fromEntries(LEFT_OUT.map((reason) => [reason, z.number()])) as Record<
      LeftOut,
      z.ZodMiniNumber
    >,
  ),
  /** When the first and the last message would go out; null when the pacing never lets them. */
  starts_at: z.nullable(Instant),
  ends_at: z.nullable(Instant),
  /** A lead for the preview. */
  sample_lead_id: z.nullable(z.number()),
});
export type Audience = z.infer<typeof Audience>;

export const NumberHealth = z.object({
  connected: z.boolean(),
  /** First contacts: messages to numbers that never wrote to this one. */
  today: z.number(),
  daily_cap: z.nullable(z.number()),
  last_hour: z.number(),
  hourly_cap: z.nullable(z.number()),
  /** Whole days since the pairing, and the daily caps by that day; the last one holds from then on. */
  paired_days: z.nullable(z.number()),
  /** The day of sending that today is, or would be, 1 at first; null while no phone was ever connected. */
  sending_day: z.nullable(z.number()),
  ladder: z.array(z.number()),
  pause_min_seconds: z.number(),
  pause_max_seconds: z.number(),
  window_from: z.string(),
  window_to: z.string(),
  weekdays: z.array(z.number()),
  /** Of the latest messages, at most 20. */
  recent: z.object({ messages: z.number(), failed: z.number(), opted_out: z.number() }),
  /** The number's first contacts of the 7 days before today, where too few of them were answered; null otherwise. */
  few_replies: z.nullable(z.object({ first_contacts: z.number(), replies: z.number() })),
  /** In the last 30 days. */
  sent: z.number(),
  failed: z.number(),
  opted_out: z.number(),
  /** How many new chats WhatsApp lets the number begin in its cycle; null if it cannot be, or was not yet, asked. */
  new_chats: z.nullable(
    z.object({
      /** `unlimited`: WhatsApp says there is no cap. `capped`: none is left. `unknown`: it never said. */
      state: z.enum(["open", "unlimited", "capped", "unknown"]),
      left: z.nullable(z.number()),
      total: z.nullable(z.number()),
      cycle_end: z.nullable(Instant),
      /** WhatsApp did not answer the latest request; the values are older. */
      failed: z.boolean(),
    }),
  ),
  room: PortfolioRoom,
  restricted_until: z.nullable(Instant),
  restrictions: z.array(z.object({ started_at: Instant, until: z.nullable(Instant) })),
});
export type NumberHealth = z.infer<typeof NumberHealth>;

export const TestMessage = z.strictObject({
  message: Message.check(z.minLength(1, NO_MESSAGE)),
  opt_out_line: z.optional(z.boolean()),
  /** Fills the variables; without it a lead of the account does. */
  lead_id: z.optional(z.nullable(Id)),
});

const Person = { lead_id: z.number(), name: z.string(), city: z.nullable(z.string()) };

export const campaigns = {
  start: endpoint({
    method: "POST",
    path: "/api/prospecting/start-prospecting",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Send a campaign now (202) or at a later time (201)",
    body: StartProspecting,
    maxBodyBytes: 1024 * 1024,
    errors: ["insufficient_credits"],
    status: 202,
    statusIf: { present: "scheduled_datetime", status: 201 },
    response: z.object({
      activity_id: z.number(),
      message: z.string(),
      /** The first occurrence; null for a campaign that starts now. */
      scheduled_datetime: z.nullable(Instant),
      /** How many get a message; null for a scheduled one, which picks its leads when it starts. */
      recipients: z.nullable(z.number()),
    }),
  }),
  audience: endpoint({
    method: "POST",
    path: "/api/prospecting/audience",
    access: "member",
    sight: "narrowed",
    scope: "read",
    summary:
      "Count whom a campaign would write to, who is left out and why, and how long it would take",
    body: z.strictObject({
      ...audienceShape,
      number_ids: NumberIds,
      pacing: z.optional(Pacing),
      /** When it would start; without it, now. */
      starts_at: z.optional(z.nullable(givenInstant(BAD_DATE))),
    }),
    response: Audience,
  }),
  people: endpoint({
    method: "POST",
    path: "/api/prospecting/audience/people",
    access: "member",
    sight: "narrowed",
    scope: "read",
    summary: "Whom a campaign would write to, in order, and some of those who are left out",
    body: z.strictObject(audienceShape),
    response: z.object({
      people: z
        .array(z.object({ ...Person, number: z.string() }))
        .check(z.describe("At most as many as asked for.")),
      left_out: z
        .array(z.object({ ...Person, number: z.nullable(z.string()), reason: z.enum(LEFT_OUT) }))
        .check(z.describe("The first 100, by name.")),
      left_out_total: z
        .number()
        .check(z.describe("All who are left out, but those who were unticked.")),
    }),
  }),
  testMessage: endpoint({
    method: "POST",
    path: "/api/prospecting/test-message",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Send a message, with its variables filled, to the connected number itself",
    body: TestMessage,
    rateLimit: { points: 10, windowSeconds: 60 },
    response: z.object({ text: z.string(), message: z.string() }),
  }),
  numberHealth: endpoint({
    method: "GET",
    path: "/api/prospecting/number-health",
    access: "member",
    summary: "First contacts of the connected number against its caps, and what went wrong lately",
    response: NumberHealth,
  }),
};
