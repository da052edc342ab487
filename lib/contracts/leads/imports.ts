import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, IdParam, Instant } from "@/lib/contracts/shared/fields";
import {
  IMPORT_MAX_BYTES,
  IMPORT_MAX_COLUMNS,
  IMPORT_MODES,
  IMPORT_STATUSES,
} from "@/lib/domain/imports/import-file";
import { LEAD_FIELD_NAMES } from "@/lib/domain/leads/lead-fields";
import { MOST_TAGS_AT_ONCE } from "@/lib/domain/leads/tags";
import { requiredText } from "@/lib/domain/text/required-text";
import { LIST_NAME_MAX_LENGTH } from "./lists";
import { TagName } from "./tags";

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
  /** Why it ended early or failed, in words for the user. */
  note: z.nullable(z.string()),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type Import = z.infer<typeof Import>;

const Mapping = arrayOf(z.nullable(z.enum(LEAD_FIELD_NAMES)), { min: 1, max: IMPORT_MAX_COLUMNS });

/** An uploaded file: its columns, their guessed or chosen fields, and its first rows. */
export const ImportFile = z.object({
  columns: z.array(z.string()).check(z.describe("The headers of the file, in its order.")),
  mapping: Mapping,
  preview: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
});
export type ImportFile = z.infer<typeof ImportFile>;

const ImportDetails = z.object({ import: Import, file: ImportFile });
export type ImportDetails = z.infer<typeof ImportDetails>;

const choices = { mapping: Mapping, mode: z.enum(IMPORT_MODES) };
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

/** Predicted or actual counts; the first refused rows with their reasons. */
export const ImportCheck = z.object({
  rows: z.number(),
  created: z.number(),
  existing: z.number(),
  refused: z.number(),
  reasons: z.array(z.object({ line: z.number(), reason: z.string() })),
});
export type ImportCheck = z.infer<typeof ImportCheck>;

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
    summary: "My latest imports with their progress, newest first (at most 20)",
    response: z.object({ imports: z.array(Import) }),
  }),
  draft: endpoint({
    method: "GET",
    path: "/api/imports/draft",
    access: "member",
    summary: "My latest uploaded file that was not started, with what was chosen for it; or null",
    response: z.object({ draft: z.nullable(ImportDetails) }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/imports/{id}",
    access: "member",
    summary: "One import, with the columns and first rows of its file while it is kept",
    params: IdParam,
    response: ImportDetails,
  }),
  saveDraft: endpoint({
    method: "PUT",
    path: "/api/imports/{id}/draft",
    access: "member",
    summary: "Keep what is chosen for an uploaded file until it is started",
    params: IdParam,
    body: ImportDraft,
    response: z.object({ import: Import }),
  }),
  check: endpoint({
    method: "POST",
    path: "/api/imports/{id}/check",
    access: "member",
    scope: "read",
    summary: "Count what an import would do, and change nothing",
    params: IdParam,
    body: z.strictObject(choices),
    response: z.object({ check: ImportCheck }),
    rateLimit: { points: 60, windowSeconds: 300 },
  }),
  start: endpoint({
    method: "POST",
    path: "/api/imports/{id}/start",
    access: "member",
    summary: "Turn an uploaded file into leads, in the background",
    params: IdParam,
    body: ImportStart,
    status: 202,
    response: z.object({ import: Import }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/imports/{id}/stop",
    access: "member",
    summary: "End an import; what it brought in stays",
    params: IdParam,
    response: z.object({ import: Import }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/imports/{id}",
    access: "member",
    summary: "Forget an import that is not under way; its leads stay",
    params: IdParam,
    response: z.object({ deleted: z.number() }),
  }),
};
