import * as z from "zod/mini";
import { Day, Id } from "@/lib/contracts/shared/fields";
import { changedFields, LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { MOST_VALUE_CENTS } from "@/lib/domain/leads/stages";
import { whatsappNumberProblem } from "@/lib/domain/phone/written-number";
import { requiredText } from "@/lib/domain/text/required-text";
import { isWebAddress } from "@/lib/domain/text/web-address";
import { GivenOwnValues } from "./own-fields";

const F = LEAD_FIELDS;

const WRONG_VALUE = "Use um valor de até R$ 1 bilhão.";

/** What is known of the deal. */
export const dealFields = {
  /** In place of a status. */
  stage_id: z.optional(Id),
  value_cents: z.optional(
    z.nullable(
      z
        .number(WRONG_VALUE)
        .check(z.int(WRONG_VALUE), z.gte(0, WRONG_VALUE), z.lte(MOST_VALUE_CENTS, WRONG_VALUE)),
    ),
  ),
  expected_close: z.optional(z.nullable(Day)),
  loss_reason_id: z.optional(z.nullable(Id)),
  seller_id: z.optional(z.nullable(Id)),
};

/** Missing fields are unchanged, and so is a value that the lead has already; null or an empty text clears. A number is cleared by null only. */
export const LeadChange = z.object({
  name: z.optional(F.name.schema),
  whatsapp: z.optional(z.nullable(F.whatsapp.schema)),
  ...changedFields,
  ...dealFields,
  own: z.optional(GivenOwnValues),
});

/** In the forms: a stage's id, or that the lead is not to be contacted. */
const StageChoice = z.string().check(z.maxLength(20));

/** Where a form of a lead leaves out a field, it says so here: one that is added to LEAD_FIELDS does not compile without. */
type FieldsBut<LeftOut extends LeadFieldName> = Record<
  Exclude<LeadFieldName, LeftOut>,
  z.ZodMiniType<string>
>;

/** What the form requires, in its order; the API accepts less. */
const leadFormShape = {
  name: F.name.schema,
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  website: requiredText("Informe o site.", 500).check(
    z.refine((value) => value === "" || isWebAddress(value), "Site inválido."),
  ),
  email: F.email.schema,
  address: requiredText("Informe o endereço.", 500),
  obs: requiredText("Escreva uma observação.", 5_000),
  contact_name: F.contact_name.schema,
  contact_role: F.contact_role.schema,
  status: StageChoice,
  cnpj: F.cnpj.schema,
  cnae: F.cnae.schema,
  proprietario: F.proprietario.schema,
  ai_obs: F.ai_obs.schema,
} satisfies FieldsBut<"phone" | "city" | "state">;
export const LeadForm = z.object(leadFormShape);
export type LeadForm = z.infer<typeof LeadForm>;
export const LEAD_FORM_NAMES = namesOf(leadFormShape);

/** The lead form next to a conversation, in its order, which requires only the name. */
const chatLeadFormShape = {
  name: F.name.schema,
  status: StageChoice,
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = value.trim() === "" ? null : whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  email: F.email.schema,
  phone: F.phone.schema,
  website: F.website.schema,
  contact_name: F.contact_name.schema,
  contact_role: F.contact_role.schema,
  address: F.address.schema,
  cnpj: F.cnpj.schema,
  cnae: F.cnae.schema,
  proprietario: F.proprietario.schema,
  obs: F.obs.schema,
  ai_obs: F.ai_obs.schema,
} satisfies FieldsBut<"city" | "state">;
export const ChatLeadForm = z.object(chatLeadFormShape);
export type ChatLeadForm = z.infer<typeof ChatLeadForm>;
export const CHAT_LEAD_FORM_NAMES = namesOf(chatLeadFormShape);

function namesOf<Name extends string>(shape: Record<Name, unknown>): readonly Name[] {
  return Object.keys(shape) as Name[];
}
