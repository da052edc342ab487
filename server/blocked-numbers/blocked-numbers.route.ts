import * as z from "zod/mini";
import { OptOutExport } from "@/lib/contracts/opt-outs";
import { AppError } from "@/lib/errors";
import { createHandler } from "@/server/http/exchange";
import { identifyCaller } from "@/server/http/identify";
import { downloadSheet } from "@/server/spreadsheets/download";
import { exportOptOuts } from "./blocked-numbers.service";

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const optOutExportRoute = createHandler(
  "GET /api/opt-outs/export",
  async (request, _params, log) => {
    const actor = await identifyCaller(request, log, "read");
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const parsed = z.safeParse(OptOutExport, query);
    if (!parsed.success) {
      const message = "Escolha csv ou xlsx.";
      throw new AppError("invalid_input", message, { fields: { format: message } });
    }
    return downloadSheet(exportOptOuts(actor), parsed.data.format);
  },
);
