import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam } from "@/lib/contracts/shared/fields";
import { STAGE_COLOURS } from "@/lib/domain/leads/stages";
import { MOST_TAGS_AT_ONCE, TAG_NAME_MAX_LENGTH } from "@/lib/domain/leads/tags";
import { requiredText } from "@/lib/domain/text/required-text";
import { oneSelection, selectionShape, undoId } from "./lead-bulk";

export const Tag = z.object({
  id: z.number(),
  name: z.string(),
  colour: z.enum(STAGE_COLOURS),
  /** On how many leads it is, counted up to 10,000. */
  leads: z.number(),
});
export type Tag = z.infer<typeof Tag>;

const NO_COMMA = "Uma etiqueta não tem vírgula.";
export const TagName = requiredText("Informe o nome da etiqueta.", TAG_NAME_MAX_LENGTH).check(
  z.refine((text: string) => !text.includes(","), NO_COMMA),
);

export const TagForm = z.strictObject({
  name: TagName,
  colour: z._default(z.enum(STAGE_COLOURS, { error: "Escolha uma cor." }), "stone"),
});

const BulkTag = z
  .strictObject({
    ...selectionShape,
    add: z
      ._default(arrayOf(TagName, { max: MOST_TAGS_AT_ONCE }), [])
      .check(z.describe("Names of tags to put on; those that do not exist are made.")),
    remove: z
      ._default(arrayOf(Id, { max: MOST_TAGS_AT_ONCE }), [])
      .check(z.describe("Tags to take off, by their ids.")),
  })
  .check(
    oneSelection,
    z.refine((body) => body.add.length + body.remove.length > 0, {
      error: "Informe ao menos uma etiqueta.",
      path: ["add"],
    }),
  );

export const tags = {
  list: endpoint({
    method: "GET",
    path: "/api/tags",
    access: "member",
    sight: "narrowed",
    summary: "My tags by name, with how many leads have each",
    response: z.object({ tags: z.array(Tag) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/tags",
    access: "member",
    summary: "Make a tag",
    body: TagForm,
    status: 201,
    response: z.object({ tag: Tag }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/tags/{id}",
    access: "member",
    summary: "Rename a tag, or give it another colour",
    params: IdParam,
    body: TagForm,
    response: z.object({ tag: Tag }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/tags/{id}",
    access: "member",
    sight: "whole",
    summary: "Delete a tag; its leads stay",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  onLeads: endpoint({
    method: "POST",
    path: "/api/leads/bulk_tag",
    access: "member",
    sight: "narrowed",
    summary: "Put tags on the selected leads, or take them off",
    body: BulkTag,
    maxBodyBytes: 256 * 1024,
    response: z.object({ leads: z.number(), undo_id: undoId }),
  }),
};
