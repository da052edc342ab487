import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Instant } from "@/lib/contracts/shared/fields";
import {
  TEMPLATE_MAX_VARIABLES,
  TEMPLATE_VALUE_MAX_LENGTH,
} from "@/lib/domain/messages/whatsapp-template";
import { ChatKey, ExpectedSeller, SentMessage } from "./chat";

export const ChatTemplate = z.object({
  name: z.string(),
  /** Such as pt_BR. */
  language: z.string(),
  header: z.nullable(z.string()),
  body: z.string(),
  footer: z.nullable(z.string()),
  named: z.boolean(),
});
export type ChatTemplate = z.infer<typeof ChatTemplate>;

/** `key` is a variable's: see lib/domain/messages/whatsapp-template. */
const TemplateValue = z.strictObject({
  key: z.string().check(z.maxLength(70), z.regex(/^(?:header|body)_[a-zA-Z0-9_]{1,60}$/)),
  value: z
    .string()
    .check(
      z.maxLength(TEMPLATE_VALUE_MAX_LENGTH, `Use até ${TEMPLATE_VALUE_MAX_LENGTH} caracteres.`),
    ),
});

/** Templates that Meta approved, for contacts who have not written for 24 hours. */
export const chatTemplates = {
  window: endpoint({
    method: "GET",
    path: "/api/whatsapp/reply_window/{number}",
    access: "member",
    sight: "narrowed",
    summary: "Whether a contact can be sent any text, or a template only",
    params: z.object({ number: ChatKey }),
    response: z.object({
      data: z.object({
        open: z.boolean(),
        /** Null where it is closed, or never closes. */
        closes_at: z.nullable(Instant),
      }),
    }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/templates",
    access: "member",
    summary: "My approved templates that consist of words alone",
    response: z.object({
      data: z.object({
        templates: z.array(ChatTemplate),
        left_out: z
          .number()
          .check(z.describe("How many others there are, with files or links of their own.")),
      }),
    }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  send: endpoint({
    method: "POST",
    path: "/api/whatsapp/send_template",
    access: "member",
    sight: "narrowed",
    scope: "send",
    summary: "Send a template, at most once",
    body: z.strictObject({
      to: ChatKey,
      name: z.string().check(z.minLength(1), z.maxLength(512)),
      language: z.string().check(z.minLength(1), z.maxLength(20)),
      values: arrayOf(TemplateValue, { max: TEMPLATE_MAX_VARIABLES }),
      expected_seller_id: ExpectedSeller,
    }),
    response: z.object({ data: SentMessage }),
    errors: ["conversation_taken"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
