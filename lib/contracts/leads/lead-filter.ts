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

/** What leads are filtered by. Statuses, lists, stages, sources and cities: one or more, separated by commas. */
export const leadFilterShape = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  status: z.optional(
    z.pipe(
      textsOf(20, isStatus, "Status desconhecido."),
      z.transform((statuses) => statuses.filter(isStatus)),
    ),
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
  stage: z.optional(Ids),
  tag: z.optional(Ids),
  tag_all: z.optional(Ids),
  tag_none: z.optional(Ids),
  own: z.optional(OwnConditions),
  source: z.optional(optionalTexts(50, "Origem desconhecida.")),
  /** Leads to be checked: those that a search has a remark about, and those whose number cannot exist. */
  remark: z.optional(wordsOf(REMARKS)),
  /** What is known of their sites. */
  site: z.optional(wordsOf(SITE_FILTERS)),
  city: z.optional(optionalTexts(120, "Cidade desconhecida.")),
  state: z.optional(optionalTexts(60, "Estado desconhecido.")),
  /** What the deal is worth, in reais. */
  value_min: z.optional(Reais),
  value_max: z.optional(Reais),
  last_contact: z.optional(wordsOf(CONTACT_FILTERS)),
  next_step: z.optional(wordsOf(STEP_FILTERS)),
  /** Days in São Paulo, inclusive. */
  created_from: z.optional(Day),
  created_to: z.optional(Day),
};

export const LeadFilter = z.strictObject(leadFilterShape);
export type LeadFilter = z.output<typeof LeadFilter>;
