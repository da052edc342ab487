import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import {
  arrayOf,
  Flag,
  IdParam,
  Instant,
  Pagination,
  pageQuery,
} from "@/lib/contracts/shared/fields";
import { MOST_CONTACTS_OF_A_LIST } from "@/lib/domain/leads/contact-list";
import { KEPT_BECAUSE } from "@/lib/domain/leads/lead-list";
import { requiredText } from "@/lib/domain/text/required-text";

const Text = z.nullable(z.string());

export const List = z.object({
  id: z.number(),
  name: z.string(),
  source: z.string(),
  query: Text,
  city: Text,
  state: Text,
  /** processing, completed, error; screens show unknown values unchanged. */
  status: z.string(),
  /** Why its search ended early or failed. */
  note: Text,
  total_leads: z.number(),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type List = z.infer<typeof List>;

export const LIST_PAGE_SIZES = [10, 20, 50] as const;
export const LIST_DEFAULT_PAGE_SIZE = 20;

export const LIST_SORTS = [
  "created_at",
  "name",
  "query",
  "city",
  "state",
  "total_leads",
  "status",
  "completed_at",
] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const ListQuery = z.object({
  ...pageQuery({ default: LIST_DEFAULT_PAGE_SIZE, max: 200 }),
  sort: z._default(z.enum(LIST_SORTS), "created_at"),
  direction: z._default(z.enum(["asc", "desc"]), "desc"),
});

export const LIST_NAME_MAX_LENGTH = 120;

export const ListName = z.object({
  name: requiredText("Informe o nome da lista.", LIST_NAME_MAX_LENGTH),
});
export type ListName = z.infer<typeof ListName>;

/** Numbers are validated by the service, whose message contains the number. */
export const NewContactList = z.strictObject({
  ...ListName.shape,
  contacts: arrayOf(
    z.object({
      whatsapp_number: z.string({ error: "WhatsApp number is required" }).check(z.maxLength(100)),
      display_name: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
    }),
    {
      min: 1,
      max: MOST_CONTACTS_OF_A_LIST,
      error: "Selecione ao menos um contato.",
      tooMany: `Selecione no máximo ${MOST_CONTACTS_OF_A_LIST} contatos.`,
    },
  ),
});
export type NewContactList = z.output<typeof NewContactList>;

/** The effect of deleting a list on its leads. */
const ListDeletion = z.object({
  leads_deleted: z.number().check(z.describe("Leads that go with the list.")),
  leads_kept: z.number().check(z.describe("Leads that stay.")),
});

const ListDeletionPreview = z.object({
  ...ListDeletion.shape,
  deleted_names: z
    .array(z.string())
    .check(z.describe("The first five, by name, of the leads that go.")),
  kept: z
    .array(z.object({ reason: z.enum(KEPT_BECAUSE), count: z.number() }))
    .check(z.describe("How many leads stay for each reason, each lead counted once.")),
});

export const lists = {
  list: endpoint({
    method: "GET",
    path: "/api/lists",
    access: "member",
    sight: "narrowed",
    summary: "One page of lists, newest first by default",
    query: ListQuery,
    response: z.object({ lists: z.array(List), pagination: Pagination }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/lists",
    access: "member",
    sight: "narrowed",
    summary: "Make a list of WhatsApp contacts: each becomes a lead, or is linked to the one it is",
    body: NewContactList,
    maxBodyBytes: 2 * 1024 * 1024,
    response: z.object({ list: List, contact_count: z.number() }),
    status: 201,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
  get: endpoint({
    method: "GET",
    path: "/api/lists/{id}",
    access: "member",
    sight: "narrowed",
    summary: "One list",
    params: IdParam,
    response: z.object({ list: List }),
  }),
  rename: endpoint({
    method: "PATCH",
    path: "/api/lists/{id}",
    access: "member",
    sight: "narrowed",
    summary: "Give a list another name",
    params: IdParam,
    body: ListName,
    response: z.object({ list: List }),
  }),
  deletion: endpoint({
    method: "GET",
    path: "/api/lists/{id}/deletion",
    access: "member",
    sight: "whole",
    summary: "What deleting a list would do to its leads",
    params: IdParam,
    response: ListDeletionPreview,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/lists/{id}",
    access: "member",
    sight: "whole",
    summary:
      "Delete a list, and those of its leads that no other list holds and nobody made by hand, edited or contacted",
    unauthenticated: "Não autorizado. Faça login novamente.",
    params: IdParam,
    query: z.object({ keep_leads: z.optional(Flag) }),
    response: ListDeletion,
  }),
};
