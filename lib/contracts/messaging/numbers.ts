import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id, IdParam, Instant } from "@/lib/contracts/shared/fields";
import { STAGE_COLOURS } from "@/lib/domain/leads/stages";
import { NUMBER_NAME_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { requiredText } from "@/lib/domain/text/required-text";
import { CONNECTION_PROBLEMS, CONNECTION_STATUSES } from "./whatsapp";

/** One of the account's WhatsApp numbers. */
export const OwnNumber = z.object({
  id: z.number(),
  name: z.string().check(z.describe("What the account calls it, or else `Número` and its place.")),
  colour: z.nullable(z.enum(STAGE_COLOURS)),
  is_default: z.boolean().check(z.describe("It counts wherever a request names no number.")),
  keeper_id: z
    .nullable(z.number())
    .check(z.describe("Whose phone it is, as `GET /api/team` names them.")),
  number: z
    .nullable(z.string())
    .check(z.describe("Digits with country code; null until a phone was connected.")),
  status: z.enum(CONNECTION_STATUSES),
  problem: z.nullable(z.enum(CONNECTION_PROBLEMS)),
  restricted_until: z
    .nullable(Instant)
    .check(z.describe("Until then WhatsApp refuses messages to people who never wrote to it.")),
  removed_at: z
    .nullable(Instant)
    .check(z.describe("Since then nothing is sent by it; its conversations stay.")),
});
export type OwnNumber = z.infer<typeof OwnNumber>;

const name = requiredText("Dê um nome ao número.", NUMBER_NAME_MAX_LENGTH);
const colour = z.nullable(z.enum(STAGE_COLOURS));

export const NewOwnNumber = z.strictObject({ name, colour: z._default(colour, null) });
export const OwnNumberChange = z.strictObject({
  name: z.optional(name),
  colour: z.optional(colour),
  keeper_id: z.optional(z.nullable(Id)),
  is_default: z.optional(z.literal(true)),
});
export type OwnNumberChange = z.infer<typeof OwnNumberChange>;

const answer = z.object({ number: OwnNumber });

export const ownNumbers = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/numbers",
    access: "member",
    summary: "The account's WhatsApp numbers, in the order in which they were added",
    response: z.object({ numbers: z.array(OwnNumber) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/whatsapp/numbers",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Add a number, to be connected like the first one",
    body: NewOwnNumber,
    response: answer,
    status: 201,
    errors: ["quota_reached"],
    rateLimit: { points: 20, windowSeconds: 60 },
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/whatsapp/numbers/{id}",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Change a number's name, colour or keeper, or make it the default one",
    params: IdParam,
    body: OwnNumberChange,
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/whatsapp/numbers/{id}",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Disconnect a number and remove it; its conversations stay",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
