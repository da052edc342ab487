import * as z from "zod/mini";
import { Receivers } from "@/lib/contracts/accounts/handovers";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam } from "@/lib/contracts/shared/fields";
import { COMPLETED_FIELDS } from "@/lib/domain/leads/lead-completion";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { requiredText } from "@/lib/domain/text/required-text";
import { LeadFilter } from "./lead-filter";
import { LIST_NAME_MAX_LENGTH } from "./lists";

const MAX_SELECTED_IDS = 10_000;
/** So many ids, and a filter. */
export const MAX_SELECTION_BYTES = 256 * 1024;

/** Leads given by id, or all leads that a filter matches. */
export const selectionShape = {
  lead_ids: z.optional(
    arrayOf(Id, {
      min: 1,
      max: MAX_SELECTED_IDS,
      tooFew: "Selecione ao menos um lead.",
      tooMany: "Selecione menos leads, ou todos.",
    }),
  ),
  filter: z.optional(LeadFilter),
};
type Selection = { lead_ids?: number[] | undefined; filter?: LeadFilter | undefined };

export const oneSelection = z.refine<Selection>(
  (body: Selection) => (body.lead_ids === undefined) !== (body.filter === undefined),
  { error: "Informe lead_ids ou filter.", path: ["lead_ids"] },
);

const BulkDelete = z.strictObject(selectionShape).check(oneSelection);

const BulkStatus = z
  .strictObject({
    ...selectionShape,
    status: z.optional(z.enum(LEAD_STATUSES)),
    /** In place of a status. */
    stage_id: z.optional(Id),
    /** Why deals were lost, with a stage that means so. */
    loss_reason_id: z.optional(Id),
  })
  .check(
    oneSelection,
    z.refine((body) => (body.status === undefined) !== (body.stage_id === undefined), {
      error: "Informe status ou stage_id.",
      path: ["status"],
    }),
  );

const BulkSeller = z.strictObject({ ...selectionShape, to_ids: Receivers }).check(oneSelection);

const BulkAddToList = z
  .strictObject({
    ...selectionShape,
    list_id: z.optional(Id),
    /** Name of a new list. */
    name: z.optional(requiredText("Informe o nome da lista.", LIST_NAME_MAX_LENGTH)),
  })
  .check(
    oneSelection,
    z.refine((body) => (body.list_id === undefined) !== (body.name === undefined), {
      error: "Escolha uma lista ou informe o nome da nova.",
      path: ["name"],
    }),
  );

const Completion = z.strictObject(selectionShape).check(oneSelection);

/** With it an edit of many leads can be undone for some minutes. */
export const undoId = z
  .number()
  .check(z.describe("What undoes the edit for 10 minutes: POST /api/leads/bulk_edits/{id}/undo."));

/** What the company registry adds to leads with a CNPJ; the first changes in full. */
const LeadCompletion = z.object({
  with_cnpj: z.number(),
  found: z.number(),
  changed: z.number(),
  changes: z.array(
    z.object({
      lead_id: z.number(),
      name: z.string(),
      fields: z
        .array(z.object({ field: z.enum(COMPLETED_FIELDS), value: z.string() }))
        .check(z.describe("What the company registry fills in.")),
    }),
  ),
});
export type LeadCompletion = z.infer<typeof LeadCompletion>;

export const leadBulk = {
  previewCompletion: endpoint({
    method: "POST",
    path: "/api/leads/completion",
    access: "member",
    sight: "narrowed",
    scope: "read",
    summary: "What the company registry would add to the selected leads; changes nothing",
    body: Completion,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({ completion: LeadCompletion }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  complete: endpoint({
    method: "POST",
    path: "/api/leads/bulk_complete",
    access: "member",
    sight: "narrowed",
    summary: "Fill in what the selected leads are missing, from the company registry",
    body: Completion,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({ completed: z.number(), undo_id: undoId }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  checkSites: endpoint({
    method: "POST",
    path: "/api/leads/bulk_check_sites",
    access: "member",
    sight: "narrowed",
    summary: "Visit the sites of the selected leads, for a verdict on each",
    body: z.strictObject(selectionShape).check(oneSelection),
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({
      queued: z.number().check(z.describe("How many sites were added to what waits for a visit.")),
      waiting: z.number().check(z.describe("How many wait now, at most 5,000 of an account.")),
    }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  remove: endpoint({
    method: "POST",
    path: "/api/leads/bulk_delete",
    access: "member",
    sight: "narrowed",
    summary: "Delete the selected leads",
    body: BulkDelete,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({ deleted: z.number() }),
  }),
  setStatus: endpoint({
    method: "POST",
    path: "/api/leads/bulk_status",
    access: "member",
    sight: "narrowed",
    summary: "Give the selected leads a status, or put them on top of a stage",
    body: BulkStatus,
    maxBodyBytes: MAX_SELECTION_BYTES,
    /** `locked`: leads whose number is blocked keep their status. */
    response: z.object({ updated: z.number(), locked: z.number(), undo_id: undoId }),
  }),
  setSeller: endpoint({
    method: "POST",
    path: "/api/leads/bulk_seller",
    access: "member",
    sight: "narrowed",
    summary: "Give the selected leads to somebody of the account, to several in turn, or to nobody",
    body: BulkSeller,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({ updated: z.number(), undo_id: undoId }),
  }),
  addToList: endpoint({
    method: "POST",
    path: "/api/leads/bulk_add_to_list",
    access: "member",
    sight: "narrowed",
    summary: "Add the selected leads to a list, or to a new one",
    body: BulkAddToList,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: z.object({ list_id: z.number(), added: z.number(), undo_id: undoId }),
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/leads/bulk_edits/{id}/undo",
    access: "member",
    sight: { lead_edit: "id" },
    summary: "Undo an edit of many leads; what was changed since stays",
    params: IdParam,
    /** `left`: leads of which something was changed since, which stays. */
    response: z.object({ restored: z.number(), left: z.number() }),
  }),
};
