import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam } from "@/lib/contracts/shared/fields";

/** The months that are told, this one included. */
export const RESULT_MONTHS = 24;

const NO_MONTH = "Use um mês, como 2026-11.";
const Month = z
  .string(NO_MONTH)
  .check(z.maxLength(7, NO_MONTH), z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, NO_MONTH));

const NO_COUNT = "Use um número inteiro, de 1 a 1.000.000.";
const Count = z.nullable(
  z.number(NO_COUNT).check(z.int(NO_COUNT), z.gte(1, NO_COUNT), z.lte(1_000_000, NO_COUNT)),
);
const NO_VALUE = "Use um valor de até R$ 1 bilhão.";
const Cents = z.nullable(
  z.number(NO_VALUE).check(z.int(NO_VALUE), z.gte(1, NO_VALUE), z.lte(100_000_000_000, NO_VALUE)),
);

const Goal = z.object({ contacted: Count, won: Count, won_cents: Cents });
export type Goal = z.infer<typeof Goal>;

export const NewGoal = z.strictObject({
  month: Month,
  contacted: Count,
  won: Count,
  won_cents: Cents,
});
export type NewGoal = z.infer<typeof NewGoal>;

/** What was achieved in a time. */
const Figures = z.object({
  /** Conversations that were written to by hand here. */
  contacted: z.number(),
  /** Those of them in which the contact wrote afterwards; a machine's answer is none. */
  answered: z.number(),
  /** The median of the working time until an answer, in seconds; null where nobody waited. */
  first_answer_s: z.nullable(z.number()),
  /** Now, whatever the time. */
  late_tasks: z.number(),
  won: z.number(),
  won_cents: z.number(),
  opt_outs: z.number(),
});
export type Figures = z.infer<typeof Figures>;

const ResultOfPerson = z.extend(Figures, {
  /** Null for what is nobody's. */
  person_id: z.nullable(z.number()),
  name: z.nullable(z.string()),
  is_suspended: z.boolean(),
  goal: Goal,
});
export type ResultOfPerson = z.infer<typeof ResultOfPerson>;

export const TeamResults = z.object({
  month: z.string(),
  /** People by name, then what is nobody's. A seller finds their own row alone. */
  rows: z.array(ResultOfPerson),
  /** Each conversation once; its goal is what the people's add up to. Null for a seller. */
  total: z.nullable(z.extend(Figures, { goal: Goal })),
  /** Whether the week is mailed on Mondays to whoever asks; null for a seller, who gets none. */
  monday_mail: z.nullable(z.boolean()),
});
export type TeamResults = z.infer<typeof TeamResults>;

const byManagers = { access: "member", role: "manager", scope: "session" } as const;

export const teamResults = {
  month: endpoint({
    method: "GET",
    path: "/api/team/results",
    access: "member",
    sight: "narrowed",
    summary: "What each person of the account achieved in a month, beside their goals",
    query: z.object({ month: z.optional(Month) }),
    response: TeamResults,
  }),
  setGoal: endpoint({
    ...byManagers,
    method: "PUT",
    path: "/api/team/{id}/goal",
    summary: "What a person is to achieve each month, from one on until another goal is set",
    params: IdParam,
    body: NewGoal,
    response: z.object({ success: z.literal(true) }),
  }),
  setMail: endpoint({
    ...byManagers,
    method: "PUT",
    path: "/api/team/monday_mail",
    summary: "Whether whoever asks gets the team's week by mail on Mondays",
    body: z.strictObject({ on: z.boolean({ error: "Informe verdadeiro ou falso." }) }),
    response: z.object({ success: z.literal(true) }),
  }),
};
