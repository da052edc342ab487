import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Id, IdParam, Instant, PageNumber, pageQuery } from "@/lib/contracts/shared/fields";
import { toCents } from "@/lib/domain/billing/money";
import { BILLING_PAGE_SIZE, BILLING_STATUSES, RECORD_STATUSES } from "@/lib/domain/plans/billing";
import { requiredText } from "@/lib/domain/text/required-text";

export const REQUIRED = "Campo obrigatório.";
/** In reais. */
const MAX_PRICE = 9_999_999;

/** Forms send text where programs send a number. */
const Filled = z
  .union([z.string().check(z.maxLength(40)), z.number()], { error: REQUIRED })
  .check(z.refine((value) => String(value).trim() !== "", { error: REQUIRED }));

const PRICE_SENTENCE = "Informe um valor de zero em diante, com até duas casas decimais.";

const Price = z.pipe(
  Filled,
  z.coerce.number<string | number>({ error: PRICE_SENTENCE }).check(
    z.gte(0, PRICE_SENTENCE),
    z.lte(MAX_PRICE, PRICE_SENTENCE),
    z.refine((value) => Math.abs(value * 100 - toCents(value)) < 1e-4, {
      error: PRICE_SENTENCE,
    }),
  ),
);

const USER_SENTENCE = "Informe o número de um usuário.";

const UserNumber = z.pipe(
  Filled,
  z.coerce
    .number<string | number>({ error: USER_SENTENCE })
    .check(z.int(USER_SENTENCE), z.gte(1, USER_SENTENCE), z.lte(2_147_483_647, USER_SENTENCE)),
);

const AnyMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** An instant, or a calendar day as its midnight in São Paulo, three hours behind UTC since 2019. */
const Moment = z.pipe(
  requiredText(REQUIRED, 40).check(
    z.refine((value) => value === "" || z.safeParse(AnyMoment, value).success, {
      error: "Informe uma data válida.",
    }),
  ),
  z.pipe(
    z.transform((value: string) =>
      new Date(value.includes("T") ? value : `${value}T00:00:00-03:00`).toISOString(),
    ),
    // Outside of these years an instant is written in a form that the database does not read.
    z
      .string()
      .check(z.refine((instant) => /^(19|20|21)\d\d-/.test(instant), "Informe uma data válida.")),
  ),
);

const recordFields = {
  plan: requiredText(REQUIRED, 40),
  price: Price,
  status: z.enum(BILLING_STATUSES, { error: REQUIRED }),
  start_date: Moment,
  current_period_end: Moment,
};

const endsAfterStart = z.refine<{ start_date: string; current_period_end: string }>(
  (billing) => billing.current_period_end >= billing.start_date,
  { error: "O fim do período não pode vir antes do início.", path: ["current_period_end"] },
);

const ProviderId = requiredText(REQUIRED, 120);

const NewBilling = z
  .strictObject({
    user_id: UserNumber,
    stripe_customer_id: ProviderId,
    stripe_subscription_id: ProviderId,
    ...recordFields,
    cancel_at_period_end: z.optional(z.boolean({ error: "Valor inválido." })),
    payment_method: z.optional(z.nullable(requiredText("Valor inválido.", 60))),
  })
  .check(endsAfterStart);
export type NewBilling = z.output<typeof NewBilling>;

const MaybeProviderId = z.optional(z.nullable(ProviderId));

/**
 * A record that the administrator writes by hand for an account: with the ids of its subscription at the provider, or
 * with null for both if it was paid in another way. A change without the ids leaves them unchanged.
 */
export const ManualRecord = z
  .strictObject({
    stripe_customer_id: MaybeProviderId,
    stripe_subscription_id: MaybeProviderId,
    ...recordFields,
  })
  .check(
    endsAfterStart,
    z.superRefine((record, context) => {
      const names = ["stripe_customer_id", "stripe_subscription_id"] as const;
      const missing = names.filter((name) => (record[name] ?? null) === null);
      if (missing.length !== 1) return;
      context.addIssue({ code: "custom", message: REQUIRED, path: missing, input: record });
    }),
  );
export type ManualRecord = z.output<typeof ManualRecord>;
export type ManualRecordForm = z.input<typeof ManualRecord>;

const PAYMENT_METHOD = requiredText("Informe a forma de pagamento.", 60);

/** The owner's changes: whether it ends with its period, and the payment method. */
const BillingChange = z.strictObject({
  cancel_at_period_end: z.optional(z.boolean({ error: "Valor inválido." })),
  payment_method: z.optional(PAYMENT_METHOD),
});
export type BillingChange = z.output<typeof BillingChange>;
const CHANGES = Object.keys(BillingChange.shape);

const Raw = z.optional(
  z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean(), z.null()], {
    error: "Valor inválido.",
  }),
);

export type BillingWrite = { change: BillingChange } | { record: NewBilling };

/** One address for two bodies: the administrator's full record, or the owner's changes alone. */
const BillingWrite = z.pipe(
  z
    .strictObject(
      Object.fromEntries(Object.keys(NewBilling.shape).map((name) => [name, Raw])) as Record<
        keyof typeof NewBilling.shape,
        typeof Raw
      >,
    )
    .check(
      z.superRefine((body, context) => {
        const parsed = z.safeParse(pickSchema(body), body);
        for (const { message, path } of parsed.error?.issues ?? []) {
          context.addIssue({ code: "custom", message, path: path as string[], input: body });
        }
      }),
    ),
  z.transform(
    (body): BillingWrite =>
      isChange(body)
        ? { change: z.parse(BillingChange, body) }
        : { record: z.parse(NewBilling, body) },
  ),
);

function isChange(body: object): boolean {
  const names = Object.keys(body);
  return names.length > 0 && names.every((name) => CHANGES.includes(name));
}

function pickSchema(body: object): typeof BillingChange | typeof NewBilling {
  return isChange(body) ? BillingChange : NewBilling;
}

export const Billing = z.object({
  id: z.number(),
  user_id: z.number(),
  /** The provider's ids: null for what was settled without it. */
  stripe_customer_id: z.nullable(z.string()),
  stripe_subscription_id: z.nullable(z.string()),
  plan: z.string(),
  price: z.number(),
  status: z.enum(RECORD_STATUSES),
  start_date: Instant,
  current_period_end: Instant,
  cancel_at_period_end: z.boolean(),
  payment_method: z.nullable(z.string()),
  created_at: Instant,
  /** `stripe` follows the provider; `admin` was written by hand and can be changed. */
  source: z.enum(["admin", "stripe"]),
});
export type Billing = z.infer<typeof Billing>;

const BillingPage = z.object({ billings: z.array(Billing), total_pages: z.number() });

const Changed = z.object({ success: z.boolean(), billing: Billing });
/** Each is a call to the payment provider. */
const WRITES = { points: 30, windowSeconds: 600 };

export function nameMissingFields(fields: Readonly<Record<string, string>>): string {
  const missing = Object.keys(fields).filter((name) => fields[name] === REQUIRED);
  return missing.length > 0 ? `Preencha os campos obrigatórios: ${missing.join(", ")}` : "";
}

const { per_page } = pageQuery({ default: BILLING_PAGE_SIZE, max: 100 });

export const billing = {
  read: endpoint({
    method: "GET",
    path: "/api/billing",
    errors: ["not_found"],
    access: "member",
    scope: "session",
    summary:
      "My billing record, the active one first; with a page, everybody's for the administrator",
    query: z.object({ page: z.optional(PageNumber), per_page }),
    response: z.union([BillingPage, Billing]),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/billing",
    access: "member",
    role: "owner",
    scope: "session",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Change my subscription; or, for the administrator, write a billing record for a user",
    body: BillingWrite,
    status: 201,
    statusIf: { present: "billing", status: 200 },
    response: z.object({
      success: z.boolean(),
      billing_id: z.number(),
      billing: z.nullable(Billing),
    }),
    invalidInput: nameMissingFields,
  }),
  ofUser: endpoint({
    method: "GET",
    path: "/api/billing/user/{userId}",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Every billing record of a user, newest first: mine, or the administrator's choice",
    params: z.object({ userId: Id }),
    response: z.array(Billing),
  }),
  one: endpoint({
    method: "GET",
    path: "/api/billing/{id}",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "One billing record: mine, or any for the administrator",
    params: IdParam,
    response: Billing,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/billing/{id}",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "Change what pays for a subscription of mine",
    params: IdParam,
    body: z.strictObject({ payment_method: PAYMENT_METHOD }),
    response: Changed,
    rateLimit: WRITES,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/billing/{id}/cancel",
    access: "member",
    role: "owner",
    scope: "session",
    summary: "End a subscription of mine with its current period",
    params: IdParam,
    response: Changed,
    rateLimit: WRITES,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/billing/{id}",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Delete a billing record",
    params: IdParam,
    response: z.object({ success: z.boolean() }),
  }),
};
