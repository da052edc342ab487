import { AppError } from "@/lib/errors";
import { authenticate } from "@/server/auth/credentials.service";
import { exchange } from "@/server/http/exchange";
import { downloadSheet, type SheetFormat } from "@/server/spreadsheets/download";
import { importTemplate, refusedRows } from "./import-downloads.service";

const MAX_ID = 2_147_483_647;

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const refusedRowsRoute = exchange(
  "GET /api/imports/{id}/refused",
  async (request, params, log) => {
    const actor = await authenticate(request);
    log.userId = actor.userId;
    const id = /^\d{1,10}$/.test(params["id"] ?? "") ? Number(params["id"]) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError("not_found");
    return downloadSheet(await refusedRows(actor, id), formatOf(request));
  },
);

export const importTemplateRoute = exchange(
  "GET /api/imports/template",
  async (request, _params, log) => {
    const actor = await authenticate(request);
    log.userId = actor.userId;
    return downloadSheet(importTemplate(), formatOf(request));
  },
);

function formatOf(request: Request): SheetFormat {
  return new URL(request.url).searchParams.get("format") === "xlsx" ? "xlsx" : "csv";
}
