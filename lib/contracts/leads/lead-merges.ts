import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { MERGE_FIELDS, MERGE_KEPT_DAYS, MOST_MERGED } from "@/lib/domain/leads/lead-merge";
import { MOST_OWN_FIELDS, OWN_FIELD_KEY_MAX_LENGTH } from "@/lib/domain/leads/own-fields";
import { STAGE_MEANINGS } from "@/lib/domain/leads/stages";
import { Lead } from "./leads";
import { OwnValues } from "./own-fields";

const differ = z.refine<number[]>((ids: number[]) => new Set(ids).size === ids.length, {
  error: "Escolha leads diferentes.",
});

export const LeadIds = arrayOf(Id, {
  min: 2,
  max: MOST_MERGED,
  tooFew: "Escolha ao menos dois leads.",
  tooMany: `Escolha até ${MOST_MERGED} leads.`,
}).check(differ);

/** A lead with the others that it may be merged with. */
export const MergeCandidate = z.extend(Lead, {
  tag_ids: z.array(z.number()),
  own: OwnValues,
  contacted_at: z.nullable(Instant),
  stage: z.object({
    id: z.number(),
    name: z.string(),
    meaning: z.enum(STAGE_MEANINGS),
    position: z.number(),
  }),
  blocked: z.boolean().check(z.describe("Whether its number is never to be written to.")),
  lists: z.number(),
  tasks: z.number(),
  notes: z.number(),
});
export type MergeCandidate = z.infer<typeof MergeCandidate>;

const MergedNames = z.object({
  id: z.number(),
  survivor_id: z.number(),
  survivor_name: z.nullable(z.string()),
  names: z.array(z.string()).check(z.describe("Of the leads that became part of it.")),
  merged_at: Instant,
  can_undo: z.boolean().check(z.describe(`False after ${MERGE_KEPT_DAYS} days.`)),
});
export type MergedNames = z.infer<typeof MergedNames>;

const MAX_KEY = OWN_FIELD_KEY_MAX_LENGTH + "own.".length;

const MergeBody = z.strictObject({
  lead_ids: LeadIds,
  survivor_id: z
    .optional(Id)
    .check(
      z.describe("The lead whose id stays; by itself a contacted one, then the oldest of them."),
    ),
  choices: z
    .optional(
      z
        .record(z.string().check(z.maxLength(MAX_KEY)), Id, "Escolha inválida.")
        .check(
          z.refine(
            (choices) => Object.keys(choices).length <= MERGE_FIELDS.length + MOST_OWN_FIELDS,
            "São escolhas demais.",
          ),
        ),
    )
    .check(
      z.describe(
        "Per field (also `stage`, `value_cents`, `expected_close` and `own.<key>`) the id of the lead whose value is taken; the others are chosen as in the preview.",
      ),
    ),
});
export type MergeBody = z.output<typeof MergeBody>;

/** Ids with commas between them. */
const OtherIds = z.pipe(
  z.string("Informe os leads.").check(z.maxLength(MOST_MERGED * 11)),
  z.pipe(
    z.transform((text: string): (string | number)[] => text.split(",")),
    arrayOf(Id, { min: 1, max: MOST_MERGED - 1, tooMany: `Escolha até ${MOST_MERGED} leads.` }),
  ),
);

export const leadMerges = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/merges",
    access: "member",
    sight: "whole",
    summary: "The latest merges of leads that can be undone, newest first",
    query: z.object({
      lead_id: z.optional(Id).check(z.describe("Only those that this lead came of.")),
    }),
    response: z.object({ merges: z.array(MergedNames) }),
  }),
  compare: endpoint({
    method: "GET",
    path: "/api/leads/{id}/comparison",
    access: "member",
    sight: "whole",
    summary: "A lead beside others, with what a merge of them would choose",
    params: IdParam,
    query: z.object({
      with: z.optional(OtherIds).check(z.describe("Ids of the others, with commas.")),
    }),
    response: z.object({
      leads: z.array(MergeCandidate),
      survivor_id: z.number(),
      choices: z.record(z.string(), z.number()),
    }),
  }),
  merge: endpoint({
    method: "POST",
    path: "/api/leads/merges",
    access: "member",
    sight: "whole",
    summary: `Make one lead of several; can be undone for ${MERGE_KEPT_DAYS} days`,
    body: MergeBody,
    status: 201,
    response: z.object({ merge: MergedNames }),
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/leads/merges/{id}/undo",
    access: "member",
    sight: "whole",
    summary: "Bring merged leads back with their ids",
    params: IdParam,
    response: z.object({
      lead_ids: z.array(z.number()).check(z.describe("That are back.")),
      kept: z
        .array(z.string())
        .check(z.describe("Fields of the survivor that were changed since, and stay.")),
    }),
  }),
};
