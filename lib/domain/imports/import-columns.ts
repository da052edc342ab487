/** Which lead field each column of a file contains. */

export const IMPORT_FIELDS = [
  "name",
  "whatsapp",
  "phone",
  "email",
  "website",
  "address",
  "city",
  "state",
  "cnpj",
  "cnae",
  "proprietario",
  "obs",
  "ai_obs",
  "status",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The field of each column, in file order; null means ignored. */
export type ColumnMapping = (ImportField | null)[];

/** Also the headers of exports and of the template, which guessMapping must recognise. */
export const IMPORT_FIELD_LABEL: Record<ImportField, string> = {
  name: "Nome",
  whatsapp: "WhatsApp",
  phone: "Telefone",
  email: "E-mail",
  website: "Site",
  address: "Endereço",
  city: "Cidade",
  state: "Estado",
  cnpj: "CNPJ",
  cnae: "CNAE",
  proprietario: "Proprietário",
  obs: "Observações",
  ai_obs: "Observações da IA",
  status: "Status",
};

/** Whole headers first, then words within them; normalised by `fold`. */
const NAMES: Record<ImportField, { exact: string[]; words: string[] }> = {
  name: {
    exact: ["nome", "name", "lead", "cliente", "empresa", "company", "nome fantasia", "fantasia"],
    words: [
      "nome fantasia",
      "nome da empresa",
      "razao social",
      "company name",
      "business name",
      "empresa",
      "company",
      "nome",
      "name",
    ],
  },
  whatsapp: {
    exact: ["whatsapp", "whats", "zap", "wpp", "wa", "celular", "mobile", "cell"],
    words: ["whatsapp", "whats", "celular", "mobile", "cell phone", "wpp", "zap"],
  },
  phone: {
    exact: ["telefone", "phone", "fone", "tel", "telephone", "telefone fixo"],
    words: ["telefone", "phone", "fone", "tel", "contato telefonico"],
  },
  email: { exact: ["email", "e mail", "mail"], words: ["email", "e mail", "mail"] },
  website: {
    exact: ["site", "website", "url", "web", "pagina", "homepage", "dominio", "domain", "link"],
    words: ["website", "site", "url", "pagina", "homepage", "dominio"],
  },
  address: {
    exact: ["endereco", "address", "logradouro", "rua", "street"],
    words: ["endereco", "address", "logradouro", "street"],
  },
  city: {
    exact: ["cidade", "city", "municipio", "localidade"],
    words: ["cidade", "city", "municipio"],
  },
  state: {
    exact: ["estado", "uf", "state", "sigla uf", "provincia"],
    words: ["estado", "uf", "state"],
  },
  cnpj: {
    exact: ["cnpj", "tax id", "documento", "cpf cnpj", "cnpj cpf"],
    words: ["cnpj", "tax id"],
  },
  cnae: {
    exact: ["cnae", "atividade", "atividade principal", "ramo", "segmento", "industry"],
    words: ["cnae", "atividade", "ramo de atividade", "segmento", "industry"],
  },
  proprietario: {
    exact: [
      "proprietario",
      "socio",
      "owner",
      "dono",
      "responsavel",
      "contato",
      "contact",
      "contact name",
    ],
    words: [
      "proprietario",
      "socio",
      "socios",
      "owner",
      "dono",
      "responsavel",
      "contact name",
      "nome do contato",
    ],
  },
  ai_obs: {
    exact: ["ai obs", "observacoes da ia", "observacao da ia", "obs ia", "obs da ia", "ai notes"],
    words: ["observacoes da ia", "obs da ia", "ai notes", "ai obs"],
  },
  obs: {
    exact: [
      "obs",
      "observacoes",
      "observacao",
      "notas",
      "nota",
      "notes",
      "note",
      "comentario",
      "comentarios",
      "comments",
      "descricao",
      "description",
    ],
    words: [
      "observacoes",
      "observacao",
      "obs",
      "notas",
      "notes",
      "comentarios",
      "comments",
      "descricao",
    ],
  },
  status: { exact: ["status", "situacao", "etapa", "stage"], words: ["status", "situacao"] },
};

/** The rest of a longer header would not change what it means. */
const MAX_HEADER_LENGTH = 200;

/** For headers that only contain a word: the more specific fields choose first. */
const BY_WORD: readonly ImportField[] = [
  ...(["whatsapp", "email", "cnpj", "cnae", "ai_obs", "proprietario", "website", "phone"] as const),
  ...(["city", "state", "address", "obs", "status", "name"] as const),
];

/**
 * Guesses each column's field from its header in Portuguese or English, ignoring case, accents and punctuation. Each
 * field is used once.
 */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const folded = headers.map(fold);
  const mapping: ColumnMapping = headers.map(() => null);
  const taken = new Set<ImportField>();
  const give = (column: number, field: ImportField) => {
    mapping[column] = field;
    taken.add(field);
  };
  for (const field of IMPORT_FIELDS) {
    // In the order of the names: 'nome' before 'empresa' if a file has both.
    for (const exact of NAMES[field].exact) {
      const column = folded.findIndex((header, at) => header === exact && mapping[at] === null);
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  for (const field of BY_WORD) {
    for (const words of NAMES[field].words) {
      const column = folded.findIndex(
        (header, at) => mapping[at] === null && ` ${header} `.includes(` ${words} `),
      );
      if (column >= 0 && !taken.has(field)) give(column, field);
    }
  }
  return mapping;
}

function fold(header: string): string {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
