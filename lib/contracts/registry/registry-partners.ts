import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { requiredText } from "@/lib/domain/text/required-text";

/** Whether the partners of companies are shown in this installation, and why. */
export const PartnersChoice = z.object({
  shown: z.boolean(),
  /** Null until it was ever changed. */
  reason: z.nullable(z.string()),
  changed_at: z.nullable(Instant),
});
export type PartnersChoice = z.infer<typeof PartnersChoice>;

const MOST_REASON = 500;

export const NewPartnersChoice = z.strictObject({
  shown: z.boolean(),
  /** For the audit. */
  reason: requiredText("Informe o motivo.", MOST_REASON),
});

const Answer = z.object({ choice: PartnersChoice });

export const registryPartners = {
  get: endpoint({
    method: "GET",
    path: "/api/admin/registry/partners",
    access: "admin",
    summary: "Whether the partners of companies are shown, and why",
    response: Answer,
  }),
  set: endpoint({
    method: "PUT",
    path: "/api/admin/registry/partners",
    access: "admin",
    summary: "Show the partners of companies or no longer, with a reason that the audit keeps",
    body: NewPartnersChoice,
    response: Answer,
  }),
};
