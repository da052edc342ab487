import * as z from "zod/mini";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { MAX_WRITTEN_LENGTH, phoneDigits } from "@/lib/domain/phone/phone-digits";
import { readWrittenNumber, whatsappNumberProblem } from "@/lib/domain/phone/written-number";
import { isEmailAddress } from "@/lib/domain/text/email";

/** Schemas that several contracts share: ids, paging, e-mail and phone numbers. */

/** A number or a string of digits; nothing else is coerced. */
export const Id = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(10), z.regex(/^\d{1,10}$/)), z.number()]),
    z.transform((id) => Number(id)),
  ),
  z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
);

export const IdParam = z.object({ id: Id });

/**
 * An array whose length is checked before its items, because wrong items cost more than right ones: each creates a
 * separate error.
 */
export function arrayOf<T extends z.ZodMiniType>(
  item: T,
  limits: { min?: number; max: number; error?: string; tooFew?: string; tooMany?: string },
) {
  const { min = 0, max, error, tooFew, tooMany } = limits;
  const counted = z
    .array(z.unknown(), error)
    .check(z.minLength(min, tooFew ?? error), z.maxLength(max, tooMany));
  // The items are checked by the second schema, so its types are those of the whole.
  return z.pipe(counted, z.array(item) as never) as unknown as z.ZodMiniPipe<
    z.ZodMiniArray<T>,
    z.ZodMiniArray<T>
  >;
}

/** An instant of an answer: the server may give the row's date; what is sent, and read, is its text in UTC. */
export const Instant = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.iso.datetime(),
);

/**
 * An instant in a request, of this century: calculations with one near the end of the calendar would leave the range of
 * dates.
 */
export function givenInstant(message: string) {
  return z.iso.datetime(message).check(
    z.maxLength(40, message),
    z.refine((text) => text.startsWith("20"), message),
  );
}

const NO_DAY = "Use uma data.";

/** A day of this century or the last one, as "2026-01-31". */
export const Day = z.string(NO_DAY).check(
  z.maxLength(10, NO_DAY),
  z.regex(z.regexes.date, NO_DAY),
  z.refine((day) => /^(19|20)/.test(day), NO_DAY),
);

export const PageNumber = z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1_000_000));

export function pageSize(max: number) {
  return z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(max));
}

export function pageQuery(sizes: { default: number; max: number }) {
  return {
    page: z._default(PageNumber, 1),
    per_page: z._default(pageSize(sizes.max), sizes.default),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  };
}

export const Pagination = z.object({
  page: z.number(),
  per_page: z.number(),
  total: z.number(),
  total_pages: z.number(),
});
export type Pagination = z.infer<typeof Pagination>;

/** A required e-mail address; `message` is shown when it is blank. */
export function emailAddress(message: string) {
  return z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, message),
      z.maxLength(254, "E-mail longo demais."),
      z.refine(isEmailAddress, { error: "Informe um e-mail válido.", abort: true }),
    );
}

function writtenNumber(findProblem: (value: string) => string | null) {
  return z.string({ error: "WhatsApp number is required" }).check(
    z.maxLength(MAX_WRITTEN_LENGTH, "WhatsApp number too long (maximum 15 digits)"),
    z.superRefine((value, context) => {
      const problem = findProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  );
}

/** A number in any spelling, as it is written. */
export const WrittenNumber = writtenNumber(whatsappNumberProblem);

/** A person's own number. The output is digits only, which is a number again: a form sends what its schema made. */
export const WhatsappNumber = z.pipe(
  writtenNumber((value) => (getPhoneKey(value) === null ? whatsappNumberProblem(value) : null)),
  z.transform(toOwnDigits),
);

/** As they are written, unless some are not the number's: those of an extension, or of a link's text. */
function toOwnDigits(value: string): string {
  const [digits, read] = [phoneDigits(value), readWrittenNumber(value)];
  const again = readWrittenNumber(digits);
  return !read.ok || (again.ok && again.digits === read.digits) ? digits : read.digits;
}

/** Yes or no in an address. */
/** A state's two letters, in upper or lower case. */
export const Uf = z
  .string()
  .check(
    z.maxLength(10, "UF inválida."),
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z]{2}$/, "UF inválida."),
  );

export const Flag = z.pipe(
  z.enum(["true", "false"], { error: "Use true ou false." }),
  z.transform((value) => value === "true"),
);

const MOST_OF_ONE = 200;

/** The parameters that may be repeated, with the most values that they take. */
const repeatable = z.registry<{ most: number }>();

/**
 * One value or several, as an array: a query parameter that may be repeated; in a body, a text or an array of texts. Blank
 * values are left out. The error of a wrong value is reported on the field, not on its place in the list.
 */
export function oneOrMore<T>(item: z.ZodMiniType<T, string>, most: number) {
  const text = z.string().check(z.maxLength(MOST_OF_ONE));
  const given = z.union([text, arrayOf(text, { max: most })], {
    error: `Informe no máximo ${most} valores, de até ${MOST_OF_ONE} caracteres cada.`,
  });
  const several = z.optional(
    z.pipe(
      given,
      z.transform<string | string[], T[]>((values, context) => {
        const texts = [values].flat().filter((text) => text.trim() !== "");
        const parsed = texts.map((text) => z.safeParse(item, text));
        const wrong = parsed.find(({ success }) => !success);
        if (wrong) {
          const message = wrong.error?.issues[0]?.message;
          context.issues.push({ code: "custom", ...(message && { message }), input: values });
        }
        return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      }),
    ),
  );
  repeatable.add(several, { most });
  return several;
}

export function isRepeatable(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && repeatable.has(schema);
}
