import * as z from "zod/mini";
import { RecipientFilter } from "@/lib/contracts/campaigns/activities";
import { IdParam } from "@/lib/contracts/shared/fields";
import { AppError } from "@/lib/errors";
import { exportSheet } from "@/server/platform/account-actions/export-sheet.service";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseQuery } from "@/server/platform/http/parse-input";
import { countAttempt } from "@/server/platform/http/rate-limit";
import { refuseUnseen } from "@/server/platform/sight/unseen.service";
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
  await countAttempt(LIMIT, `account ${actor.ownerId}`, log);
  const id = z.safeParse(IdParam, params);
  if (!id.success) throw new AppError("not_found");
  const sight = { campaign: "id" };
  if (actor.sight) await refuseUnseen({ sight }, actor, { params: id.data, query: {}, body: {} });
  const { format, ...filter } = parseQuery(request, Query);
  return exportSheet(actor, await exportRecipients(actor, id.data.id, filter), format);
});
