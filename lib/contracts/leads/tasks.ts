import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Day, Flag, Id, IdParam, Instant, pageSize } from "@/lib/contracts/shared/fields";
import { TASK_KINDS, TASK_MAX_LENGTH } from "@/lib/domain/tasks/task";
import { requiredText } from "@/lib/domain/text/required-text";

export const Task = z.object({
  id: z.number(),
  what: z.string(),
  kind: z.enum(TASK_KINDS),
  /** In São Paulo. */
  day: z.string(),
  time: z
    .nullable(z.string())
    .check(z.describe("In São Paulo: `14:30`; null for any time of the day.")),
  due_by: Instant.check(z.describe("From when on it is late: its hour, or the end of its day.")),
  done_at: z.nullable(Instant),
  lead: z.nullable(z.object({ id: z.number(), name: z.string() })),
  person_id: z
    .nullable(z.number())
    .check(z.describe("Whose task it is, as `GET /api/team` names them; null for anybody's.")),
  created_at: Instant,
  updated_at: Instant,
});
export type Task = z.infer<typeof Task>;

const NO_TIME = "Use um horário, como 14:30.";
export const TaskTime = z
  .string(NO_TIME)
  .check(z.maxLength(5, NO_TIME), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, NO_TIME));

const what = requiredText("Escreva o que fazer.", TASK_MAX_LENGTH);
const kind = z.enum(TASK_KINDS, { error: "Escolha o tipo da tarefa." });

export const NewTask = z.strictObject({
  what,
  kind: z._default(kind, "other"),
  day: Day,
  time: z._default(z.nullable(TaskTime), null),
  lead_id: z._default(z.nullable(Id), null),
  /** Mine without it; null for anybody's. */
  person_id: z.optional(z.nullable(Id)),
});
export type NewTask = z.output<typeof NewTask>;

/** What is left out stays, but a day without a time is all of that day. */
export const TaskChange = z
  .strictObject({
    what: z.optional(what),
    kind: z.optional(kind),
    day: z.optional(Day),
    time: z.optional(z.nullable(TaskTime)),
    lead_id: z.optional(z.nullable(Id)),
    person_id: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine((change) => change.time === undefined || change.day !== undefined, {
      error: "Informe também o dia.",
      path: ["day"],
    }),
  );
export type TaskChange = z.output<typeof TaskChange>;

const MOST_LEADS = 200;
const WRONG_LEADS = `Informe de 1 a ${MOST_LEADS} leads, separados por vírgulas.`;

const LeadIds = z.pipe(
  z.string({ error: WRONG_LEADS }).check(
    z.maxLength(MOST_LEADS * 11, WRONG_LEADS),
    z.refine((text) => text.split(",").length <= MOST_LEADS, WRONG_LEADS),
    z.refine((text) => text.split(",").every((id) => z.safeParse(Id, id).success), WRONG_LEADS),
  ),
  z.transform((text: string) => text.split(",").map(Number)),
);

const WHOSE = ["mine", "all"] as const;

const answer = z.object({ task: Task });

export const tasks = {
  list: endpoint({
    method: "GET",
    path: "/api/tasks",
    access: "member",
    sight: "narrowed",
    summary:
      "My open tasks, the earliest first, or those that are done, the latest first; all of a lead's",
    query: z.object({
      done: z._default(Flag, false),
      lead_id: z.optional(Id),
      whose: z
        .optional(z.enum(WHOSE, { error: "Use mine ou all." }))
        .check(
          z.describe(
            "`mine`: mine and anybody's, which is so without a lead; `all`: also other people's.",
          ),
        ),
      until: z
        .optional(Day)
        .check(z.describe("Open ones alone that are due on this day or before it, in São Paulo.")),
      per_page: z._default(pageSize(100), 50),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({ tasks: z.array(Task), next: z.nullable(z.string()) }),
  }),
  next: endpoint({
    method: "GET",
    path: "/api/tasks/next",
    access: "member",
    sight: "narrowed",
    summary: "The next open task of each of these leads that has one",
    query: z.object({
      lead_ids: LeadIds.check(z.describe("Leads by their ids, with commas between several.")),
    }),
    response: z.object({ tasks: z.array(Task) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/tasks",
    access: "member",
    sight: { lead: "lead_id" },
    summary: "Create a task, for a lead or for nothing in particular",
    body: NewTask,
    status: 201,
    response: answer,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/tasks/{id}",
    access: "member",
    sight: { task: "id", lead: "lead_id" },
    summary: "Change a task, or put it off",
    params: IdParam,
    body: TaskChange,
    response: answer,
  }),
  setDone: endpoint({
    method: "POST",
    path: "/api/tasks/{id}/done",
    access: "member",
    sight: { task: "id" },
    summary: "Mark a task as done, or open it again",
    params: IdParam,
    body: z.strictObject({ done: z.boolean({ error: "Use true ou false." }) }),
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/tasks/{id}",
    access: "member",
    sight: { task: "id" },
    summary: "Delete a task",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
