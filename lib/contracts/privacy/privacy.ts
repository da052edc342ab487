import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  arrayOf,
  emailAddress,
  IdParam,
  Instant,
  PageNumber,
  Pagination,
  pageSize,
} from "@/lib/contracts/shared/fields";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getContactKey } from "@/lib/domain/messages/chat-key";
import { whatsappNumberProblem } from "@/lib/domain/phone/written-number";
import {
  PRIVACY_ASKERS,
  PRIVACY_CHANNELS,
  PRIVACY_COUNTS,
  PRIVACY_KINDS,
  PRIVACY_STATUSES,
} from "@/lib/domain/privacy/privacy-request";

export const PRIVACY_NOTE_MAX_LENGTH = 500;
const PRIVACY_PAGE_SIZE = 20;
const MOST_KEYS = 10;
const CHAT_ID_MAX_LENGTH = 420;
const MOST_CANDIDATES = 20;
const NAME_TOO_SHORT = "Escreva ao menos 3 letras do nome.";
const TOO_MANY_KEYS = `Informe até ${MOST_KEYS} de cada.`;

const Cnpj = z.string().check(
  z.maxLength(30, "CNPJ inválido."),
  z.refine((value) => normalizeCnpj(value) !== null, "CNPJ inválido."),
);
/** With a plus, another country's number; or the id of a chat, of somebody whose number is not known. */
const Phone = z.string().check(
  z.maxLength(CHAT_ID_MAX_LENGTH, "WhatsApp number too long (maximum 15 digits)"),
  z.superRefine((value, context) => {
    const message = value.includes("@")
      ? getContactKey(value) === null && "Invalid WhatsApp number format"
      : whatsappNumberProblem(value);
    if (message) context.addIssue({ code: "custom", message, input: value });
  }),
);
const Email = emailAddress("Informe um e-mail.");

/** One of these is required: the key to find the person by. */
export const PersonQuery = z.object({
  phone: z.optional(Phone),
  email: z.optional(Email),
  cnpj: z.optional(Cnpj),
  name: z.optional(
    z.string().check(z.trim(), z.minLength(3, NAME_TOO_SHORT), z.maxLength(100, NAME_TOO_SHORT)),
  ),
});

const Counts = z.partialRecord(z.enum(PRIVACY_COUNTS), z.number());

const PersonKeys = z.object({
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  cnpjs: z.array(z.string()),
});

/** A lead that the person is a contact of. */
const PersonLead = z.object({
  id: z.number(),
  name: z.string(),
  contact_name: z.nullable(z.string()),
  is_main: z.boolean().check(z.describe("Whether the person is its main contact, or the company.")),
  is_shared: z
    .boolean()
    .check(
      z.describe(
        "It was found by a telephone or e-mail that others have too: it loses that alone.",
      ),
    ),
});

/** Somebody of that name, to be chosen. */
const Candidate = z.object({
  name: z.string(),
  company: z.nullable(z.string()),
  keys: PersonKeys,
});
export type Candidate = z.infer<typeof Candidate>;

const Found = z.object({
  keys: PersonKeys,
  counts: Counts,
  leads: arrayOf(PersonLead, { max: 50 }),
  first_message_at: z.nullable(Instant),
  last_message_at: z.nullable(Instant),
  erased: z
    .boolean()
    .check(z.describe("One of the keys was erased: nothing is taken in under it.")),
});
export type FoundPerson = z.infer<typeof Found>;

export const PrivacyRequest = z.object({
  id: z.number(),
  kind: z.enum(PRIVACY_KINDS),
  status: z.enum(PRIVACY_STATUSES),
  asked_by: z.enum(PRIVACY_ASKERS),
  channel: z.enum(PRIVACY_CHANNELS),
  note: z.nullable(z.string()),
  counts: Counts,
  error: z.nullable(z.string()),
  created_at: Instant,
  done_at: z.nullable(Instant),
  wrote_again: z.number().check(z.describe("How often something came of an erased person since.")),
  wrote_again_at: z.nullable(Instant),
  allowed_at: z.nullable(Instant),
  file_until: z.nullable(Instant),
});
export type PrivacyRequest = z.infer<typeof PrivacyRequest>;

const GivenKeys = z.strictObject({
  phones: z._default(arrayOf(Phone, { max: MOST_KEYS, tooMany: TOO_MANY_KEYS }), []),
  emails: z._default(arrayOf(Email, { max: MOST_KEYS, tooMany: TOO_MANY_KEYS }), []),
  cnpjs: z._default(arrayOf(Cnpj, { max: MOST_KEYS, tooMany: TOO_MANY_KEYS }), []),
});

export const NewPrivacyRequest = z.strictObject({
  kind: z.enum(PRIVACY_KINDS, "Escolha o que foi pedido."),
  keys: GivenKeys,
  asked_by: z.enum(PRIVACY_ASKERS, "Diga quem pediu."),
  channel: z.enum(PRIVACY_CHANNELS, "Diga por onde o pedido chegou."),
  note: z._default(
    z.string().check(z.trim(), z.maxLength(PRIVACY_NOTE_MAX_LENGTH, "Observação longa demais.")),
    "",
  ),
  whole_lead: z._default(z.boolean(), true),
});

/** Query of `GET /api/privacy/requests/{id}/export`. */
export const PrivacyExport = z.object({
  format: z._default(z.enum(["json", "html"], { error: "Escolha json ou html." }), "json"),
});
export const PRIVACY_EXPORT_PATH = "/api/privacy/requests/{id}/export";

const Answer = z.object({ request: PrivacyRequest });

export const privacy = {
  findPerson: endpoint({
    method: "GET",
    path: "/api/privacy/people",
    access: "member",
    role: "manager",
    summary:
      "What is held of a person, by number or chat id, e-mail or CNPJ; by name or user name, whom it may be",
    query: PersonQuery,
    response: z.object({
      found: z.nullable(Found),
      candidates: arrayOf(Candidate, { max: MOST_CANDIDATES }),
    }),
    rateLimit: { points: 60, windowSeconds: 300 },
  }),
  listRequests: endpoint({
    method: "GET",
    path: "/api/privacy/requests",
    access: "member",
    role: "manager",
    summary: "What people asked of the account, the latest first",
    query: z.object({
      page: z._default(PageNumber, 1),
      per_page: z._default(pageSize(100), PRIVACY_PAGE_SIZE),
    }),
    response: z.object({ requests: arrayOf(PrivacyRequest, { max: 100 }), pagination: Pagination }),
  }),
  createRequest: endpoint({
    method: "POST",
    path: "/api/privacy/requests",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Record what a person asked; an erasure begins at once and cannot be undone",
    body: NewPrivacyRequest,
    status: 202,
    response: Answer,
    rateLimit: { points: 60, windowSeconds: 300 },
  }),
  getRequest: endpoint({
    method: "GET",
    path: "/api/privacy/requests/{id}",
    access: "member",
    role: "manager",
    summary: "One request, with what was done so far",
    params: IdParam,
    response: Answer,
  }),
  retryErasure: endpoint({
    method: "POST",
    path: "/api/privacy/requests/{id}/retry",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Take up an erasure that stopped by a fault of ours",
    params: IdParam,
    response: Answer,
  }),
  allowAgain: endpoint({
    method: "POST",
    path: "/api/privacy/requests/{id}/permission",
    access: "member",
    role: "manager",
    scope: "session",
    summary: "Take in an erased person again from now on, at that person's word",
    params: IdParam,
    response: Answer,
  }),
};
