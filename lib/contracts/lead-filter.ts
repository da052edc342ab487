import * as z from "zod/mini";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { Day, IdParam } from "./fields";

const Statuses = z.pipe(
  z.string().check(
    z.maxLength(200),
    z.refine(
      (value) => value.split(",").every((each) => LEAD_STATUSES.includes(each as LeadStatus)),
      "Status desconhecido.",
    ),
  ),
  z.transform((value) => value.split(",") as LeadStatus[]),
);

export const leadFilterShape = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** One or more, separated by commas. */
  status: z.optional(Statuses),
  list_id: z.optional(IdParam.shape.id),
  source: z.optional(z.string().check(z.maxLength(50))),
  city: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  /** Days in São Paulo, inclusive. */
  created_from: z.optional(Day),
  created_to: z.optional(Day),
};

export const LeadFilter = z.strictObject(leadFilterShape);
export type LeadFilter = z.output<typeof LeadFilter>;
