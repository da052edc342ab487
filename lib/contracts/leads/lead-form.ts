import * as z from "zod/mini";
import {
  Cnpj,
  Email,
  NAME_REQUIRED,
  optionalFields,
  Phone,
  text,
  Website,
} from "@/lib/domain/leads/lead-fields";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { whatsappNumberProblem } from "@/lib/domain/phone/phone";
import { requiredText } from "@/lib/domain/text/required-text";
import { isWebAddress } from "@/lib/domain/text/web-address";

/** Missing fields are unchanged; null or an empty text clears. A number is cleared by null only. */
export const LeadChange = z.object({
  name: z.optional(requiredText(NAME_REQUIRED)),
  whatsapp: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  ...optionalFields,
});

/** What the form requires; the API accepts less. */
export const LeadForm = z.object({
  name: requiredText(NAME_REQUIRED),
  website: requiredText("Informe o site.", 500).check(
    z.refine((value) => value === "" || isWebAddress(value), "Site inválido."),
  ),
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  email: Email,
  address: requiredText("Informe o endereço.", 500),
  obs: requiredText("Escreva uma observação.", 5_000),
  status: z.enum(LEAD_STATUSES),
  cnpj: Cnpj,
  cnae: text(200),
  proprietario: text(200),
  ai_obs: text(5_000),
});
export type LeadForm = z.infer<typeof LeadForm>;

/** The lead form beside a conversation, which requires only the name. */
export const ChatLeadForm = z.object({
  name: requiredText(NAME_REQUIRED),
  website: Website,
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = value.trim() === "" ? null : whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  email: Email,
  phone: Phone,
  address: text(500),
  cnpj: Cnpj,
  cnae: text(200),
  proprietario: text(200),
  obs: text(5_000),
  ai_obs: text(5_000),
  status: z.enum(LEAD_STATUSES),
});
export type ChatLeadForm = z.infer<typeof ChatLeadForm>;
