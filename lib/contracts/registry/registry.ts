import * as z from "zod/mini";
import { LIST_NAME_MAX_LENGTH } from "@/lib/contracts/leads/lists";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Flag, Id, oneOrMore, PageNumber, Uf } from "@/lib/contracts/shared/fields";
import { COMPANY_SIZES, REGISTRY_STATUSES } from "@/lib/domain/registry/registry-labels";
import { foldName, hasEnoughLetters, TOO_FEW_LETTERS } from "@/lib/domain/registry/registry-name";
import {
  isRegistrySearch,
  REGISTRY_MAX_DAYS,
  REGISTRY_MAX_SAVED,
  REGISTRY_MAX_VALUES,
  REGISTRY_PAGE_SIZES,
} from "@/lib/domain/registry/registry-search";
import { requiredText } from "@/lib/domain/text/required-text";

const FILL_ONE = "Preencha pelo menos um campo de busca!";
const BAD_CEP = "Informe de 2 a 8 dígitos do CEP.";
const BAD_CNAE = "Informe de 2 a 7 dígitos do CNAE.";
const BAD_DATE = "Informe uma data válida.";
const MAX_TEXT = 200;

/** Digits, with the punctuation that a CEP or a CNAE is written with. */
function digits(least: number, most: number, message: string) {
  return z.pipe(
    z.pipe(
      z.string().check(z.maxLength(20, message), z.regex(/^[\d.\-/ ]*$/, message)),
      z.transform((text: string) => text.replace(/\D/g, "")),
    ),
    z.string().check(z.minLength(least, message), z.maxLength(most, message)),
  );
}

const Day = z.string().check(
  z.maxLength(10, BAD_DATE),
  z.regex(/^(19|20)\d{2}-\d{2}-\d{2}$/, BAD_DATE),
  z.refine((day) => {
    const date = new Date(`${day}T12:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  }, BAD_DATE),
);

const Name = z.string().check(
  z.maxLength(MAX_TEXT, `Use no máximo ${MAX_TEXT} caracteres.`),
  z.trim(),
  z.refine((name) => name === "" || hasEnoughLetters(name), TOO_FEW_LETTERS),
);

const Text = z
  .string()
  .check(z.maxLength(MAX_TEXT, `Use no máximo ${MAX_TEXT} caracteres.`), z.trim());

const District = Text.check(z.refine((text) => foldName(text) !== "", "Informe o nome do bairro."));

const BAD_SUM = "Informe um valor em reais.";

/** Reais, with or without cents. */
const Reais = z.pipe(
  z.string().check(z.maxLength(16, BAD_SUM), z.regex(/^\d{1,12}([.,]\d{1,2})?$/, BAD_SUM)),
  z.transform((text) => Number(text.replace(",", "."))),
);

const BAD_DAYS = `Informe de 1 a ${REGISTRY_MAX_DAYS} dias.`;

const Days = z.pipe(
  z.string().check(z.maxLength(5, BAD_DAYS), z.regex(/^\d+$/, BAD_DAYS)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.gte(1, BAD_DAYS), z.lte(REGISTRY_MAX_DAYS, BAD_DAYS)),
  ),
);

/** Several values of one field widen the search, several fields narrow it. */
const several = <T>(item: z.ZodMiniType<T, string>) => oneOrMore(item, REGISTRY_MAX_VALUES);

/** The fields of a search. */
const registryFilterShape = {
  /** Words of the trade name or the legal name; a CNPJ finds its company in any situation. */
  nome_fantasia: z.optional(Name),
  /** The IBGE's code of a municipality, or its name. */
  cidade: several(Text),
  cep: several(digits(2, 8, BAD_CEP)),
  /** Two to seven digits: a division, group, class or subclass. */
  cnae_primario: several(digits(2, 7, BAD_CNAE)),
  /** Whether an activity of `cnae_primario` may be a secondary one too. */
  cnae_secundarios: z.optional(Flag),
  uf: several(Uf),
  endereco: z.optional(Text),
  /** Words of the neighbourhood's name, or their beginnings. */
  bairro: several(District),
  telefone: z.optional(digits(4, 13, "Informe de 4 a 13 dígitos do telefone.")),
  ddd: several(digits(2, 2, "Informe os 2 dígitos do DDD.")),
  situacao: z.optional(
    z.enum([...REGISTRY_STATUSES, "todas"], { error: "Situação desconhecida." }),
  ),
  estabelecimento: z.optional(z.enum(["matriz", "filial"], { error: "Escolha matriz ou filial." })),
  porte: several(z.enum(COMPANY_SIZES, { error: "Porte desconhecido." })),
  /** Four digits, or the first three, which are the code without its check digit. */
  natureza_juridica: several(digits(3, 4, "Informe os 3 ou 4 dígitos da natureza jurídica.")),
  capital_de: z.optional(Reais),
  capital_ate: z.optional(Reais),
  mei: z.optional(Flag),
  simples: z.optional(Flag),
  aberta_de: z.optional(Day),
  aberta_ate: z.optional(Day),
  aberta_dias: z.optional(Days),
  com_telefone: z.optional(Flag),
  com_celular: z.optional(Flag),
  com_email: z.optional(Flag),
  exterior: z.optional(Flag),
};

const oneField = z.refine<object>(isRegistrySearch, { error: FILL_ONE, path: ["nome_fantasia"] });

export const RegistryFilter = z.strictObject(registryFilterShape).check(oneField);
export type RegistryFilter = z.output<typeof RegistryFilter>;

const RegistryQuery = z
  .object({
    ...registryFilterShape,
    page: z._default(PageNumber, 1),
    per_page: z._default(
      z.coerce.number<number>().check(
        z.int(),
        z.refine((size) => (REGISTRY_PAGE_SIZES as readonly number[]).includes(size), {
          error: "Use 10, 20, 50 ou 100 por página.",
        }),
      ),
      REGISTRY_PAGE_SIZES[0],
    ),
    /** The `next` of a page: the rows after it, however deep. */
    after: z.optional(
      z
        .string()
        .check(z.maxLength(40, "Cursor inválido."), z.regex(/^\d+\.\d+$/, "Cursor inválido.")),
    ),
  })
  .check(oneField);

const NullableText = z.nullable(z.string());

const Address = z.object({
  logradouro: NullableText,
  numero: NullableText,
  complemento: NullableText,
  bairro: NullableText,
  municipio: NullableText,
  uf: z.string(),
});

export const RegistryCompany = z.object({
  cnpj: z.string(),
  nome_fantasia: NullableText,
  razao_social: z.string(),
  /** The person behind an individual entrepreneur; a partner where the installation imports and shows partners. */
  proprietario: z.object({ nome: NullableText }),
  /** Digits with 55. */
  telefone: NullableText,
  email: NullableText,
  cep: NullableText,
  endereco: Address,
  situacao: z.enum(REGISTRY_STATUSES),
  cnae_primario: NullableText,
  /** What the main activity is, in words. */
  atividade: NullableText,
  data_abertura: NullableText,
  /** A lead of mine with this CNPJ. */
  lead_id: z.nullable(z.number()),
  /** Without one: my lead without a CNPJ that has the company's number. It may be the company: the user is asked. */
  lead_by_phone: z.nullable(z.object({ id: z.number(), name: z.string() })),
});
export type RegistryCompany = z.infer<typeof RegistryCompany>;

const Activity = z.object({ codigo: z.string(), descricao: z.string() });
export type Activity = z.infer<typeof Activity>;

export const RegistryCompanyDetails = z.extend(RegistryCompany, {
  telefones: z.array(z.object({ numero: z.string(), celular: z.boolean() })),
  matriz: z.boolean(),
  situacao_desde: NullableText,
  motivo_situacao: NullableText,
  porte: z.enum(COMPANY_SIZES),
  mei: z.boolean(),
  simples: z.boolean(),
  natureza_juridica: NullableText,
  /** In reais. */
  capital_social: z.nullable(z.number()),
  atividade_principal: z.nullable(Activity),
  atividades_secundarias: z.array(Activity),
  cidade_exterior: NullableText,
  pais: NullableText,
  /** Whether this installation shows partners: a separate request then returns them. */
  mostra_socios: z.boolean(),
  /** The month of the files, as "2026-11". */
  mes: z.string(),
});
export type RegistryCompanyDetails = z.infer<typeof RegistryCompanyDetails>;

const RegistryPagination = z.object({
  page: z.number(),
  per_page: z.number(),
  /** Null beyond a cursor, where nothing is counted. */
  total: z.nullable(z.number()),
  total_pages: z.nullable(z.number()),
  /** True when there are more than `total`. */
  total_is_capped: z.boolean(),
  next: NullableText,
});
export type RegistryPagination = z.infer<typeof RegistryPagination>;

const Count = z.object({ codigo: z.string(), nome: z.string(), total: z.number() });

export const RegistryCounts = z.object({
  cidades: z.array(Count),
  atividades: z.array(Count),
  /** How many companies were counted; false `complete` when there are more. */
  counted: z.number(),
  complete: z.boolean(),
});
export type RegistryCounts = z.infer<typeof RegistryCounts>;

const Cnpj = z.string().check(z.maxLength(30, "CNPJ inválido."));

export const RegistrySave = z
  .strictObject({
    cnpjs: z.optional(
      arrayOf(Cnpj, {
        min: 1,
        max: REGISTRY_MAX_SAVED,
        tooFew: "Selecione ao menos uma empresa.",
        tooMany: `Selecione no máximo ${REGISTRY_MAX_SAVED} empresas.`,
      }),
    ),
    /** All that the search finds, up to 500. */
    filter: z.optional(RegistryFilter),
    list_id: z.optional(Id),
    list_name: z.optional(requiredText("Informe o nome da lista.", LIST_NAME_MAX_LENGTH)),
  })
  .check(
    z.refine((body) => (body.cnpjs === undefined) !== (body.filter === undefined), {
      error: "Informe cnpjs ou filter.",
      path: ["cnpjs"],
    }),
    z.refine((body) => (body.list_id === undefined) !== (body.list_name === undefined), {
      error: "Escolha uma lista ou informe o nome da nova.",
      path: ["list_name"],
    }),
  );

const RegistryRelease = z.object({
  month: z.string(),
  establishments: z.number(),
  imported_at: z.string(),
});

export const registry = {
  search: endpoint({
    method: "GET",
    path: "/api/dados-receita",
    access: "member",
    sight: "narrowed",
    summary: "Search the federal company registry; at most 1,000 are counted and paged by number",
    query: RegistryQuery,
    response: z.object({
      results: z.array(RegistryCompany),
      pagination: RegistryPagination,
      /** Null when no month was imported. */
      release: z.nullable(RegistryRelease),
    }),
    rateLimit: { points: 300, windowSeconds: 60 },
    invalidInput: (fields) => (Object.values(fields).includes(FILL_ONE) ? FILL_ONE : ""),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/dados-receita/{cnpj}",
    access: "member",
    sight: "narrowed",
    summary: "All that the registry has of one establishment",
    params: z.object({ cnpj: Cnpj }),
    response: z.object({ company: RegistryCompanyDetails }),
    rateLimit: { points: 600, windowSeconds: 60 },
  }),
  counts: endpoint({
    method: "GET",
    path: "/api/registry/counts",
    access: "member",
    summary: "Where the companies of a search are: by city and by activity",
    query: RegistryFilter,
    response: RegistryCounts,
    rateLimit: { points: 120, windowSeconds: 60 },
  }),
  activities: endpoint({
    method: "GET",
    path: "/api/registry/activities",
    access: "member",
    summary: "Activities (CNAE) by words of their description or the beginning of their code",
    query: z.object({ search: z._default(Text, "") }),
    response: z.object({ activities: z.array(Activity) }),
    rateLimit: { points: 300, windowSeconds: 60 },
  }),
  save: endpoint({
    method: "POST",
    path: "/api/registry/leads",
    errors: ["insufficient_credits"],
    access: "member",
    sight: "narrowed",
    summary: "Save companies as leads in a list, in the background; one credit for each new lead",
    body: RegistrySave,
    status: 202,
    response: z.object({ list_id: z.number(), message: z.string() }),
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
