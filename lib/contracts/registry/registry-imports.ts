import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant } from "@/lib/contracts/shared/fields";
import { REGISTRY_STEPS } from "@/lib/domain/registry/import-steps";

const NullableText = z.nullable(z.string());

const MonthChanges = z.object({
  before: NullableText,
  opened: z.number(),
  reopened: z.number(),
  closed: z.number(),
  moved: z.number(),
  contact_changed: z.number(),
  missing: z.number(),
});

/** A month of the registry and how far its import is. */
export const RegistryImport = z.object({
  id: z.number(),
  /** "2026-11"; null until the files were checked. */
  month: NullableText,
  folder: z.string(),
  /** 'prepared': a dry run that waits to be served or discarded. */
  status: z.enum(["processing", "prepared", "completed", "stopped", "error"]),
  /** 'current' is searched; 'previous' is what a rollback returns to. */
  served: z.nullable(z.enum(["current", "previous"])),
  step: z.enum(REGISTRY_STEPS),
  stopping: z.boolean(),
  /** From 0 to 1. */
  progress: z.number(),
  /** Bytes, while the month's files are fetched. */
  downloaded: z.nullable(z.number()),
  download_size: z.nullable(z.number()),
  /** Lines read so far, and those refused. */
  rows: z.number(),
  refused: z.number(),
  /** While the files are read. */
  rows_per_second: z.nullable(z.number()),
  eta_seconds: z.nullable(z.number()),
  establishments: z.nullable(z.number()),
  /** Those whose municipality is of another state than theirs. */
  misplaced: z.nullable(z.number()),
  dry_run: z.boolean(),
  /** What a dry run found; null for what was served at once. */
  month_changes: z.nullable(MonthChanges),
  note: NullableText,
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type RegistryImport = z.infer<typeof RegistryImport>;

const FILES = "Escolha uma das pastas ou um dos meses.";

export const RegistryImportStart = z
  .strictObject({
    /** A folder with ZIPs below REGISTRY_DIR. */
    folder: z.optional(
      z.string({ error: FILES }).check(z.maxLength(200, FILES), z.regex(/^[\w.-]+$/, FILES)),
    ),
    /** Downloaded from the Receita first: "2026-11". */
    month: z.optional(
      z
        .string({ error: FILES })
        .check(z.maxLength(7, FILES), z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, FILES)),
    ),
    with_partners: z._default(z.boolean(), false),
    min_rows: z.optional(z.number().check(z.int(), z.gte(1), z.lte(200_000_000))),
    /** The largest difference to the previous month's counts, in percent; 3 by default. */
    max_change_percent: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
    /** Import a month that is older than the served one. */
    allow_older: z._default(z.boolean(), false),
    /** Build the month and compare it, but search it only after it is served by hand. */
    dry_run: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ folder, month }) => (folder === undefined) !== (month === undefined), {
      error: FILES,
      path: ["folder"],
    }),
  );

export const registryImports = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/registry",
    access: "admin",
    summary:
      "Imports of the registry, newest first, and the folders and months that can be imported",
    response: z.object({
      imports: z.array(RegistryImport),
      folders: z.array(z.string()),
      /** Those that can be downloaded, the newest first: none without a token of the share. */
      months: z.array(z.string()),
    }),
  }),
  start: endpoint({
    method: "POST",
    path: "/api/admin/registry",
    access: "admin",
    summary:
      "Import a folder of official files, or a month that is fetched first, in the background",
    body: RegistryImportStart,
    status: 202,
    response: z.object({ import: RegistryImport }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/admin/registry/stop",
    access: "admin",
    summary: "Stop the import that is running; what is served stays",
    response: z.object({ import: RegistryImport }),
  }),
  serve: endpoint({
    method: "POST",
    path: "/api/admin/registry/{id}/serve",
    access: "admin",
    summary: "Search the month that a dry run prepared",
    params: IdParam,
    status: 202,
    response: z.object({ import: RegistryImport }),
  }),
  discard: endpoint({
    method: "POST",
    path: "/api/admin/registry/{id}/discard",
    access: "admin",
    summary: "Delete the month that a dry run prepared; what is served stays",
    params: IdParam,
    response: z.object({ import: RegistryImport }),
  }),
  rollback: endpoint({
    method: "POST",
    path: "/api/admin/registry/rollback",
    access: "admin",
    summary: "Serve the month before again",
    response: z.object({ import: RegistryImport }),
  }),
};
