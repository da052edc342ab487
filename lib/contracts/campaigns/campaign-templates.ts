import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Instant } from "@/lib/contracts/shared/fields";
import { CAMPAIGN_MAX_TEMPLATES } from "@/lib/domain/campaigns/campaign";
import {
  TEMPLATE_BUTTONS,
  TEMPLATE_MAX_VARIABLES,
  TEMPLATE_VALUE_MAX_LENGTH,
} from "@/lib/domain/messages/whatsapp-template";
import { audienceShape } from "./audience-fields";

const TOO_LONG = `Use até ${TEMPLATE_VALUE_MAX_LENGTH} caracteres.`;

const Binding = z.strictObject({
  key: z.string().check(z.maxLength(70), z.regex(/^(?:header|body|button)_[a-zA-Z0-9_]{1,60}$/)),
  value: z.string().check(z.maxLength(TEMPLATE_VALUE_MAX_LENGTH, TOO_LONG)),
  fallback: z._default(z.string().check(z.maxLength(TEMPLATE_VALUE_MAX_LENGTH, TOO_LONG)), ""),
});

/** A template that a campaign sends, and what its variables become for each lead. */
export const ChosenTemplate = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  language: z.string().check(z.minLength(1), z.maxLength(20)),
  bindings: z._default(arrayOf(Binding, { max: TEMPLATE_MAX_VARIABLES }), []),
});

const Content = z.object({
  header: z.nullable(z.string()),
  body: z.string(),
  footer: z.nullable(z.string()),
  named: z.boolean(),
  buttons: z.optional(
    z.array(
      z.object({
        kind: z.enum(TEMPLATE_BUTTONS),
        text: z.string(),
        url: z.nullable(z.string()),
      }),
    ),
  ),
});

/** A template of a campaign, with the words that were approved when it was made. */
export const CampaignTemplateAnswer = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  content: Content,
  bindings: z.array(z.object({ key: z.string(), value: z.string(), fallback: z.string() })),
});
export type CampaignTemplateAnswer = z.infer<typeof CampaignTemplateAnswer>;

export const ListedTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z
    .string()
    .check(z.describe("Meta's word: MARKETING, UTILITY, AUTHENTICATION or a new one.")),
  status: z.string().check(z.describe("Meta's word: APPROVED, PAUSED, REJECTED or another.")),
  quality: z.nullable(z.string()).check(z.describe("Meta's word: GREEN, YELLOW, RED or UNKNOWN.")),
  reason: z.nullable(z.string()).check(z.describe("Why Meta rejected or paused it, in its words.")),
  content: z
    .nullable(Content)
    .check(z.describe("Its words and buttons; null where it cannot be sent from here.")),
  unusable: z
    .nullable(z.string())
    .check(z.describe("Why it cannot be sent from here: media_header, button or form.")),
  asked_at: Instant,
});
export type ListedTemplate = z.infer<typeof ListedTemplate>;

export const PortfolioRoom = z
  .nullable(
    z.object({
      limit: z.nullable(z.number()),
      used: z.number(),
      left: z.nullable(z.number()),
    }),
  )
  .check(
    z.describe(
      "How many people Meta lets the portfolio write to first within 24 hours; null where it does not say, its limit null where there is none.",
    ),
  );

export const PriceEstimate = z.object({
  messages: z.number().check(z.describe("How many would be sent.")),
  micros: z
    .nullable(z.number())
    .check(z.describe("What they cost, in millionths of a real; null where no price is known.")),
  unpriced: z.number().check(z.describe("How many of them have no known price.")),
  confirmed: z.boolean().check(z.describe("Every price was set by an administrator.")),
  lines: z.array(
    z.object({
      category: z.string(),
      country: z.string(),
      messages: z.number(),
      price_micros: z.nullable(z.number()),
    }),
  ),
  without_opt_in: z
    .number()
    .check(
      z.describe("How many would get an offer and have not allowed it, as far as it is recorded."),
    ),
  room: PortfolioRoom,
});
export type PriceEstimate = z.infer<typeof PriceEstimate>;

const Templates = z.object({ templates: z.array(ListedTemplate) });

export const campaignTemplates = {
  list: endpoint({
    method: "GET",
    path: "/api/prospecting/templates",
    access: "member",
    summary: "My templates at Meta as they were told last, whatever their state",
    response: Templates,
  }),
  refresh: endpoint({
    method: "POST",
    path: "/api/prospecting/templates/refresh",
    access: "member",
    scope: "read",
    summary: "Ask Meta for my templates now",
    response: Templates,
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  price: endpoint({
    method: "POST",
    path: "/api/prospecting/price",
    access: "member",
    sight: "narrowed",
    scope: "read",
    summary: "What a campaign by template would cost, and whom it may reach today",
    body: z.strictObject({
      ...audienceShape,
      templates: arrayOf(
        z.strictObject({
          name: z.string().check(z.minLength(1), z.maxLength(512)),
          language: z.string().check(z.minLength(1), z.maxLength(20)),
        }),
        { min: 1, max: CAMPAIGN_MAX_TEMPLATES },
      ),
    }),
    response: PriceEstimate,
  }),
};
