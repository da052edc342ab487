import * as z from "zod/mini";
import { MAX_SELECTION_BYTES, selectionShape } from "@/lib/contracts/leads/lead-bulk";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id, IdParam } from "@/lib/contracts/shared/fields";
import { REGISTRY_STATUSES } from "@/lib/domain/registry/registry-labels";
import { TRAIT_KINDS } from "@/lib/domain/registry/similar-traits";

const NullableText = z.nullable(z.string());
const Cnpj = z.object({ cnpj: z.string().check(z.maxLength(30, "CNPJ inválido.")) });

/** One of a company's establishments, in the order of their CNPJs: the headquarters are the first as a rule. */
const Establishment = z.object({
  cnpj: z.string(),
  nome_fantasia: NullableText,
  matriz: z.boolean(),
  municipio: NullableText,
  uf: z.string(),
  situacao: z.enum(REGISTRY_STATUSES),
});

export const CompanyEstablishments = z.object({
  establishments: z.array(Establishment),
  total: z.number(),
  /** True when there are more than `total`. */
  total_is_capped: z.boolean(),
  next: NullableText,
});
export type CompanyEstablishments = z.infer<typeof CompanyEstablishments>;

const OtherCompany = z.object({
  cnpj: z.string(),
  razao_social: z.string(),
  municipio: NullableText,
  uf: z.string(),
  situacao: z.enum(REGISTRY_STATUSES),
});

const CompanyPartner = z.object({
  nome: z.string(),
  /** The role in words. */
  papel: NullableText,
  /** A day. */
  desde: NullableText,
  /** Companies with a partner of the same name and the same digits of the CPF: most probably the same person. */
  outras_empresas: z.array(OtherCompany),
  /** There are more of them. */
  ha_mais_empresas: z.boolean(),
});

export const CompanyPartners = z.object({
  partners: z.array(CompanyPartner),
  /** There are more of them. */
  ha_mais_socios: z.boolean(),
});
export type CompanyPartners = z.infer<typeof CompanyPartners>;

/** Leads by their ids, those that a filter matches, or those of a list. */
const SimilarTo = z.strictObject({ ...selectionShape, list_id: z.optional(Id) }).check(
  z.refine((body) => [body.lead_ids, body.filter, body.list_id].filter(Boolean).length === 1, {
    error: "Informe lead_ids, filter ou list_id.",
    path: ["lead_ids"],
  }),
);

const texts = z.optional(z.array(z.string()));

/** Parameters of a registry search; several values of one are alternatives. */
const RegistryQuestion = z.object({
  cnae_primario: texts,
  porte: texts,
  cidade: texts,
  uf: texts,
  aberta_de: z.optional(z.string()),
  aberta_ate: z.optional(z.string()),
});
export type RegistryQuestion = z.infer<typeof RegistryQuestion>;

export const SimilarTrait = z.object({
  kind: z.enum(TRAIT_KINDS),
  label: z.string(),
  /** How many of the companies have it. */
  count: z.number(),
  /** The same as a share, from 0 to 1, and that of the active companies of the same states (of Brazil for a state). */
  share: z.number(),
  usual_share: z.number(),
  explanation: z.string(),
  question: RegistryQuestion,
  /** Whether the suggested question has it. */
  suggested: z.boolean(),
});
export type SimilarTrait = z.infer<typeof SimilarTrait>;

export const SimilarCompanies = z.object({
  /** Leads with a CNPJ that were compared, the latest 1,000; false `complete` when there are more. */
  leads: z.number(),
  complete: z.boolean(),
  /** Those that the registry has. */
  found: z.number(),
  traits: z.array(SimilarTrait),
  /** The question of the suggested traits, and how many companies it finds: null without one, or where it is too broad. */
  question: RegistryQuestion,
  matches: z.nullable(z.object({ counted: z.number(), complete: z.boolean() })),
});
export type SimilarCompanies = z.infer<typeof SimilarCompanies>;

export const companies = {
  establishments: endpoint({
    method: "GET",
    path: "/api/registry/companies/{cnpj}/establishments",
    access: "member",
    sight: "narrowed",
    summary: "Headquarters and branches of a company, 20 at a time",
    params: Cnpj,
    query: z.object({
      after: z.optional(
        z
          .string()
          .check(
            z.maxLength(14, "Cursor inválido."),
            z.regex(/^[0-9A-Z]{14}$/, "Cursor inválido."),
          ),
      ),
    }),
    response: CompanyEstablishments,
    rateLimit: { points: 600, windowSeconds: 60 },
  }),
  partners: endpoint({
    method: "GET",
    path: "/api/registry/companies/{cnpj}/partners",
    access: "member",
    sight: "narrowed",
    summary: "Partners of a company and their other companies, where the installation shows them",
    params: Cnpj,
    response: CompanyPartners,
    rateLimit: { points: 300, windowSeconds: 60 },
  }),
  deny: endpoint({
    method: "POST",
    path: "/api/leads/{id}/denied_companies",
    access: "member",
    sight: { lead: "id" },
    summary: "Say that a lead is not a company, though it has its number",
    params: IdParam,
    body: Cnpj,
    response: z.object({ denied: z.literal(true) }),
  }),
  similar: endpoint({
    method: "POST",
    path: "/api/registry/similar",
    access: "member",
    sight: "narrowed",
    scope: "read",
    summary:
      "What the companies of leads have in common against others of their states, as a search",
    body: SimilarTo,
    maxBodyBytes: MAX_SELECTION_BYTES,
    response: SimilarCompanies,
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
