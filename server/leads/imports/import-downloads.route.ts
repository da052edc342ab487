import { WHOLE_VIEW_NEEDED } from "@/lib/domain/accounts/visibility";
import { AppError } from "@/lib/errors";
import { exportSheet } from "@/server/platform/account-actions/export-sheet.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { downloadSheet, type SheetFormat } from "@/server/platform/spreadsheets/download";
import { createImportTemplate, exportRefusedRows } from "./import-downloads.service";

const MAX_ID = 2_147_483_647;

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const refusedRowsRoute = createHandler(
  "GET /api/imports/{id}/refused",
  async (request, params, log) => {
    const actor = await identifyCaller(request, log, "read");
    if (actor.sight) throw new AppError("forbidden", WHOLE_VIEW_NEEDED);
    const id = /^\d{1,10}$/.test(params["id"] ?? "") ? Number(params["id"]) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError("not_found");
    return exportSheet(actor, await exportRefusedRows(actor, id), readFormat(request));
  },
);

export const importTemplateRoute = createHandler(
  "GET /api/imports/template",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    return downloadSheet(actor, createImportTemplate(), readFormat(request));
  },
);

function readFormat(request: Request): SheetFormat {
  return new URL(request.url).searchParams.get("format") === "xlsx" ? "xlsx" : "csv";
}
