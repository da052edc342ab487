export interface City {
  name: string;
  uf: string;
  ddd: string;
  /** First three digits of the city's CEPs. */
  cepPrefix: string;
}

export const CAMPINAS: City = { name: "Campinas", uf: "SP", ddd: "19", cepPrefix: "130" };

export const CITIES: readonly City[] = [
  CAMPINAS,
  { name: "São Paulo", uf: "SP", ddd: "11", cepPrefix: "013" },
  { name: "Ribeirão Preto", uf: "SP", ddd: "16", cepPrefix: "140" },
  { name: "Santos", uf: "SP", ddd: "13", cepPrefix: "110" },
  { name: "Rio de Janeiro", uf: "RJ", ddd: "21", cepPrefix: "200" },
  { name: "Belo Horizonte", uf: "MG", ddd: "31", cepPrefix: "301" },
  { name: "Uberlândia", uf: "MG", ddd: "34", cepPrefix: "384" },
  { name: "Curitiba", uf: "PR", ddd: "41", cepPrefix: "800" },
  { name: "Florianópolis", uf: "SC", ddd: "48", cepPrefix: "880" },
  { name: "Porto Alegre", uf: "RS", ddd: "51", cepPrefix: "900" },
  { name: "Salvador", uf: "BA", ddd: "71", cepPrefix: "400" },
  { name: "Recife", uf: "PE", ddd: "81", cepPrefix: "500" },
  { name: "Fortaleza", uf: "CE", ddd: "85", cepPrefix: "600" },
  { name: "Goiânia", uf: "GO", ddd: "62", cepPrefix: "740" },
  { name: "Brasília", uf: "DF", ddd: "61", cepPrefix: "700" },
];

export const BIG_CITIES: ReadonlySet<string> = new Set([
  "Campinas",
  "São Paulo",
  "Rio de Janeiro",
  "Belo Horizonte",
]);

export const STREETS = [
  "Rua das Acácias",
  "Avenida Brasil",
  "Rua XV de Novembro",
  "Rua Sete de Setembro",
  "Avenida Independência",
  "Rua Barão de Itapura",
  "Rua São José",
  "Travessa do Comércio",
  "Alameda dos Ipês",
  "Rua Padre Anchieta",
  "Avenida Getúlio Vargas",
  "Rua Tiradentes",
] as const;

export const DISTRICTS = [
  "Centro",
  "Jardim América",
  "Vila Nova",
  "Santa Cecília",
  "Bela Vista",
  "Jardim das Flores",
  "São Bernardo",
  "Cambuí",
  "Boa Vista",
] as const;

export const PEOPLE = [
  "Aline Barros Teixeira",
  "Bruno Sampaio",
  "Camila Rezende",
  "Diego Antunes",
  "Elisângela Prado",
  "Fábio Moura",
  "Gisele Arantes",
  "Heitor Bragança",
  "Ivone Saldanha",
  "João Pedro Vilela",
  "Karina Lisboa",
  "Leandro Quintela",
  "Márcia Goulart",
  "Nelson Pacheco",
  "Olívia Brandão",
  "Paulo Sérgio Amaral",
  "Renata Coutinho",
  "Sônia Valadares",
  "Tiago Meireles",
  "Vanessa Figueira",
] as const;

const DDDS = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/;

/**
 * One key per phone: 55 + DDD + 9 + 8 digits for a mobile, however it was typed (with or without
 * 55, the ninth digit, a jid suffix), 55 + DDD + 8 for a landline. Null when it is not Brazilian.
 */
export function phoneKey(number: string): string | null {
  const typed = number.split("@")[0]?.replace(/\D/g, "") ?? "";
  const national = typed.length > 11 && typed.startsWith("55") ? typed.slice(2) : typed;
  const ddd = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (!DDDS.test(ddd)) return null;
  if (/^9\d{8}$/.test(subscriber)) return `55${ddd}${subscriber}`;
  if (/^[6-9]\d{7}$/.test(subscriber)) return `55${ddd}9${subscriber}`;
  if (/^[2-5]\d{7}$/.test(subscriber)) return `55${ddd}${subscriber}`;
  return null;
}

export function isMobileKey(key: string): boolean {
  return key.length === 13;
}

/** `(19) 98765-4321` */
export function formatPhone(key: string): string {
  const subscriber = key.slice(4);
  return `(${key.slice(2, 4)}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
}

export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
