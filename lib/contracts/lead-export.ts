import * as z from "zod/mini";
import { leadFilterShape } from "./lead-filter";

/** More are all of a filter; so many still fit into an address. */
export const MOST_EXPORTED_IDS = 1_000;

/** Of `GET /api/leads/export`: the leads named by id, else all that the filter finds. */
export const LeadExport = z.object({
  format: z.enum(["csv", "xlsx"], { error: "Escolha csv ou xlsx." }),
  ids: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,10}(,\d{1,10})*$/, "Selecione ao menos um lead.")),
      z.pipe(
        z.transform((text: string) => text.split(",").map(Number)),
        z
          .array(z.number().check(z.lte(2_147_483_647)))
          .check(z.maxLength(MOST_EXPORTED_IDS, "Selecione até 1.000 leads, ou todos.")),
      ),
    ),
  ),
  ...leadFilterShape,
});
