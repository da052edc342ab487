import * as z from "zod/mini";
import { Day } from "@/lib/contracts/shared/fields";
import { SITE_FILTERS } from "@/lib/domain/companies/site-verdict";
import { CONTACT_FILTERS, STEP_FILTERS } from "@/lib/domain/leads/dealing-filters";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { parseOwnConditions } from "@/lib/domain/leads/own-conditions";

/** Values that one filter takes. */
export const MOST_FILTER_VALUES = 20;
const TOO_MANY = `Escolha até ${MOST_FILTER_VALUES} valores.`;

/** One or more texts, separated by commas; none of them contains one. Blank ones are refused: they would match all leads. */
function textsOf(maxLength: number, isValid: (value: string) => boolean, error: string) {
  return z.pipe(
    z.string().check(
      z.maxLength(MOST_FILTER_VALUES * (maxLength + 1), TOO_MANY),
      z.refine((text) => split(text).length <= MOST_FILTER_VALUES, TOO_MANY),
      z.refine(
        (text) => split(text).every((each) => each.length <= maxLength && isValid(each)),
        error,
      ),
    ),
    z.transform(split),
  );
}

const WRONG_VALUE = "Informe um valor em reais, como 1500 ou 1500.50.";

const split = (text: string): string[] => text.split(",").map((value) => value.trim());

/** As above; a blank text is no filter. */
function optionalTexts(maxLength: number, error: string) {
  return z.union([
    z.pipe(
      z.literal(""),
      z.transform((): string[] => []),
    ),
    textsOf(maxLength, (value) => value !== "", error),
  ]);
}

const isStatus = (value: string): value is LeadStatus =>
  LEAD_STATUSES.includes(value as LeadStatus);

const REMARKS = ["elsewhere", "number"] as const;
export type Remark = (typeof REMARKS)[number];

/** A serial id of the database. */
const isId = (value: string) =>
  /^\d{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647;

const Ids = z.pipe(
  textsOf(10, isId, "Valor inválido."),
  z.transform((ids) => ids.map(Number)),
);

/** As it is typed in an address or a form: '1500' or '1500.5'. */
const Reais = z.pipe(
  z.union([
    z.number(),
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(15, WRONG_VALUE),
        z.regex(/^\d{1,12}(?:\.\d{1,2})?$/, WRONG_VALUE),
      ),
  ]),
  z.coerce
    .number<number | string>()
    .check(z.gte(0, WRONG_VALUE), z.lte(999_999_999_999, WRONG_VALUE)),
);

/** One or more of these words, separated by commas. */
function wordsOf<const W extends string>(words: readonly W[]) {
  const isWord = (value: string): value is W => (words as readonly string[]).includes(value);
  return z.pipe(
    textsOf(20, isWord, `Use ${words.join(", ")}.`),
    z.transform((values) => values.filter(isWord)),
  );
}

const WRONG_OWN = "Filtro de campo inválido.";

/** Conditions on own fields, all of which have to be met. */
const OwnConditions = z
  .pipe(
    z.string().check(
      z.maxLength(2_000, WRONG_OWN),
      z.refine((text) => parseOwnConditions(text) !== null, WRONG_OWN),
    ),
    z.transform((text) => parseOwnConditions(text) ?? []),
  )
  .check(
    z.describe(
      "Conditions on own fields, separated by semicolons: `cargo:is:Dona;frota:gte:10`. Texts: is, contains; numbers and days: eq, gte, lte, between (two values with a comma); choices: any, none; yes, no; and all of them: empty, filled. Percent-encode `;`, `:`, `,` and `%` within a value.",
    ),
  );

/** A condition, and what it means in the API's document. */
function condition<T extends z.ZodMiniType>(schema: T, meaning: string) {
  return z.optional(schema).check(z.describe(meaning));
}

/** What leads are filtered by. */
export const leadFilterShape = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  status: condition(
    z.pipe(
      textsOf(20, isStatus, "Status desconhecido."),
      z.transform((statuses) => statuses.filter(isStatus)),
    ),
    "One or more statuses, separated by commas.",
  ),
  /** In a body, one list may be a number. */
  list_id: z.optional(
    z.union([
      Ids,
      z.pipe(
        z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
        z.transform((id) => [id]),
      ),
    ]),
  ),
  stage: condition(Ids, "Only those in these stages: ids separated by commas."),
  tag: condition(Ids, "Only those with one of these tags: ids separated by commas."),
  tag_all: condition(Ids, "Only those with all of these tags: ids separated by commas."),
  tag_none: condition(Ids, "Only those with none of these tags: ids separated by commas."),
  seller: condition(
    textsOf(
      10,
      (value) => value === "me" || value === "none" || isId(value),
      "Vendedor desconhecido.",
    ),
    "Only those that one of these people deals with: ids of `GET /api/team`, `me`, `none` for nobody; separated by commas.",
  ),
  own: z.optional(OwnConditions),
  source: condition(
    optionalTexts(50, "Origem desconhecida."),
    "Only those that came in one of these ways, separated by commas.",
  ),
  remark: condition(
    wordsOf(REMARKS),
    "Only those with something to check: `elsewhere`, perhaps in another town, as a search remarked; `number`, whose number nobody can have.",
  ),
  site: condition(
    wordsOf(SITE_FILTERS),
    "Only those whose site is so: `none`, `social` (a profile or a guide), `broken`, `certificate`, `not_mobile`, `slow`, `fine`, `unknown` (not visited yet); with commas between several.",
  ),
  city: condition(
    optionalTexts(120, "Cidade desconhecida."),
    "Only those of these cities, separated by commas.",
  ),
  state: condition(
    optionalTexts(60, "Estado desconhecido."),
    "Only those in these states, separated by commas.",
  ),
  value_min: condition(Reais, "What the deal is worth at least, in reais."),
  value_max: condition(Reais, "What the deal is worth at most, in reais."),
  last_contact: condition(
    wordsOf(CONTACT_FILTERS),
    "When somebody last wrote to or heard from the lead: `week`, within 7 days; `month`, 7 to 30 days ago; `older`; `never`.",
  ),
  next_step: condition(
    wordsOf(STEP_FILTERS),
    "When the lead's earliest open task is due: `overdue`, `today`, `later`; `none`, without one.",
  ),
  created_from: condition(Day, "The first day of creation, in São Paulo."),
  created_to: condition(Day, "The last day of creation, in São Paulo."),
};

export const LeadFilter = z.strictObject(leadFilterShape);
export type LeadFilter = z.output<typeof LeadFilter>;
