import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Day, Id, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { BOARD_PAGE } from "@/lib/domain/leads/stages";
import { leadFilterShape } from "./lead-filter";
import { Lead } from "./leads";

/** What a card shows of its lead. */
export const BoardCard = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(LEAD_STATUSES),
  stage_id: z.number(),
  loss_reason_id: z.nullable(z.number()),
  seller_id: z.nullable(z.number()),
  whatsapp: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  value_cents: z.nullable(z.number()),
  expected_close: z.nullable(Day),
  /** When it entered its stage. */
  staged_at: Instant,
  tag_ids: z.array(z.number()),
  /** The latest message of either side. */
  last_contact_at: z.nullable(Instant),
  other_contacts: z.number(),
});
export type BoardCard = z.infer<typeof BoardCard>;

/** A page of a column: the cards from the top, and where the next one begins. */
const ColumnPage = z.object({
  cards: z.array(BoardCard),
  next: z.nullable(z.string()).check(z.describe("Leads to the next cards; null at the end.")),
});

export const BoardColumn = z.extend(ColumnPage, {
  stage_id: z.number(),
  total: z.number().check(z.describe("The leads of the stage that match.")),
  value_cents: z.number().check(z.describe("What they are worth together, in cents.")),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

export const Move = z
  .strictObject({
    stage_id: Id,
    /** Lands below this lead, or above that one; at the top without both, or when they have left the stage. */
    after_id: z.optional(Id),
    before_id: z.optional(Id),
    /** Why a deal was lost; null forgets it. */
    loss_reason_id: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine((body) => body.after_id === undefined || body.before_id === undefined, {
      error: "Informe after_id ou before_id.",
      path: ["before_id"],
    }),
  );
export type Move = z.infer<typeof Move>;

export const board = {
  show: endpoint({
    method: "GET",
    path: "/api/leads/board",
    access: "member",
    sight: "narrowed",
    summary: `My stages as columns: counts, sums, and the first ${BOARD_PAGE} cards of each`,
    query: z.object(leadFilterShape),
    response: z.object({
      columns: z.array(BoardColumn),
      /** True when more match than are counted: totals and sums are then lower bounds. */
      capped: z.boolean(),
    }),
  }),
  column: endpoint({
    method: "GET",
    path: "/api/leads/board/{id}",
    access: "member",
    sight: "narrowed",
    summary: "The next cards of a column",
    params: IdParam,
    query: z.object({
      ...leadFilterShape,
      after: z.optional(z.string().check(z.maxLength(400))),
    }),
    response: ColumnPage,
  }),
  move: endpoint({
    method: "POST",
    path: "/api/leads/{id}/move",
    access: "member",
    sight: { lead: "id" },
    summary: "Move a lead to a place in a stage",
    params: IdParam,
    body: Move,
    response: z.object({ lead: Lead }),
  }),
};
