import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  IdParam,
  Instant,
  Pagination,
  pageQuery,
  WrittenNumber,
} from "@/lib/contracts/shared/fields";
import { ReadSheet, SheetName, SheetNames } from "@/lib/contracts/shared/read-sheet";
import { OPT_OUT_SOURCES } from "@/lib/domain/messages/opt-out-source";
import { requiredText } from "@/lib/domain/text/required-text";

export const OPT_OUT_PAGE_SIZES = [25, 50, 100, 200] as const;
export const OPT_OUT_DEFAULT_PAGE_SIZE = 50;
export const OPT_OUT_IMPORT_MAX_BYTES = 5_000_000;
export const OPT_OUT_IMPORT_MAX_NUMBERS = 50_000;
export const OPT_OUT_REASON_MAX_LENGTH = 300;
export const OPT_OUT_FILE_TOO_LARGE = `O arquivo passa de ${OPT_OUT_IMPORT_MAX_BYTES / 1_000_000} MB. Divida-o em partes menores.`;

/** A number that is never written to. */
export const OptOut = z.object({
  id: z.number(),
  /** Digits with country code; null for a person whose number WhatsApp hides. */
  number: z.nullable(z.string()),
  lead_id: z.nullable(z.number()),
  name: z.nullable(z.string()),
  source: z
    .enum(OPT_OUT_SOURCES)
    .check(z.describe("How it came: the contact's own reply, a person, or an imported file.")),
  words: z.nullable(z.string()),
  since: Instant,
});
export type OptOut = z.infer<typeof OptOut>;

export const OPT_OUT_SORTS = ["since", "number", "name", "source"] as const;
export type OptOutSort = (typeof OPT_OUT_SORTS)[number];

export const OptOutQuery = z.object({
  ...pageQuery({ default: OPT_OUT_DEFAULT_PAGE_SIZE, max: Math.max(...OPT_OUT_PAGE_SIZES) }),
  sort: z._default(z.enum(OPT_OUT_SORTS), "since"),
  direction: z._default(z.enum(["asc", "desc"]), "desc"),
});

export const NewOptOut = z.strictObject({
  /** With a plus, another country's number. */
  number: WrittenNumber,
});

export const OptOutRemoval = z.strictObject({
  reason: requiredText(
    "Diga por que este número pode receber mensagens de novo.",
    OPT_OUT_REASON_MAX_LENGTH,
  ),
});

/** How many lines of a file were wrong, and the first of them. */
export const OptOutImport = z.object({
  added: z.number(),
  existing: z.number(),
  invalid: z.number(),
  problems: z.array(z.object({ line: z.number(), value: z.string() })),
  sheet: ReadSheet,
  sheets: SheetNames,
});
export type OptOutImport = z.infer<typeof OptOutImport>;

/** Words that may ask for no more messages: a person has to decide. */
const OptOutReview = z.object({ words: z.string(), said_at: Instant });

const OptOutSettings = z.strictObject({
  /** Answers an opt-out with one message that confirms it. */
  confirms: z.boolean(),
  /** Makes a task of an answer that surely names a day for later; otherwise it is proposed. */
  makes_tasks: z.boolean(),
});

/** Query of `GET /api/opt-outs/export`. */
export const OptOutExport = z.object({
  format: z.enum(["csv", "xlsx"], { error: "Escolha csv ou xlsx." }),
});

const Success = z.object({ success: z.literal(true) });
const ContactParam = z.object({ number: z.string().check(z.maxLength(100)) });

export const optOuts = {
  list: endpoint({
    method: "GET",
    path: "/api/opt-outs",
    access: "member",
    sight: "whole",
    summary: "One page of the numbers that are never written to, the latest first by default",
    query: OptOutQuery,
    response: z.object({ opt_outs: z.array(OptOut), pagination: Pagination }),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/opt-outs",
    access: "member",
    // Anybody may record that somebody wants no more messages, also somebody whom they do not see.
    sight: "narrowed",
    summary: "Never write to a number; `added` is false when it was blocked already",
    body: NewOptOut,
    status: 201,
    response: z.object({ added: z.boolean() }),
  }),
  importFile: endpoint({
    method: "POST",
    path: "/api/opt-outs/import",
    access: "member",
    role: "manager",
    summary: "Never write to the numbers of a CSV, XLSX or text file, one or more a line",
    query: z.object({
      sheet: SheetName,
      several_sheets: z.optional(
        z
          .enum(["read", "ask"])
          .check(
            z.describe(
              "What happens to a workbook of several sheets when none is named: one is read, or none is and no number is blocked.",
            ),
          ),
      ),
    }),
    upload: { maxBytes: OPT_OUT_IMPORT_MAX_BYTES, tooLarge: OPT_OUT_FILE_TOO_LARGE },
    response: OptOutImport,
    rateLimit: { points: 30, windowSeconds: 300 },
  }),
  remove: endpoint({
    method: "POST",
    path: "/api/opt-outs/{id}/removal",
    access: "member",
    role: "manager",
    summary: "Allow messages to a number again; the reason is kept",
    params: IdParam,
    body: OptOutRemoval,
    response: Success,
  }),
  settings: endpoint({
    method: "GET",
    path: "/api/opt-outs/settings",
    access: "member",
    summary: "Whether an opt-out is answered with a confirmation, and a task made of 'later'",
    response: OptOutSettings,
  }),
  saveSettings: endpoint({
    method: "PUT",
    path: "/api/opt-outs/settings",
    access: "member",
    role: "manager",
    scope: "send",
    summary: "Switch the confirmation of opt-outs, or the tasks made of answers, on or off",
    body: z.partial(OptOutSettings),
    response: OptOutSettings,
  }),
  review: endpoint({
    method: "GET",
    path: "/api/opt-outs/reviews/{number}",
    access: "member",
    sight: "narrowed",
    summary:
      "The words of a contact that may ask for no more messages, null without any; and its entry among the blocked numbers",
    params: ContactParam,
    response: z.object({
      review: z.nullable(OptOutReview),
      blocked: z.nullable(OptOut),
      asks_erasure: z
        .boolean()
        .check(z.describe("Their words ask that what is known of them be deleted.")),
    }),
  }),
  decideReview: endpoint({
    method: "POST",
    path: "/api/opt-outs/reviews/{number}/decision",
    access: "member",
    sight: "narrowed",
    summary: "Decide whether a contact asked for no more messages",
    params: ContactParam,
    body: z.strictObject({ opt_out: z.boolean() }),
    response: Success,
  }),
};
