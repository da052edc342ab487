import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";
import { MOST_MICROS, PRICE_CATEGORIES } from "@/lib/domain/campaigns/message-price";

const NO_PRICE = "Informe um preço de R$ 0,00 a R$ 100,00.";

export const MessagePrice = z.object({
  category: z.string().check(z.describe("Meta's word for what a message is for.")),
  country: z.string().check(z.describe("Two letters.")),
  micros: z.number().check(z.describe("In millionths of a real.")),
  since: Instant,
  confirmed: z
    .boolean()
    .check(z.describe("An administrator has set it; false for what the product brought along.")),
});
export type MessagePrice = z.infer<typeof MessagePrice>;

export const NewPrice = z.strictObject({
  category: z.enum(PRICE_CATEGORIES),
  country: z
    .string({ error: "Use as duas letras do país." })
    .check(
      z.maxLength(2, "Use as duas letras do país."),
      z.regex(/^[A-Z]{2}$/, "Use as duas letras do país."),
    ),
  micros: z
    .number({ error: NO_PRICE })
    .check(z.int(NO_PRICE), z.gte(0, NO_PRICE), z.lte(MOST_MICROS, NO_PRICE)),
});
export type NewPrice = z.infer<typeof NewPrice>;

const Prices = z.object({ prices: z.array(MessagePrice) });

export const messagePrices = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/message_prices",
    access: "admin",
    summary: "What WhatsApp charges for a message now, by category and country",
    response: Prices,
  }),
  set: endpoint({
    method: "POST",
    path: "/api/admin/message_prices",
    access: "admin",
    summary: "Set a price from now on",
    body: NewPrice,
    response: Prices,
  }),
};
