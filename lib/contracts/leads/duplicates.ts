import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, pageSize } from "@/lib/contracts/shared/fields";
import { DUPLICATE_REASONS } from "@/lib/domain/leads/duplicates";
import { LeadIds, MergeCandidate } from "./lead-merges";

const Reason = z.enum(DUPLICATE_REASONS);

const DuplicateGroup = z.object({
  key: z.string().check(z.describe("Of the group, the same on every page.")),
  reason: Reason,
  sure: z
    .boolean()
    .check(z.describe("False where the leads may well be as many companies: a person decides.")),
  leads: z.array(MergeCandidate).check(z.describe("The oldest of them, up to 10.")),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

const SimilarLead = z.extend(MergeCandidate, { reason: Reason });
export type SimilarLead = z.infer<typeof SimilarLead>;

export const duplicates = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/duplicates",
    access: "member",
    sight: "whole",
    summary: "Groups of leads that may be one company each, the surest first",
    query: z.object({
      per_page: z._default(pageSize(50), 50),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.maxLength(600))),
    }),
    response: z.object({ groups: z.array(DuplicateGroup), next: z.nullable(z.string()) }),
  }),
  ofLead: endpoint({
    method: "GET",
    path: "/api/leads/{id}/duplicates",
    access: "member",
    sight: { lead: "id" },
    summary: "Leads that may be the same company as this one",
    params: IdParam,
    response: z.object({ leads: z.array(SimilarLead) }),
  }),
  setDistinct: endpoint({
    method: "POST",
    path: "/api/leads/distinct",
    access: "member",
    sight: "whole",
    summary:
      "Say that leads which look alike are as many companies, so that they are not shown again",
    body: z.strictObject({
      lead_ids: LeadIds,
      distinct: z
        ._default(z.boolean({ error: "Use true ou false." }), true)
        .check(z.describe("False takes it back.")),
    }),
    response: z.object({ success: z.literal(true) }),
  }),
};
