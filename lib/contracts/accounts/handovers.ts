import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam, Instant } from "@/lib/contracts/shared/fields";

/** Who gets something at once. */
export const Receivers = arrayOf(Id, { max: 50, tooMany: "Escolha até 50 pessoas." }).check(
  z.describe("Who gets it, in turn; nobody where it is empty."),
);

const counts = { leads: z.number(), conversations: z.number(), tasks: z.number() };

const Belongings = z.object(counts);

const Handover = z.object({
  id: z.number(),
  from_id: z.number(),
  to_ids: z.array(z.number()).check(z.describe("Who got it, in turn; nobody where it is empty.")),
  ...counts,
  created_at: Instant,
  undoable_until: Instant,
});

const byManagers = { access: "member", role: "manager", scope: "session" } as const;

export const handovers = {
  belongings: endpoint({
    ...byManagers,
    method: "GET",
    path: "/api/team/{id}/belongings",
    summary: "What is somebody's in the account: leads, conversations and open tasks",
    params: IdParam,
    response: z.object({ belongings: Belongings }),
  }),
  list: endpoint({
    ...byManagers,
    method: "GET",
    path: "/api/team/handovers",
    summary: "What was passed on in the last 30 days and can be given back, the latest first",
    response: z.object({ handovers: z.array(Handover) }),
  }),
  make: endpoint({
    ...byManagers,
    method: "POST",
    path: "/api/team/{id}/handover",
    summary: "Pass on all that is somebody's, to one person, to several in turn or to nobody",
    params: IdParam,
    body: z.strictObject({
      to_ids: Receivers,
    }),
    status: 201,
    response: z.object({ handover: Handover }),
  }),
  undo: endpoint({
    ...byManagers,
    method: "POST",
    path: "/api/team/handovers/{id}/undo",
    summary: "Give back what was passed on and nobody else was given since",
    params: IdParam,
    response: z.object({ returned: Belongings }),
  }),
};
