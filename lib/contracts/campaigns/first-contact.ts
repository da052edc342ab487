import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant } from "@/lib/contracts/shared/fields";
import { LEGAL_BASES } from "@/lib/domain/campaigns/legal-basis";

export const firstContact = {
  get: endpoint({
    method: "GET",
    path: "/api/leads/{id}/first-contact",
    access: "member",
    sight: { lead: "id" },
    summary:
      "Who wrote first between a lead and me, from which campaign and on what legal ground, and where the lead was found",
    params: IdParam,
    response: z.object({
      first: z
        .nullable(
          z.object({
            at: Instant,
            by: z.enum(["lead", "campaign", "person"]),
            campaign: z.nullable(z.object({ id: z.nullable(z.number()), name: z.string() })),
            legal_basis: z.nullable(z.enum(LEGAL_BASES)),
          }),
        )
        .check(
          z.describe(
            "Null while nobody has written. A campaign's id is null once it is deleted; `person`: from the chat or the phone.",
          ),
        ),
      found: z
        .object({ at: Instant, source: z.string(), url: z.nullable(z.string()) })
        .check(z.describe("`url`: the page that the number was read from.")),
    }),
  }),
};
