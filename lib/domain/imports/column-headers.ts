import type { LeadFieldName } from "../leads/lead-fields";
import type { PartTarget } from "./import-columns";

/** Headers of columns, in Portuguese and English: of spreadsheets, address books and map scrapers. */

/** The rest of a longer header would not change what it means. */
const MAX_HEADER_LENGTH = 200;

type Named = LeadFieldName | PartTarget | "other.name" | "other.contacts";

/** Each field's headers, the clearest first; those after `|` count only when they are the whole header. */
const NAMES: Record<Named, string> = {
  name: "nome, name, cliente, empresa, company, nome fantasia, fantasia, razao social, nome de fantasia, nome da empresa, nome empresarial, denominacao social, company name, business name, organization name, nome da organizacao, organization | lead, organizacao, estabelecimento, loja, nome da loja, nome do estabelecimento, place name, account name, title, titulo",
  whatsapp: "whatsapp, whats, zap, wpp, celular, cel, mobile, cell phone | wa, cell",
  phone: "telefone, phone, fone, tel, contato telefonico, telephone, telefone fixo",
  email: "email, e mail, mail, correio eletronico",
  website: "website, site, url, pagina, homepage, dominio, web page | web, domain, link",
  address: "endereco, address, logradouro, street | rua, endereco completo, full address",
  city: "cidade, city, municipio | localidade",
  state: "estado, uf, state | sigla uf, provincia, region",
  cnpj: "cnpj, tax id | documento, cpf cnpj, cnpj cpf",
  cnae: "cnae, atividade, ramo de atividade, segmento, industry | atividade principal, ramo",
  proprietario:
    "proprietario, socio, owner, dono, responsavel, contact name, nome do contato | contato, contact",
  contact_name:
    "pessoa de contato, contato principal, contact person, first name, given name, primeiro nome | pessoa contato, person name, nome da pessoa",
  contact_role: "cargo do contato, cargo, job title, organization title | funcao, contact role",
  obs: "observacao, obs, notas, notes, comentario, comments, descricao, anotacao | nota, note, description",
  ai_obs: "observacoes da ia, obs da ia, ai notes, ai obs | observacao da ia, obs ia",
  status: "status, situacao | etapa, stage",
  "part.ddd": "ddd | codigo de area, cod area, area code",
  "part.address":
    "bairro, complemento, tipo de logradouro, tipo logradouro, cep, postal code, zip code, neighborhood, numero do endereco, po box | numero, nro, num, n, no, zip, district, distrito",
  "part.contact_name":
    "last name, family name, surname, sobrenome, ultimo nome, middle name, additional name, segundo nome, nome do meio",
  "part.name": "",
  "part.cnpj": "",
  "other.name":
    "razao social, nome fantasia, nome de fantasia, nome empresarial, nome da empresa, denominacao social, company name, business name, legal name, trade name, organization name, nome da organizacao, organizacao | razao, empresa, company, fantasia",
  "other.contacts": "| outros contatos",
};

/** Fields with weak header words: "observações da IA" is about the model's notes, "nome do contato" about a contact. */
const GENERIC: ReadonlySet<Named> = new Set<Named>([
  ...(["phone", "city", "state", "address", "obs", "status"] as const),
]);
/** Next to a field's name these mean that the values are something else: kinds of numbers, how a name is pronounced. */
const ABOUT_ANOTHER =
  /\b(?:label|type|tipo(?! (?:de |do )?logradouro)|rotulo|fax|phonetic|fonetico|prefix|prefixo|suffix|sufixo|nickname|apelido|display|exibicao|assistant|assistente|photo|foto|vendedor|vendedora|representante|atendente|usuario|seller|(?:contact|company|deal|record|lead|account) owner)\b/;

/** The registry publishes a CNPJ in three columns. */
const CNPJ_PARTS = {
  root: /^(?:cnpj )?(?:basico|base|raiz)(?: do cnpj)?$/,
  order: /^(?:cnpj )?ordem(?: do cnpj)?$/,
  check: /^(?:cnpj )?(?:dv|digito verificador)(?: do cnpj)?$/,
} as const;
type CnpjPart = keyof typeof CNPJ_PARTS;

/** A legal name; the trade name is preferred where there is one. */
const LEGAL = /^(?:razao social|nome empresarial|denominacao social)$/;

const CODE =
  /\b(?:codigo|cod|id|cpf|rg|protocolo|pedido|inscricao|matricula|latitude|longitude|cep)\b/;

const GROUP =
  /\b(?:tag|etiqueta|categoria|category|grupo|group|origem|source|tipo|type|plano|produto|pais|country)\b/;

interface Phrases {
  whole: Map<string, number>;
  words: { words: string; length: number; rank: number }[];
}

const PHRASES = new Map(
  Object.entries(NAMES).map(([field, names]) => {
    const [anywhere = [], whole = []] = names
      .split("|")
      .map((part) => part.split(",").map(foldHeader).filter(Boolean));
    const all = [...anywhere, ...whole];
    const phrases: Phrases = {
      whole: new Map(all.map((name, rank) => [name, rank])),
      words: anywhere.map((words, rank) => ({ words, length: words.split(" ").length, rank })),
    };
    return [field as Named, phrases];
  }),
);

/** A header in the forms that the search for its field needs. */
export interface HeaderWords {
  folded: string;
  /** "Telefone 2" is a telephone. */
  unnumbered: string;
  /** "Address 1 - City" is a city. */
  last: string;
  /** It names something related to its field, but not the field itself. */
  isAboutAnother: boolean;
  /** It names codes, whose digits are no telephone numbers. */
  isCode: boolean;
  /** It names groups of companies, not one. */
  isGroup: boolean;
  cnpjPart: CnpjPart | null;
}

export function readHeader(header: string): HeaderWords {
  const folded = foldHeader(header);
  return {
    folded,
    unnumbered: folded.replace(/ \d\b/g, ""),
    last: foldHeader(header.slice(header.lastIndexOf(" - ") + 1)),
    isAboutAnother: ABOUT_ANOTHER.test(folded),
    isCode: CODE.test(folded),
    isGroup: GROUP.test(folded),
    cnpjPart:
      (Object.keys(CNPJ_PARTS) as CnpjPart[]).find((part) => CNPJ_PARTS[part].test(folded)) ?? null,
  };
}

/** How well a header names a field, from 0 to 1: by all of its words, or by some of them. */
export function rateHeader(header: HeaderWords, field: Named): number {
  const { folded, unnumbered, last } = header;
  const phrases = PHRASES.get(field);
  if (!phrases || folded === "" || header.isAboutAnother) return 0;
  // A column with one part is no CNPJ. The root's column scores low here: joined with the other parts, its values decide.
  if (field === "cnpj" && header.cnpjPart) return header.cnpjPart === "root" ? 0.1 : 0;
  const rank = phrases.whole.get(folded);
  if (rank !== undefined) return field === "name" && LEGAL.test(folded) ? 0.5 : 1 - rank / 200;
  const near = phrases.whole.get(unnumbered) ?? phrases.whole.get(last);
  if (near !== undefined) return 0.95 - near / 200;
  const count = folded.split(" ").length;
  const weight = field === "name" ? 0.8 : GENERIC.has(field) ? 0.9 : 1;
  return phrases.words.reduce((best, { words, length, rank: at }) => {
    if (!` ${folded} `.includes(` ${words} `)) return best;
    return Math.max(best, weight * (0.45 + (0.4 * length) / count - at / 500));
  }, 0);
}

/** How many different fields these headers name. */
export function countNamed(headers: readonly string[]): number {
  const named = headers.map((header) => {
    const words = readHeader(header);
    const [best] = [...PHRASES.keys()]
      .map((field) => ({ field, rating: rateHeader(words, field) }))
      .sort((one, other) => other.rating - one.rating);
    return best && best.rating > 0 ? best.field : null;
  });
  return new Set(named.filter(Boolean)).size;
}

/** Small letters without accents, punctuation and plurals: "E-mails" and "e-mail" are one. */
export function foldHeader(header: string): string {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .map(toSingular)
    .join(" ");
}

function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|ats)$/.test(word)) return word;
  if (word.endsWith("oes")) return `${word.slice(0, -3)}ao`;
  return /[rlz]es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
