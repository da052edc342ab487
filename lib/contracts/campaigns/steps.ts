import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Day, givenInstant, IdParam, Instant } from "@/lib/contracts/shared/fields";
import {
  CAMPAIGN_MAX_MESSAGES,
  RECIPIENT_CAUSES,
  RECIPIENT_STATES,
} from "@/lib/domain/campaigns/campaign";
import {
  FORESEEN_ENDS,
  MOST_DAYS_OFF,
  MOST_STEPS,
  MOST_WAIT_DAYS,
} from "@/lib/domain/campaigns/sequence";
import { Message, NO_MESSAGE, Pacing, TimeOfDay } from "./message-fields";

const BAD_WAIT = `Espere de 1 a ${MOST_WAIT_DAYS} dias úteis.`;
const TOO_MANY_STEPS = `Use até ${MOST_STEPS} passos, contando a primeira mensagem.`;

const waitShape = {
  wait_days: z
    .number({ error: BAD_WAIT })
    .check(
      z.int(BAD_WAIT),
      z.gte(1, BAD_WAIT),
      z.lte(MOST_WAIT_DAYS, BAD_WAIT),
      z.describe("Working days after the message before."),
    ),
  window_from: z.optional(z.nullable(TimeOfDay)),
  window_to: z.optional(z.nullable(TimeOfDay)),
};

/** A later message of a sequence, for people who did not answer the one before it. */
export const Step = z.strictObject({
  messages: arrayOf(Message.check(z.minLength(1, NO_MESSAGE)), {
    min: 1,
    max: CAMPAIGN_MAX_MESSAGES,
    error: NO_MESSAGE,
  }),
  ...waitShape,
});

export const Steps = arrayOf(Step, { max: MOST_STEPS - 1, error: TOO_MANY_STEPS });

export const StoredStep = z.object({
  messages: z.array(z.string()),
  wait_days: z.number(),
  window_from: z.nullable(z.string()),
  window_to: z.nullable(z.string()),
});

/** A later message of a sequence to one person. */
export const FollowUp = z.object({
  id: z.number(),
  step: z.number(),
  variant: z.number(),
  state: z.enum(RECIPIENT_STATES),
  cause: z.nullable(z.enum(RECIPIENT_CAUSES)),
  detail: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** When it goes out, while it waits. */
  due_at: z.nullable(Instant),
  ends: z
    .nullable(z.enum(FORESEEN_ENDS))
    .check(z.describe("Why one that waits will not go out, as things stand now.")),
  sent_at: z.nullable(Instant),
  answered_at: z.nullable(Instant),
});

const StepsAnswer = z.object({
  steps: z.array(
    z.object({
      ...StoredStep.shape,
      /** From 2. */
      step: z.number(),
      /** People who are to get it next. */
      waiting: z.number(),
      /** People who got it. */
      sent: z.number(),
    }),
  ),
});

const DayOff = z.strictObject({
  day: Day,
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Dê um nome ao dia."),
      z.maxLength(80, "Use até 80 caracteres."),
    ),
});

const DaysOff = z.object({
  days: z.array(z.object({ day: z.string(), name: z.string() })),
  /** National ones, of this year and the next, from today on. */
  holidays: z.array(z.object({ day: z.string(), name: z.string() })),
});

const Progress = z.object({ message: z.string() });

export const steps = {
  list: endpoint({
    method: "GET",
    path: "/api/prospecting/activities/{id}/steps",
    access: "member",
    sight: { campaign: "id" },
    summary: "The later steps of a campaign, with how many people wait for each",
    params: IdParam,
    response: StepsAnswer,
  }),
  replace: endpoint({
    method: "PUT",
    path: "/api/prospecting/activities/{id}/steps",
    access: "member",
    sight: { campaign: "id" },
    scope: "send",
    summary: "Change the later steps of a scheduled or running campaign; what was sent stays",
    params: IdParam,
    body: z.strictObject({ steps: Steps }),
    maxBodyBytes: 1024 * 1024,
    response: z.object({
      ...StepsAnswer.shape,
      /** How many people wait for a message whose text or time changed, or that was removed. */
      changed: z.number(),
    }),
  }),
  dates: endpoint({
    method: "POST",
    path: "/api/prospecting/step_dates",
    access: "member",
    scope: "read",
    summary: "When the steps of a sequence would go out to one person who does not answer",
    body: z.strictObject({
      steps: arrayOf(z.strictObject(waitShape), { max: MOST_STEPS - 1, error: TOO_MANY_STEPS }),
      pacing: z.optional(Pacing),
      /** When the first message goes out; without it, now. */
      starts_at: z.optional(z.nullable(givenInstant("Data e hora inválidas."))),
    }),
    /** The earliest moment of each step; null where its hours leave none. */
    response: z.object({ dates: z.array(z.nullable(Instant)) }),
  }),
  goOn: endpoint({
    method: "POST",
    path: "/api/prospecting/recipients/{id}/continue",
    access: "member",
    sight: { recipient: "id" },
    scope: "send",
    summary: "Let a sequence go on for somebody who reacted to a message of it",
    params: IdParam,
    response: Progress,
  }),
  end: endpoint({
    method: "POST",
    path: "/api/prospecting/recipients/{id}/end",
    access: "member",
    sight: { recipient: "id" },
    summary: "End a sequence for one person: what was to follow is not sent",
    params: IdParam,
    response: Progress,
  }),
  daysOff: endpoint({
    method: "GET",
    path: "/api/prospecting/days_off",
    access: "member",
    summary: "Days on which sequences do not write: my own, and the national holidays",
    response: DaysOff,
  }),
  setDaysOff: endpoint({
    method: "PUT",
    path: "/api/prospecting/days_off",
    access: "member",
    role: "manager",
    summary: "Replace my own days on which sequences do not write",
    body: z.strictObject({
      days: arrayOf(DayOff, { max: MOST_DAYS_OFF, error: `Guarde até ${MOST_DAYS_OFF} dias.` }),
    }),
    response: DaysOff,
  }),
};
