import * as z from "zod/mini";
import { endpoint } from "./endpoint";
import { Instant } from "./fields";

export const CONNECTION_STATUSES = ["CONNECTED", "CONNECTING", "DISCONNECTED"] as const;

/** Why WhatsApp ended the connection, where the person has to mend it. */
const CONNECTION_PROBLEMS = [
  /** The pairing was ended on the phone. */
  "logged_out",
  /** Another program took over the connection. */
  "replaced",
  /** WhatsApp blocked the number. */
  "banned",
  /** WhatsApp no longer accepts the provider's version. */
  "outdated",
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

export const WhatsappInstance = z.object({
  status: z.enum(CONNECTION_STATUSES),
  connected: z.boolean(),
  connected_at: z.nullable(Instant),
  disconnected_at: z.nullable(Instant),
  /** The connected number, digits with country code. */
  number: z.nullable(z.string()),
  problem: z.nullable(z.enum(CONNECTION_PROBLEMS)),
  /** Until then WhatsApp refuses messages to people who never wrote; null when there is no restriction. */
  restricted_until: z.nullable(Instant),
  metrics: z.object({
    contacts_count: z.number(),
    chats_count: z.number(),
    messages_count: z.number(),
  }),
});
export type WhatsappInstance = z.infer<typeof WhatsappInstance>;

export const whatsapp = {
  instance: endpoint({
    method: "GET",
    path: "/api/whatsapp/instance",
    access: "member",
    summary: "My WhatsApp connection",
    response: z.object({ data: WhatsappInstance }),
  }),
  connect: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/connect",
    access: "member",
    summary: "Ask for a QR code to pair a phone",
    response: z.object({
      data: z.extend(WhatsappInstance, {
        /** PNG data URL; null when already connected. */
        qrcode: z.nullable(z.string()),
        code: z.nullable(z.string()),
      }),
    }),
    rateLimit: { points: 30, windowSeconds: 60 },
  }),
  disconnect: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/disconnect",
    access: "member",
    summary: "Unpair the phone",
    response: z.object({ data: WhatsappInstance }),
  }),
};
