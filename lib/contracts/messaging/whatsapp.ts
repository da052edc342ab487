import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id, Instant, WrittenNumber } from "@/lib/contracts/shared/fields";

export const CONNECTION_STATUSES = ["CONNECTED", "CONNECTING", "DISCONNECTED"] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** What a phone scans to connect. */
export interface QrCode {
  code: string;
  /** PNG data URL. */
  image: string;
}

/** Why WhatsApp ended the connection, where the user has to fix it. */
export const CONNECTION_PROBLEMS = [
  /** The pairing was ended on the phone. */
  "logged_out",
  /** Another program took over the connection. */
  "replaced",
  /** WhatsApp blocked the number. */
  "banned",
  /** WhatsApp no longer accepts the provider's version. */
  "outdated",
  /** Meta refuses the access token. */
  "token_refused",
  /** Meta blocked the business account. */
  "account_blocked",
  /** WhatsApp does not take the connection; it is tried again without the person's doing. */
  "unreachable",
  /** WhatsApp asks for a passkey before it links a device to this number, which no provider can answer yet. */
  "passkey",
  /** The phone is connected already, as another number of the account. */
  "same_phone",
] as const;
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number];

const CONNECTION_GAPS = ["deaf", "mute"] as const;

export const WhatsappInstance = z.object({
  status: z.enum(CONNECTION_STATUSES),
  connected: z.boolean(),
  connected_at: z.nullable(Instant),
  disconnected_at: z.nullable(Instant),
  /** The phones are the sandbox's: nobody receives anything. */
  simulated: z.boolean(),
  /** A phone can be paired by a code typed on it. */
  pairs_by_code: z.boolean(),
  /** How a number is connected: by pairing a phone, or by typing in its credentials for Meta's Cloud API. */
  connects_by: z.enum(["pairing", "credentials"]),
  /** Only templates reach a contact who has not written for 24 hours. */
  templates_outside_window: z.boolean(),
  sends_files: z.boolean(),
  /** The connected number, digits with country code. */
  number: z.nullable(z.string()),
  problem: z.nullable(z.enum(CONNECTION_PROBLEMS)),
  /** PNG data URL of the code to be scanned now, while a phone is being paired: providers renew it. */
  qrcode: z.nullable(z.string()),
  /** Until then WhatsApp refuses messages to people who never wrote; null when there is no restriction. */
  restricted_until: z.nullable(Instant),
  /** The last time, within a day, in which the connection was open and did not carry everything; null without one. */
  gap: z.nullable(
    z.object({
      /** deaf: nothing came in; mute: nothing went out either. */
      kind: z.enum(CONNECTION_GAPS),
      from: Instant,
      until: Instant,
      /** Messages of that time that came in afterwards. */
      late: z.number(),
      /** Messages that were announced and never came. */
      missing: z.number(),
    }),
  ),
  metrics: z.object({
    contacts_count: z.number(),
    /** False until the phone's address book has been read: a count of 0 then says nothing. */
    contacts_read: z.boolean(),
    chats_count: z.number(),
    messages_count: z.number(),
  }),
});
export type WhatsappInstance = z.infer<typeof WhatsappInstance>;

/** The number of the phone to be paired. */
export const PairingRequest = z.strictObject({ phone: WrittenNumber });

const GraphId = (what: string) =>
  z
    .string({ error: `Informe ${what}.` })
    .check(
      z.trim(),
      z.minLength(1, `Informe ${what}.`),
      z.maxLength(25, "São só números, entre 5 e 25."),
      z.regex(/^\d{5,25}$/, "São só números, entre 5 e 25."),
    );

/** What Meta's app dashboard shows of a number. */
export const CloudCredentials = z.strictObject({
  phone_number_id: GraphId("a identificação do número de telefone"),
  business_account_id: GraphId("a identificação da conta"),
  access_token: z
    .string({ error: "Informe o token de acesso." })
    .check(
      z.trim(),
      z.minLength(1, "Informe o token de acesso."),
      z.maxLength(1_000, "O token tem até 1.000 caracteres."),
      z.regex(/^[\x21-\x7e]*$/, "O token não tem espaços nem acentos."),
    ),
});
export type CloudCredentials = z.infer<typeof CloudCredentials>;

/** Which of the account's numbers is meant. */
const query = z.object({
  number_id: z
    .optional(Id)
    .check(z.describe("One of the account's numbers; the default one without it.")),
});

export const whatsapp = {
  instance: endpoint({
    method: "GET",
    path: "/api/whatsapp/instance",
    access: "member",
    // It shows the code that pairs a phone.
    scope: "session",
    summary: "My WhatsApp connection",
    query,
    response: z.object({ data: WhatsappInstance }),
  }),
  check: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/check",
    access: "member",
    scope: "session",
    summary: "Ask the provider about my WhatsApp connection, and keep its answer",
    query,
    response: z.object({ data: WhatsappInstance }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  connect: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/connect",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Ask for a QR code to pair a phone",
    query,
    response: z.object({
      data: z.extend(WhatsappInstance, {
        /** What the QR code says; null when already connected. */
        code: z.nullable(z.string()),
      }),
    }),
    rateLimit: { points: 30, windowSeconds: 60 },
  }),
  pairWithCode: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/pairing_code",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Ask for a code to be typed on the phone instead of scanning a QR code",
    query,
    body: PairingRequest,
    response: z.object({
      data: z.extend(WhatsappInstance, {
        /** Eight characters; null when already connected, or when none came in time. */
        pairing_code: z.nullable(z.string()),
      }),
    }),
    rateLimit: { points: 10, windowSeconds: 60 },
  }),
  connectCloud: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/credentials",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Connect a number of Meta's Cloud API by its credentials",
    query,
    body: CloudCredentials,
    secretBody: true,
    response: z.object({ data: WhatsappInstance }),
    rateLimit: { points: 10, windowSeconds: 60 },
  }),
  disconnect: endpoint({
    method: "POST",
    path: "/api/whatsapp/instance/disconnect",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Unpair the phone, or forget its credentials",
    query,
    response: z.object({ data: WhatsappInstance }),
  }),
};
