import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam } from "@/lib/contracts/shared/fields";
import { MAX_MOST_WAITING } from "@/lib/domain/messages/turns";

const WRONG = `Use um número de 1 a ${MAX_MOST_WAITING}.`;

const Turn = z.object({
  person_id: z.number(),
  most_waiting: z.number(),
  waiting: z.number().check(z.describe("How many conversations wait for their answer now.")),
  is_here: z.boolean().check(z.describe("Whether they have Garimpo open, to some minutes.")),
});
export type Turn = z.output<typeof Turn>;

const byManagers = { access: "member", role: "manager", scope: "session" } as const;

/** New conversations that nobody answers go, in turn, to whoever takes part and has Garimpo open. */
export const turns = {
  list: endpoint({
    ...byManagers,
    method: "GET",
    path: "/api/team/turns",
    summary: "Who is given new conversations in turn",
    response: z.object({ turns: z.array(Turn) }),
  }),
  set: endpoint({
    ...byManagers,
    method: "PUT",
    path: "/api/team/{id}/turn",
    summary: "Whether a person is given new conversations in turn, and up to how many",
    params: IdParam,
    body: z.strictObject({
      most_waiting: z
        .nullable(
          z
            .int({ error: WRONG })
            .check(z.gte(1, { error: WRONG }), z.lte(MAX_MOST_WAITING, { error: WRONG })),
        )
        .check(
          z.describe(
            "They are given no other while so many conversations wait for their answer; null: they are given none.",
          ),
        ),
    }),
    response: z.object({ success: z.literal(true) }),
  }),
};
