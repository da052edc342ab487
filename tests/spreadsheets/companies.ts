import { computeCheckDigits } from "@/lib/domain/companies/cnpj";

/** Made-up companies, each value of the kind that a workbook has for it. */
const NAMES = [
  "Padaria São João",
  '"Zé" Lanches',
  "Açaí & Cia.",
  "Confecções Ñandu",
  "Oficina do Léo 🔧",
  "  Clínica Vida ",
  "007 Segurança",
  "Hotel D'Ávila",
  "Mercado 24h",
  "=Igual Comércio",
  "Ótica Visão; Filial",
  "Livraria\nCentral",
];
const TOWNS = [
  ["São Paulo", "SP"],
  ["Santa Bárbara d'Oeste", "SP"],
  ["Rio de Janeiro", "RJ"],
  ["Belém", "PA"],
] as const;

const mailOf = (at: number) => `contato${at}@empresa.example`;
const siteOf = (at: number) => `empresa${at}.example`;
const dayOf = (at: number) => `2018-${String((at % 12) + 1).padStart(2, "0")}-04`;

export const COLUMNS = [
  ...["Empresa", "CNPJ", "WhatsApp", "Telefone", "E-mail", "Site", "Endereço", "CEP", "Cidade"],
  ...["UF", "Cliente desde", "Faturamento", "Margem", "Ativo", "Observações"],
] as const;
export type Column = (typeof COLUMNS)[number];

/** A cell as a program writes it: a number with its format, a day, a link, or words. */
export type Cell =
  | { kind: "text"; value: string; link?: string }
  | { kind: "number"; value: number; format: string }
  | { kind: "date"; value: string }
  | { kind: "boolean"; value: boolean }
  /** Some programs never calculate it: only the address contains the number. */
  | { kind: "hyperlink"; value: string; link: string };

export const ROWS: Cell[][] = NAMES.map((name, at) => {
  const [city, state] = TOWNS[at % TOWNS.length] ?? TOWNS[0];
  const { cnpj, number, cep } = idOf(at);
  return [
    { kind: "text", value: name },
    { kind: "number", value: Number(cnpj), format: '00"."000"."000"/"0000"-"00' },
    at % 2 === 0
      ? { kind: "number", value: Number(number), format: "0" }
      : { kind: "hyperlink", value: "Chamar", link: `https://wa.me/55${number}` },
    { kind: "text", value: `(11) 3344-55${10 + at}` },
    { kind: "text", value: mailOf(at), link: `mailto:${mailOf(at)}` },
    { kind: "text", value: siteOf(at), link: `https://${siteOf(at)}/` },
    { kind: "text", value: `Rua das Flores, ${at + 1}` },
    { kind: "number", value: Number(cep), format: "00000-000" },
    { kind: "text", value: city },
    { kind: "text", value: state },
    { kind: "date", value: dayOf(at) },
    { kind: "number", value: 1234.5 * (at + 1), format: "#,##0.00" },
    { kind: "number", value: 0.125, format: "0.0%" },
    { kind: "boolean", value: at % 2 === 0 },
    { kind: "text", value: `Linha ${at}\nSegunda linha` },
  ];
});

/** By company, the expected value of each column as a field of a lead. */
export const EXPECTED: Record<Column, unknown>[] = NAMES.map((name, at) => {
  const [city, state] = TOWNS[at % TOWNS.length] ?? TOWNS[0];
  const { cnpj, number, cep } = idOf(at);
  return {
    Empresa: name.trim().replace("\n", " "),
    CNPJ: cnpj,
    WhatsApp: `55${number}`,
    Telefone: `551133445510`.slice(0, -2) + String(10 + at),
    "E-mail": mailOf(at),
    Site: siteOf(at),
    Endereço: `Rua das Flores, ${at + 1}`,
    CEP: `${cep.slice(0, 5)}-${cep.slice(5)}`,
    Cidade: city,
    UF: state,
    "Cliente desde": dayOf(at),
    Faturamento: 1234.5 * (at + 1),
    Margem: "12,5%",
    Ativo: at % 2 === 0,
    Observações: `Linha ${at}\nSegunda linha`,
  };
});

function idOf(at: number) {
  // Numbers lose leading zeros.
  const base = `0${1_234_567 + at}0001`;
  return {
    cnpj: `${base}${computeCheckDigits(base)}`,
    number: `119876500${10 + at}`,
    cep: `013101${10 + at}`,
  };
}
