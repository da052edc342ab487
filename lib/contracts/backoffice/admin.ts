import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import {
  emailAddress,
  Id,
  Instant,
  Pagination,
  pageQuery,
  WhatsappNumber,
} from "@/lib/contracts/shared/fields";
import { AUDIT_ACTIONS } from "@/lib/domain/accounts/audit";
import { MAX_SEATS } from "@/lib/domain/plans/seats";
import { requiredText } from "@/lib/domain/text/required-text";

export const FILL_REQUIRED = "Preencha todos os campos obrigatórios.";
const WHICH_ACCOUNT = "Informe o user_id ou o e-mail.";

export const NewAccount = z.strictObject({
  name: requiredText(FILL_REQUIRED, 120),
  email: emailAddress(FILL_REQUIRED),
  whatsapp: WhatsappNumber,
});
export type NewAccount = z.infer<typeof NewAccount>;

export const Deactivation = z
  .strictObject({
    // An empty form input counts as missing.
    user_id: z.optional(
      z.union(
        [
          z.null(),
          z.pipe(
            z.literal(""),
            z.transform(() => null),
          ),
          Id,
        ],
        {
          error: "Informe o número de um usuário.",
        },
      ),
    ),
    email: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(254, "E-mail longo demais."))),
    ),
  })
  .check(
    z.refine(({ user_id, email }) => Boolean(user_id || email), {
      error: WHICH_ACCOUNT,
      path: ["user_id"],
    }),
  );
export type Deactivation = z.infer<typeof Deactivation>;

const SEATS = "Informe de 1 a 1.000 lugares.";

export const Seats = z.strictObject({
  seats: z
    .nullable(
      z.number({ error: SEATS }).check(z.int(SEATS), z.gte(1, SEATS), z.lte(MAX_SEATS, SEATS)),
    )
    .check(z.describe("How many people may work in the account; null is by its plan.")),
});
export type Seats = z.infer<typeof Seats>;

const AuditPerson = z.object({ id: z.number(), email: z.nullable(z.string()) });

export const AuditEntry = z.object({
  id: z.number(),
  action: z.enum(AUDIT_ACTIONS),
  /** The e-mail is null once the account was deleted. */
  actor: AuditPerson,
  target: z.nullable(AuditPerson),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: Instant,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An item of a provider's webhook that could not be read. Its content may be a person's message and is not shown. */
export const DeadLetter = z.object({
  id: z.number(),
  account: z.object({ id: z.number(), email: z.string() }),
  /** The provider's name of the event; empty when the body had none. */
  event: z.string(),
  reason: z.string(),
  received_at: Instant,
});
export type DeadLetter = z.infer<typeof DeadLetter>;

const Queue = z.object({
  name: z.string(),
  /** Jobs that nobody has taken yet. */
  waiting: z.number(),
  /** Jobs that a worker is on. */
  active: z.number(),
});

const { page, per_page } = pageQuery({ default: 10, max: 100 });

export const admin = {
  createAccount: endpoint({
    method: "POST",
    path: "/api/admin/create_account",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Create an account; the new person is mailed a link to choose a password",
    body: NewAccount,
    status: 201,
    response: z.object({ success: z.boolean(), user_id: z.number() }),
    invalidInput: ({ name, email, whatsapp }) =>
      [name, email].includes(FILL_REQUIRED) || whatsapp === "WhatsApp number is required"
        ? FILL_REQUIRED
        : "",
  }),
  deactivateAccount: endpoint({
    method: "POST",
    path: "/api/admin/deactivate_account",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Deactivate an account and end its sessions at once",
    body: Deactivation,
    response: z.object({ success: z.boolean(), user_id: z.number() }),
  }),
  setSeats: endpoint({
    method: "PUT",
    path: "/api/admin/accounts/{userId}/seats",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Set how many people may work in somebody's account, whatever its plan gives",
    params: z.object({ userId: Id }),
    body: Seats,
    response: z.object({ success: z.literal(true) }),
  }),
  audit: endpoint({
    method: "GET",
    path: "/api/admin/audit",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Audit entries: what the administrator did, and tokens made and revoked, newest first",
    query: z.object({ page, per_page }),
    response: z.object({ entries: z.array(AuditEntry), pagination: Pagination }),
  }),
  queues: endpoint({
    method: "GET",
    path: "/api/admin/queues",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "How much work waits in each queue, and how much is under way",
    response: z.object({ queues: z.array(Queue) }),
  }),
  deadLetters: endpoint({
    method: "GET",
    path: "/api/admin/dead_letters",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "What webhooks of the WhatsApp provider said and could not be read, newest first",
    query: z.object({ page, per_page }),
    response: z.object({ dead_letters: z.array(DeadLetter), pagination: Pagination }),
  }),
  replayDeadLetter: endpoint({
    method: "POST",
    path: "/api/admin/dead_letters/{id}/replay",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Read an item again, as if it came now",
    params: z.object({ id: Id }),
    response: z.object({ success: z.literal(true) }),
  }),
  deleteDeadLetter: endpoint({
    method: "DELETE",
    path: "/api/admin/dead_letters/{id}",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Discard an item that could not be read",
    params: z.object({ id: Id }),
    response: z.object({ success: z.literal(true) }),
  }),
};
