import * as z from "zod/mini";
import { Task, TaskTime } from "@/lib/contracts/leads/tasks";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Day } from "@/lib/contracts/shared/fields";
import { ANSWER_KINDS } from "@/lib/domain/answers/answer-kinds";

/** The most lines of corrections in one answer. */
export const MOST_CORRECTIONS = 5_000;

export const Intent = z
  .enum(ANSWER_KINDS, { error: "Escolha o que a resposta diz." })
  .check(
    z.describe("What the contact says; `automatic`: a machine or a greeting of the business."),
  );

const Due = z.object({ day: z.string(), time: z.nullable(z.string()) });

/** The meaning of the contact's latest unanswered messages, read together. */
export const ChatIntent = z.object({
  kind: Intent,
  words: z.string().check(z.describe("Those that decided it; empty where none stand out.")),
  settled: z.boolean().check(z.describe("A person said so.")),
  due: z
    .nullable(Due)
    .check(z.describe("The day that they name for later, in São Paulo; null for none.")),
  task: z
    .nullable(z.extend(Due, { id: z.number() }))
    .check(z.describe("The open task that was made of it.")),
});
export type ChatIntent = z.infer<typeof ChatIntent>;

const ContactParam = z.object({ number: z.string().check(z.maxLength(100)) });

export const answers = {
  settle: endpoint({
    method: "POST",
    path: "/api/answers/{number}/intent",
    access: "member",
    sight: "narrowed",
    summary: "Say what a contact's latest words mean; what follows from it is done, or taken back",
    params: ContactParam,
    body: z.strictObject({ intent: Intent }),
    response: z.object({
      success: z.literal(true),
      blocked: z
        .boolean()
        .check(z.describe("This blocked the number; false where it was blocked already.")),
    }),
  }),
  plan: endpoint({
    method: "POST",
    path: "/api/answers/{number}/task",
    access: "member",
    sight: "narrowed",
    summary: "Make a task of what a contact said, or move the one that was made of it",
    params: ContactParam,
    body: z.strictObject({ day: Day, time: z._default(z.nullable(TaskTime), null) }),
    response: z.object({ task: Task }),
  }),
  corrections: endpoint({
    method: "GET",
    path: "/api/answers/corrections",
    access: "member",
    sight: "whole",
    summary:
      "What I have said that words mean, the latest first, without names, numbers and addresses",
    response: z.object({ lines: z.array(z.object({ intent: Intent, text: z.string() })) }),
  }),
};
