import * as z from "zod/mini";
import { LEAD_SORTS } from "@/lib/domain/leads/lead-list";
import { leadFilterShape } from "./lead-filter";

/** The most that fit in a URL; more are exported by a filter. */
export const MOST_EXPORTED_IDS = 1_000;

/** Query of `GET /api/leads/export`: leads by id, or all that the filter matches. */
export const LeadExport = z.object({
  format: z.enum(["csv", "xlsx"], { error: "Escolha csv ou xlsx." }),
  ids: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.maxLength(11 * MOST_EXPORTED_IDS, "Selecione até 1.000 leads, ou todos."),
          z.regex(/^\d{1,10}(,\d{1,10})*$/, "Selecione ao menos um lead."),
        ),
      z.pipe(
        z.transform((text: string) => text.split(",").map(Number)),
        z
          .array(z.number().check(z.lte(2_147_483_647)))
          .check(z.maxLength(MOST_EXPORTED_IDS, "Selecione até 1.000 leads, ou todos.")),
      ),
    ),
  ),
  ...leadFilterShape,
  sort: z._default(z.enum(LEAD_SORTS), "created_at"),
  direction: z._default(z.enum(["asc", "desc"]), "desc"),
});
