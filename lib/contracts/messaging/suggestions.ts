import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam } from "@/lib/contracts/shared/fields";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { requiredText } from "@/lib/domain/text/required-text";

const NUMBER = "Informe o número do contato.";

export const Suggestion = z.object({ id: z.string(), message: z.string(), tone: z.string() });
export type Suggestion = z.infer<typeof Suggestion>;

const Source = z
  .enum(["ai", "modelo"])
  .check(z.describe("Written by a language model (`ai`), or one of our own texts (`modelo`)."));

export const Suggestions = z.object({
  success: z.literal(true),
  message_suggestions: z.array(Suggestion),
  source: Source,
  /** The contact asks for no more messages: there is nothing to reply, and its number should be blocked. */
  opt_out: z.boolean(),
  /** Its number is blocked already. */
  blocked: z.boolean(),
});
export type Suggestions = z.infer<typeof Suggestions>;

const WISH_MAX_LENGTH = 500;

/** What the person wants a campaign to say. */
export const CampaignWish = z.strictObject({
  wish: requiredText("Conte o que a mensagem deve dizer.", WISH_MAX_LENGTH),
  follows: z
    .optional(z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH)))
    .check(
      z.describe(
        "The message before, of a sequence: what is written takes it up, for whoever has not answered it.",
      ),
    ),
});

/** What was written on request, for a person to edit. */
const written = {
  success: z.literal(true),
  source: Source,
  /** The day's calls of the model are used up. */
  used_up: z.boolean(),
};

export const CampaignDrafts = z.object({ ...written, variants: z.array(z.string()) });
export type CampaignDrafts = z.infer<typeof CampaignDrafts>;

export const LeadNote = z.object({ ...written, note: z.string() });
export type LeadNote = z.infer<typeof LeadNote>;

export const suggestions = {
  get: endpoint({
    method: "POST",
    path: "/api/crewai/get_suggestions",
    access: "pro",
    sight: "narrowed",
    summary: "Three replies to a contact's latest words; nothing is sent",
    body: z.object({
      phone_number: z
        .string(NUMBER)
        .check(z.trim(), z.minLength(1, NUMBER), z.maxLength(140, NUMBER)),
      /** Asks again although nothing was written since. */
      refresh: z.optional(z.boolean()),
    }),
    response: Suggestions,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  writeCampaign: endpoint({
    method: "POST",
    path: "/api/crewai/write_campaign",
    access: "pro",
    summary: "Three texts for a campaign, with its variables; nothing is stored or sent",
    body: CampaignWish,
    response: CampaignDrafts,
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  writeNote: endpoint({
    method: "POST",
    path: "/api/crewai/write_note",
    access: "pro",
    sight: { lead: "lead_id" },
    summary: "A note on what a lead does and how to approach it; nothing is stored",
    body: z.strictObject({ lead_id: IdParam.shape.id }),
    response: LeadNote,
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  health: endpoint({
    method: "GET",
    path: "/api/crewai/health",
    access: "public",
    summary: "Who writes the suggestions",
    response: z.object({ status: z.literal("ok"), source: z.enum(["ai", "modelo"]) }),
  }),
};
