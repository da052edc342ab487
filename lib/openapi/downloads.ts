import * as z from "zod/mini";
import { AccountActionsExport } from "@/lib/contracts/accounts/account-actions";
import { RecipientFilter } from "@/lib/contracts/campaigns/activities";
import { EXPORT_FILE_PATH } from "@/lib/contracts/custody/account-exports";
import { LeadExport } from "@/lib/contracts/leads/lead-export";
import { CANNED_FILE_PATH } from "@/lib/contracts/messaging/canned-answers";
import { MEDIA_PATH } from "@/lib/contracts/messaging/chat";
import { OptOutExport } from "@/lib/contracts/messaging/opt-outs";
import { StreamOpening } from "@/lib/contracts/platform/stream";
import { PRIVACY_EXPORT_PATH, PrivacyExport } from "@/lib/contracts/privacy/privacy";
import { RegistryFilter } from "@/lib/contracts/registry/registry";
import { IdParam } from "@/lib/contracts/shared/fields";
import { NOTICES_PATH } from "@/lib/paths";
import { refToError } from "./errors";
import type { createSchemaConverter } from "./json-schema";
import { buildParameters, listSecurity, type Operation } from "./operations";

interface Download {
  operationId: string;
  tag: string;
  path: string;
  summary: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  /** Media types of the answer. */
  types: readonly string[];
  /** Error statuses beside 401, 403, 429, 500 and 503. */
  errors: readonly number[];
  /** Further statuses with what they mean. */
  others?: Readonly<Record<number, string>>;
  isPublic?: true;
  /** API tokens may not call it, even with all scopes. */
  forSessions?: true;
}

const JSON_TYPE = "application/json";
const CSV = "text/csv";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const UNCHANGED = "It is what the ETag sent along names.";
const Format = z._default(z.enum(["csv", "xlsx"]), "csv");

/** Endpoints whose answer is no JSON: files and the event stream. */
const DOWNLOADS: readonly Download[] = [
  {
    operationId: "leads.export",
    tag: "Leads",
    path: "/api/leads/export",
    summary: "Leads by id, or all that a filter finds, as a file",
    query: LeadExport,
    types: [CSV, XLSX],
    errors: [400, 429],
  },
  {
    operationId: "accountActions.export",
    tag: "Account",
    path: "/api/account_actions/export",
    summary: "What was done in the account in the last 12 months, as a file",
    query: AccountActionsExport,
    types: [CSV, XLSX],
    errors: [400, 429],
    forSessions: true,
  },
  {
    operationId: "accountExports.file",
    tag: "Account",
    path: EXPORT_FILE_PATH,
    summary: "The archive of all that the account holds, for 24 hours",
    params: IdParam,
    types: ["application/octet-stream"],
    errors: [404],
    forSessions: true,
  },
  {
    operationId: "optOuts.export",
    tag: "Opt-outs",
    path: "/api/opt-outs/export",
    summary: "The numbers that are never written to, as a file",
    query: OptOutExport,
    types: [CSV, XLSX],
    errors: [400],
  },
  {
    operationId: "privacy.export",
    tag: "Data subjects",
    path: PRIVACY_EXPORT_PATH,
    summary: "The copy of a person's data that a request asked for, as JSON or as a page to print",
    params: IdParam,
    query: PrivacyExport,
    types: [JSON_TYPE, "text/html"],
    errors: [400, 404, 409],
  },
  {
    operationId: "activities.exportRecipients",
    tag: "Campaigns",
    path: "/api/prospecting/activities/{id}/recipients/export",
    summary: "A campaign's recipients, as a file",
    params: IdParam,
    query: z.object({ ...RecipientFilter.shape, format: Format }),
    types: [CSV, XLSX],
    errors: [400, 404, 429],
  },
  {
    operationId: "registry.export",
    tag: "Company registry",
    path: "/api/registry/export",
    summary: "Companies that a search of the registry finds, as a file",
    query: RegistryFilter as unknown as z.ZodMiniObject,
    types: [CSV],
    errors: [400, 429],
  },
  {
    operationId: "imports.template",
    tag: "Imports",
    path: "/api/imports/template",
    summary: "An empty file with the columns that an import knows",
    query: z.object({ format: Format }),
    types: [CSV, XLSX],
    errors: [],
  },
  {
    operationId: "imports.refused",
    tag: "Imports",
    path: "/api/imports/{id}/refused",
    summary: "The rows that an import refused, with the reasons, as a file",
    params: IdParam,
    query: z.object({ format: Format }),
    types: [CSV, XLSX],
    errors: [404],
  },
  {
    operationId: "chat.media",
    tag: "Conversations",
    path: MEDIA_PATH,
    summary: "The file of a message, or a range of it",
    params: IdParam,
    types: ["application/octet-stream"],
    errors: [404],
    others: { 206: "The range asked for.", 304: UNCHANGED, 416: "There is no such range." },
  },
  {
    operationId: "cannedAnswers.file",
    tag: "Conversations",
    path: CANNED_FILE_PATH,
    summary: "The file of a canned answer, or a range of it",
    params: IdParam,
    types: ["application/octet-stream"],
    errors: [404],
    others: { 206: "The range asked for.", 304: UNCHANGED, 416: "There is no such range." },
  },
  {
    operationId: "stream.open",
    tag: "System",
    path: "/api/stream",
    summary: "What happens in the account, as server-sent events",
    query: StreamOpening,
    types: ["text/event-stream"],
    errors: [400, 429],
  },
  {
    operationId: "system.docs",
    tag: "System",
    path: "/api/docs",
    summary: "A page to read this document and to try it",
    types: ["text/html"],
    errors: [],
    others: { 304: UNCHANGED },
    isPublic: true,
  },
  {
    operationId: "system.notices",
    tag: "System",
    path: NOTICES_PATH,
    summary: "The licences of the packages that the product is made of, with their notices",
    types: ["text/plain"],
    errors: [],
    others: { 304: UNCHANGED },
    isPublic: true,
  },
  {
    operationId: "system.openapi",
    tag: "System",
    path: "/api/openapi.json",
    summary: "This document",
    types: [JSON_TYPE],
    errors: [],
    others: { 304: UNCHANGED },
    isPublic: true,
  },
];

/** Operations by path; all are GET. */
export function buildDownloads(
  converter: ReturnType<typeof createSchemaConverter>,
): [path: string, operation: Operation][] {
  return DOWNLOADS.map((download) => {
    const { operationId, tag, path, summary, types, errors, others } = download;
    const parameters = buildParameters(download, converter);
    const { isPublic, forSessions } = download;
    const statuses = isPublic
      ? [...errors, 500]
      : [...new Set([...errors, 401, 403, 429, 500, 503])];
    return [
      path,
      {
        operationId,
        tags: [tag],
        summary,
        security: isPublic ? [] : listSecurity("GET", forSessions ? null : "read"),
        ...(parameters.length > 0 && { parameters }),
        responses: {
          200: {
            description: "Done.",
            content: Object.fromEntries(
              types.map((type) => [type, type === JSON_TYPE ? { schema: { type: "object" } } : {}]),
            ),
          },
          ...Object.fromEntries(
            Object.entries(others ?? {}).map(([status, description]) => [status, { description }]),
          ),
          ...Object.fromEntries(statuses.sort().map((status) => [status, refToError(status)])),
        },
      },
    ];
  });
}
