import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { ReadSheet, SheetName, SheetNames } from "@/lib/contracts/shared/read-sheet";
import { OTHER_TARGETS, type OwnTarget } from "@/lib/domain/imports/import-columns";
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_COLUMNS,
  IMPORT_MODES,
  IMPORT_STATUSES,
} from "@/lib/domain/imports/import-file";
import { LEAD_FIELD_NAMES } from "@/lib/domain/leads/lead-fields";
import {
  MOST_OWN_FIELDS,
  OWN_FIELD_KEY_MAX_LENGTH,
  OWN_FIELD_KINDS,
} from "@/lib/domain/leads/own-fields";
import { MOST_TAGS_AT_ONCE } from "@/lib/domain/leads/tags";
import { requiredText } from "@/lib/domain/text/required-text";
import { LIST_NAME_MAX_LENGTH } from "./lists";
import { NewColumnField } from "./own-fields";
import { TagName } from "./tags";

/** New fields may have many choices. */
const MAX_BODY_BYTES = 512 * 1024;

export const TOO_LARGE = `O arquivo passa de ${IMPORT_MAX_BYTES / 1_000_000} MB. Divida-o em partes menores.`;

/** The last line that may be said to be the header. */
export const LAST_HEADER_LINE = 50;
const WRONG_LINE = `Informe uma linha de 1 a ${LAST_HEADER_LINE}.`;

/** An import and its progress. While it runs, counts only increase. */
export const Import = z.object({
  id: z.number(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  stopping: z.boolean(),
  mode: z.nullable(z.enum(IMPORT_MODES)),
  list: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** The name of the list to create, while the import waits to be started; empty when not named yet. */
  new_list_name: z.nullable(z.string()),
  /** Tags for all of its leads, by name. */
  tags: z.array(z.string()),
  rows_total: z.number(),
  rows_done: z.number(),
  created: z.number(),
  /** Updated or skipped, depending on the mode. */
  existing: z.number(),
  refused: z.number(),
  unread: z
    .array(z.object({ column: z.string(), values: z.number() }))
    .check(
      z.describe(
        "Columns with values that their field cannot have; their rows were imported without them.",
      ),
    ),
  undoable_until: z
    .nullable(Instant)
    .check(z.describe("Until when the import can be undone; null when it cannot.")),
  /** What undoing it did so far. */
  undone: z.nullable(
    z.object({
      deleted: z.number(),
      restored: z.number(),
      left: z
        .number()
        .check(z.describe("Leads of which something was changed since the import, which stays.")),
      kept: z
        .number()
        .check(z.describe("Leads that it created and that somebody has worked on since.")),
      kept_names: z.array(z.string()),
      kept_list: z.nullable(z.object({ id: z.number(), name: z.string() })),
      fields: z
        .array(z.string())
        .check(z.describe("Names of the own fields that it made, which stay.")),
    }),
  ),
  resumable: z
    .optional(z.boolean())
    .check(z.describe("It ended before its last row, and what is left can still be imported.")),
  /** Why it ended early or failed, in words for the user. */
  note: z.nullable(z.string()),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type Import = z.infer<typeof Import>;

const OwnColumn = z
  .string()
  .check(
    z.maxLength("own.".length + OWN_FIELD_KEY_MAX_LENGTH),
    z.regex(/^own\.[a-z0-9_]{1,64}$/),
    z.describe("An own field, as own.<key>."),
  ) as z.ZodMiniType<OwnTarget, OwnTarget>;
const Mapping = arrayOf(
  z.nullable(z.union([z.enum(LEAD_FIELD_NAMES), z.enum(OTHER_TARGETS), OwnColumn])),
  {
    min: 1,
    max: IMPORT_MAX_COLUMNS,
  },
);

/** An uploaded file: its columns, their guessed or chosen fields, and its first rows. */
export const ImportFile = z.object({
  columns: z.array(z.string()).check(z.describe("The headers of the file, in its order.")),
  sheet: ReadSheet,
  sheets: SheetNames,
  hidden_rows: z
    .nullable(z.object({ count: z.number(), left_out: z.boolean() }))
    .check(z.describe("Rows that the sheet hides, as a filter does; null without any.")),
  values: z
    .array(
      z.object({
        count: z.number(),
        numbers: z.boolean().check(z.describe("Most of them are telephone numbers.")),
        month_first: z
          .boolean()
          .check(z.describe("Its dates prove to have their month first, and are read so.")),
        reason: z
          .nullable(z.string())
          .check(z.describe("What most of them are, in words for the user; null for texts.")),
      }),
    )
    .check(z.describe("By column what its values in the first rows are.")),
  mapping: Mapping,
  new_fields: z
    .array(NewColumnField)
    .check(z.describe("Own fields that are made of columns when the import starts.")),
  preview: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
});
export type ImportFile = z.infer<typeof ImportFile>;

const ImportDetails = z.object({ import: Import, file: ImportFile });
export type ImportDetails = z.infer<typeof ImportDetails>;

const choices = {
  mapping: Mapping,
  mode: z.enum(IMPORT_MODES),
  new_fields: z
    ._default(
      arrayOf(NewColumnField, {
        max: MOST_OWN_FIELDS,
        tooMany: `Crie até ${MOST_OWN_FIELDS} campos.`,
      }),
      [],
    )
    .check(z.describe("Own fields to make of columns when the import starts.")),
};
const targets = {
  ...choices,
  list_id: z.optional(IdParam.shape.id),
  tags: z
    ._default(arrayOf(TagName, { max: MOST_TAGS_AT_ONCE }), [])
    .check(
      z.describe("Names of tags for all leads of the file; those that do not exist are made."),
    ),
};

const oneList = z.refine<{ list_id?: number | undefined; list_name?: string | undefined }>(
  (body) => body.list_id === undefined || body.list_name === undefined,
  { error: "Escolha uma lista ou informe o nome da nova.", path: ["list_name"] },
);

const LineReason = z.object({ line: z.number(), reason: z.string() });

/** Predicted or actual counts; the first refused rows with their reasons. */
export const ImportCheck = z.object({
  rows: z.number(),
  created: z.number(),
  existing: z.number(),
  refused: z.number(),
  without_number: z
    .number()
    .check(z.describe("Of the new leads those with neither a WhatsApp number nor a telephone.")),
  reasons: z.array(LineReason),
  /** Columns with values that their field cannot have, the first of them with their reasons. */
  unread: z.array(
    z.object({ column: z.string(), values: z.number(), reasons: z.array(LineReason) }),
  ),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

const Choices = z.object({
  choices: z.array(z.string()),
  distinct: z
    .number()
    .check(z.describe("How many different values there are; a field has some of them as choices.")),
});

/** What an own field made of a column would be. */
export const ColumnField = z.object({
  kind: z.enum(OWN_FIELD_KINDS).check(z.describe("The kind that fits the values best.")),
  rows: z.number().check(z.describe("Rows that were looked at, from the first one.")),
  values: z.number().check(z.describe("Values in these rows.")),
  read: z
    .record(z.enum(OWN_FIELD_KINDS), z.number())
    .check(z.describe("How many of them each kind of field can have.")),
  choice: Choices,
  choices: Choices,
});
export type ColumnField = z.infer<typeof ColumnField>;

/** What undoing an import would do. */
export const ImportUndo = z.object({
  deleted: z.number(),
  /** Leads that existed and get back what the import changed. */
  restored: z.number(),
  /** Leads that it created and that somebody has worked on since. */
  kept: z.number(),
  kept_names: z.array(z.string()),
  list: z
    .nullable(z.object({ id: z.number(), name: z.string() }))
    .check(z.describe("The list that it made, which goes too unless leads stay on it.")),
  fields: z
    .array(z.string())
    .check(z.describe("Names of the own fields that it made, which stay.")),
  until: Instant,
});
export type ImportUndo = z.infer<typeof ImportUndo>;

export const ImportStart = z
  .strictObject({
    ...targets,
    /** Name of a new list. */
    list_name: z.optional(requiredText("Informe o nome da lista.", LIST_NAME_MAX_LENGTH)),
  })
  .check(oneList);

/** The choices made so far: the name of a new list may still be empty. */
export const ImportDraft = z
  .strictObject({
    ...targets,
    list_name: z.optional(z.string().check(z.maxLength(LIST_NAME_MAX_LENGTH))),
  })
  .check(oneList);

export const imports = {
  upload: endpoint({
    method: "POST",
    path: "/api/imports",
    access: "member",
    sight: "whole",
    summary: "Upload a CSV or XLSX file of leads, as it is; nothing is imported yet",
    query: z.object({
      file_name: requiredText("Informe o nome do arquivo.", 200),
      header_line: z.optional(
        z.coerce
          .number()
          .check(
            z.int(WRONG_LINE),
            z.gte(1, WRONG_LINE),
            z.lte(LAST_HEADER_LINE, WRONG_LINE),
            z.describe("The line of the file with the names of its columns; found without it."),
          ),
      ),
      sheet: SheetName,
      hidden_rows: z.optional(
        z.enum(["read", "skip"]).check(z.describe("What happens to rows that the sheet hides.")),
      ),
    }),
    upload: { maxBytes: IMPORT_MAX_BYTES, tooLarge: TOO_LARGE },
    status: 201,
    response: ImportDetails,
    rateLimit: { points: 30, windowSeconds: 300 },
  }),
  recent: endpoint({
    method: "GET",
    path: "/api/imports",
    access: "member",
    sight: "whole",
    summary: "My latest imports with their progress, newest first (at most 20)",
    response: z.object({ imports: z.array(Import) }),
  }),
  draft: endpoint({
    method: "GET",
    path: "/api/imports/draft",
    access: "member",
    sight: "whole",
    summary: "My latest uploaded file that was not started, with what was chosen for it; or null",
    response: z.object({ draft: z.nullable(ImportDetails) }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/imports/{id}",
    access: "member",
    sight: "whole",
    summary: "One import, with the columns and first rows of its file while it is kept",
    params: IdParam,
    response: ImportDetails,
  }),
  column: endpoint({
    method: "GET",
    path: "/api/imports/{id}/column",
    access: "member",
    sight: "whole",
    summary: "What kind of own field a column of an uploaded file would be, by its values",
    params: IdParam,
    query: z.object({
      at: z._default(
        z.coerce
          .number<number>()
          .check(
            z.int(),
            z.gte(0),
            z.lt(IMPORT_MAX_COLUMNS),
            z.describe("The column's place in the file, from 0."),
          ),
        0,
      ),
    }),
    response: z.object({ field: ColumnField }),
    rateLimit: { points: 120, windowSeconds: 300 },
  }),
  saveDraft: endpoint({
    method: "PUT",
    path: "/api/imports/{id}/draft",
    access: "member",
    sight: "whole",
    summary: "Keep what is chosen for an uploaded file until it is started",
    params: IdParam,
    body: ImportDraft,
    maxBodyBytes: MAX_BODY_BYTES,
    response: z.object({ import: Import }),
  }),
  check: endpoint({
    method: "POST",
    path: "/api/imports/{id}/check",
    access: "member",
    sight: "whole",
    scope: "read",
    summary: "Count what an import would do, and change nothing",
    params: IdParam,
    body: z.strictObject(choices),
    maxBodyBytes: MAX_BODY_BYTES,
    response: z.object({ check: ImportCheck }),
    rateLimit: { points: 60, windowSeconds: 300 },
  }),
  start: endpoint({
    method: "POST",
    path: "/api/imports/{id}/start",
    access: "member",
    sight: "whole",
    summary: "Turn an uploaded file into leads, in the background",
    params: IdParam,
    body: ImportStart,
    maxBodyBytes: MAX_BODY_BYTES,
    status: 202,
    response: z.object({ import: Import }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/imports/{id}/stop",
    access: "member",
    sight: "whole",
    summary: "End an import; what it brought in stays",
    params: IdParam,
    response: z.object({ import: Import }),
  }),
  resume: endpoint({
    method: "POST",
    path: "/api/imports/{id}/resume",
    access: "member",
    sight: "whole",
    summary: "Go on with an import that ended before its last row, while its rows are kept",
    params: IdParam,
    status: 202,
    response: z.object({ import: Import }),
  }),
  previewUndo: endpoint({
    method: "GET",
    path: "/api/imports/{id}/undo",
    access: "member",
    sight: "whole",
    summary: "What undoing an import would do; changes nothing",
    params: IdParam,
    response: z.object({ undo: ImportUndo }),
  }),
  undo: endpoint({
    method: "POST",
    path: "/api/imports/{id}/undo",
    access: "member",
    sight: "whole",
    summary: "Undo an import, in the background, within 30 days",
    params: IdParam,
    status: 202,
    response: z.object({ import: Import }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/imports/{id}",
    access: "member",
    sight: "whole",
    summary: "Forget an import that is not under way; its leads stay",
    params: IdParam,
    response: z.object({ deleted: z.number() }),
  }),
};
