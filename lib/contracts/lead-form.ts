import * as z from "zod/mini";
import { normalizeCnpj } from "@/lib/domain/cnpj";
import { LEAD_STATUSES } from "@/lib/domain/lead-status";
import { whatsappNumberProblem } from "@/lib/domain/phone";
import { requiredText } from "./fields";

function text(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Use no máximo ${maxLength} caracteres.`));
}

function optional<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema));
}

const Cnpj = z.string().check(
  z.trim(),
  z.maxLength(30, "CNPJ inválido."),
  z.refine((value) => value === "" || normalizeCnpj(value) !== null, "CNPJ inválido."),
);

const Email = text(200).check(
  z.refine((value) => value === "" || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value), "E-mail inválido."),
);

const NAME_REQUIRED = "Informe o nome da empresa.";

const writtenShape = {
  website: optional(text(500)),
  email: optional(Email),
  phone: optional(text(40)),
  address: optional(text(500)),
  city: optional(text(120)),
  state: optional(text(60)),
  cnpj: optional(Cnpj),
  cnae: optional(text(200)),
  proprietario: optional(text(200)),
  obs: optional(text(5_000)),
  ai_obs: optional(text(5_000)),
  // A form's empty choice is as none.
  status: z.optional(
    z.union([
      z.null(),
      z.pipe(
        z.literal(""),
        z.transform(() => null),
      ),
      z.enum(LEAD_STATUSES, { error: `Use um destes valores: ${LEAD_STATUSES.join(", ")}.` }),
    ]),
  ),
};

/** The number is checked by the service, which words the refusal with the number in it; none is an empty one. */
export const NewLead = z.object({
  name: requiredText(NAME_REQUIRED),
  whatsapp: z._default(
    z.pipe(
      z.nullable(z.string().check(z.maxLength(100))),
      z.transform((number) => number ?? ""),
    ),
    "",
  ),
  ...writtenShape,
});

/** Fields left out stay as they are; null or an empty text clears. A number is cleared by null alone. */
export const LeadChange = z.object({
  name: z.optional(requiredText(NAME_REQUIRED)),
  whatsapp: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  ...writtenShape,
});

/** What a person must fill in; a program may leave out more. */
export const LeadForm = z.object({
  name: requiredText(NAME_REQUIRED),
  website: requiredText("Informe o site.", 500),
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
