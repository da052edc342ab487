import * as z from "zod/mini";
import { RecipientFilter } from "@/lib/contracts/activities";
import { IdParam } from "@/lib/contracts/fields";
import { AppError } from "@/lib/errors";
import { describeIssue } from "@/server/http/describe-issue";
import { createHandler } from "@/server/http/exchange";
import { identifyCaller } from "@/server/http/identify";
import { countAttempt } from "@/server/http/rate-limit";
import { refuseNul } from "@/server/http/read-body";
import { downloadSheet } from "@/server/spreadsheets/download";
import { exportRecipients } from "./recipients.service";

const NAME = "GET /api/prospecting/activities/{id}/recipients/export";
const LIMIT = { name: NAME, points: 60, windowSeconds: 300 };
const Query = z.object({
  ...RecipientFilter.shape,
  format: z._default(z.enum(["csv", "xlsx"], { error: "Escolha csv ou xlsx." }), "csv"),
});

/** Downloads are opened as links, so the cookie alone authenticates them. */
export const recipientsExportRoute = createHandler(NAME, async (request, params, log) => {
  const actor = await identifyCaller(request, log, "read");
  await countAttempt(LIMIT, `user ${actor.userId}`, log);
  const id = z.safeParse(IdParam, params);
  if (!id.success) throw new AppError("not_found");
  const query = refuseNul(Object.fromEntries(new URL(request.url).searchParams));
  const parsed = z.safeParse(Query, query, { error: describeIssue });
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]),
    );
    throw new AppError("invalid_input", "", { fields });
  }
  const { format, ...filter } = parsed.data;
  return downloadSheet(await exportRecipients(actor, id.data.id, filter), format);
});
