import * as z from "zod/mini";
import { endpoint } from "./endpoint";
import { Instant } from "./fields";

export const CONNECTION_STATUSES = ["CONNECTED", "CONNECTING", "DISCONNECTED"] as const;

export const WhatsappInstance = z.object({
  status: z.enum(CONNECTION_STATUSES),
  connected: z.boolean(),
  connected_at: z.nullable(Instant),
  disconnected_at: z.nullable(Instant),
  /** The connected number, digits with country code. */
  number: z.nullable(z.string()),
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
