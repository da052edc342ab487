import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { IMPORT_MAX_COLUMNS } from "@/lib/domain/imports/import-file";
import {
  CHOICE_MAX_LENGTH,
  hasChoices,
  MOST_CHOICES,
  MOST_OWN_FIELDS,
  OWN_FIELD_KEPT_DAYS,
  OWN_FIELD_KEY_MAX_LENGTH,
  OWN_FIELD_KINDS,
  OWN_FIELD_NAME_MAX_LENGTH,
  OWN_TEXT_MAX_LENGTH,
  type OwnFieldKind,
} from "@/lib/domain/leads/own-fields";
import { foldText } from "@/lib/domain/text/fold-text";
import { requiredText } from "@/lib/domain/text/required-text";
import { oneSelection, selectionShape, undoId } from "./lead-bulk";

export const OwnField = z.object({
  id: z.number(),
  /** What templates, filters, files and the API call it. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(OWN_FIELD_KINDS),
  choices: z.array(z.string()),
  /** How many leads have a value, counted up to 10,000. */
  leads: z.number(),
});
export type OwnField = z.infer<typeof OwnField>;

const DeletedOwnField = z.extend(OwnField, { deleted_at: Instant });

/** Of a lead, by the fields' keys; a field without a value is missing. */
export const OwnValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .check(z.describe("Values of the account's own fields, by the fields' keys."));

const GivenValue = z.union(
  [
    z.null(),
    z.string().check(z.maxLength(OWN_TEXT_MAX_LENGTH * 2)),
    z.number(),
    z.boolean(),
    arrayOf(z.string().check(z.maxLength(CHOICE_MAX_LENGTH)), { max: MOST_CHOICES }),
  ],
  "Valor inválido.",
);

/** Values to set; those that are not named stay, null clears. What each may be depends on the account's fields. */
export const GivenOwnValues = z
  .record(z.string().check(z.maxLength(OWN_FIELD_KEY_MAX_LENGTH)), GivenValue, "Valor inválido.")
  .check(
    z.refine(
      (values) => Object.keys(values).length <= MOST_OWN_FIELDS,
      `Informe até ${MOST_OWN_FIELDS} campos.`,
    ),
    z.describe(
      "Values of the account's own fields, by the fields' keys: those that are not named stay, null clears.",
    ),
  );
export type GivenOwnValues = z.output<typeof GivenOwnValues>;

const Choice = requiredText("Informe a opção.", CHOICE_MAX_LENGTH).check(
  z.refine((text: string) => !/[,;]/.test(text), "Uma opção não tem vírgula nem ponto e vírgula."),
);

const fieldShape = {
  name: requiredText("Informe o nome do campo.", OWN_FIELD_NAME_MAX_LENGTH),
  choices: z._default(
    arrayOf(Choice, { max: MOST_CHOICES, tooMany: `Use até ${MOST_CHOICES} opções.` }).check(
      z.refine(
        (choices: string[]) => new Set(choices.map(foldText)).size === choices.length,
        "Há opções repetidas.",
      ),
    ),
    [],
  ),
};

const newFieldShape = {
  ...fieldShape,
  kind: z.enum(OWN_FIELD_KINDS, { error: "Escolha o tipo do campo." }),
};
type Choosable = { kind: OwnFieldKind; choices: string[] };
const choicesNeeded = z.refine<Choosable>(
  ({ kind, choices }) => !hasChoices(kind) || choices.length > 0,
  { error: "Informe ao menos uma opção.", path: ["choices"] },
);
const choicesAllowed = z.refine<Choosable>(
  ({ kind, choices }) => hasChoices(kind) || choices.length === 0,
  { error: "Só campos de escolha têm opções.", path: ["choices"] },
);

export const NewOwnField = z.strictObject(newFieldShape).check(choicesNeeded, choicesAllowed);
export type NewOwnField = z.output<typeof NewOwnField>;

/** A field that an import creates for a column of its file. */
export const NewColumnField = z
  .strictObject({
    ...newFieldShape,
    column: z
      .number()
      .check(
        z.int(),
        z.gte(0),
        z.lt(IMPORT_MAX_COLUMNS),
        z.describe("The place of the column in the file, from 0; its mapping is null."),
      ),
  })
  .check(choicesNeeded, choicesAllowed);

/** The kind stays: the values are of it. */
export const OwnFieldChange = z.strictObject({
  ...fieldShape,
  drop_values: z
    ._default(z.boolean(), false)
    .check(z.describe("Takes choices away that leads still have, from these leads too.")),
});

const BulkOwn = z.strictObject({ ...selectionShape, own: GivenOwnValues }).check(
  oneSelection,
  z.refine((body) => Object.keys(body.own).length > 0, {
    error: "Informe ao menos um campo.",
    path: ["own"],
  }),
);

const OwnFields = z.object({
  own_fields: z.array(OwnField),
  deleted: z.array(DeletedOwnField),
});

export const ownFields = {
  list: endpoint({
    method: "GET",
    path: "/api/own_fields",
    access: "member",
    summary: `My own fields of leads in their order, and those deleted in the last ${OWN_FIELD_KEPT_DAYS} days`,
    response: OwnFields,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/own_fields",
    access: "member",
    role: "manager",
    summary: "Add a field to my leads",
    body: NewOwnField,
    status: 201,
    response: z.object({ own_field: OwnField }),
  }),
  // Before the paths with an id, which would match it.
  reorder: endpoint({
    method: "PUT",
    path: "/api/own_fields/order",
    access: "member",
    role: "manager",
    summary: "Put my own fields in another order",
    body: z.strictObject({
      ids: arrayOf(Id, { min: 1, max: MOST_OWN_FIELDS, error: "Informe os campos na ordem." }),
    }),
    response: OwnFields,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/own_fields/{id}",
    access: "member",
    role: "manager",
    summary: "Rename a field, or change its choices",
    params: IdParam,
    body: OwnFieldChange,
    response: z.object({ own_field: OwnField }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/own_fields/{id}",
    access: "member",
    role: "manager",
    summary: `Delete a field with its values; it can be restored for ${OWN_FIELD_KEPT_DAYS} days`,
    params: IdParam,
    response: z.object({ values: z.number() }),
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/own_fields/{id}/restore",
    access: "member",
    role: "manager",
    summary: "Undo the deletion of a field",
    params: IdParam,
    response: z.object({ own_field: OwnField }),
  }),
  onLeads: endpoint({
    method: "POST",
    path: "/api/leads/bulk_own",
    access: "member",
    sight: "narrowed",
    summary: "Give own fields of the selected leads a value, or clear them",
    body: BulkOwn,
    maxBodyBytes: 768 * 1024,
    response: z.object({ leads: z.number(), undo_id: undoId }),
  }),
};
