import * as z from "zod/mini";
import { normalizeCnpj } from "../companies/cnpj";
import { findSpreadsheetForm } from "../phone/phone";
import { isEmailAddress } from "../text/email";
import { requiredText } from "../text/required-text";
import { isWebAddress } from "../text/web-address";
import { LEAD_STATUSES } from "./lead-status";

/** An optional text with a maximum length. */
export function text(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Use no máximo ${maxLength} caracteres.`));
}

function optional<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema));
}

export const Cnpj = z.string().check(
  z.trim(),
  z.maxLength(30, "CNPJ inválido."),
  z.refine((value) => value === "" || normalizeCnpj(value) !== null, "CNPJ inválido."),
);

export const Email = text(200).check(
  z.refine((value) => value === "" || isEmailAddress(value), "E-mail inválido."),
);

export const Website = text(500).check(
  z.refine((value) => value === "" || isWebAddress(value), "Site inválido."),
);

/** Free text ("3232-4545 ramal 12"), but not what a spreadsheet makes of a number. */
export const Phone = text(40).check(
  z.refine((value) => findSpreadsheetForm(value) === null, "Telefone inválido."),
);

export const NAME_REQUIRED = "Informe o nome da empresa.";

/** Editable fields of a lead except its name and number. */
export const optionalFields = {
  website: optional(Website),
  email: optional(Email),
  phone: optional(Phone),
  address: optional(text(500)),
  city: optional(text(120)),
  state: optional(text(60)),
  cnpj: optional(Cnpj),
  cnae: optional(text(200)),
  proprietario: optional(text(200)),
  obs: optional(text(5_000)),
  ai_obs: optional(text(5_000)),
  // An empty form choice counts as missing.
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

/** The number is validated by the service, whose message contains it; a missing one is an empty text. */
export const NewLead = z.object({
  name: requiredText(NAME_REQUIRED),
  whatsapp: z._default(
    z.pipe(
      z.nullable(z.string().check(z.maxLength(100))),
      z.transform((number) => number ?? ""),
    ),
    "",
  ),
  ...optionalFields,
});
