import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam, Instant } from "@/lib/contracts/shared/fields";
import { LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { whatsappNumberProblem } from "@/lib/domain/phone/written-number";
import { Lead } from "./leads";

const Text = z.nullable(z.string());

/** A person through whom a company is reached. */
const values = {
  name: Text,
  role: Text.check(z.describe("What the person does at the company.")),
  phone: Text,
  whatsapp: Text,
  email: Text,
  opted_out: z
    .boolean()
    .check(z.describe("Whether its WhatsApp number is never to be written to again.")),
  has_conversation: z.boolean().check(z.describe("Whether there is a conversation with it.")),
};

/** It has the lead's own number, telephone and e-mail. */
export const MainContact = z.object(values);
export type MainContact = z.infer<typeof MainContact>;

export const LeadContact = z.object({
  id: z.number(),
  lead_id: z.number(),
  ...values,
  source: z.string(),
  created_at: Instant,
});
export type LeadContact = z.infer<typeof LeadContact>;

const F = LEAD_FIELDS;
const given = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/** What is left out, or is what the contact has already, stays; null or an empty text clears. */
export const ContactChange = z.strictObject({
  name: given(F.contact_name.schema),
  role: given(F.contact_role.schema),
  phone: given(F.phone.stored),
  whatsapp: given(F.whatsapp.schema),
  email: given(F.email.stored),
});
export type ContactChange = z.output<typeof ContactChange>;

/** The form of a contact, whose empty fields are empty texts. */
export const ContactForm = z.object({
  name: F.contact_name.schema,
  role: F.contact_role.schema,
  whatsapp: z.string().check(
    z.superRefine((value, context) => {
      const problem = value.trim() === "" ? null : whatsappNumberProblem(value);
      if (problem) context.addIssue({ code: "custom", message: problem, input: value });
    }),
  ),
  phone: F.phone.schema,
  email: F.email.schema,
});
export type ContactForm = z.infer<typeof ContactForm>;

const answer = z.object({ contact: LeadContact });

export const leadContacts = {
  list: endpoint({
    method: "GET",
    path: "/api/leads/{id}/contacts",
    access: "member",
    sight: { lead: "id" },
    summary:
      "The main contact of a lead, whom campaigns write to, and the others, the oldest first",
    params: IdParam,
    response: z.object({ main: MainContact, contacts: z.array(LeadContact) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/leads/{id}/contacts",
    access: "member",
    sight: { lead: "id" },
    summary: "Add a contact to a lead, with a name, a number or an e-mail at least",
    params: IdParam,
    body: ContactChange,
    status: 201,
    response: answer,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/lead_contacts/{id}",
    access: "member",
    sight: { lead_contact: "id" },
    summary: "Change a contact",
    params: IdParam,
    body: ContactChange,
    response: answer,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/lead_contacts/{id}",
    access: "member",
    sight: { lead_contact: "id" },
    summary: "Delete a contact",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  makeMain: endpoint({
    method: "POST",
    path: "/api/lead_contacts/{id}/main",
    access: "member",
    sight: { lead_contact: "id" },
    summary: "Make a contact the main one; the one that was becomes one of the others",
    params: IdParam,
    response: z.object({ lead: Lead }),
  }),
};
