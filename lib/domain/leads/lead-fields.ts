import * as z from "zod/mini";
import { normalizeCnpj } from "../companies/cnpj";
import { findSpreadsheetForm, phoneDigits } from "../phone/phone-digits";
import { isEmailAddress } from "../text/email";
import { requiredText } from "../text/required-text";
import { isWebAddress } from "../text/web-address";
import { LEAD_STATUS_LABEL, LEAD_STATUSES } from "./lead-status";

/** An optional text with a maximum length. */
function text(maxLength: number) {
  return z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `Use no máximo ${maxLength} caracteres.`));
}

/** A cell may have its name in two lines, and a message with that name would break there. */
const onOneLine = z.overwrite<string>((value) =>
  value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(" "),
);

const line = (maxLength: number) => text(maxLength).check(onOneLine);

function optional<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema));
}

const WrittenCnpj = z.string().check(z.trim(), z.maxLength(30, "CNPJ inválido."));

const Cnpj = WrittenCnpj.check(
  z.refine((value) => value === "" || normalizeCnpj(value) !== null, "CNPJ inválido."),
);

const Email = text(200).check(
  z.refine((value) => value === "" || isEmailAddress(value), "E-mail inválido."),
);

const Website = text(500).check(
  z.refine((value) => value === "" || isWebAddress(value), "Site inválido."),
);

/** The shortest telephone numbers, such as 190. */
const FEWEST_DIGITS = 3;

/** Free text ("3232-4545 ramal 12") with a number in it, but not a number that a spreadsheet changed. */
const Phone = text(40).check(
  z.refine(
    (value) =>
      value === "" ||
      (phoneDigits(value).length >= FEWEST_DIGITS && findSpreadsheetForm(value) === null),
    "Telefone inválido.",
  ),
);

const NAME_REQUIRED = "Informe o nome da empresa.";

interface LeadField {
  /** On screens and as the header of exports, which an import must recognise. */
  label: string;
  /** A value that is given, as a person or a file writes it. */
  schema: z.ZodMiniType<string, string>;
  /** The stored form, where the rule became stricter later: old values stay until somebody changes them. */
  stored?: z.ZodMiniType<string, string>;
  /** In the file that shows how leads are imported. */
  example: string;
  /** Its description in the API's documents, where the name is not enough. */
  meaning?: string;
  /** Its column in the table of leads: whether it is shown by default. */
  column?: "shown" | "hidden";
  /** The company registry knows it. */
  inRegistry?: true;
}

/**
 * Every field of a lead that a person writes, in the order of imports and exports. The schemas of forms and of the API,
 * imports, exports, columns, stored values and documents are all derived from this list.
 */
export const LEAD_FIELDS = {
  name: {
    label: "Nome",
    schema: requiredText(NAME_REQUIRED).check(onOneLine),
    example: "Padaria Modelo",
  },
  whatsapp: {
    label: "WhatsApp",
    /** The number is checked by the service, whose message contains it. */
    schema: z.string().check(z.maxLength(100)),
    example: "(11) 98765-4321",
    meaning: "A WhatsApp number in any spelling; ten to fifteen digits.",
    column: "shown",
  },
  phone: {
    label: "Telefone",
    schema: Phone,
    stored: text(40),
    example: "(11) 3333-4444",
    meaning: "A telephone as it was written, with three digits at least.",
    column: "hidden",
    inRegistry: true,
  },
  email: {
    label: "E-mail",
    schema: Email,
    stored: text(200),
    example: "contato@padariamodelo.example",
    column: "hidden",
    inRegistry: true,
  },
  website: {
    label: "Site",
    schema: Website,
    stored: text(500),
    example: "padariamodelo.example",
    column: "shown",
  },
  address: {
    label: "Endereço",
    schema: line(500),
    example: "Rua das Flores, 100",
    column: "hidden",
    inRegistry: true,
  },
  city: {
    label: "Cidade",
    schema: line(120),
    example: "São Paulo",
    column: "hidden",
    inRegistry: true,
  },
  state: {
    label: "Estado",
    schema: line(60),
    example: "SP",
    inRegistry: true,
  },
  cnpj: {
    label: "CNPJ",
    schema: Cnpj,
    stored: WrittenCnpj,
    example: "11.222.333/0001-81",
    meaning: "Fourteen digits, or letters and digits, with or without punctuation.",
    column: "hidden",
  },
  cnae: {
    label: "CNAE",
    schema: text(200),
    example: "4721-1/02",
    meaning: "The code of the main activity, up to seven digits.",
    column: "hidden",
    inRegistry: true,
  },
  proprietario: {
    label: "Proprietário",
    schema: line(200),
    example: "Maria Silva",
    meaning: "The owner's name.",
    column: "hidden",
    inRegistry: true,
  },
  contact_name: {
    label: "Pessoa de contato",
    schema: line(200),
    example: "João Souza",
    meaning: "Who answers at the main number.",
    column: "hidden",
  },
  contact_role: {
    label: "Cargo do contato",
    schema: line(120),
    example: "Compras",
    meaning: "What the main contact does at the company.",
  },
  obs: {
    label: "Observações",
    schema: text(5_000),
    example: "Linha de exemplo: apague antes de importar.",
    meaning: "Notes.",
    column: "shown",
  },
  ai_obs: {
    label: "Observações da IA",
    schema: text(5_000),
    example: "",
    meaning: "What a model wrote about the lead.",
    column: "hidden",
  },
  status: {
    label: "Status",
    schema: z.enum(LEAD_STATUSES, { error: `Use um destes valores: ${LEAD_STATUSES.join(", ")}.` }),
    example: LEAD_STATUS_LABEL.pending,
    column: "shown",
  },
} as const satisfies Record<string, LeadField>;

export type LeadFieldName = keyof typeof LEAD_FIELDS;
/** The fields that are plain texts; null is unknown. */
export type LeadTextName = Exclude<LeadFieldName, "name" | "status">;

export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as readonly LeadFieldName[];

export const LEAD_TEXT_NAMES = LEAD_FIELD_NAMES.filter(
  (name): name is LeadTextName => name !== "name" && name !== "status",
);

type NamesWith<Property extends keyof LeadField> = {
  [Name in LeadFieldName]: (typeof LEAD_FIELDS)[Name] extends Record<Property, unknown>
    ? Name
    : never;
}[LeadFieldName];

/** The fields that have a certain property. */
export function listLeadFields<Property extends "column" | "inRegistry">(
  property: Property,
): readonly NamesWith<Property>[] {
  return LEAD_FIELD_NAMES.filter(
    (name): name is NamesWith<Property> => property in LEAD_FIELDS[name],
  );
}

const F = LEAD_FIELDS;

/** Fields of a lead except its name and number. Callers decide what a missing field, null or an empty text means. */
export const optionalFields = {
  website: optional(F.website.schema),
  email: optional(F.email.schema),
  phone: optional(F.phone.schema),
  address: optional(F.address.schema),
  city: optional(F.city.schema),
  state: optional(F.state.schema),
  cnpj: optional(F.cnpj.schema),
  cnae: optional(F.cnae.schema),
  proprietario: optional(F.proprietario.schema),
  contact_name: optional(F.contact_name.schema),
  contact_role: optional(F.contact_role.schema),
  obs: optional(F.obs.schema),
  ai_obs: optional(F.ai_obs.schema),
  // An empty form choice counts as missing.
  status: z.optional(
    z.union([
      z.null(),
      z.pipe(
        z.literal(""),
        z.transform(() => null),
      ),
      F.status.schema,
    ]),
  ),
} satisfies Record<Exclude<LeadFieldName, "name" | "whatsapp">, z.ZodMiniType>;

/** Fields of an update. It may repeat a stored value that today's rule refuses, so only lengths are checked here; the
 * service checks the values that differ. */
export const changedFields = {
  ...optionalFields,
  website: optional(F.website.stored),
  email: optional(F.email.stored),
  phone: optional(F.phone.stored),
  cnpj: optional(F.cnpj.stored),
};

/** A missing number is an empty text. */
export const NewLead = z.object({
  name: F.name.schema,
  whatsapp: z._default(
    z.pipe(
      z.nullable(F.whatsapp.schema),
      z.transform((number) => number ?? ""),
    ),
    "",
  ),
  ...optionalFields,
});
